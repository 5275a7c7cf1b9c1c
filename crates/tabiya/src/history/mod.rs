//! Games and lines of play: where they have been before, what that ends, and what may be claimed.
//!
//! [`Game`] is for people: it keeps every position, takes moves back, and its answers are exact. [`Line`] is for a
//! search: keys only, and a check in a few nanoseconds.

mod claims;
mod cuckoo;
mod game;
mod index;
mod line;
mod recurrence;
mod trail;

pub use claims::CountKind;
pub use game::Game;
pub use line::Line;
