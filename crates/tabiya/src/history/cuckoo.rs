//! Which single move lies between two positions, asked of their keys alone.
//!
//! A move that neither captures nor moves a pawn changes a key by the man's two squares and the turn. All such
//! changes of a game stand in one hash table with two places for each (cuckoo hashing), so the question "is this
//! difference a move?" is two loads. The idea is Marcel van Kervinck's, in his paper on upcoming repetitions of
//! April 2013.

use crate::attacks::empty_board;
use crate::keys::native;
use crate::stored::stored;
use crate::{
    Bitboard, Color, Feature, Key, Move, MoveKind, Piece, Position, Role, Rules, Square, Variant, attacks,
};

/// Every way a man of one game may go without leaving a trace, found by the change it makes to a key.
///
/// Nearly all of them can be taken back by the same man. A khon's step straight ahead cannot, so each entry knows
/// its direction.
pub(super) struct ReversibleMoves {
    keys: [Key; SLOTS],
    steps: [Step; SLOTS],
}

/// More than twice the 3,668 moves of chess, or the places could not be filled.
const SLOTS: usize = 1 << 13;

/// A man's way from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    from: Square,
    to: Square,
    /// Whether the man may also go from `to` to `from`.
    both_ways: bool,
}

/// The moves that can bring a position of this game back.
#[inline]
pub(super) fn reversible_moves<R: Rules>() -> &'static ReversibleMoves {
    match R::VARIANT {
        Variant::Chess | Variant::Chess960 => &CHESS,
        Variant::Makruk => &MAKRUK,
    }
}

stored! {
    /// Chess: 3,668 moves.
    static CHESS: ReversibleMoves = ReversibleMoves::of(&empty_board::CHESS);
}

stored! {
    /// Makruk: 2,352 moves, 112 of them khon's steps ahead.
    static MAKRUK: ReversibleMoves = ReversibleMoves::of(&empty_board::MAKRUK);
}

impl ReversibleMoves {
    /// The moves of everybody but the pawns, who never go back.
    const fn of(pieces: &empty_board::AttackTables) -> ReversibleMoves {
        let nowhere = Step { from: Square::A1, to: Square::A1, both_ways: false };
        let mut table = ReversibleMoves { keys: [Key(0); SLOTS], steps: [nowhere; SLOTS] };
        let mut i = 0;
        while i < 2 * Role::ALL.len() {
            let piece = Piece { color: Color::ALL[i % 2], role: Role::ALL[i / 2] };
            if !matches!(piece.role, Role::Pawn) {
                table.insert_all(piece, &pieces.0[piece.color as usize].0[piece.role as usize]);
            }
            i += 1;
        }
        table
    }

    const fn insert_all(&mut self, piece: Piece, targets: &[Bitboard; 64]) {
        let mut origin = 0;
        while origin < 64 {
            let from = Square::ALL[origin];
            let mut left = targets[origin];
            while let Some(to) = left.first() {
                left.0 &= left.0 - 1;
                let both_ways = targets[to as usize].contains(from);
                // What goes both ways is one move, found at its lower square.
                if !both_ways || (from as u8) < to as u8 {
                    self.insert(change(piece, from, to), Step { from, to, both_ways });
                }
            }
            origin += 1;
        }
    }

    /// Puts a move into its first place; whoever was there goes to its other place, and so on.
    const fn insert(&mut self, mut key: Key, mut step: Step) {
        let mut place = places(key)[0];
        let mut moved = 0;
        while key.0 != 0 {
            core::mem::swap(&mut self.keys[place], &mut key);
            core::mem::swap(&mut self.steps[place], &mut step);
            let [first, second] = places(key);
            place = if place == first { second } else { first };
            moved += 1;
            assert!(moved < SLOTS, "the keys of the native scheme find their places");
        }
    }

    fn find(&self, difference: Key) -> Option<Step> {
        let place = places(difference).into_iter().find(|&place| self.keys[place] == difference)?;
        (difference != Key(0)).then_some(self.steps[place])
    }

    /// The move of the side to move that changes the position's key by this difference, if its way is free.
    ///
    /// The difference must be that to an earlier position of the game: then the move leads there, and is legal
    /// because that position was.
    #[inline]
    pub(super) fn move_making<R: Rules>(&self, difference: Key, position: &Position<R>) -> Option<Move> {
        let step = self.find(difference)?;
        let pieces = position.identity();
        let own = pieces.color(position.turn());
        let (from, to) = match (own.contains(step.from), own.contains(step.to)) {
            (true, false) => (step.from, step.to),
            (false, true) if step.both_ways => (step.to, step.from),
            _ => return None,
        };
        if attacks::between(from, to).meets(pieces.occupied()) {
            return None;
        }
        Some(Move { from, to, role: pieces.role_of_occupied(from), kind: MoveKind::Normal })
    }
}

/// How a move changes the key.
const fn change(piece: Piece, from: Square, to: Square) -> Key {
    let (off, on) = (native::key(Feature::Piece(piece, from)), native::key(Feature::Piece(piece, to)));
    Key(off.0 ^ on.0 ^ native::BLACK_TO_MOVE.0)
}

/// The two places where a change may stand. Not every choice of bits lets everybody find a place; these leave
/// both games the fewest moves that had to make room.
const fn places(key: Key) -> [usize; 2] {
    [(key.0 >> 7) as usize % SLOTS, (key.0 >> 38) as usize % SLOTS]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chess, Makruk};

    /// Every move of the game's men on an empty board is found by its change, both ways or one.
    fn has_exactly_the_moves_of<R: Rules>(expected: usize) {
        let table = reversible_moves::<R>();
        let goes =
            |piece: Piece, from, to| R::attacks(piece.role, piece.color, from, Bitboard::EMPTY).contains(to);
        let mut changes = std::collections::HashSet::new();
        for &role in R::ROLES.iter().filter(|role| **role != Role::Pawn) {
            for piece in Color::ALL.map(|color| Piece { color, role }) {
                for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
                    if !goes(piece, from, to) {
                        continue;
                    }
                    let step = table.find(change(piece, from, to)).expect("every move is there");
                    assert_eq!(step.both_ways, goes(piece, to, from));
                    assert!((step.from, step.to) == (from, to) || (step.to, step.from) == (from, to));
                    assert!(step.both_ways || step.from == from);
                    changes.insert(change(piece, from, to));
                }
            }
        }
        assert_eq!(changes.len(), expected);
        assert_eq!(table.keys.iter().filter(|key| key.0 != 0).count(), expected);
    }

    #[test]
    fn the_tables_have_every_reversible_move_and_no_other() {
        has_exactly_the_moves_of::<Chess>(3_668);
        has_exactly_the_moves_of::<Makruk>(2_352);
    }

    #[test]
    fn no_difference_is_no_move() {
        assert_eq!(CHESS.find(Key(0)), None);
    }
}
