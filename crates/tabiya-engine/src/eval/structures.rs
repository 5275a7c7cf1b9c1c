use tabiya::{Bitboard, Key, Position, Rules};

use super::Score;

/// What pawns and kings alone are worth to each side, white first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Structure {
    /// Score, and pressure on the enemy king.
    pub(super) parts: [(Score, Score); 2],
    /// Passed pawns, the board turned so that they move up.
    pub(super) passed: [Bitboard; 2],
}

/// Remembers structures under the key of the pawns and the places of the kings.
#[derive(Clone, Debug)]
pub struct Structures {
    slots: Box<[(Key, Structure)]>,
}

/// Enough for a search of some seconds to find nineteen structures of twenty.
const SLOTS: usize = 1 << 13;

impl Structures {
    pub(super) fn new() -> Structures {
        // An empty slot holds what is true of the key 0 by luck only; no position met so far has it.
        Structures { slots: vec![(Key(0), Structure::default()); SLOTS].into_boxed_slice() }
    }

    /// The key of what depends on pawns and kings. Kings move seldom enough to be part of it.
    #[inline]
    pub(super) fn key<R: Rules>(position: &Position<R>) -> Key {
        let [white, black] = tabiya::Color::ALL.map(|color| position.king(color) as u64);
        // One more than the places, so that no place is silent.
        Key(position.keys().pawn.0 ^ (white << 6 | black).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[inline]
    pub(super) fn find(&mut self, key: Key, compute: impl FnOnce() -> Structure) -> Structure {
        let slot = &mut self.slots[key.0 as usize % SLOTS];
        if slot.0 != key {
            *slot = (key, compute());
        }
        slot.1
    }
}
