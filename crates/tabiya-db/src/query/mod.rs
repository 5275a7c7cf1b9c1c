//! Queries.

mod board_query;
mod explore;
mod find;
mod locate;
mod move_order;
mod near_duplicates;
mod summary;

pub use board_query::{BadBoardQuery, BoardQuery};
pub use explore::{ExploreOptions, Explored, ExploredMove, TopGame};
pub use find::StoredGame;
pub use summary::{MoveStats, Summary};
