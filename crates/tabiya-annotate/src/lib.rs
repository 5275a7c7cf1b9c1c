//! An engine looks at a game: evaluations, marks, better lines, the accuracy of both sides.
//!
//! [`Analyst`] searches, [`annotate`] writes what it found into a [`Tree`](tabiya_pgn::Tree). What an evaluation means for the
//! result, how accurate a move is and when it gets a mark are lichess' published figures: [`win_percent`],
//! [`move_accuracy`], [`Judgment`].

mod accuracy;
mod analyst;
mod annotate;
mod judgment;

pub use accuracy::{game_accuracy, move_accuracy, win_percent};
pub use analyst::{Analyst, Finding};
pub use annotate::{Side, Summary, annotate, judge};
pub use judgment::Judgment;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
