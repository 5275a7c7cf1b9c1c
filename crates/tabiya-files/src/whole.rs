use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all: beside it first, then in its place. If anything fails the old file stays.
///
/// ```
/// use std::io::Write;
/// use tabiya_files::write_whole;
///
/// let path = std::env::temp_dir().join(format!("tabiya-example-{}", std::process::id()));
/// write_whole(&path, |out| out.write_all(b"good"))?;
/// let failed = write_whole(&path, |out| {
///     out.write_all(b"bad")?;
///     Err::<(), _>(std::io::Error::other("no more"))
/// });
/// assert!(failed.is_err());
/// assert_eq!(std::fs::read(&path)?, b"good");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> io::Result<T> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.part", std::process::id()));
    let beside = Unfinished(folder.join(beside));
    let file = OpenOptions::new().write(true).create(true).truncate(true).open(&beside.0)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let written = write(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    drop(out);
    fs::rename(&beside.0, path)?;
    sync_folder(folder)?;
    Ok(written)
}

/// A new name in a folder is safe only when the folder is.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removed unless it has got its name.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
