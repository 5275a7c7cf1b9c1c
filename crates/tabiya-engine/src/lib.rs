//! An engine for chess, Chess960 and Makruk: evaluation, search, time management, UCI, and game review.

#[cfg(feature = "annotate")]
pub mod annotate;
pub mod bench;
mod clock;
pub mod eval;
mod limits;
mod score;
mod search;
mod strength;
mod time;
#[cfg(feature = "uci")]
pub mod uci;
mod wdl;

pub use clock::Instant;
pub use limits::{Limits, RemainingTime};
pub use search::{
    PvLines, Report, ReportBound, STACK, SearchResult, Searcher, Settings, Signals, TableCounts, TableUse,
    UnknownTableUse, table_key,
};
pub use strength::Strength;
pub use wdl::Wdl;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
