//! Files of keys printed by other programs.

use std::path::Path;

use tabiya::AnyPosition;

/// The lines of a file in `testdata/keys`, split into columns; comments begin with `#`.
pub(crate) fn lines(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/keys").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// The words of a column.
pub(crate) fn words(column: &str) -> impl Iterator<Item = &str> {
    column.split_ascii_whitespace()
}

/// Plays a move that is known to be legal.
pub(crate) fn play(position: &AnyPosition, uci: &str) -> AnyPosition {
    position.play_uci(uci).unwrap_or_else(|error| panic!("{uci} in {position}: {error}"))
}
