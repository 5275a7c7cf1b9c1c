//! A hash table for perft.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::{Key, Position, Rules};

use super::count;

/// Stores the number of leaves below positions at a depth.
///
/// The legal moves follow from a position's identity, so its key is sufficient. Entries are compared with all 64 bits
/// of the key; two positions with equal keys would be counted as one. See `docs/design/perft-cache.md` for when it
/// pays.
///
/// Shared by threads without locks.
///
/// ```
/// use tabiya::perft::{Perft, PerftCache};
/// use tabiya::{Chess, Position};
///
/// let cache = PerftCache::<Chess>::new(1)?;
/// let start = Position::start();
/// assert_eq!(Perft::new().cache(&cache).count(&start, 4), 197_281);
/// # Ok::<(), tabiya::perft::CacheTooLarge>(())
/// ```
pub struct PerftCache<R> {
    buckets: Vec<Bucket>,
    /// Keys of different games are not comparable.
    game: PhantomData<R>,
}

/// Four entries: one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Two words that are not written atomically. The first holds the key XORed with the second, so a reader that sees words
/// of different writes finds no matching key (Hyatt and Mann 2002).
#[derive(Default)]
struct Entry {
    locked_key: AtomicU64,
    memo: AtomicU64,
}

/// The depth in the high bits, the leaves in the low bits: the smaller the value, the cheaper to count again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Memo(u64);

impl Memo {
    const LEAF_BITS: u32 = 57;
    /// Stands for any number of leaves that needs more bits.
    const MAX_LEAVES: u64 = (1 << Memo::LEAF_BITS) - 1;
    const MAX_DEPTH: u32 = (1 << (64 - Memo::LEAF_BITS)) - 1;

    fn new(depth: u32, leaves: u64) -> Option<Memo> {
        let leaves = leaves.min(Memo::MAX_LEAVES);
        (depth <= Memo::MAX_DEPTH).then_some(Memo(u64::from(depth) << Memo::LEAF_BITS | leaves))
    }

    fn depth(self) -> u32 {
        (self.0 >> Memo::LEAF_BITS) as u32
    }

    fn leaves(self) -> u64 {
        match self.0 & Memo::MAX_LEAVES {
            Memo::MAX_LEAVES => u64::MAX,
            leaves => leaves,
        }
    }
}

/// There is not enough memory for a cache of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CacheTooLarge {
    /// The requested size.
    pub megabytes: usize,
}

impl fmt::Display for CacheTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not enough memory for a cache of {} MB", self.megabytes)
    }
}

impl core::error::Error for CacheTooLarge {}

impl<R: Rules> PerftCache<R> {
    /// An empty cache of this many times 2²⁰ bytes. With 0 nothing is stored.
    pub fn new(megabytes: usize) -> Result<PerftCache<R>, CacheTooLarge> {
        let too_large = CacheTooLarge { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(too_large)?;
        let len = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| too_large)?;
        buckets.resize_with(len, Bucket::default);
        Ok(PerftCache { buckets, game: PhantomData })
    }

    /// Whether nothing can be stored.
    pub(super) fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// The number of leaves, if stored.
    fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let bucket = self.bucket(key, depth)?;
        bucket.0.iter().find_map(|entry| {
            let memo = Memo(entry.memo.load(Relaxed));
            let found = entry.locked_key.load(Relaxed) ^ memo.0 == key.0 && memo.depth() == depth;
            found.then(|| memo.leaves())
        })
    }

    /// Stores the number of leaves in place of the entry that is cheapest to count again.
    fn put(&self, key: Key, depth: u32, leaves: u64) {
        let (Some(bucket), Some(memo)) = (self.bucket(key, depth), Memo::new(depth, leaves)) else { return };
        let cheapest = bucket.0.iter().min_by_key(|entry| entry.memo.load(Relaxed));
        if let Some(entry) = cheapest {
            entry.locked_key.store(key.0 ^ memo.0, Relaxed);
            entry.memo.store(memo.0, Relaxed);
        }
    }

    fn bucket(&self, key: Key, depth: u32) -> Option<&Bucket> {
        // In endgames one position occurs at every depth; the golden ratio sends each to another bucket.
        let place = key.0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // A fixed-point fraction of the cache: the size need not be a power of two.
        let index = (u128::from(place) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }
}

