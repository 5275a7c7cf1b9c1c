//! A lock-free transposition table from position keys to eight-byte entries.
//!
//! Threads share one [`Table`] without locks. [`Table::probe`] returns what was stored under that key, or `None`, or, once in
//! hundreds of thousands of probes of a full table, an entry of another key with the same tag;
//! `docs/design/transposition-table.md` has the details.
//!
//! ```
//! use tabiya::{Chess, Position};
//! use tabiya_table::{Bound, Entry, Table};
//!
//! let table = Table::new(16)?;
//! let start = Position::<Chess>::start();
//! let best = start.parse_uci("e2e4")?;
//!
//! table.store(
//!     start.key(),
//!     Entry { mv: Some(best.into()), score: 31, eval: 20, depth: 9, bound: Bound::Exact, was_pv: true },
//! );
//!
//! let entry = table.probe(start.key()).expect("it was stored a moment ago");
//! assert_eq!(entry.depth, 9);
//! // Two positions in one cluster share a 21-bit tag with probability 2⁻²¹: moves are checked before they are played.
//! assert_eq!(entry.mv.and_then(|mv| mv.unpack(&start)), Some(best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod available;
mod cluster;
mod entry;
#[cfg(test)]
mod false_hits;
mod generation;
#[cfg_attr(target_family = "wasm", path = "heap_memory.rs")]
mod memory;
mod parallel;
mod part_cache;
mod prefetch;
mod record;
mod replacement;
mod size_error;
mod snapshot;
mod table;

pub use available::available_mebibytes;
pub use entry::{Bound, Entry};
pub use part_cache::{CacheKey, PartCache, PawnKey};
pub use size_error::SizeError;
pub use snapshot::{SnapshotError, SnapshotPart};
pub use table::Table;

#[cfg(test)]
#[path = "../tests/it/budget.rs"]
mod budget;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
