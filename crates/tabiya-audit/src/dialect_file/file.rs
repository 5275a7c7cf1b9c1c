//! Description files, and the table files they name.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use tabiya::keys::Scheme;

use super::DescriptionError;
use super::read;

/// No file of ours is longer: 4 MiB.
pub const LARGEST_FILE: u64 = 4 << 20;

/// Reads a description file. A table it names is looked for beside it.
///
/// ```no_run
/// let scheme = tabiya_audit::dialect_file::from_file("examples/dialects/chess-master.toml".as_ref())?;
/// println!("{}", scheme.name());
/// # Ok::<(), tabiya_audit::dialect_file::DescriptionError>(())
/// ```
pub fn from_file(path: &Path) -> Result<Scheme, DescriptionError> {
    let text = read_text(path).map_err(|error| error.in_file(path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let table = |name: &str| read_table(&folder.join(name));
    read::description(&text, table).map_err(|error| error.in_file(path.display()))
}

/// A table must be a plain file: a description, which may come from anywhere, must not make us wait for a pipe.
fn read_table(path: &Path) -> Result<String, DescriptionError> {
    let about = |error: std::io::Error| DescriptionError::new(reason(&error)).in_file(path.display());
    if std::fs::metadata(path).map_err(about)?.is_file() {
        read_text(path).map_err(|error| error.in_file(path.display()))
    } else {
        Err(DescriptionError::new("it is not a plain file").in_file(path.display()))
    }
}

fn read_text(path: &Path) -> Result<String, DescriptionError> {
    let about = |error: std::io::Error| DescriptionError::new(reason(&error));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(about)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(about)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(DescriptionError::new(format!("the file has more than {LARGEST_FILE} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        DescriptionError::new("the file is not UTF-8").in_line(line)
    })
}

/// The system's words without the number it gives them.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
