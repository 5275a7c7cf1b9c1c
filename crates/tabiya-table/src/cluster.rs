#[cfg(test)]
mod interleavings;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tabiya::Key;

use crate::Entry;
use crate::generation::Generation;
use crate::record::Record;
use crate::replacement::{least_missed, merge};

/// Three records and a word of their marks: 32 bytes, half of what the processor fetches at a time.
///
/// ```text
/// | record 0 | record 1 | record 2 | 0 | mark 2 | mark 1 | mark 0 |
///   64 bits    64         64         1   21       21       21
/// ```
///
/// A mark is the key's low 21 bits, its tag, XORed with 21 bits that follow from the whole record. Threads write
/// records and marks one after the other without locks. A reader who meets one thread's record beside another's
/// mark computes a mark that does not match, and takes it for a stranger's.
#[derive(Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct Cluster<W = AtomicU64> {
    records: [W; Cluster::LEN],
    marks: W,
}

/// A word that threads share. A trait, so that a model checker can stand in for the processor.
pub(crate) trait Word {
    fn load(&self) -> u64;
    fn store(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn load(&self) -> u64 {
        AtomicU64::load(self, Relaxed)
    }

    #[inline]
    fn store(&self, value: u64) {
        AtomicU64::store(self, value, Relaxed);
    }
}

impl Cluster {
    /// How many positions fit.
    pub(crate) const LEN: usize = 3;

    pub(crate) fn clear(&mut self) {
        *self = Cluster::default();
    }

    /// The cluster as it goes to a file.
    pub(crate) fn words(&self) -> [u64; 4] {
        let [first, second, third] = &self.records;
        [first, second, third, &self.marks].map(Word::load)
    }

    pub(crate) fn from_words([first, second, third, marks]: [u64; 4]) -> Cluster {
        Cluster { records: [first, second, third].map(AtomicU64::new), marks: AtomicU64::new(marks) }
    }
}

impl<W: Word> Cluster<W> {
    /// What was stored under this key, and in which slot.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<(usize, Record)> {
        let marks = self.marks.load();
        for (slot, record) in self.records.iter().enumerate() {
            let record = Record(record.load());
            if is_of(key, record, marks, slot) {
                return Some((slot, record));
            }
        }
        None
    }

    /// Stores an entry: in its position's own slot, or else in that of the record nobody will miss. Says where.
    #[inline]
    pub(crate) fn keep(&self, key: Key, entry: Entry, now: Generation) -> usize {
        let mut marks = self.marks.load();
        let records = [0, 1, 2].map(|slot| Record(self.records[slot].load()));
        let fresh = Record::new(entry, now);
        let own = |slot: &usize| is_of(key, records[*slot], marks, *slot);
        let (slot, record) = match (0..Cluster::LEN).find(own) {
            Some(slot) => {
                // Two threads that came at the same moment may have stored it twice.
                if let Some(second) = (slot + 1..Cluster::LEN).find(own) {
                    marks = with_mark(marks, second, !mark(key, records[second]) & TAG);
                }
                (slot, merge(records[slot], fresh, now))
            }
            None => (least_missed(records, now), fresh),
        };
        self.records[slot].store(record.0);
        self.marks.store(with_mark(marks, slot, mark(key, record)));
        slot
    }

    /// How many records come from this search.
    pub(crate) fn count_of(&self, now: Generation) -> u32 {
        self.records.iter().map(|record| u32::from(Record(record.load()).generation() == Some(now))).sum()
    }
}

const TAG_BITS: u32 = 21;
const TAG: u64 = (1 << TAG_BITS) - 1;

/// Whether the record in this slot was stored under this key.
#[inline]
fn is_of(key: Key, record: Record, marks: u64, slot: usize) -> bool {
    mark_in(marks, slot) == mark(key, record) && record.generation().is_some()
}

/// What stands beside a record that was stored under this key.
#[inline]
fn mark(key: Key, record: Record) -> u64 {
    // The index uses the key's high bits, so the tag must use the low ones. Multiplying (by the golden ratio) lets
    // every bit of the record reach the upper 21: records that differ little get marks that differ.
    let fold = record.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - TAG_BITS);
    key.0 & TAG ^ fold
}

#[inline]
fn mark_in(marks: u64, slot: usize) -> u64 {
    marks >> (slot as u32 * TAG_BITS) & TAG
}

#[inline]
fn with_mark(marks: u64, slot: usize, mark: u64) -> u64 {
    let shift = slot as u32 * TAG_BITS;
    marks & !(TAG << shift) | mark << shift
}
