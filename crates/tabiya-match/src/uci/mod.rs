//! Talking to UCI engines: programs of other people, which may be slow, wrong, silent or endless.
//!
//! A [`Peer`] has introduced itself and is asked line by line; whatever it does, an answer or a [`PeerError`] comes
//! in bounded time and memory. It is gone when it is dropped, and also when we are killed.
//!
//! ```no_run
//! use std::time::Duration;
//! use tabiya_match::uci::Peer;
//!
//! let mut peer = Peer::start(&["stockfish".into()], Duration::from_secs(5))?;
//! peer.set_option("Hash", "16")?;
//! peer.send("position startpos");
//! let lines = peer.ask("go depth 5", |line| line.starts_with("bestmove"))?;
//! println!("{} wrote {} lines", peer.name(), lines.len());
//! # Ok::<(), tabiya_match::uci::PeerError>(())
//! ```

mod deadline;
mod error;
mod option;
mod peer;
mod process;

pub use deadline::Deadline;
pub use error::PeerError;
pub use option::{OptionKind, UciOption, variant_option};
pub use peer::{AnswerTimeout, Peer};
pub use process::{Process, Silence};
