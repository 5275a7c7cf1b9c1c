//! The engine, behind a door that lets only so many in.

mod bounds;
mod desk;
mod levels;
mod run;

pub(crate) use bounds::Effort;
pub use bounds::EngineBounds;
pub(crate) use desk::{Engine, Seat};
pub(crate) use levels::{ReplyAsked, reply};
pub(crate) use run::{AnalysisAsked, Thinking, analyse, tell};
