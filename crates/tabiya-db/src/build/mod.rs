//! Adding games to a database.

pub(crate) mod code;
mod compact;
pub(crate) mod feed;
pub(crate) mod hash;
mod positions;
mod rows;
mod segment;
mod writer;

pub use compact::compact;
pub(crate) use compact::copy;
pub use feed::Listen;
pub use writer::{AddOptions, Added, Writer};
