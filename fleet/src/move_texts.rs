//! What moves are called, each made once: there are few thousands of them and a hundred million rows.

use std::sync::{LazyLock, OnceLock};

use tabiya::{Move, MoveKind};

/// Numbers of moves are below this.
pub(crate) const NUMBERS: u16 = 1 << 15;

/// The UCI text of each move that was numbered.
static TEXTS: LazyLock<Vec<OnceLock<String>>> =
    LazyLock::new(|| (0..NUMBERS).map(|_| OnceLock::new()).collect());

/// The number of a move, whose text is known from now on; 0 is none.
pub(crate) fn number_of(mv: Move) -> u16 {
    let number = packed(mv);
    TEXTS[usize::from(number)].get_or_init(|| mv.to_string());
    number
}

/// The text of a number.
pub(crate) fn text_of(number: u16) -> Option<&'static str> {
    TEXTS[usize::from(number)].get().map(String::as_str)
}

/// A number for each text of a move.
fn packed(mv: Move) -> u16 {
    let promotion = match mv.kind {
        MoveKind::Promotion(role) => role as u16 + 1,
        _ => 0,
    };
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}
