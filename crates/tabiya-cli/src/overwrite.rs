//! Files that are read are not written.

use std::path::{Path, PathBuf};

use crate::output::Failure;

/// Refuses to write a file that is also read, however its name is spelled.
///
/// Ask before anything is read. A second hard link is no danger: the new file takes the place of one name only.
pub(crate) fn refuse<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    // What is no file, such as a terminal, can be both.
    let Some(written) = place(output).filter(|place| place.is_file()) else { return Ok(()) };
    match inputs.into_iter().find(|input| place(input).is_some_and(|read| read == written)) {
        None => Ok(()),
        Some(_) => Err(Failure::conflict(format!(
            "{} would be read and written: name another file to write",
            output.display()
        ))),
    }
}

/// Where a name leads; nowhere if there is no such file yet.
fn place(path: &Path) -> Option<PathBuf> {
    let path = if path == Path::new("-") { Path::new("/dev/stdin") } else { path };
    path.canonicalize().ok()
}
