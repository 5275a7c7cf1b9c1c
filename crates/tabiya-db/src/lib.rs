//! A database of games queried by position: which games reached it, by any move order, and what was played next?
//!
//! A database is a folder. A [`Writer`] adds games from PGN; a [`Database`] answers queries from any number of threads, also
//! while a writer is active. Positions are equal as defined by FIDE article 9.2 (a position's
//! [`Identity`](tabiya::Identity)); chess, Chess960 and Makruk are kept apart. A game counts once for each position, and once
//! for each move it played from it. All positions count, including the last.
//!
//! ```
//! use tabiya::{AnyPosition, Variant};
//! use tabiya_db::{Database, Filter, ExploreOptions};
//!
//! let pgn = "1. d4 Nf6 2. c4 e6 1-0\n\n1. c4 e6 2. d4 Nf6 1/2-1/2\n\n1. e4 e5 0-1";
//! let database = Database::temporary(pgn.as_bytes())?;
//! let mut position = AnyPosition::start(Variant::Chess);
//! for san in ["d4", "e6", "c4", "Nf6"] {
//!     position = position.play_san(san)?;
//! }
//! let explored = database.explore(&position, &Filter::default(), &ExploreOptions::default())?;
//! assert_eq!((explored.results.white, explored.results.draws, explored.ended), (1, 1, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file formats are documented in `store/` beside their readers and writers, and in `docs/reference/database-format.md`.

mod build;
mod collection;
mod database;
mod date;
mod error;
mod facts;
pub mod filter;
mod found;
mod info;
mod manifest;
pub mod protocol;
mod query;
pub mod rows;
mod speed;
mod store;
mod tally;
mod verify;

pub use build::{
    AddObserver, AddOptions, AddStats, BadTagChange, Recovered, Selection, TagChange, Writer, compact,
    delete, edit_tags, recover,
};
pub use collection::Collection;
pub use database::{Database, GameId};
pub use date::{BadDate, Date};
pub use error::{DbError, Result};
pub use facts::Facts;
pub use filter::Filter;
pub use found::FoundGame;
pub use info::{Info, PositionCount};
pub use query::{
    BadBoardQuery, BoardQuery, ExploreOptions, Explored, ExploredMove, MoveStats, StoredGame, Summary,
    TopGame,
};
pub use speed::{Speed, UnknownSpeed};
pub use store::page::FORMAT;
pub use tally::Results;
pub use verify::verify;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
