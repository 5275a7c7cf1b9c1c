//! Finds the single move between two positions from the difference of their keys.
//!
//! A reversible move changes a key by the piece's two squares and the side to move. All such changes of a game are
//! stored in one cuckoo hash table with two slots for each, so the test "is this difference a move?" is two loads.
//! The idea is from Marcel van Kervinck's paper on upcoming repetitions, April 2013.

use crate::attacks::empty_board;
use crate::keys::native;
use crate::stored::stored;
use crate::{
    Bitboard, Color, Feature, Key, Move, MoveKind, Piece, Position, Role, Rules, Square, Variant, attacks,
};

/// All reversible moves of one game, found by the change they make to a key.
///
/// Nearly all of them can be undone by the same piece. A khon's step straight forward cannot, so each entry stores
/// its direction.
pub(super) struct ReversibleMoves {
    keys: [Key; SLOTS],
    steps: [Step; SLOTS],
}

/// More than twice the 3,668 moves of chess: a cuckoo table with two slots per key fills only half.
const SLOTS: usize = 1 << 13;

/// A piece's move from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    from: Square,
    to: Square,
    /// Whether the piece can also move from `to` to `from`.
    both_ways: bool,
}

/// The moves that can repeat a position of this game.
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
    /// Makruk: 2,352 moves, 112 of them forward steps of a khon.
    static MAKRUK: ReversibleMoves = ReversibleMoves::of(&empty_board::MAKRUK);
}

impl ReversibleMoves {
    /// The moves of all pieces except pawns, which never move back.
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
                // A move possible in both directions is stored once, at its lower square.
                if !both_ways || (from as u8) < to as u8 {
                    self.insert(change(piece, from, to), Step { from, to, both_ways });
                }
            }
            origin += 1;
        }
    }

    /// Inserts a move into its first slot; an evicted entry moves to its other slot, and so on.
    const fn insert(&mut self, mut key: Key, mut step: Step) {
        let mut place = places(key)[0];
        let mut moved = 0;
        while key.0 != 0 {
            core::mem::swap(&mut self.keys[place], &mut key);
            core::mem::swap(&mut self.steps[place], &mut step);
            let [first, second] = places(key);
            place = if place == first { second } else { first };
            moved += 1;
            assert!(moved < SLOTS, "the keys of the native scheme find a slot");
        }
    }

    fn find(&self, difference: Key) -> Option<Step> {
        let place = places(difference).into_iter().find(|&place| self.keys[place] == difference)?;
        (difference != Key(0)).then_some(self.steps[place])
    }

    /// The move of the side to move that changes the position's key by this difference, if its path is clear.
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
        if attacks::between(from, to).intersects(pieces.occupied()) {
            return None;
        }
        Some(Move { from, to, role: pieces.role_of_occupied(from), kind: MoveKind::Normal })
    }
}

/// The change a move makes to the key.
const fn change(piece: Piece, from: Square, to: Square) -> Key {
    let (off, on) = (native::key(Feature::Piece(piece, from)), native::key(Feature::Piece(piece, to)));
    Key(off.0 ^ on.0 ^ native::BLACK_TO_MOVE.0)
}

/// The two slots of a change. Not every choice of bits places all entries; these cause the fewest evictions
/// in both games.
const fn places(key: Key) -> [usize; 2] {
    [(key.0 >> 7) as usize % SLOTS, (key.0 >> 38) as usize % SLOTS]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chess, Makruk};

    /// Every move of the game's pieces on an empty board is found by its change, in both directions or one.
    fn has_exactly_the_moves_of<R: Rules>(expected: usize) {
        let table = reversible_moves::<R>();
        let can_move =
            |piece: Piece, from, to| R::attacks(piece.role, piece.color, from, Bitboard::EMPTY).contains(to);
        let mut changes = std::collections::HashSet::new();
        for &role in R::ROLES.iter().filter(|role| **role != Role::Pawn) {
            for piece in Color::ALL.map(|color| Piece { color, role }) {
                for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
                    if !can_move(piece, from, to) {
                        continue;
                    }
                    let step = table.find(change(piece, from, to)).expect("the move is in the table");
                    assert_eq!(step.both_ways, can_move(piece, to, from));
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
