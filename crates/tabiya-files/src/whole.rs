use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

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
    let folder = folder_of(path);
    let beside = beside(folder, name)?;
    if let Ok(old) = path.metadata() {
        // Before anything is in it: what was private stays private.
        beside.as_file().set_permissions(old.permissions())?;
    }
    let (file, beside) = beside.into_parts();
    let mut out = buffered(file);
    let written = write(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    drop(out);
    beside.persist(path)?;
    sync_folder(folder);
    Ok(written)
}

/// Writes a file that is not there yet, whole or not at all. Of several who do so at the same moment one does; the others are told that it is there,
/// by `false`, and nothing is changed.
///
/// ```
/// use tabiya_files::write_new;
///
/// let path = std::env::temp_dir().join(format!("tabiya-new-{}", std::process::id()));
/// assert!(write_new(&path, b"first")?);
/// assert!(!write_new(&path, b"second")?);
/// assert_eq!(std::fs::read(&path)?, b"first");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = folder_of(path);
    let mut beside = beside(folder, name)?;
    beside.write_all(bytes)?;
    beside.as_file().sync_all()?;
    match beside.persist_noclobber(path) {
        Ok(_) => {}
        Err(_) if path.exists() => return Ok(false),
        // Not every file system can give a name only if nobody has it.
        Err(refused) => {
            refused.file.persist(path)?;
        }
    }
    sync_folder(folder);
    Ok(true)
}

/// Where a file lies.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file in the folder, under a name nobody can have guessed; gone again unless it gets its own.
fn beside(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    // Never through a link: there must be nothing under the name.
    let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    tempfile::Builder::new().prefix(&prefix).suffix(".part").make_in(folder, create)
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// A new name in a folder is safe only when the folder is. The file has its name by now: that a folder cannot be opened
/// or its file system cannot do this is no failure to write.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Elsewhere there is no such thing.
#[cfg(not(unix))]
pub fn sync_folder(_: &Path) {}
