//! Where games begin.

mod book;
mod file;
mod line;
mod random;

use std::fmt::Write;

use tabiya::{AnyPosition, Move, Variant};

pub use file::{Choice, OpeningsError};

/// A position and moves from it. Both games of a pair begin after them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Opening {
    /// Where the moves begin.
    pub start: AnyPosition,
    /// Legal moves, none of which ends the game.
    pub moves: Vec<Move>,
}

/// Where the openings of a match come from.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Openings {
    /// From a list, one after the other, and again from the first.
    Listed(Vec<Opening>),
    /// So many random moves from the start (in Chess960, from any of the starts).
    Random {
        /// How many half-moves.
        plies: usize,
        /// The same numbers give the same candidates.
        seed: u64,
        /// Only positions that the first engine finds no further from equal, in centipawns; or any.
        balance: Option<u32>,
    },
}

impl Opening {
    /// Where a game begins, without a move.
    #[must_use]
    pub fn start(variant: Variant) -> Opening {
        Opening { start: AnyPosition::start(variant), moves: Vec::new() }
    }

    /// The position after the moves.
    #[must_use]
    pub fn end(&self) -> AnyPosition {
        self.moves.iter().fold(self.start, |position, mv| position.play_legal(*mv))
    }

    /// As UCI has it.
    pub(crate) fn position_command(&self) -> String {
        let variant = self.start.variant();
        let is_usual = variant != Variant::Chess960 && self.start == AnyPosition::start(variant);
        let mut command =
            if is_usual { "position startpos".into() } else { format!("position fen {}", self.start) };
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
    /// The candidates for a pair, of which the first that will do is played; some may not.
    pub(crate) fn candidates(&self, variant: Variant, pair: u64) -> Box<dyn Iterator<Item = Opening> + '_> {
        match self {
            Openings::Listed(list) => {
                let index = if list.is_empty() { 0 } else { (pair % list.len() as u64) as usize };
                Box::new(list.get(index).cloned().into_iter())
            }
            Openings::Random { plies, seed, .. } => Box::new(random::walks(variant, *plies, *seed, pair)),
        }
    }

    /// How far from equal an opening may be.
    pub(crate) fn balance(&self) -> Option<u32> {
        match self {
            // Where a game begins is where it begins.
            Openings::Listed(_) | Openings::Random { plies: 0, .. } => None,
            Openings::Random { balance, .. } => *balance,
        }
    }
}
