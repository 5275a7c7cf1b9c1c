//! Matches between UCI engines: chess, Chess960, Makruk; Elo with error bars.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//! use tabiya::Variant;
//! use tabiya_match::{EngineSpec, Match};
//!
//! let spec = |text| EngineSpec::parse(text, "nodes=20000");
//! let engines = [spec("cmd=fairy-stockfish name=new")?, spec("cmd=fairy-stockfish name=old depth=5")?];
//! let plan = Match::new(engines, Variant::Makruk, 100);
//! let standings = plan.run(&AtomicBool::new(false), &mut |played, _| {
//!     println!("{}", played.pgn);
//!     ControlFlow::Continue(())
//! })?;
//! println!("{:+.1} Elo", standings.estimate().elo);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
mod clock;
mod effort;
mod error;
mod forfeit;
mod game;
mod limit;
mod openings;
mod player;
mod record;
mod resume;
mod run;
mod search_info;
mod shell_words;
mod spec;
mod standings;
pub mod stats;
pub mod uci;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use effort::Effort;
pub use error::MatchError;
pub use forfeit::{Forfeit, Forfeits};
pub use game::Termination;
pub use limit::{Limit, TimeControl, TimeControlError};
pub use openings::{Choice, Opening, Openings, OpeningsError};
pub use resume::EarlierGame;
pub use run::{Match, Played, Timeouts};
pub use search_info::SearchInfo;
pub use spec::{EngineSpec, SpecError};
pub use standings::Standings;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
