//! Stress test: many threads on few clusters never get an entry of another key.

use crate::budget::budget;
use std::collections::HashSet;
use std::thread;

use tabiya::Key;
use tabiya::keys::SplitMix64;

use super::{TAG, mark};
use crate::generation::Generation;
use crate::record::Record;
use tabiya::PackedMove;

use crate::{Bound, Entry, Table};

const THREADS: u64 = 3;
const CLUSTERS: u64 = 64;
const KEYS_PER_CLUSTER: usize = 8;
/// In a table of 1 MiB the top fifteen bits select the cluster.
const CLUSTER_BITS: u32 = 15;
/// The number of different entries stored under each key.
const ENTRIES_PER_KEY: u64 = 4;

/// The payload is a function of the key and a number, so that any mixture of two is detected. The score's low byte is
/// the number.
fn entry(key: Key, number: u64) -> Entry {
    let mix = (key.0 ^ number).wrapping_mul(0xd6e8_feb8_6659_fd93);
    Entry {
        mv: PackedMove::from_bits((mix >> 48) as u16 | 1),
        score: (mix & !0xff | number) as i16,
        eval: (mix >> 16) as i16,
        // All with one depth, exact: the newest always replaces.
        depth: 7,
        bound: Bound::Exact,
        was_pv: mix >> 33 & 1 == 1,
    }
}

/// All records that may be written under a key.
fn records(key: Key) -> impl Iterator<Item = Record> {
    let generations = (0..=u8::MAX).filter_map(Generation::new);
    generations
        .flat_map(move |now| (0..ENTRIES_PER_KEY).map(move |number| Record::new(entry(key, number), now)))
}

/// Whether a record of one of these keys with a mark of another would be accepted under a third.
///
/// A mark has 21 bits, so one in two million torn pairs is accepted. How often threads tear a pair depends on the
/// processor; the test requires that every *detectable* torn pair is detected.
fn hides_torn_pairs(keys: &[Key]) -> bool {
    let marks_of = |key| records(key).map(move |record| mark(key, record));
    // A duplicate's mark may have been inverted.
    let marks: HashSet<u64> =
        keys.iter().copied().flat_map(marks_of).flat_map(|mark| [mark, !mark & TAG]).collect();
    let others = |own: Key| keys.iter().copied().filter(move |&other| other != own).flat_map(records);
    keys.iter().any(|&key| others(key).any(|record| marks.contains(&mark(key, record))))
}

/// Keys in few clusters, such that every torn pair is detectable.
fn keys() -> Vec<Key> {
    let mut random = SplitMix64::new(2024);
    let mut keys_of = |cluster: u64| {
        let mut keys = Vec::new();
        for tries in 0.. {
            if keys.len() == KEYS_PER_CLUSTER {
                break;
            }
            assert!(tries < 1000, "torn pairs are undetectable: marks do not depend on records");
            keys.push(Key(cluster << (64 - CLUSTER_BITS) | random.next() >> CLUSTER_BITS));
            if hides_torn_pairs(&keys) {
                keys.pop();
            }
        }
        keys
    };
    (0..CLUSTERS).flat_map(&mut keys_of).collect()
}

/// One thread: two probes per store. Returns the number of hits; panics at the first wrong payload.
fn work(table: &Table, keys: &[Key], seed: u64, probes: u64) -> u64 {
    let mut random = SplitMix64::new(seed);
    let mut hits = 0;
    for turn in 0..probes / 2 {
        // Without aging, records whose marks were lost would occupy their slots forever.
        if turn % 1024 == 0 {
            table.new_search();
        }
        let number = random.next();
        let pick = |bits: u64| keys[bits as usize % keys.len()];
        for key in [pick(number), pick(number >> 16)] {
            if let Some(found) = table.probe(key) {
                assert_eq!(found, entry(key, found.score as u64 & 0xff), "under {key}");
                hits += 1;
            }
        }
        let key = pick(number >> 32);
        table.store(key, entry(key, (number >> 48) % ENTRIES_PER_KEY));
    }
    hits
}

#[test]
fn concurrent_threads_never_get_a_wrong_payload() {
    let probes = budget(6_000_000, 120_000_000);
    let table = Table::new(1).expect("1 MiB is available");
    let keys = keys();
    let hits: u64 = thread::scope(|scope| {
        let (table, keys) = (&table, &keys[..]);
        let workers = (0..THREADS).map(|seed| scope.spawn(move || work(table, keys, seed, probes / THREADS)));
        let workers: Vec<_> = workers.collect();
        workers.into_iter().map(|worker| worker.join().expect("no payload was wrong")).sum()
    });
    // A table without hits is never wrong. Three of eight keys have room; lost marks cost a few hits.
    let share = hits as f64 / probes as f64;
    assert!(share > 0.25, "{hits} hits of {probes} probes");
}
