//! Queries.

mod explore;
mod find;
mod locate;
mod move_order;
mod near_duplicates;
mod summary;

pub use explore::{ExploreOptions, Explored, ExploredMove, TopGame};
pub use find::StoredGame;
pub use summary::{MoveStats, Summary};
