//! Model checking with loom: all orders of loads and stores that the memory model allows, including stale values, with up
//! to four preemptions.

use crate::budget::budget;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use loom::sync::Arc as Shared;
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
use loom::thread;
use tabiya::Key;

use super::{Cluster, Word};
use crate::generation::Generation;
use crate::{Bound, Entry};

impl Word for AtomicU64 {
    fn load(&self) -> u64 {
        AtomicU64::load(self, Relaxed)
    }

    fn store(&self, value: u64) {
        AtomicU64::store(self, value, Relaxed);
    }
}

/// An entry for a key; the score identifies the key.
fn entry(key: Key, depth: u8) -> Entry {
    Entry { score: key.0 as i16, depth, bound: Bound::Lower, ..Entry::default() }
}

fn empty() -> Cluster<AtomicU64> {
    let word = || AtomicU64::new(0);
    Cluster { records: [word(), word(), word()], marks: word() }
}

fn store(cluster: &Cluster<AtomicU64>, key: Key, depth: u8) {
    cluster.store(key, entry(key, depth), Generation::FIRST);
}

fn find(cluster: &Cluster<AtomicU64>, key: Key) -> Option<Entry> {
    cluster.find(key).map(|(_, record)| record.entry())
}

/// Runs a scenario in every order and collects the number of hits; fails if a reader gets another key's entry.
fn in_every_order(
    scenario: impl Fn() -> Vec<(Key, Option<Entry>)> + Send + Sync + 'static,
) -> BTreeSet<usize> {
    let outcomes = Arc::new(Mutex::new(BTreeSet::new()));
    let seen = Arc::clone(&outcomes);
    let mut model = loom::model::Builder::new();
    // Without a bound the first scenario takes over a minute (844,332 runs) and passes as well.
    model.preemption_bound = Some(budget(3, 4));
    model.check(move || {
        let answers = scenario();
        for (key, answer) in &answers {
            assert!(answer.is_none_or(|found| found.score == key.0 as i16), "{key} got {answer:?}");
        }
        let hits = answers.iter().filter(|(_, answer)| answer.is_some()).count();
        seen.lock().expect("loom runs one thread at a time").insert(hits);
    });
    let outcomes = outcomes.lock().expect("the model has ended");
    outcomes.clone()
}

const WHITE: Key = Key(0x0123);
const BLACK: Key = Key(0x4567);

#[test]
fn a_reader_between_two_writers_of_one_slot_gets_its_own_entry_or_none() {
    let hits = in_every_order(|| {
        let cluster = Shared::new(empty());
        // Two deep records leave one slot for both writers.
        store(&cluster, Key(1), 200);
        store(&cluster, Key(2), 200);
        let (writing, reading) = (Shared::clone(&cluster), Shared::clone(&cluster));
        let writer = thread::spawn(move || store(&writing, WHITE, 1));
        let reader = thread::spawn(move || [WHITE, BLACK].map(|key| (key, find(&reading, key))).to_vec());
        store(&cluster, BLACK, 1);
        writer.join().expect("a writer cannot fail");
        reader.join().expect("a reader cannot fail")
    });
    assert!(hits.contains(&0) && hits.contains(&1), "the reader runs before and after the writer: {hits:?}");
}

#[test]
fn two_writers_of_two_slots_may_lose_an_entry_but_mix_none() {
    let hits = in_every_order(|| {
        let cluster = Shared::new(empty());
        let other = Shared::clone(&cluster);
        let writer = thread::spawn(move || store(&other, WHITE, 1));
        store(&cluster, BLACK, 1);
        writer.join().expect("a writer cannot fail");
        [WHITE, BLACK].map(|key| (key, find(&cluster, key))).to_vec()
    });
    assert!(hits.contains(&2), "both entries can be present: {hits:?}");
}

#[test]
fn a_position_stored_twice_at_once_is_deduplicated_by_the_next_store() {
    in_every_order(|| {
        let cluster = Shared::new(empty());
        let other = Shared::clone(&cluster);
        let writer = thread::spawn(move || store(&other, WHITE, 1));
        store(&cluster, BLACK, 1);
        store(&cluster, WHITE, 2);
        writer.join().expect("a writer cannot fail");
        store(&cluster, WHITE, 3);
        let marks = Word::load(&cluster.marks);
        let records = cluster.records.iter().map(|record| crate::record::Record(Word::load(record)));
        let copies = records
            .enumerate()
            .filter(|&(slot, record)| super::mark_in(marks, slot) == super::mark(WHITE, record));
        assert_eq!(copies.count(), 1);
        vec![(WHITE, find(&cluster, WHITE))]
    });
}
