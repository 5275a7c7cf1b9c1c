//! Tests of the rate of false hits: a 21-bit tag matches another position as often as expected.

use tabiya::Key;
use tabiya::keys::SplitMix64;

use crate::budget::budget;
use crate::cluster::{Cluster, Stored};
use crate::{Bound, Entry, Table};

/// A [`Table`] that also stores complete keys, to count false hits.
struct CheckedTable {
    table: Table,
    keys: Vec<[u64; Cluster::LEN]>,
    hits: u64,
    false_hits: u64,
}

impl CheckedTable {
    fn new(mebibytes: usize) -> CheckedTable {
        let table = Table::new(mebibytes).expect("memory for a small table");
        let keys = vec![[0; Cluster::LEN]; table.clusters().len()];
        CheckedTable { table, keys, hits: 0, false_hits: 0 }
    }

    fn probe(&mut self, key: Key) -> Option<Entry> {
        let index = self.table.index(key);
        let (slot, record) = self.table.clusters()[index].find(key)?;
        self.hits += 1;
        self.false_hits += u64::from(self.keys[index][slot] != key.0);
        Some(record.entry())
    }

    fn store(&mut self, key: Key, entry: Entry) {
        let index = self.table.index(key);
        let stored = self.table.clusters()[index].store(key, entry, self.table.generation());
        if let Stored::New(slot) = stored {
            self.keys[index][slot] = key.0;
        }
    }
}

#[test]
fn absent_keys_hit_a_full_table_three_times_in_two_million_probes() {
    let mut table = CheckedTable::new(1);
    let mut random = SplitMix64::new(1);
    for _ in 0..1_000_000 {
        let number = random.next();
        let entry = Entry { score: number as i16, depth: 1, bound: Bound::Lower, ..Entry::default() };
        table.store(Key(number), entry);
    }
    assert_eq!(table.table.hashfull(), 1000);
    // Three slots with probability 2⁻²¹ each: one in 699,051. This gives 20 or 100 expected hits.
    let expected = budget(20.0, 100.0);
    let probes = (expected * f64::from(1 << 21) / 3.0) as usize;
    for _ in 0..probes {
        table.probe(Key(random.next()));
    }
    let found = table.false_hits as f64;
    assert_eq!(table.hits, table.false_hits, "none of these keys has been stored");
    // Four standard deviations.
    assert!((found - expected).abs() < 4.0 * expected.sqrt(), "{found} false hits, expected {expected}");
}

#[test]
fn an_entry_that_is_not_stored_does_not_claim_the_slot() {
    let mut table = CheckedTable::new(1);
    // The high bits select the cluster, the low 21 are the tag. These two keys agree in both.
    let (resident, other) = (Key(1), Key(1 | 1 << 21));
    table.store(resident, Entry { depth: 12, bound: Bound::Lower, ..Entry::default() });
    table.store(other, Entry { depth: 2, bound: Bound::Upper, ..Entry::default() });
    assert_eq!(table.probe(resident).map(|entry| entry.depth), Some(12));
    assert_eq!(table.false_hits, 0);
    assert_eq!(table.probe(other).map(|entry| entry.depth), Some(12));
    assert_eq!(table.false_hits, 1);
}
