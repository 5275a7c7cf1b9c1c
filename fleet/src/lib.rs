//! Collections of games as Parquet: a row for each move of each game, sorted by the key of the position. Any engine that reads
//! Parquet can query them, and [`Fleet`] queries them like a database.
//!
//! ```
//! use tabiya::{AnyPosition, Variant};
//! use tabiya_db::{Collection, Filter, ExploreOptions};
//! use tabiya_fleet::{Fleet, Folder, RowOptions, add};
//!
//! let folder = tempfile::tempdir()?;
//! let pgn = folder.path().join("games.pgn");
//! std::fs::write(&pgn, "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *")?;
//! let rows = Folder::create(&folder.path().join("rows"), 4)?;
//! add(&rows, &pgn, &RowOptions::default(), &mut ())?;
//! let fleet = Fleet::open(rows.path())?;
//! let start = AnyPosition::start(Variant::Chess);
//! let explored = fleet.explore(&start, &Filter::default(), &ExploreOptions::default())?;
//! assert_eq!((explored.results.games(), explored.moves.len()), (3, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The format is described in `docs/reference/fleet-format.md`.

#![cfg_attr(not(feature = "sql"), allow(dead_code, reason = "statistics are computed by SQL"))]

mod add;
mod chunk;
mod column;
mod dictionary_column;
mod error;
mod fleet;
mod folder;
mod folder_kind;
mod games;
mod games_text;
mod lazy_file;
mod merge;
mod move_texts;
mod names;
mod row_columns;
mod rows_file;
mod rows_writer;
mod runs;
mod schema;
mod shared_file;
mod small_row;
mod sorted_run;
mod sorting;
#[cfg(feature = "sql")]
mod sql;
mod stats;
mod stats_folder;
mod summed;
mod verify;
mod workers;

pub use add::{Outcome, RowOptions, add};
pub use fleet::Fleet;
pub use folder::{Folder, InputManifest, PartFile};
pub use games_text::{through_pipe, write_all};
pub use schema::FORMAT;
#[cfg(feature = "sql")]
pub use sql::{
    Engine, ExecutorOptions, SqlFleet, StatsOptions, UpdatedStats, compute_stats, explain_stats,
    run_executor, run_scheduler,
};
pub use stats_folder::{StatsInput, StatsManifest, StatsPart};
pub use summed::FileSum;
pub use verify::{verify, verify_games};
