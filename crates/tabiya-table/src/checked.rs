use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tabiya::Key;

use crate::available::available_mebibytes;
use crate::cluster::{Cluster, Kept};
use crate::{Entry, SizeError, Table};

/// A [`Table`] that also keeps whole keys, to count how often the tags are wrong. For tests and curiosity: it takes
/// almost twice the memory.
///
/// It has the table's doors and its answers, the wrong ones too; `use tabiya_table::Checked as Table` is all that
/// an engine needs to change. With several threads at work the count is a little off, because keys are written
/// beside the table.
///
/// ```
/// use tabiya::Key;
/// use tabiya_table::{Checked, Entry};
///
/// let table = Checked::new(1)?;
/// // The high bits choose the cluster, the low 21 are the tag. These two agree in both.
/// let (key, double) = (Key(1), Key(1 | 1 << 21));
/// table.store(key, Entry::default());
/// assert!(table.probe(key).is_some() && table.probe(double).is_some());
/// assert_eq!((table.hits(), table.false_hits()), (2, 1));
/// # Ok::<(), tabiya_table::SizeError>(())
/// ```
#[derive(Debug)]
pub struct Checked {
    table: Table,
    keys: Vec<[AtomicU64; Cluster::LEN]>,
    hits: AtomicU64,
    false_hits: AtomicU64,
}

impl Checked {
    /// An empty table of so many times 2²⁰ bytes; the keys take three quarters as much again.
    pub fn new(mebibytes: usize) -> Result<Checked, SizeError> {
        let table = Table::new(mebibytes)?;
        let available = available_mebibytes();
        let too_large = SizeError::TooLarge { mebibytes, available };
        if available.is_some_and(|available| mebibytes.saturating_add(mebibytes / 4 * 3) > available) {
            return Err(too_large);
        }
        let mut keys = Vec::new();
        let len = table.clusters().len();
        keys.try_reserve_exact(len).map_err(|_| too_large)?;
        keys.resize_with(len, Default::default);
        Ok(Checked { table, keys, hits: AtomicU64::new(0), false_hits: AtomicU64::new(0) })
    }

    /// As [`Table::probe`]; and counts.
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let index = self.table.index(key);
        let (slot, record) = self.table.clusters()[index].find(key)?;
        self.hits.fetch_add(1, Relaxed);
        if self.keys[index][slot].load(Relaxed) != key.0 {
            self.false_hits.fetch_add(1, Relaxed);
        }
        Some(record.entry())
    }

    /// As [`Table::store`].
    pub fn store(&self, key: Key, entry: Entry) {
        let index = self.table.index(key);
        let kept = self.table.clusters()[index].keep(key, entry, self.table.generation());
        if let Kept::Fresh(slot) = kept {
            self.keys[index][slot].store(key.0, Relaxed);
        }
    }

    /// How many questions were answered.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// How many answers belonged to another position.
    #[must_use]
    pub fn false_hits(&self) -> u64 {
        self.false_hits.load(Relaxed)
    }

    /// As [`Table::prefetch`].
    pub fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    /// As [`Table::new_search`].
    pub fn new_search(&self) {
        self.table.new_search();
    }

    /// As [`Table::hashfull`].
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// As [`Table::mebibytes`]: without the keys.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.table.mebibytes()
    }

    /// As [`Table::resize`]; the counts begin again.
    pub fn resize(&mut self, mebibytes: usize, _threads: usize) -> Result<(), SizeError> {
        *self = Checked::new(mebibytes)?;
        Ok(())
    }

    /// As [`Table::clear`]; the counts begin again.
    pub fn clear(&mut self, threads: usize) {
        self.table.clear(threads);
        self.hits = AtomicU64::new(0);
        self.false_hits = AtomicU64::new(0);
    }
}
