//! Openings of a match.

mod book;
mod file;
mod random;

use std::fmt::Write;

use tabiya::{AnyPosition, Move, Variant};

pub use file::{Choice, OpeningsError};

/// A start position and moves. Both games of a pair start after them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Opening {
    /// The start position.
    pub start: AnyPosition,
    /// Legal moves, none of which ends the game.
    pub moves: Vec<Move>,
}

/// The source of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Openings {
    /// A list, repeated if necessary.
    Listed(Vec<Opening>),
    /// Random moves from the start position (in Chess960, from a random one).
    Random {
        /// The number of half-moves.
        plies: usize,
        /// The seed.
        seed: u64,
        /// The maximum absolute evaluation by the first engine in centipawns; `None` accepts any.
        balance: Option<u32>,
    },
}

impl Opening {
    /// A start position without moves.
    #[must_use]
    pub fn start(variant: Variant) -> Opening {
        Opening { start: AnyPosition::start(variant), moves: Vec::new() }
    }

    /// The position after the moves.
    #[must_use]
    pub fn end(&self) -> AnyPosition {
        self.moves.iter().fold(self.start, |position, mv| position.play_legal(*mv))
    }

    /// The UCI `position` command.
    pub(crate) fn position_command(&self) -> String {
        let variant = self.start.variant();
        let is_standard_start = variant != Variant::Chess960 && self.start == AnyPosition::start(variant);
        let mut command = if is_standard_start {
            "position startpos".into()
        } else {
            format!("position fen {}", self.start)
        };
        let mut position = self.start;
        for (index, mv) in self.moves.iter().enumerate() {
            let separator = if index == 0 { " moves " } else { " " };
            let _ = write!(command, "{separator}{}", position.uci(*mv));
            position = position.play_legal(*mv);
        }
        command
    }
}

impl Openings {
    /// The candidates for a pair, to be tried in order.
    pub(crate) fn candidates(&self, variant: Variant, pair: u64) -> Box<dyn Iterator<Item = Opening> + '_> {
        match self {
            Openings::Listed(list) => {
                let index = if list.is_empty() { 0 } else { (pair % list.len() as u64) as usize };
                Box::new(list.get(index).cloned().into_iter())
            }
            Openings::Random { plies, seed, .. } => Box::new(random::walks(variant, *plies, *seed, pair)),
        }
    }

    /// The maximum imbalance of an opening.
    pub(crate) fn balance(&self) -> Option<u32> {
        match self {
            // A start position without moves is always accepted.
            Openings::Listed(_) | Openings::Random { plies: 0, .. } => None,
            Openings::Random { balance, .. } => *balance,
        }
    }
}
