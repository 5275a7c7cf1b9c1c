//! Questions and their answers.

mod explore;
mod find;
mod locate;
mod pgn;
mod road;

pub use explore::{Explored, Played, TopGame, Wanted};
pub use find::StoredGame;
