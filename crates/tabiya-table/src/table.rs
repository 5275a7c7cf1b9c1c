use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread;

use tabiya::Key;

use crate::cluster::Cluster;
use crate::generation::Generation;
use crate::memory::Memory;
use crate::prefetch::prefetch;
use crate::{Entry, SizeError};

/// A table from [`Key`] to [`Entry`] that threads share without locks.
///
/// ```
/// use tabiya::Key;
/// use tabiya_table::{Bound, Entry, Table};
///
/// let table = Table::new(1)?;
/// std::thread::scope(|scope| {
///     for thread in 0..2 {
///         let table = &table;
///         scope.spawn(move || table.store(Key(thread), Entry { depth: 5, ..Entry::default() }));
///     }
/// });
/// assert!(table.probe(Key(0)).is_some() && table.probe(Key(1)).is_some());
/// assert_eq!(table.probe(Key(2)), None);
/// # Ok::<(), tabiya_table::SizeError>(())
/// ```
pub struct Table {
    clusters: Memory,
    generation: AtomicU8,
}

const CLUSTERS_A_MEBIBYTE: usize = (1 << 20) / size_of::<Cluster>();

impl Table {
    /// An empty table of so many times 2²⁰ bytes, at least 1.
    pub fn new(mebibytes: usize) -> Result<Table, SizeError> {
        Ok(Table { clusters: clusters(mebibytes)?, generation: AtomicU8::new(Generation::FIRST.number()) })
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
    /// from a much shallower search does not displace a deep one of the same search.
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

    /// Makes the table so large, and empty. If there is no room it stays as it is.
    pub fn resize(&mut self, mebibytes: usize, threads: usize) -> Result<(), SizeError> {
        self.clusters = clusters(mebibytes)?;
        self.clear(threads);
        Ok(())
    }

    /// Forgets everything, with the help of so many threads.
    pub fn clear(&mut self, threads: usize) {
        *self.generation.get_mut() = Generation::FIRST.number();
        // More threads than processors only wait for each other.
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let share = self.clusters.len().div_ceil(threads.clamp(1, processors));
        thread::scope(|scope| {
            for part in self.clusters.chunks_mut(share) {
                scope.spawn(move || part.iter_mut().for_each(Cluster::clear));
            }
        });
    }

    #[inline]
    fn generation(&self) -> Generation {
        Generation::new(self.generation.load(Relaxed)).unwrap_or(Generation::FIRST)
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        // The key as a fraction of the table: any size will do, not only powers of two.
        let index = (u128::from(key.0) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table of {} MiB", self.mebibytes())
    }
}

fn clusters(mebibytes: usize) -> Result<Memory, SizeError> {
    if mebibytes == 0 {
        return Err(SizeError::Zero);
    }
    let too_large = SizeError::TooLarge { mebibytes, available: None };
    let len = mebibytes.checked_mul(CLUSTERS_A_MEBIBYTE).ok_or(too_large)?;
    Memory::of_clusters(len).ok_or(too_large)
}
