//! What moves are called, each made once: there are few thousands of them and a hundred million rows.

use parquet::data_type::ByteArray;
use tabiya::{Move, MoveKind};

/// Numbers of moves are below this.
pub(crate) const NUMBERS: u16 = 1 << 15;

/// The UCI text of each move, by its number; 0 is none.
#[derive(Debug)]
pub(crate) struct MoveTexts(Vec<Option<ByteArray>>);

impl MoveTexts {
    pub(crate) fn new() -> MoveTexts {
        MoveTexts(vec![None; usize::from(NUMBERS)])
    }

    /// The number of a move, whose text is known from now on.
    pub(crate) fn number(&mut self, mv: Move) -> u16 {
        let number = packed(mv);
        self.0[usize::from(number)].get_or_insert_with(|| ByteArray::from(mv.to_string().as_str()));
        number
    }

    /// The text of a number.
    pub(crate) fn text(&self, number: u16) -> Option<&ByteArray> {
        self.0[usize::from(number)].as_ref()
    }
}

/// A number for each text of a move.
fn packed(mv: Move) -> u16 {
    let promotion = match mv.kind {
        MoveKind::Promotion(role) => role as u16 + 1,
        _ => 0,
    };
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}
