//! Adding games to a database.

mod compact;
mod duplicates;
pub(crate) mod encode;
pub(crate) mod parse;
mod positions;
mod rewrite;
mod rows;
mod segment;
mod writer;

pub use compact::compact;
pub(crate) use compact::copy;
pub use parse::AddObserver;
pub(crate) use rewrite::Legal;
pub use rewrite::{BadTagChange, Recovered, Selection, TagChange, delete, edit_tags, recover};
pub use writer::{AddOptions, AddStats, Writer};
