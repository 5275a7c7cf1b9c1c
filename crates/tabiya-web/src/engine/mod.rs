//! The engine, behind a door that lets only so many in.

mod bounds;
mod desk;
mod draw;
mod levels;
mod run;

pub(crate) use bounds::Effort;
pub use bounds::EngineBounds;
pub(crate) use desk::{Engine, Seat};
pub(crate) use draw::{DrawAsked, consider};
pub(crate) use levels::{ReplyAsked, reply};
pub(crate) use run::{AnalysisAsked, Thinking, analyse, tell};
