//! Random games in which every property is checked after every ply.

use std::collections::HashMap;

use tabiya::{Identity, Key, Move, MoveKind, Position, Reading, Rules};

use super::properties;
use super::random::Choices;

/// Reads a FEN that is known to be valid.
pub(crate) fn read<R: Rules>(fen: &str) -> Position<R> {
    let parsed = Position::from_fen(fen, Reading::STRICT.chess960());
    parsed.unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// Plays until the game ends, the choices are exhausted or the limit is reached; returns the number of plies.
pub(crate) fn walk<R: Rules>(start: Position<R>, plies: usize, choices: &mut impl Choices) -> usize {
    let mut position = start;
    let mut seen = Seen::default();
    let mut last_moves = [None; 2];
    for ply in 0..plies {
        properties::hold_in(&position);
        seen.look_around(&position);
        let Some(mv) = choose(&position, last_moves[ply % 2], choices) else { return ply };
        last_moves[ply % 2] = Some(mv);
        position = position.play_legal(mv);
    }
    plies
}

/// A legal move; rare kinds and reversals are preferred, so that positions repeat.
fn choose<R: Rules>(position: &Position<R>, last: Option<Move>, choices: &mut impl Choices) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let habit = choices.below(8)?;
    let back = last.map(|last| Move { from: last.to, to: last.from, ..last });
    let is_preferred = |mv: &&Move| match habit {
        0 => Some(**mv) == back,
        1 => matches!(mv.kind, MoveKind::Castle | MoveKind::EnPassant | MoveKind::Promotion(_)),
        2 => matches!(mv.kind, MoveKind::DoubleStep | MoveKind::EnPassant),
        _ => true,
    };
    let preferred = moves.iter().filter(is_preferred).collect::<Vec<_>>();
    if preferred.is_empty() {
        return Some(moves[choices.below(moves.len())?]);
    }
    Some(*preferred[choices.below(preferred.len())?])
}

/// Every visited position by FEN and by key: both must have the same identity.
#[derive(Default)]
struct Seen {
    by_fen: HashMap<String, Identity>,
    by_key: HashMap<Key, Identity>,
}

impl Seen {
    /// The position, its successors, and its successor by a null move.
    fn look_around<R: Rules>(&mut self, position: &Position<R>) {
        self.meet(position);
        if let Some(passed) = position.null_move() {
            self.meet(&passed);
        }
        position.for_each_legal_move(|mv| self.meet(&position.play_legal(mv)));
    }

    fn meet<R: Rules>(&mut self, position: &Position<R>) {
        let identity = *position.identity();
        let same_fen = self.by_fen.entry(position.to_fen_without_clocks()).or_insert(identity);
        assert_eq!(*same_fen, identity, "one FEN, two identities: {position:?}");
        let same_key = self.by_key.entry(position.key()).or_insert(identity);
        assert_eq!(*same_key, identity, "one key, two identities: {position:?}");
        // Each FEN and each key has exactly one identity, and the other way around.
        assert_eq!(self.by_fen.len(), self.by_key.len(), "{position:?}");
    }
}
