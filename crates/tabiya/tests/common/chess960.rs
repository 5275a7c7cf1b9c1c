//! The 960 start positions, also with other men for black than for white.

use tabiya::{Chess, Position};

/// The men of the first rank in small letters.
pub(crate) fn first_rank(number: usize) -> String {
    let start = Position::<Chess>::start_960(number as u16).expect("a number below 960");
    start.to_fen()[..8].to_owned()
}

/// A start position; black's men may stand by another number than white's.
pub(crate) fn start(white: usize, black: usize) -> String {
    let (white, black) = (first_rank(white).to_uppercase(), first_rank(black));
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}
