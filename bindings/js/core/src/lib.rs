//! WebAssembly bindings of `tabiya` and `tabiya-pgn`: positions, games and PGN, with few and coarse calls.
//!
//! A JavaScript object stores how its position or game was created; this side caches the most recently used ones. So there is
//! nothing to free, and no use after free.

mod games;
mod move_code;
mod pgn;
mod pgn_nodes;
mod positions;

pub use move_code::move_text;
pub use pgn_nodes::{pgn_of_nodes, sans_of_nodes};
use tabiya::{AnyPosition, Dialect, ParsedFen, Reading, Variant};
use wasm_bindgen::prelude::*;

/// Converts an error to a JavaScript `Error`.
fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

fn read_position(variant: &str, text: &str, strict: bool) -> Result<ParsedFen<AnyPosition>, JsError> {
    read_variant(variant.parse().map_err(error)?, text, strict)
}

fn read_variant(variant: Variant, text: &str, strict: bool) -> Result<ParsedFen<AnyPosition>, JsError> {
    let reading = if strict { Reading::STRICT } else { Reading::LENIENT };
    AnyPosition::from_fen(variant, text, reading).map_err(error)
}

/// Joins words with blanks: passing one string to JavaScript is faster than many.
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
