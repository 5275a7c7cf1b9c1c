use tabiya::{Bitboard, Color, Position, Rules};
use tabiya_table::{CacheKey, PartCache};

use super::TaperedScore;

/// The contribution of pawns and kings for each side, white first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Structure {
    /// The score, and the pressure on the enemy king.
    pub(super) parts: [(TaperedScore, TaperedScore); 2],
    /// Passed pawns, from the side's own view.
    pub(super) passed: [Bitboard; 2],
}

/// The pawn hash table, keyed by pawns and king squares.
#[derive(Clone, Debug)]
pub struct Structures<R: Rules> {
    cache: PartCache<R, Structure, StructureKey>,
}

/// A search of a few seconds finds 95 % of its structures in a table of this size.
const CAPACITY: usize = 1 << 13;

impl<R: Rules> Structures<R> {
    pub(super) fn new() -> Structures<R> {
        Structures { cache: PartCache::new(CAPACITY) }
    }

    #[inline]
    pub(super) fn find(&mut self, position: &Position<R>, compute: impl FnOnce() -> Structure) -> Structure {
        *self.cache.get_or_insert_with(position, compute)
    }
}

/// The key of everything that depends on pawns and kings. Kings move rarely enough to be included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StructureKey(u64);

impl CacheKey for StructureKey {
    #[inline]
    fn of<R: Rules>(position: &Position<R>) -> StructureKey {
        let [white, black] = Color::ALL.map(|color| position.king(color) as u64);
        // One more than the number of squares, so that no square has the number 0.
        let kings = (white << 6 | black).wrapping_add(1).wrapping_mul(0xd6e8_feb8_6659_fd93);
        StructureKey(position.keys().pawn.0 ^ kings)
    }

    #[inline]
    fn number(self) -> u64 {
        self.0
    }
}
