use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file atomically: into a temporary file in the same folder, which is then renamed. On failure the old file stays.
///
/// The new file has the permissions of the old one. Symbolic links are followed. Other kinds of files, such as `/dev/stdout` or
/// a pipe, are written directly.
///
/// ```
/// use std::io::Write;
/// use tabiya_files::atomic_write;
///
/// let path = std::env::temp_dir().join(format!("tabiya-example-{}", std::process::id()));
/// atomic_write(&path, |out| out.write_all(b"good"))?;
/// let failed = atomic_write(&path, |out| {
///     out.write_all(b"bad")?;
///     Err::<(), _>(std::io::Error::other("no more"))
/// });
/// assert!(failed.is_err());
/// assert_eq!(std::fs::read(&path)?, b"good");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn atomic_write<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>,
) -> io::Result<T> {
    // Follows links; fails for a new file.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        // Renaming would replace the device.
        let mut out = buffered(OpenOptions::new().write(true).open(path)?);
        let written = write(&mut out)?;
        out.flush()?;
        return Ok(written);
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let folder = folder_of(path);
    let temporary = temporary(folder, name)?;
    if let Ok(old) = path.metadata() {
        // Before writing: private content stays private.
        temporary.as_file().set_permissions(old.permissions())?;
    }
    let (file, temporary) = temporary.into_parts();
    let mut out = buffered(file);
    let written = write(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    drop(out);
    temporary.persist(path)?;
    sync_folder(folder);
    Ok(written)
}

/// Writes a new file atomically. Returns false, without changes, if the file exists; of concurrent writers exactly one
/// succeeds.
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
    let mut temporary = temporary(folder, name)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    match temporary.persist_noclobber(path) {
        Ok(_) => {}
        Err(_) if path.exists() => return Ok(false),
        // Not every file system can rename without replacing.
        Err(refused) => {
            refused.file.persist(path)?;
        }
    }
    sync_folder(folder);
    Ok(true)
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file in the folder with a random name, removed unless it is persisted.
fn temporary(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    // `create_new` does not follow links.
    let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    tempfile::Builder::new().prefix(&prefix).suffix(".part").make_in(folder, create)
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// Syncs the folder, so that a new name in it survives a power failure. Errors are ignored, because not all folders and file
/// systems support it.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Not supported by other systems.
#[cfg(not(unix))]
pub fn sync_folder(_: &Path) {}
