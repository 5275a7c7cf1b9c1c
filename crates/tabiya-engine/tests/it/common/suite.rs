//! Test suites of positions.

use std::path::PathBuf;

/// A file of `testdata/engine`.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata")).join(name)
}

/// The lines that are neither blank nor comments.
pub(crate) fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let is_fact = |line: &&str| !line.is_empty() && !line.starts_with('#');
    text.lines().filter(is_fact).map(str::to_owned).collect()
}
