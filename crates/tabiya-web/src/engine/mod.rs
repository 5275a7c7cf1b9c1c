//! The engine, behind a door that lets only so many in.

mod bounds;
#[cfg(feature = "server")]
mod permit;
mod draw;
mod game_table;
mod levels;
mod analysis;
#[cfg(feature = "server")]
mod threads;

pub use bounds::EngineBounds;
pub(crate) use bounds::{BoundsResponse, SearchOptions};
#[cfg(feature = "server")]
pub(crate) use permit::{SearchPool, SearchPermit};
pub(crate) use draw::{DrawRequest, answer_draw};
pub(crate) use game_table::GameTable;
pub(crate) use levels::{ReplyRequest, reply};
pub(crate) use analysis::{AnalysisRequest, tell};
#[cfg(feature = "server")]
pub(crate) use threads::{RunningAnalysis, ask, start_analysis};