impl<R> fmt::Debug for PerftCache<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PerftCache of {} MB", (self.buckets.len() * size_of::<Bucket>()) >> 20)
    }
}

/// Like [`count`], but probes the cache first. Numbers of leaves that do not fit an entry become `u64::MAX`. Once stopped,
/// it counts no further and stores nothing.
pub(super) fn count_cached<R: Rules>(
    position: &Position<R>,
    depth: u32,
    cache: &PerftCache<R>,
    stop: &AtomicBool,
) -> u64 {
    // At depth 1 counting is faster than a probe.
    if depth < 2 {
        return count(position, depth);
    }
    if let Some(leaves) = cache.get(position.key(), depth) {
        return leaves;
    }
    let mut total: u64 = 0;
    position.for_each_child(|_, child| {
        // Once the limit is exceeded, other moves do not matter.
        if total < Memo::MAX_LEAVES && !stop.load(Relaxed) {
            total = total.saturating_add(count_cached(child, depth - 1, cache, stop));
        }
    });
    let total = if total < Memo::MAX_LEAVES { total } else { u64::MAX };
    if !stop.load(Relaxed) {
        cache.put(position.key(), depth, total);
    }
    total
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;
    use crate::Chess;

    #[test]
    fn an_entry_answers_for_its_key_and_depth_only() {
        let cache = PerftCache::<Chess>::new(1).expect("1 MiB is available");
        cache.put(Key(7), 3, 42);
        assert_eq!(cache.get(Key(7), 3), Some(42));
        assert_eq!(cache.get(Key(7), 4), None);
        assert_eq!(cache.get(Key(8), 3), None);
    }

    #[test]
    fn a_half_overwritten_entry_is_not_returned() {
        let cache = PerftCache::<Chess>::new(1).expect("1 MiB is available");
        cache.put(Key(7), 3, 42);
        let torn = Memo::new(3, 43).expect("few leaves");
        for entry in &cache.bucket(Key(7), 3).expect("a bucket").0 {
            entry.memo.store(torn.0, Relaxed);
        }
        assert_eq!(cache.get(Key(7), 3), None);
    }

    #[test]
    fn entries_that_are_expensive_to_count_are_kept() {
        let cache = PerftCache::<Chess>::new(1).expect("1 MiB is available");
        // Keys that differ only in their last bits share a bucket.
        cache.put(Key(0), 3, 1_000_000);
        (1..100).for_each(|key| cache.put(Key(key), 3, 400));
        assert_eq!(cache.get(Key(0), 3), Some(1_000_000));
        assert_eq!(cache.get(Key(99), 3), Some(400));
        assert_eq!(cache.get(Key(50), 3), None);
    }

    #[test]
    fn numbers_of_leaves_that_do_not_fit_are_stored_as_the_maximum() {
        let cache = PerftCache::<Chess>::new(1).expect("1 MiB is available");
        cache.put(Key(7), 3, (1 << 57) - 2);
        cache.put(Key(8), 3, 1 << 57);
        assert_eq!(cache.get(Key(7), 3), Some((1 << 57) - 2));
        assert_eq!(cache.get(Key(8), 3), Some(u64::MAX));
    }

    #[test]
    fn depths_that_do_not_fit_are_not_stored() {
        let cache = PerftCache::<Chess>::new(1).expect("1 MiB is available");
        cache.put(Key(7), 128, 1);
        assert_eq!((cache.get(Key(7), 128), cache.get(Key(7), 0)), (None, None));
    }

    #[test]
    fn a_cache_of_size_zero_stores_nothing() {
        let cache = PerftCache::<Chess>::new(0).expect("no memory");
        cache.put(Key(7), 3, 42);
        assert_eq!(cache.get(Key(7), 3), None);
        assert_eq!(count_cached(&Position::start(), 3, &cache, &AtomicBool::new(false)), 8_902);
    }

    #[test]
    fn a_cache_larger_than_memory_is_an_error() {
        for megabytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
            let error = PerftCache::<Chess>::new(megabytes).expect_err("more than any machine has");
            assert_eq!(error.to_string(), format!("not enough memory for a cache of {megabytes} MB"));
        }
    }
}
