//! Interned UCI texts of moves: a few thousand texts for 100 million rows.

use std::sync::{LazyLock, OnceLock};

use tabiya::{Move, MoveKind};

/// The limit of move numbers.
pub(crate) const NUMBERS: u16 = 1 << 15;

/// The UCI texts by number.
static TEXTS: LazyLock<Vec<OnceLock<String>>> =
    LazyLock::new(|| (0..NUMBERS).map(|_| OnceLock::new()).collect());

/// The number of a move, assigned on first use; 0 means no move.
pub(crate) fn number_of(mv: Move) -> u16 {
    let number = bits(mv);
    TEXTS[usize::from(number)].get_or_init(|| mv.to_string());
    number
}

/// The text of a number.
pub(crate) fn text_of(number: u16) -> Option<&'static str> {
    TEXTS[usize::from(number)].get().map(String::as_str)
}

/// A number for each UCI text.
fn bits(mv: Move) -> u16 {
    let promotion = match mv.kind {
        MoveKind::Promotion(role) => role as u16 + 1,
        _ => 0,
    };
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}
