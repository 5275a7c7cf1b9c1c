use alloc::string::String;
use core::fmt;

use crate::Square;

/// What UCI writes of a move, as a value: the squares, and the letter of what a pawn becomes. A text of it is made without any formatting.
///
/// ```
/// use tabiya::{AnyPosition, Square, Variant};
///
/// let start = AnyPosition::start(Variant::Chess);
/// let written = start.uci_move(start.parse_uci("g1f3")?);
/// assert_eq!((written.from, written.to, written.promotion), (Square::G1, Square::F3, None));
/// assert_eq!(String::from(written), "g1f3");
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciMove {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes, as UCI has it: to castle, where the king will stand or its own rook.
    pub to: Square,
    /// The small letter of what a pawn becomes.
    pub promotion: Option<u8>,
}

impl From<UciMove> for String {
    fn from(UciMove { from, to, promotion }: UciMove) -> String {
        let mut text = String::with_capacity(5);
        for square in [from, to] {
            text.push(char::from(b'a' + square.file() as u8));
            text.push(char::from(b'1' + square.rank() as u8));
        }
        text.extend(promotion.map(char::from));
        text
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from(*self))
    }
}
