//! Counts that need not be made again: the "move generation cache" for perft.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::{Key, Position, Rules};

use super::count;

/// Remembers how many leaves lie below a position at some depth.
///
/// Perft asks only for legal moves, and those follow from a position's identity, so the key is all that need be
/// looked up. Entries hold the whole key and never answer for another; but 64 bits are not a proof, and two
/// positions with one key would be counted as one. See `docs/design/perft-cache.md` for when it pays.
///
/// Threads share it without locks.
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
    /// The keys of one game mean nothing in another.
    game: PhantomData<R>,
}

/// Four entries, as many as the processor fetches at a time.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// Two words that are written one after the other. A reader who comes in between, or meets halves of two writers,
/// sees a key that nobody has: the first word holds the key XORed with the second (Hyatt and Mann 2002).
#[derive(Default)]
struct Entry {
    locked_key: AtomicU64,
    memo: AtomicU64,
}

/// Depth above, leaves below: the smaller the number, the sooner it is counted again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Memo(u64);

impl Memo {
    const LEAF_BITS: u32 = 57;
    /// Stands for any number of leaves that needs more bits.
    const TOO_MANY: u64 = (1 << Memo::LEAF_BITS) - 1;
    const MAX_DEPTH: u32 = (1 << (64 - Memo::LEAF_BITS)) - 1;

    fn new(depth: u32, leaves: u64) -> Option<Memo> {
        let leaves = leaves.min(Memo::TOO_MANY);
        (depth <= Memo::MAX_DEPTH).then_some(Memo(u64::from(depth) << Memo::LEAF_BITS | leaves))
    }

    fn depth(self) -> u32 {
        (self.0 >> Memo::LEAF_BITS) as u32
    }

    fn leaves(self) -> u64 {
        match self.0 & Memo::TOO_MANY {
            Memo::TOO_MANY => u64::MAX,
            leaves => leaves,
        }
    }
}

/// There is no memory for a cache of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CacheTooLarge {
    /// What was asked for.
    pub megabytes: usize,
}

impl fmt::Display for CacheTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a cache of {} MB", self.megabytes)
    }
}

impl core::error::Error for CacheTooLarge {}

impl<R: Rules> PerftCache<R> {
    /// An empty cache of so many times 2²⁰ bytes. One of 0 remembers nothing.
    pub fn new(megabytes: usize) -> Result<PerftCache<R>, CacheTooLarge> {
        let too_large = CacheTooLarge { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(too_large)?;
        let len = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| too_large)?;
        buckets.resize_with(len, Bucket::default);
        Ok(PerftCache { buckets, game: PhantomData })
    }

    /// Whether there is no room for anything.
    pub(super) fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// How many leaves, if it is remembered.
    fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let bucket = self.bucket(key, depth)?;
        bucket.0.iter().find_map(|entry| {
            let memo = Memo(entry.memo.load(Relaxed));
            let found = entry.locked_key.load(Relaxed) ^ memo.0 == key.0 && memo.depth() == depth;
            found.then(|| memo.leaves())
        })
    }

    /// Remembers how many leaves, in place of what is cheapest to count again.
    fn put(&self, key: Key, depth: u32, leaves: u64) {
        let (Some(bucket), Some(memo)) = (self.bucket(key, depth), Memo::new(depth, leaves)) else { return };
        let cheapest = bucket.0.iter().min_by_key(|entry| entry.memo.load(Relaxed));
        if let Some(entry) = cheapest {
            entry.locked_key.store(key.0 ^ memo.0, Relaxed);
            entry.memo.store(memo.0, Relaxed);
        }
    }

    fn bucket(&self, key: Key, depth: u32) -> Option<&Bucket> {
        // In endgames one position is met at every depth; the golden ratio sends each to another bucket.
        let place = key.0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The place as a fraction of the cache: any size will do, not only powers of two.
        let index = (u128::from(place) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }
}

