use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tabiya::Key;

use crate::Entry;
use crate::generation::Generation;
use crate::record::Record;

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
}

impl<W: Word> Cluster<W> {
    /// What was stored under this key.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<Record> {
        let marks = self.marks.load();
        for (slot, record) in self.records.iter().enumerate() {
            let record = Record(record.load());
            if mark_in(marks, slot) == mark(key, record) && record.generation().is_some() {
                return Some(record);
            }
        }
        None
    }

    /// Stores an entry: in its position's own place, or else in that of the entry nobody will miss.
    #[inline]
    pub(crate) fn keep(&self, key: Key, entry: Entry, now: Generation) {
        let marks = self.marks.load();
        let records = [0, 1, 2].map(|slot| Record(self.records[slot].load()));
        let fresh = Record::new(entry, now);
        let own = |slot: usize| {
            mark_in(marks, slot) == mark(key, records[slot]) && records[slot].generation().is_some()
        };
        let (slot, record) = match (0..Cluster::LEN).find(|&slot| own(slot)) {
            Some(slot) => (slot, merge(records[slot], fresh, now)),
            None => (least_missed(records, now), fresh),
        };
        self.records[slot].store(record.0);
        self.marks.store(with_mark(marks, slot, mark(key, record)));
    }

    /// How many records come from this search.
    pub(crate) fn count_of(&self, now: Generation) -> u32 {
        self.records.iter().map(|record| u32::from(Record(record.load()).generation() == Some(now))).sum()
    }
}

/// What to keep of two records of one position.
fn merge(old: Record, fresh: Record, now: Generation) -> Record {
    use crate::Bound;
    /// So much deeper, an old bound is worth more than a new one.
    const MUCH_DEEPER: u8 = 4;
    let with_a_move = if fresh.has_move() { fresh } else { fresh.with_move_of(old) };
    let only_evaluated = fresh.bound() == Bound::None && old.bound() != Bound::None;
    let shallow = fresh.bound() != Bound::Exact
        && old.generation() == Some(now)
        && old.depth() > fresh.depth().saturating_add(MUCH_DEEPER);
    if only_evaluated || shallow { old.with_move_of(with_a_move).renewed(now) } else { with_a_move }
}

/// The slot of the least deep record, where a search that has passed counts as so many plies less.
fn least_missed(records: [Record; Cluster::LEN], now: Generation) -> usize {
    const PLIES_A_GENERATION: i32 = 8;
    let worth = |slot: usize| match records[slot].generation() {
        None => i32::MIN,
        Some(then) => i32::from(records[slot].depth()) - PLIES_A_GENERATION * i32::from(now.age_of(then)),
    };
    let later = if worth(2) < worth(1) { 2 } else { 1 };
    if worth(later) < worth(0) { later } else { 0 }
}

const TAG_BITS: u32 = 21;
const TAG: u64 = (1 << TAG_BITS) - 1;

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
