//! Moves as numbers: JavaScript caches the UCI text of each number.

use tabiya::{AnyPosition, Move, Square, UciMove};
use wasm_bindgen::prelude::*;

/// The null move: in all others the two squares differ.
pub(crate) const NULL: u32 = 0;
const TO: u32 = 6;
const PROMOTION: u32 = 12;

/// A UCI move: six bits for each square, and the promotion letter in the bits above.
pub(crate) fn code(position: &AnyPosition, mv: Move) -> u32 {
    let UciMove { from, to, promotion } = position.uci_move(mv);
    from as u32 | (to as u32) << TO | u32::from(promotion.unwrap_or(0)) << PROMOTION
}

/// The UCI text of a code.
#[wasm_bindgen(js_name = moveText)]
pub fn move_text(code: u32) -> String {
    if code == NULL {
        return "0000".to_owned();
    }
    let square = |bits: u32| Square::ALL[(bits & 63) as usize];
    let promotion = u8::try_from(code >> PROMOTION).ok().filter(|letter| *letter != 0);
    UciMove { from: square(code), to: square(code >> TO), promotion }.into()
}
