//! Games and search lines: repetition, outcomes and claims.
//!
//! [`Game`] keeps every position, can undo moves, and is exact. [`RepetitionStack`] is for a search: it stores keys
//! only, and a check takes a few nanoseconds.

mod claims;
mod cuckoo;
mod game;
mod index;
mod key_history;
mod repetition_stack;

pub use claims::CountKind;
pub use game::Game;
pub use repetition_stack::RepetitionStack;
