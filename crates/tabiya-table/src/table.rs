use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use tabiya::Key;

use crate::available::available_mebibytes;
use crate::cluster::Cluster;
use crate::generation::Generation;
use crate::memory::Memory;
use crate::parallel::for_each_part;
use crate::prefetch::prefetch;
use crate::{Entry, SizeError};

/// A lock-free transposition table from [`Key`] to [`Entry`].
///
/// Keys of different games may be equal. To use one table for several, mix a number of the game into the key, as
/// `tabiya-engine` does.
///
/// ```
/// use tabiya::Key;
/// use tabiya_table::{Bound, Entry, Table};
///
/// let table = Table::new(1)?;
/// let keys = [Key(0x0123_4567_89ab_cdef), Key(0xfedc_ba98_7654_3210)];
/// std::thread::scope(|scope| {
///     for key in keys {
///         let table = &table;
///         scope.spawn(move || table.store(key, Entry { depth: 5, ..Entry::default() }));
///     }
/// });
/// assert!(keys.iter().all(|&key| table.probe(key).is_some()));
/// assert_eq!(table.probe(Key(0)), None);
/// # Ok::<(), tabiya_table::SizeError>(())
/// ```
pub struct Table {
    clusters: Memory,
    generation: AtomicU8,
}

const CLUSTERS_PER_MEBIBYTE: usize = (1 << 20) / size_of::<Cluster>();

impl Table {
    /// An empty table of this many MiB, at least 1.
    ///
    /// The system maps the memory on first access; [`Table::resize`] touches it at once.
    pub fn new(mebibytes: usize) -> Result<Table, SizeError> {
        Ok(Table { clusters: clusters(mebibytes, 0)?, generation: AtomicU8::new(Generation::FIRST.number()) })
    }

    /// The entry stored under this key, if it is still there.
    ///
    /// A tag has 21 bits: of two million probes of absent positions in a full table, about
    /// three return another position's entry.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key).find(key).map(|(_, record)| record.entry())
    }

    /// Stores an entry under a key, possibly replacing a less valuable one.
    ///
    /// A position is stored once. If it is present, its move is kept when the new entry has none, and a bound
    /// from a much shallower search does not replace a deep one of the same search. If two threads store in the
    /// same 32 bytes at the same moment, one of the entries may be lost.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) {
        self.cluster(key).store(key, entry, self.generation());
    }

    /// Prefetches the memory that [`Table::probe`] and [`Table::store`] will access.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// Starts a new search: entries of earlier searches stay, and are replaced first.
    pub fn new_search(&self) {
        self.generation.store(self.generation().next().number(), Relaxed);
    }

    /// The share of the table filled by this search, in permille.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        // Keys are uniformly distributed, so a sample from the beginning suffices.
        const SAMPLE: usize = 1000;
        let now = self.generation();
        let sum: u32 = self.clusters.iter().take(SAMPLE).map(|cluster| cluster.count_of(now)).sum();
        sum / Cluster::LEN as u32
    }

    /// The size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.clusters.len() / CLUSTERS_PER_MEBIBYTE
    }

    /// Resizes and clears the table, using this many threads. If memory is short, the table is unchanged.
    pub fn resize(&mut self, mebibytes: usize, threads: usize) -> Result<(), SizeError> {
        // The old clusters are freed before the new ones are touched, so that only the larger of the two need fit.
        let given_back = if self.clusters.is_taken { self.mebibytes() } else { 0 };
        self.clusters = clusters(mebibytes, given_back)?;
        self.clusters.touch_pages(threads);
        self.set_generation(Generation::FIRST);
        Ok(())
    }

    /// Clears the table, using this many threads.
    pub fn clear(&mut self, threads: usize) {
        for_each_part(&mut self.clusters, threads, |part| part.iter_mut().for_each(Cluster::clear));
        self.set_generation(Generation::FIRST);
    }

    #[inline]
    pub(crate) fn generation(&self) -> Generation {
        Generation::new_unchecked(self.generation.load(Relaxed))
    }

    #[inline]
    pub(crate) fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    pub(crate) fn clusters_mut(&mut self) -> &mut [Cluster] {
        &mut self.clusters
    }

    pub(crate) fn set_generation(&mut self, generation: Generation) {
        *self.generation.get_mut() = generation.number();
    }

    /// The cluster of a key.
    #[inline]
    pub(crate) fn index(&self, key: Key) -> usize {
        // The key as a fraction of the table: works for any size, not only powers of two.
        ((u128::from(key.0) * self.clusters.len() as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[self.index(key)]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table of {} MiB", self.mebibytes())
    }
}

/// Empty clusters of this many MiB, when another number of MiB is about to be freed.
fn clusters(mebibytes: usize, given_back: usize) -> Result<Memory, SizeError> {
    if mebibytes == 0 {
        return Err(SizeError::Zero);
    }
    let available = available_mebibytes().map(|mebibytes| mebibytes.saturating_add(given_back));
    let too_large = SizeError::TooLarge { mebibytes, available };
    if available.is_some_and(|available| mebibytes > available) {
        return Err(too_large);
    }
    let len = mebibytes.checked_mul(CLUSTERS_PER_MEBIBYTE).ok_or(too_large)?;
    Memory::of_clusters(len).ok_or(too_large)
}
