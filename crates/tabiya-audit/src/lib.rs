//! Finds the weaknesses of tables of position keys.
//!
//! A key is a sum (XOR) of feature keys, so two positions collide exactly if the features in which they differ add
//! up to zero. A table is as good as its smallest set of keys with that sum: a *dependent set*.
//!
//! [`Analysis`] looks at a table from all sides. [`dependent_set`] is its exact part, [`SetSearch`] the part that
//! goes on while there is time. [`forge()`] shows what linear keys cannot do: it builds two legal positions of
//! chess, Chess960 or Makruk with the same key.
//!
//! Keys may also be right as a table and wrong as a habit: [`audit_dialect`] plays games and reports where a dialect
//! takes one position for two, or two for one. [`audit_engine`] does the same with a UCI engine, from outside.
//! [`Collection`] measures how often keys of real positions collide when they are shortened; [`plot()`] draws it.
//! [`dialect_file`] reads and writes dialects as TOML files.

mod analysis;
mod birthday;
mod collisions;
mod dependent;
mod dialect;
pub mod dialect_file;
mod engine;
mod forge;
mod four_lists;
mod information_set;
mod mix;
mod plot;
mod search;
mod walk;

pub use analysis::{Analysis, AnalysisSettings, MOST_KEYS, TooManyKeys};
pub use collisions::{Collection, Measured, OtherGame, ShortKey, expected_collisions};
pub use dependent::{EXACT_UP_TO, dependent_set};
pub use dialect::{Cause, Disagreement, Disagreements, Example, KeyOf, audit_dialect, disagreements_in};
pub use engine::{Check, EngineError, EngineReport, EngineSettings, Suspicion, audit_engine};
pub use forge::forge;
pub use plot::plot;
pub use search::SetSearch;
pub use tabiya_match::uci::PeerError;

#[cfg(test)]
#[path = "../tests/it/budget.rs"]
mod budget;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