impl<R> fmt::Debug for PerftCache<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PerftCache of {} MB", (self.buckets.len() * size_of::<Bucket>()) >> 20)
    }
}

/// Like [`count`], but looks first. More leaves than an entry can hold are counted as `u64::MAX`; only a cache makes
/// it possible to get so far. Once it is asked to stop, it counts no further and remembers nothing.
pub(super) fn count_remembering<R: Rules>(
    position: &Position<R>,
    depth: u32,
    cache: &PerftCache<R>,
    stop: &AtomicBool,
) -> u64 {
    // One move further down, looking takes longer than counting.
    if depth < 2 {
        return count(position, depth);
    }
    if let Some(leaves) = cache.get(position.key(), depth) {
        return leaves;
    }
    let mut total: u64 = 0;
    position.for_each_child(|_, child| {
        // Too many stay too many, whatever the other moves add.
        if total < Memo::TOO_MANY && !stop.load(Relaxed) {
            total = total.saturating_add(count_remembering(child, depth - 1, cache, stop));
        }
    });
    let total = if total < Memo::TOO_MANY { total } else { u64::MAX };
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
        let cache = PerftCache::<Chess>::new(1).expect("a megabyte");
        cache.put(Key(7), 3, 42);
        assert_eq!(cache.get(Key(7), 3), Some(42));
        assert_eq!(cache.get(Key(7), 4), None);
        assert_eq!(cache.get(Key(8), 3), None);
    }

    #[test]
    fn an_entry_of_which_half_was_overwritten_answers_nothing() {
        let cache = PerftCache::<Chess>::new(1).expect("a megabyte");
        cache.put(Key(7), 3, 42);
        let torn = Memo::new(3, 43).expect("few leaves");
        for entry in &cache.bucket(Key(7), 3).expect("a bucket").0 {
            entry.memo.store(torn.0, Relaxed);
        }
        assert_eq!(cache.get(Key(7), 3), None);
    }

    #[test]
    fn what_took_long_to_count_outlives_what_did_not() {
        let cache = PerftCache::<Chess>::new(1).expect("a megabyte");
        // Keys that differ in their last bits only share a bucket.
        cache.put(Key(0), 3, 1_000_000);
        (1..100).for_each(|key| cache.put(Key(key), 3, 400));
        assert_eq!(cache.get(Key(0), 3), Some(1_000_000));
        assert_eq!(cache.get(Key(99), 3), Some(400));
        assert_eq!(cache.get(Key(50), 3), None);
    }

    #[test]
    fn too_many_leaves_are_remembered_as_too_many() {
        let cache = PerftCache::<Chess>::new(1).expect("a megabyte");
        cache.put(Key(7), 3, (1 << 57) - 2);
        cache.put(Key(8), 3, 1 << 57);
        assert_eq!(cache.get(Key(7), 3), Some((1 << 57) - 2));
        assert_eq!(cache.get(Key(8), 3), Some(u64::MAX));
    }

    #[test]
    fn a_depth_that_does_not_fit_is_not_remembered() {
        let cache = PerftCache::<Chess>::new(1).expect("a megabyte");
        cache.put(Key(7), 128, 1);
        assert_eq!((cache.get(Key(7), 128), cache.get(Key(7), 0)), (None, None));
    }

    #[test]
    fn a_cache_of_nothing_remembers_nothing() {
        let cache = PerftCache::<Chess>::new(0).expect("no memory");
        cache.put(Key(7), 3, 42);
        assert_eq!(cache.get(Key(7), 3), None);
        assert_eq!(count_remembering(&Position::start(), 3, &cache, &AtomicBool::new(false)), 8_902);
    }

    #[test]
    fn a_cache_larger_than_memory_is_refused() {
        for megabytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
            let error = PerftCache::<Chess>::new(megabytes).expect_err("nobody has so much");
            assert_eq!(error.to_string(), format!("there is no memory for a cache of {megabytes} MB"));
        }
    }
}
