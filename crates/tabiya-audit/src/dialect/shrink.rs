//! Shortens a game that shows a disagreement.

use tabiya::{AnyPosition, Move};

use super::{Cause, KeyOf};
use crate::walk::PlayedMoves;

/// A game in which the last position and an earlier one disagree with their keys.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) walk: PlayedMoves,
    /// The ply of the earlier position.
    pub(super) first: usize,
}

impl Case {
    /// Removes moves while the rest is legal and shows the same cause: runs of an even number of moves, and
    /// pairs of one move of each side.
    pub(super) fn shrink(mut self, cause: Cause, key: &KeyOf<'_>) -> Case {
        while let Some(shorter) = self.shorter(cause, key) {
            self = shorter;
        }
        self
    }

    fn shorter(&self, cause: Cause, key: &KeyOf<'_>) -> Option<Case> {
        let moves = &self.walk.moves;
        let pairs = || {
            (0..moves.len()).flat_map(|one| (one + 1..moves.len()).step_by(2).map(move |other| (one, other)))
        };
        let without_run = pairs().map(|(one, other)| [&moves[..one], &moves[other + 1..]].concat());
        let without_pair =
            pairs().map(|(one, other)| [&moves[..one], &moves[one + 1..other], &moves[other + 1..]].concat());
        without_run.chain(without_pair).find_map(|moves| case(self.walk.start, &moves, cause, key))
    }
}

/// The case of these moves, if they are legal and their last position disagrees with an earlier one.
fn case(start: AnyPosition, moves: &[Move], cause: Cause, key: &KeyOf<'_>) -> Option<Case> {
    let mut walk = PlayedMoves { start, moves: Vec::new() };
    let mut positions = vec![start];
    let mut position = start;
    for original in moves {
        // The same piece between the same squares; the captured piece may be missing.
        let legal = position.legal_moves();
        let mv = legal.iter().find(|mv| {
            (mv.from, mv.to, mv.role, mv.promotion())
                == (original.from, original.to, original.role, original.promotion())
        })?;
        walk.moves.push(*mv);
        position = position.play_legal(*mv);
        positions.push(position);
    }
    let (last, earlier) = positions.split_last()?;
    let first = earlier.iter().position(|earlier| Cause::of(key, earlier, last) == Some(cause))?;
    Some(Case { walk, first })
}
