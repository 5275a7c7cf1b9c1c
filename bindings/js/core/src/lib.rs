//! The door between JavaScript and the crate `tabiya`: positions, games and PGN, asked in few and coarse calls.
//!
//! JavaScript holds how a position or a game came to be, and this side remembers the latest of them; so nothing here has to be
//! freed, and nothing can be used after it was.

mod games;
mod move_code;
mod pgn;
mod pgn_again;
mod positions;

pub use move_code::move_text;
pub use pgn_again::{pgn_of_nodes, sans_of_nodes};
use tabiya::{AnyPosition, Dialect, Reading, Variant};
use wasm_bindgen::prelude::*;

/// Any of our errors as JavaScript's.
fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

fn read_position(variant: &str, text: &str, lenient: bool) -> Result<AnyPosition, JsError> {
    read_variant(variant.parse().map_err(error)?, text, lenient)
}

fn read_variant(variant: Variant, text: &str, lenient: bool) -> Result<AnyPosition, JsError> {
    let reading = if lenient { Reading::LENIENT } else { Reading::STRICT };
    Ok(AnyPosition::from_fen(variant, text, reading).map_err(error)?.position)
}

/// Texts without blanks, with a blank between them: one string is handed over more quickly than many.
fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// The names of the dialects that have keys for a game.
#[wasm_bindgen(js_name = dialectNames)]
pub fn dialect_names(variant: &str) -> Result<String, JsError> {
    let variant: Variant = variant.parse().map_err(error)?;
    let has_keys = |name: &&str| name.parse().is_ok_and(|dialect: Dialect| dialect.check(variant).is_ok());
    Ok(joined(Dialect::names().filter(has_keys).map(str::to_owned)))
}
