//! Game review: evaluations, marks, better lines, and the accuracy of both sides.
//!
//! [`Analyst`] searches, [`annotate`] writes the results into a [`Tree`](tabiya_pgn::Tree). Win percentage, accuracy and
//! the thresholds of marks are lichess' published ones: [`win_percent`],
//! [`move_accuracy`], [`Judgment`].
//!
//! ```
//! use tabiya::Variant;
//! use tabiya_engine::annotate::{Analyst, annotate};
//! use tabiya_engine::{Limits, Signals};
//! use tabiya_pgn::Tree;
//!
//! let mut tree = Tree::parse("1. f3 e5 2. g4 Qh4# 0-1", Variant::Chess)?.tree;
//! let mut analyst = Analyst::new(Limits::nodes(2_000), 1, 1)?;
//! let analyses = analyst.analyze(&tree, &Signals::default(), &mut |_, _| {}).expect("not stopped");
//! let summary = annotate(&mut tree, &analyses);
//! assert_eq!(summary.white.blunders, 1);
//! assert!(tree.to_pgn().contains("2. g4 $4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod analyst;
mod judgment;
mod write;

pub use accuracy::{game_accuracy, move_accuracy, win_percent};
pub use analyst::{Analyst, PositionAnalysis};
pub use judgment::Judgment;
pub use write::{Side, Summary, annotate, summarize};
