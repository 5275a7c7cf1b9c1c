use std::fmt;
use std::marker::PhantomData;

use tabiya::{Key, Material, Position, Rules};

/// A per-thread cache keyed by a part of a position, such as a pawn hash table or a material
/// hash table.
///
/// `K` selects the part; the default is the pawns. Complete keys are stored, so there are no false
/// hits. Each key has one slot; the newest value wins.
///
/// ```
/// use tabiya::{Chess, Color, Position, Role};
/// use tabiya_table::PartCache;
///
/// let mut pawn_counts: PartCache<Chess, u32> = PartCache::new(1 << 10);
/// let position = Position::<Chess>::start();
/// let count = || Color::ALL.map(|color| position.pieces(color, Role::Pawn).len()).iter().sum();
/// assert_eq!(*pawn_counts.get_or_insert_with(&position, count), 16);
///
/// let knight = position.play_uci("g1f3")?;
/// let again = pawn_counts.get_or_insert_with(&knight, || unreachable!("no pawn has moved"));
/// assert_eq!(*again, 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Keys of different games are unrelated, so the cache of one game rejects positions of another:
///
/// ```compile_fail
/// # use tabiya::{Chess, Makruk, Position};
/// # use tabiya_table::PartCache;
/// let mut cache: PartCache<Chess, u32> = PartCache::new(1 << 10);
/// cache.get_or_insert_with(&Position::<Makruk>::start(), || 16);
/// ```
#[derive(Clone)]
#[doc(alias = "pawn hash table")]
pub struct PartCache<R: Rules, V, K = PawnKey> {
    /// `None` if empty. A key cannot express that: without pawns, the pawn key is 0.
    places: Vec<Option<(K, V)>>,
    game: PhantomData<R>,
}

/// The part of a position that cached values depend on.
///
/// ```
/// use tabiya::{Color, Position, Rules, Square};
/// use tabiya_table::CacheKey;
///
/// /// The squares of the kings.
/// #[derive(Clone, Copy, PartialEq, Eq)]
/// struct Kings([Square; 2]);
///
/// impl CacheKey for Kings {
///     fn of<R: Rules>(position: &Position<R>) -> Kings {
///         Kings(Color::ALL.map(|color| position.king(color)))
///     }
///
///     fn number(self) -> u64 {
///         let Kings([white, black]) = self;
///         (white as u64) << 6 | black as u64
///     }
/// }
/// ```
pub trait CacheKey: Copy + Eq {
    /// The part of this position.
    fn of<R: Rules>(position: &Position<R>) -> Self;

    /// A number that selects the slot.
    fn number(self) -> u64;
}

/// The pawn key, [`Keys::pawn`](tabiya::Keys::pawn).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PawnKey(pub Key);

impl CacheKey for PawnKey {
    #[inline]
    fn of<R: Rules>(position: &Position<R>) -> PawnKey {
        PawnKey(position.keys().pawn)
    }

    #[inline]
    fn number(self) -> u64 {
        self.0.0
    }
}

/// The number of pieces of each kind.
impl CacheKey for Material {
    #[inline]
    fn of<R: Rules>(position: &Position<R>) -> Material {
        position.keys().material
    }

    #[inline]
    fn number(self) -> u64 {
        self.0
    }
}

impl<R: Rules, V, K: CacheKey> PartCache<R, V, K> {
    /// An empty cache for this many values: at least one, at most 256 MiB. Sizes beyond the processor's
    /// cache gain little.
    #[must_use]
    pub fn new(entries: usize) -> PartCache<R, V, K> {
        const LARGEST: usize = 256 << 20;
        let most = LARGEST / size_of::<Option<(K, V)>>().max(1);
        let mut places = Vec::new();
        places.resize_with(entries.min(most).max(1), || None);
        PartCache { places, game: PhantomData }
    }

    /// The cached value for this position, computed if missing.
    #[inline]
    pub fn get_or_insert_with(&mut self, position: &Position<R>, make: impl FnOnce() -> V) -> &V {
        self.answer(K::of(position), make)
    }

    /// The cached value for this position.
    #[inline]
    #[must_use]
    pub fn get(&self, position: &Position<R>) -> Option<&V> {
        self.known(K::of(position))
    }

