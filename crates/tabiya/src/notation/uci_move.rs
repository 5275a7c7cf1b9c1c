use alloc::string::String;
use core::fmt;

use crate::Square;

/// A move in UCI notation as a value: squares and promotion letter. Writes its text without formatting machinery.
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
    /// The origin.
    pub from: Square,
    /// The target; for castling, the king's target or its own rook.
    pub to: Square,
    /// The lowercase promotion letter.
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
