//! Prevents overwriting input files.

use std::path::{Path, PathBuf};

use crate::output::Failure;

/// Returns an error if a file would be both read and written, under whatever name.
///
/// Call it before reading. Hard links are no problem: writing replaces only one name.
pub(crate) fn refuse<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    // Devices such as a terminal can be both.
    let Some(written) = place(output).filter(|place| place.is_file()) else { return Ok(()) };
    match inputs.into_iter().find(|input| place(input).is_some_and(|read| read == written)) {
        None => Ok(()),
        Some(_) => Err(Failure::conflict(format!(
            "{} is an input file: choose another file for the output",
            output.display()
        ))),
    }
}

/// The target of a path; the path itself if there is no such file yet.
fn place(path: &Path) -> Option<PathBuf> {
    let path = if path == Path::new("-") { Path::new("/dev/stdin") } else { path };
    path.canonicalize().ok()
}
