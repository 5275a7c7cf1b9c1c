//! Adding games to a database.

mod compact;
mod duplicates;
pub(crate) mod encode;
pub(crate) mod parse;
mod positions;
mod rows;
mod segment;
mod writer;

pub use compact::compact;
pub(crate) use compact::copy;
pub use parse::AddObserver;
pub use writer::{AddOptions, AddStats, Writer};
