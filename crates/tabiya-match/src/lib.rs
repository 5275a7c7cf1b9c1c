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
mod game;
mod limit;
mod misdeed;
mod openings;
mod past;
mod player;
mod record;
mod run;
mod spec;
mod standings;
pub mod stats;
mod thought;
pub mod uci;
mod words;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use effort::Effort;
pub use error::MatchError;
pub use game::Termination;
pub use limit::{Limit, TimeControl, TimeControlError};
pub use misdeed::{Misdeed, Misdeeds};
pub use openings::{Choice, Opening, Openings, OpeningsError};
pub use past::PastGame;
pub use run::{Match, Patience, Played};
pub use spec::{EngineSpec, SpecError};
pub use standings::Standings;
pub use thought::Thought;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
