use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Writes a file whole or not at all: beside it first, then in its place. If anything fails the old file stays.
///
/// The new file has the permissions of the old one. What is no file, such as `/dev/stdout` or a pipe, is written to directly; a link stays a link.
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
    // Where links lead. A file that is not there yet stays as it was named.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        // Renaming would put a file in place of the device.
        let mut out = buffered(OpenOptions::new().write(true).open(path)?);
        let written = write(&mut out)?;
        out.flush()?;
        return Ok(written);
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}-{}.part", std::process::id(), next_number()));
    let beside = Unfinished(folder.join(beside));
    let file = OpenOptions::new().write(true).create(true).truncate(true).open(&beside.0)?;
    if let Ok(old) = path.metadata() {
        // Before anything is in it: what was private stays private.
        file.set_permissions(old.permissions())?;
    }
    let mut out = buffered(file);
    let written = write(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    drop(out);
    fs::rename(&beside.0, path)?;
    sync_folder(folder)?;
    Ok(written)
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// Threads of one program may write one file at the same time: the last one to finish wins.
fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Relaxed)
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