    /// The number of slots.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.places.len()
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        self.places.fill_with(|| None);
    }

    #[inline]
    fn answer(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        let number = self.place(key);
        let place = &mut self.places[number];
        place.take_if(|(owner, _)| *owner != key);
        let (_, answer) = place.get_or_insert_with(|| (key, make()));
        answer
    }

    #[inline]
    fn known(&self, key: K) -> Option<&V> {
        self.places[self.place(key)].as_ref().filter(|(owner, _)| *owner == key).map(|(_, answer)| answer)
    }

    #[inline]
    fn place(&self, key: K) -> usize {
        // Piece counts are in the low bits; multiplying by the golden ratio spreads them to the high bits that select the slot.
        let spread = key.number().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.places.len() as u128) >> 64) as usize
    }
}

impl<R: Rules, V, K: CacheKey> fmt::Debug for PartCache<R, V, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartCache of {} entries", self.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Chess;

    #[test]
    fn a_position_without_pawns_is_distinct_from_an_empty_slot() {
        let bare: Position<Chess> = "8/8/4k3/8/8/3K4/8/R7 w - - 0 1".parse().expect("a position");
        let mut cache = PartCache::<Chess, u32>::new(1 << 10);
        assert_eq!(bare.keys().pawn, Key(0));
        assert_eq!(cache.get(&bare), None);
        let mut made = 0;
        for _ in 0..2 {
            cache.get_or_insert_with(&bare, || {
                made += 1;
                7
            });
        }
        assert_eq!((made, cache.get(&bare)), (1, Some(&7)));
    }

    #[test]
    fn keys_with_the_same_slot_replace_each_other() {
        let mut cache = PartCache::<Chess, u64>::new(1);
        for key in 0..100 {
            assert_eq!(*cache.answer(PawnKey(Key(key)), || key), key);
            assert_eq!(key.checked_sub(1).and_then(|last| cache.known(PawnKey(Key(last)))), None);
        }
    }

    #[test]
    fn values_belong_to_their_keys() {
        let mut cache = PartCache::<Chess, u64>::new(1000);
        for round in 0..5_u64 {
            for key in (0..3000_u64).map(|n| n.wrapping_mul(0x1234_5678_9abc_def1)) {
                assert_eq!(*cache.answer(PawnKey(Key(key)), || key ^ 42), key ^ 42, "round {round}");
            }
        }
    }

    #[test]
    fn keys_spread_over_the_cache() {
        let mut cache = PartCache::<Chess, u64>::new(4096);
        assert_eq!(format!("{cache:?}"), "PartCache of 4096 entries");
        let keys = (0..1024_u64).map(|n| PawnKey(Key(n.wrapping_mul(0x1234_5678_9abc_def1))));
        keys.clone().for_each(|key| {
            cache.answer(key, || key.number());
        });
        let kept = keys.filter(|&key| cache.known(key).is_some()).count();
        assert!(kept > 800, "{kept} of 1024 in 4096 places");
    }

    #[test]
    fn material_of_all_kinds_spreads_over_the_cache() {
        let mut cache = PartCache::<Chess, u64, Material>::new(4096);
        let counts =
            (0..1024_u64).map(|n| Material(n & 3 | (n >> 2 & 3) << 8 | (n >> 4 & 3) << 16 | (n >> 6) << 32));
        counts.clone().for_each(|material| {
            cache.answer(material, || material.0);
        });
        let kept = counts.filter(|&material| cache.known(material).is_some()).count();
        assert!(kept > 800, "{kept} of 1024 in 4096 places");
    }

    #[test]
    fn a_material_cache_depends_on_the_pieces() {
        let start = Position::<Chess>::start();
        let mut cache = PartCache::<Chess, u32, Material>::new(16);
        cache.get_or_insert_with(&start, || 32);
        let pawn = start.play_uci("e2e4").expect("a legal move");
        assert_eq!(cache.get(&pawn), Some(&32));
        let fewer: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse().expect("a position");
        assert_eq!(cache.get(&fewer), None);
    }

    #[test]
    fn clear_removes_all_values() {
        let mut cache = PartCache::<Chess, u8>::new(8);
        cache.answer(PawnKey(Key(5)), || 1);
        cache.clear();
        assert_eq!(cache.known(PawnKey(Key(5))), None);
    }

    #[test]
    fn every_size_is_accepted() {
        assert_eq!(PartCache::<Chess, u64>::new(0).capacity(), 1);
        assert_eq!(PartCache::<Chess, [u64; 1 << 20]>::new(usize::MAX).capacity(), 31);
    }
}
