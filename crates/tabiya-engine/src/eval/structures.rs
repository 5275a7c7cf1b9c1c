use tabiya::{Bitboard, Color, Key, Position, Rules};
use tabiya_table::PartCache;

use super::TaperedScore;

/// What pawns and kings alone are worth to each side, white first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Structure {
    /// TaperedScore, and pressure on the enemy king.
    pub(super) parts: [(TaperedScore, TaperedScore); 2],
    /// Passed pawns, the board turned so that they move up.
    pub(super) passed: [Bitboard; 2],
}

/// The pawn hash table: remembers structures under the key of the pawns and the places of the kings.
#[derive(Clone, Debug)]
pub struct Structures<R> {
    cache: PartCache<R, Structure>,
}

/// Enough for a search of some seconds to find nineteen structures of twenty.
const PLACES: usize = 1 << 13;

impl<R: Rules> Structures<R> {
    pub(super) fn new() -> Structures<R> {
        Structures { cache: PartCache::new(PLACES) }
    }

    /// The key of what depends on pawns and kings. Kings move seldom enough to be part of it.
    #[inline]
    pub(super) fn key(position: &Position<R>) -> Key {
        let [white, black] = Color::ALL.map(|color| position.king(color) as u64);
        // One more than the places, so that no place is silent.
        Key(position.keys().pawn.0 ^ (white << 6 | black).wrapping_add(1).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    #[inline]
    pub(super) fn find(&mut self, key: Key, compute: impl FnOnce() -> Structure) -> Structure {
        *self.cache.get_or_insert_with(key, compute)
    }
}
