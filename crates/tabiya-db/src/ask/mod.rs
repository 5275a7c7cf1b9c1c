//! Questions and their answers.

#[cfg(feature = "clap")]
mod args;
mod explore;
mod find;
mod locate;
mod pgn;
mod road;
mod summary;

#[cfg(feature = "clap")]
pub use args::WantedArgs;
pub use explore::{Explored, Played, TopGame, Wanted};
pub use find::StoredGame;
pub use summary::{Counted, Summary};
