use tabiya::{Bitboard, Color, Position, Rules};
use tabiya_table::{CacheKey, PartCache};

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
pub struct Structures<R: Rules> {
    cache: PartCache<R, Structure, StructureKey>,
}

/// Enough for a search of some seconds to find nineteen structures of twenty.
const PLACES: usize = 1 << 13;

impl<R: Rules> Structures<R> {
    pub(super) fn new() -> Structures<R> {
        Structures { cache: PartCache::new(PLACES) }
    }

    #[inline]
    pub(super) fn find(&mut self, position: &Position<R>, compute: impl FnOnce() -> Structure) -> Structure {
        *self.cache.get_or_insert_with(position, compute)
    }
}

/// The key of what depends on pawns and kings. Kings move seldom enough to be part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StructureKey(u64);

impl CacheKey for StructureKey {
    #[inline]
    fn of<R: Rules>(position: &Position<R>) -> StructureKey {
        let [white, black] = Color::ALL.map(|color| position.king(color) as u64);
        // One more than the places, so that no place is silent.
        let kings = (white << 6 | black).wrapping_add(1).wrapping_mul(0xd6e8_feb8_6659_fd93);
        StructureKey(position.keys().pawn.0 ^ kings)
    }

    #[inline]
    fn number(self) -> u64 {
        self.0
    }
}
