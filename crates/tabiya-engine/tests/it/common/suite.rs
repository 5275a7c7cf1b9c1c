//! Test suites of positions.

use std::path::PathBuf;

/// The path of a file in `testdata`.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata")).join(name)
}

/// A position of `mates.tsv`.
pub(crate) struct Mate {
    pub(crate) variant: String,
    pub(crate) fen: String,
    pub(crate) moves: i32,
}

pub(crate) fn mates() -> Vec<Mate> {
    let read = |line: String| {
        let mut fields = line.split('\t').map(str::to_owned);
        let mut next = || fields.next().unwrap_or_else(|| panic!("three fields in {line}"));
        let (variant, fen, moves) = (next(), next(), next());
        Mate { variant, fen, moves: moves.parse().expect("a number of moves") }
    };
    lines("mates.tsv").into_iter().map(read).collect()
}

/// The lines that are neither blank nor comments.
pub(crate) fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
    text.lines().filter(is_content).map(str::to_owned).collect()
}
