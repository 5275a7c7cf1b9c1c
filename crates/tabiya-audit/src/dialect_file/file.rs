//! Dialect files, and the table files they refer to.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use tabiya::keys::Scheme;

use super::DialectFileError;
use super::read;

/// The maximum length of a file: 4 MiB.
pub const MAX_FILE_BYTES: u64 = 4 << 20;

/// Reads a dialect file. A table file is looked up relative to it.
///
/// ```no_run
/// let scheme = tabiya_audit::dialect_file::from_file("examples/dialects/chess-master.toml".as_ref())?;
/// println!("{}", scheme.name());
/// # Ok::<(), tabiya_audit::dialect_file::DialectFileError>(())
/// ```
pub fn from_file(path: &Path) -> Result<Scheme, DialectFileError> {
    let text = read_text(path).map_err(|error| error.in_file(path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let table = |name: &str| read_table(&folder.join(name));
    read::description(&text, table).map_err(|error| error.in_file(path.display()))
}

/// A table must be a regular file: a dialect file of unknown origin must not make us block on a pipe.
fn read_table(path: &Path) -> Result<String, DialectFileError> {
    let about = |error: std::io::Error| DialectFileError::new(reason(&error)).in_file(path.display());
    if std::fs::metadata(path).map_err(about)?.is_file() {
        read_text(path).map_err(|error| error.in_file(path.display()))
    } else {
        Err(DialectFileError::new("not a regular file").in_file(path.display()))
    }
}

fn read_text(path: &Path) -> Result<String, DialectFileError> {
    let about = |error: std::io::Error| DialectFileError::new(reason(&error));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(about)?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(about)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(DialectFileError::new(format!("the file has more than {MAX_FILE_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        DialectFileError::new("the file is not UTF-8").in_line(line)
    })
}

/// The system's message without its error number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
