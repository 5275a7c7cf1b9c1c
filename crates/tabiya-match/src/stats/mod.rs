//! Estimates of strength from results. The formulas are in `docs/reference/match.md`.

mod elo;
mod normal;
mod rating;
mod sprt;
mod tally;

pub use elo::{Estimate, elo_of, score_of};
pub use rating::{Pairing, Rating, ratings};
pub use sprt::{EloModel, Sprt, SprtState, SprtVerdict};
pub use tally::{Pentanomial, Samples, Trinomial};
