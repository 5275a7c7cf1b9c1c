mod either;
mod epd;
mod fen;
mod origins;
mod piece_names;
mod printable;
mod san;
mod uci;
mod uci_move;

pub use either::MoveError;
pub use epd::{EpdError, epd_to_fen};
pub use fen::{CastlingNotation, EnPassant, FenError, FenField, FenProblem, FenWarning, ParsedFen, Reading};
pub(crate) use fen::{read_setup, write_setup};
pub use origins::IllegalReason;
pub use printable::{printable, printable_lines};
pub use san::SanError;
pub use uci::UciError;
pub use uci_move::UciMove;

use crate::Square;

/// The square named by two bytes.
fn square(file: u8, rank: u8) -> Option<Square> {
    let on_board = matches!((file, rank), (b'a'..=b'h', b'1'..=b'8'));
    on_board.then(|| Square::from_low_bits(u32::from(rank - b'1') * 8 + u32::from(file - b'a')))
}
