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

/// A table from [`Key`] to [`Entry`] that threads share without locks.
///
/// A key does not say of which game it is: the same pieces on the same squares have one key in chess and in Makruk. Whoever has one table
/// for both mixes a number of the game into the key, as `tabiya-engine` does.
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

const CLUSTERS_A_MEBIBYTE: usize = (1 << 20) / size_of::<Cluster>();

impl Table {
    /// An empty table of so many times 2²⁰ bytes, at least 1.
    ///
    /// The system hands out the memory as it is first used; [`Table::resize`] takes it at once.
    pub fn new(mebibytes: usize) -> Result<Table, SizeError> {
        Ok(Table { clusters: clusters(mebibytes, 0)?, generation: AtomicU8::new(Generation::FIRST.number()) })
    }

    /// What was stored under this key, if it is still there.
    ///
    /// A tag has 21 bits: of two million questions about positions that were never stored in a full table, about
    /// three get an answer that belongs to another.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key).find(key).map(|(_, record)| record.entry())
    }

    /// Stores an entry under a key. Something that matters less may go.
    ///
    /// A position is stored once. If it is here already its move stays when the new entry has none, and a new bound
    /// from a much shallower search does not displace a deep one of the same search. Of two threads that store in the
    /// same 32 bytes at the same moment, one may store in vain.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) {
        self.cluster(key).keep(key, entry, self.generation());
    }

    /// Fetches what [`Table::probe`] and [`Table::store`] will look at, while the caller does something else.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// Begins a new search: what the earlier ones stored stays, and is displaced first.
    pub fn new_search(&self) {
        self.generation.store(self.generation().next().number(), Relaxed);
    }

    /// How full this search has made the table, in thousandths.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        // Keys fall everywhere alike, so the beginning is as good as any other part.
        const SAMPLE: usize = 1000;
        let now = self.generation();
        let sum: u32 = self.clusters.iter().take(SAMPLE).map(|cluster| cluster.count_of(now)).sum();
        sum / Cluster::LEN as u32
    }

    /// How large it is.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.clusters.len() / CLUSTERS_A_MEBIBYTE
    }

    /// Makes the table so large, and empty, with the help of so many threads. If there is no room it stays as it is.
    pub fn resize(&mut self, mebibytes: usize, threads: usize) -> Result<(), SizeError> {
        // The old clusters go before the new ones are touched, so that only the larger of the two need fit.
        let given_back = if self.clusters.is_taken { self.mebibytes() } else { 0 };
        self.clusters = clusters(mebibytes, given_back)?;
        self.clusters.take_pages(threads);
        self.set_generation(Generation::FIRST);
        Ok(())
    }

    /// Forgets everything, with the help of so many threads.
    pub fn clear(&mut self, threads: usize) {
        for_each_part(&mut self.clusters, threads, |part| part.iter_mut().for_each(Cluster::clear));
        self.set_generation(Generation::FIRST);
    }

    #[inline]
    pub(crate) fn generation(&self) -> Generation {
        Generation::trusted(self.generation.load(Relaxed))
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

    /// Where a key's cluster is.
    #[inline]
    pub(crate) fn index(&self, key: Key) -> usize {
        // The key as a fraction of the table: any size will do, not only powers of two.
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

/// Empty clusters of so many times 2²⁰ bytes, when so many others are about to be given back.
fn clusters(mebibytes: usize, given_back: usize) -> Result<Memory, SizeError> {
    if mebibytes == 0 {
        return Err(SizeError::Zero);
    }
    let available = available_mebibytes().map(|mebibytes| mebibytes.saturating_add(given_back));
    let too_large = SizeError::TooLarge { mebibytes, available };
    if available.is_some_and(|available| mebibytes > available) {
        return Err(too_large);
    }
    let len = mebibytes.checked_mul(CLUSTERS_A_MEBIBYTE).ok_or(too_large)?;
    Memory::of_clusters(len).ok_or(too_large)
}
