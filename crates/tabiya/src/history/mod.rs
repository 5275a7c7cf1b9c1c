//! Games and lines of play: where they have been before, what that ends, and what may be claimed.
//!
//! [`Game`] is for people: it keeps every position, takes moves back, and its answers are exact. [`RepetitionStack`] is for a
//! search: keys only, and a check in a few nanoseconds.

mod claims;
mod cuckoo;
mod game;
mod index;
mod repetition_stack;
mod key_history;

pub use claims::CountKind;
pub use game::Game;
pub use repetition_stack::RepetitionStack;
