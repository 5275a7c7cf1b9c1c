//! Finds weaknesses of Zobrist keys: of tables, dialects and engines.
//!
//! A key is the XOR of feature keys, so two positions collide if and only if the XOR of the features in which they differ
//! is zero. The quality of a table is given by its smallest set of keys with zero XOR: a *dependent set*.
//!
//! [`Analysis`] analyzes a table. [`dependent_set`] is its exact part, [`SetSearch`] the part that
//! runs for a given time. [`construct_collision`] constructs two legal positions of
//! chess, Chess960 or Makruk with the same key.
//!
//! [`audit_dialect`] plays games and reports where a scheme misses repetitions or reports
//! false ones. [`audit_engine`] does the same with a UCI engine.
//! [`Collection`] counts how often keys of real positions collide when they are shortened; [`plot()`] draws it.
//! [`dialect_file`] reads and writes dialects as TOML files.

mod analysis;
mod birthday;
mod collisions;
mod construct;
mod dependent;
mod dialect;
pub mod dialect_file;
mod engine;
mod four_lists;
mod information_set;
mod mix;
mod plot;
mod search;
mod walk;

pub use analysis::{Analysis, AnalysisSettings, MAX_KEYS, TooManyKeys};
pub use collisions::{Collection, Measured, OtherGame, ShortKey, expected_collisions};
pub use construct::construct_collision;
pub use dependent::{EXACT_UP_TO, dependent_set};
pub use dialect::{Cause, Disagreement, Disagreements, Example, KeyOf, audit_dialect, disagreements_in};
pub use engine::{Check, EngineError, EngineReport, EngineSettings, EngineTable, Suspicion, audit_engine};
pub use plot::plot;
pub use search::SetSearch;
pub use tabiya_match::uci::UciEngineError;

#[cfg(test)]
#[path = "../tests/it/budget.rs"]
mod budget;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
