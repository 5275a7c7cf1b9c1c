use std::fmt;
use std::marker::PhantomData;

use tabiya::{Key, Material};

/// A pawn hash table, a material hash table: one thread's answers about parts of positions of one game, what a pawn structure is worth, how an endgame of these
/// men is scaled.
///
/// It holds whole keys and never answers for another. Each key has one place; the newest answer stays.
///
/// ```
/// use tabiya::{Chess, Color, Position, Role};
/// use tabiya_table::PartCache;
///
/// let mut pawn_counts: PartCache<Chess, u32> = PartCache::new(1 << 10);
/// let position = Position::<Chess>::start();
/// let count = || Color::ALL.map(|color| position.men(color, Role::Pawn).len()).iter().sum();
/// assert_eq!(*pawn_counts.get_or_insert_with(position.keys().pawn, count), 16);
///
/// let knight = position.play_uci("g1f3")?;
/// let again = pawn_counts.get_or_insert_with(knight.keys().pawn, || unreachable!("no pawn has moved"));
/// assert_eq!(*again, 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[doc(alias = "pawn hash table")]
pub struct PartCache<R, V, K = Key> {
    /// `None` where nothing is. A key cannot say so: without pawns, the pawn key is 0.
    places: Vec<Option<(K, V)>>,
    /// The keys of one game mean nothing in another.
    game: PhantomData<R>,
}

/// What a [`PartCache`] can be asked for.
pub trait CacheKey: Copy + Eq {
    /// The number that says where to look.
    fn number(self) -> u64;
}

impl CacheKey for Key {
    #[inline]
    fn number(self) -> u64 {
        self.0
    }
}

impl CacheKey for Material {
    #[inline]
    fn number(self) -> u64 {
        self.0
    }
}

impl<R, V, K: CacheKey> PartCache<R, V, K> {
    /// An empty cache for so many answers: at least one, and no more than fit in 256 MiB. What is larger than the
    /// processor's own cache gains little.
    #[must_use]
    pub fn new(entries: usize) -> PartCache<R, V, K> {
        const LARGEST: usize = 256 << 20;
        let most = LARGEST / size_of::<Option<(K, V)>>().max(1);
        let mut places = Vec::new();
        places.resize_with(entries.min(most).max(1), || None);
        PartCache { places, game: PhantomData }
    }

    /// The answer for this key, made if it is not there.
    #[inline]
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &V {
        let number = self.place(key);
        let place = &mut self.places[number];
        place.take_if(|(owner, _)| *owner != key);
        let (_, answer) = place.get_or_insert_with(|| (key, make()));
        answer
    }

    /// The answer for this key, if it is there.
    #[inline]
    #[must_use]
    pub fn get(&self, key: K) -> Option<&V> {
        self.places[self.place(key)].as_ref().filter(|(owner, _)| *owner == key).map(|(_, answer)| answer)
    }

    /// How many answers fit.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.places.len()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill_with(|| None);
    }

    #[inline]
    fn place(&self, key: K) -> usize {
        // Counts of men sit in the low bits; multiplying by the golden ratio carries them up, where the place is read.
        let spread = key.number().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.places.len() as u128) >> 64) as usize
    }
}

impl<R, V, K: CacheKey> fmt::Debug for PartCache<R, V, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartCache of {} entries", self.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::{Chess, Position};

    #[test]
    fn a_position_without_pawns_is_not_an_empty_place() {
        let bare: Position<Chess> = "8/8/4k3/8/8/3K4/8/R7 w - - 0 1".parse().expect("a position");
        let mut cache = PartCache::<Chess, u32>::new(1 << 10);
        assert_eq!(cache.get(bare.keys().pawn), None);
        assert_eq!(cache.get(Key(0)), None);
        let mut made = 0;
        for _ in 0..2 {
            cache.get_or_insert_with(bare.keys().pawn, || {
                made += 1;
                7
            });
        }
        assert_eq!((made, cache.get(bare.keys().pawn)), (1, Some(&7)));
    }

    #[test]
    fn keys_that_share_a_place_displace_each_other() {
        let mut cache = PartCache::<Chess, u64>::new(1);
        for key in 0..100 {
            assert_eq!(*cache.get_or_insert_with(Key(key), || key), key);
            assert_eq!(key.checked_sub(1).and_then(|last| cache.get(Key(last))), None);
        }
    }

    #[test]
    fn every_answer_is_the_one_made_for_its_key() {
        let mut cache = PartCache::<Chess, u64>::new(1000);
        for round in 0..5_u64 {
            for key in (0..3000_u64).map(|n| n.wrapping_mul(0x1234_5678_9abc_def1)) {
                assert_eq!(*cache.get_or_insert_with(Key(key), || key ^ 42), key ^ 42, "round {round}");
            }
        }
    }

    #[test]
    fn keys_spread_over_the_cache() {
        let mut cache = PartCache::<Chess, u64>::new(4096);
        assert_eq!(format!("{cache:?}"), "PartCache of 4096 entries");
        let keys = (0..1024_u64).map(|n| Key(n.wrapping_mul(0x1234_5678_9abc_def1)));
        keys.clone().for_each(|key| {
            cache.get_or_insert_with(key, || key.0);
        });
        let kept = keys.filter(|&key| cache.get(key).is_some()).count();
        assert!(kept > 800, "{kept} of 1024 in 4096 places");
    }

    #[test]
    fn material_of_all_kinds_spreads_over_the_cache() {
        let mut cache = PartCache::<Chess, u64, Material>::new(4096);
        let counts =
            (0..1024_u64).map(|n| Material(n & 3 | (n >> 2 & 3) << 8 | (n >> 4 & 3) << 16 | (n >> 6) << 32));
        counts.clone().for_each(|material| {
            cache.get_or_insert_with(material, || material.0);
        });
        let kept = counts.filter(|&material| cache.get(material).is_some()).count();
        assert!(kept > 800, "{kept} of 1024 in 4096 places");
    }

    #[test]
    fn a_cache_forgets_when_it_is_told() {
        let mut cache = PartCache::<Chess, u8>::new(8);
        cache.get_or_insert_with(Key(5), || 1);
        cache.clear();
        assert_eq!(cache.get(Key(5)), None);
    }

    #[test]
    fn no_size_is_too_small_or_too_large() {
        assert_eq!(PartCache::<Chess, u64>::new(0).capacity(), 1);
        assert_eq!(PartCache::<Chess, [u64; 1 << 20]>::new(usize::MAX).capacity(), 31);
    }
}
