//! The built-in schemes, each a file of data for [`Scheme`].
//!
//! ```
//! use tabiya::{Chess, Position, keys::schemes};
//!
//! let start = Position::<Chess>::start();
//! let stockfish = schemes::by_name("stockfish").expect("a built-in scheme");
//! assert_eq!(stockfish.key(&start).to_string(), "8f8f01d4562f59fb");
//! ```

mod fairy_stockfish_11;
mod makruk_js;
mod makruk_js_table;
mod polyglot;
mod polyglot_table;
mod rustic;
mod stockfish;
mod stockfish_15;
mod stockfish_8;

use super::Scheme;

pub use fairy_stockfish_11::FAIRY_STOCKFISH_11;
pub use makruk_js::MAKRUK_JS;
pub use polyglot::{POLYGLOT, POLYGLOT_LEGAL};
pub use rustic::RUSTIC;
pub use stockfish::STOCKFISH;
pub use stockfish_8::STOCKFISH_8;
pub use stockfish_15::STOCKFISH_15;

/// All built-in schemes.
pub static ALL: [&Scheme; 8] = [
    &POLYGLOT,
    &POLYGLOT_LEGAL,
    &STOCKFISH,
    &STOCKFISH_15,
    &STOCKFISH_8,
    &RUSTIC,
    &MAKRUK_JS,
    &FAIRY_STOCKFISH_11,
];

/// The scheme with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Scheme> {
    ALL.into_iter().find(|scheme| scheme.name() == name)
}
