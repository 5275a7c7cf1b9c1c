#[cfg(test)]
mod interleavings;
#[cfg(test)]
mod marks_tests;
#[cfg(test)]
mod stress_tests;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tabiya::Key;

use crate::Entry;
use crate::generation::Generation;
use crate::record::Record;
use crate::replacement::{keeps_old, merge, victim_slot};

/// Three records and a word with their marks: 32 bytes, half a cache line.
///
/// ```text
/// | record 0 | record 1 | record 2 | 0 | mark 2 | mark 1 | mark 0 |
///   64 bits    64         64         1   21       21       21
/// ```
///
/// A mark is the key's low 21 bits, its tag, XORed with 21 bits computed from the record. Threads write
/// records and marks one after the other without locks. A reader that sees one thread's record with another's
/// mark computes a tag that does not match, and treats it as another position's.
#[derive(Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct Cluster<W = AtomicU64> {
    records: [W; Cluster::LEN],
    marks: W,
}

/// The result of storing an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stored {
    /// The entry was stored in this slot.
    New(usize),
    /// The previous record was kept.
    Old,
}

/// An atomic word. A trait, so that a model checker can replace it.
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
    /// The number of records.
    pub(crate) const LEN: usize = 3;

    pub(crate) fn clear(&mut self) {
        *self = Cluster::default();
    }

    /// The cluster as stored in a file.
    pub(crate) fn words(&self) -> [u64; 4] {
        let [first, second, third] = &self.records;
        [first, second, third, &self.marks].map(Word::load)
    }

    pub(crate) fn from_words([first, second, third, marks]: [u64; 4]) -> Cluster {
        Cluster { records: [first, second, third].map(AtomicU64::new), marks: AtomicU64::new(marks) }
    }
}

impl<W: Word> Cluster<W> {
    /// The record stored under this key, and its slot.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<(usize, Record)> {
        let (records, marks) = self.contents();
        own_slot(key, records, marks).map(|slot| (slot, records[slot]))
    }

    /// Stores an entry in its position's slot, or in the slot of the least valuable record.
    #[inline]
    pub(crate) fn store(&self, key: Key, entry: Entry, now: Generation) -> Stored {
        let (records, marks) = self.contents();
        let fresh = Record::new(entry, now);
        if may_be_here(key, records, marks) {
            return self.update(key, fresh, now);
        }
        let slot = victim_slot(records, now);
        self.write(slot, key, fresh, marks);
        Stored::New(slot)
    }

    /// Like [`Cluster::store`], when the position is probably present. Out of line, so that storing a new position stays short; it
    /// searches again, because another thread may have stored in the meantime.
    #[inline(never)]
    fn update(&self, key: Key, fresh: Record, now: Generation) -> Stored {
        let (records, marks) = self.contents();
        let Some(slot) = own_slot(key, records, marks) else {
            let slot = victim_slot(records, now);
            self.write(slot, key, fresh, marks);
            return Stored::New(slot);
        };
        // Two threads may have stored the position twice at the same moment.
        let marks = without_copies(key, slot, records, marks);
        self.write(slot, key, merge(records[slot], fresh, now), marks);
        if keeps_old(records[slot], fresh, now) { Stored::Old } else { Stored::New(slot) }
    }

    /// The number of records from this search.
    pub(crate) fn count_of(&self, now: Generation) -> u32 {
        self.records.iter().map(|record| u32::from(Record(record.load()).generation() == Some(now))).sum()
    }

    #[inline]
    fn contents(&self) -> ([Record; Cluster::LEN], u64) {
        let [first, second, third] = &self.records;
        ([first, second, third].map(|record| Record(record.load())), self.marks.load())
    }

    #[inline]
    fn write(&self, slot: usize, key: Key, record: Record, marks: u64) {
        self.records[slot].store(record.0);
        self.marks.store(with_mark(marks, slot, mark(key, record)));
    }
}

const TAG_BITS: u32 = 21;
const TAG: u64 = (1 << TAG_BITS) - 1;
/// The lowest bit of each of the three marks.
const LOWEST_BITS: u64 = 1 | 1 << TAG_BITS | 1 << (2 * TAG_BITS);
const HIGHEST_BITS: u64 = LOWEST_BITS << (TAG_BITS - 1);

/// Whether a record may have been stored under this key. No false negatives.
#[inline]
fn may_be_here(key: Key, records: [Record; Cluster::LEN], marks: u64) -> bool {
    // A matching mark leaves 21 zero bits.
    let expected = (0..Cluster::LEN).fold(0, |marks, slot| with_mark(marks, slot, mark(key, records[slot])));
    let difference = marks ^ expected;
    // All three at once: one branch instead of three. Subtracting 1 from each field sets the highest bit
    // of the first field that was zero, and of none otherwise (Mycroft 1987).
    difference.wrapping_sub(LOWEST_BITS) & !difference & HIGHEST_BITS != 0
}

/// The slot of the record stored under this key.
#[inline]
fn own_slot(key: Key, records: [Record; Cluster::LEN], marks: u64) -> Option<usize> {
    if !may_be_here(key, records, marks) {
        return None;
    }
    let is_own = |slot: &usize| mark_in(marks, *slot) == mark(key, records[*slot]);
    (0..Cluster::LEN).find(|slot| is_own(slot) && records[*slot].generation().is_some())
}

/// The marks, with duplicates of a position's record after the first invalidated.
#[inline]
fn without_copies(key: Key, first: usize, records: [Record; Cluster::LEN], marks: u64) -> u64 {
    let copies = (first + 1..Cluster::LEN).filter(|&slot| mark_in(marks, slot) == mark(key, records[slot]));
    copies.fold(marks, |marks, slot| with_mark(marks, slot, !mark_in(marks, slot) & TAG))
}

/// The mark of a record stored under this key.
#[inline]
fn mark(key: Key, record: Record) -> u64 {
    // The index uses the key's high bits, so the tag uses the low ones. Multiplying by the golden ratio spreads
    // all bits of the record to the upper 21: similar records have different marks.
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
    marks ^ ((marks >> shift ^ mark) & TAG) << shift
}
