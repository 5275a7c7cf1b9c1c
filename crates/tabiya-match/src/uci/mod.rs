//! A client for UCI engines, which may be slow, wrong, silent or write without end.
//!
//! A [`UciEngine`] has been started and has identified itself. Every query returns an answer or a [`UciEngineError`]
//! in bounded time and memory. The program ends when the value is dropped, and also when this process is killed.
//!
//! ```no_run
//! use std::time::Duration;
//! use tabiya_match::uci::UciEngine;
//!
//! let mut engine = UciEngine::start(&["stockfish".into()], Duration::from_secs(5))?;
//! engine.set_option("Hash", "16")?;
//! engine.send("position startpos");
//! let lines = engine.query("go depth 5", |line| line.starts_with("bestmove"))?;
//! println!("{} wrote {} lines", engine.name(), lines.len());
//! # Ok::<(), tabiya_match::uci::UciEngineError>(())
//! ```

mod deadline;
mod engine;
mod error;
mod option;
mod process;

pub use deadline::Deadline;
pub use engine::{AnswerTimeout, UciEngine};
pub use error::UciEngineError;
pub use option::{OptionKind, UciOption, variant_option};
pub use process::{Process, ReadLineError};
