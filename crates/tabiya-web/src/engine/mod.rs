//! The engine, behind a door that lets only so many in.

mod bounds;
#[cfg(feature = "server")]
mod desk;
mod draw;
mod game_table;
mod levels;
mod run;
#[cfg(feature = "server")]
mod threads;

pub use bounds::EngineBounds;
pub(crate) use bounds::{BoundsTold, Effort};
#[cfg(feature = "server")]
pub(crate) use desk::{Engine, Seat};
pub(crate) use draw::{DrawAsked, consider};
pub(crate) use game_table::GameTable;
pub(crate) use levels::{ReplyAsked, reply};
pub(crate) use run::{AnalysisAsked, tell};
#[cfg(feature = "server")]
pub(crate) use threads::{Thinking, ask, begin};
