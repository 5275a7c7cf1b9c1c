//! Queries.

mod explore;
mod find;
mod locate;
mod pgn;
mod road;
mod summary;

pub use explore::{Explored, Played, TopGame, Wanted};
pub use find::StoredGame;
pub use summary::{Counted, Summary};
