//! Many threads on few clusters: nobody ever gets what was stored under another key.

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
const KEYS_A_CLUSTER: usize = 8;
/// In a table of one mebibyte the first fifteen bits choose the cluster.
const CLUSTER_BITS: u32 = 15;
/// So many different entries are stored under each key.
const ENTRIES_A_KEY: u64 = 4;

/// The whole payload follows from the key and a number, so that any mixture of two is seen. The score's low byte is
/// the number.
fn entry(key: Key, number: u64) -> Entry {
    let mix = (key.0 ^ number).wrapping_mul(0xd6e8_feb8_6659_fd93);
    Entry {
        mv: PackedMove::from_bits((mix >> 48) as u16 | 1),
        score: (mix & !0xff | number) as i16,
        eval: (mix >> 16) as i16,
        // All of one depth, exact: the newest is always kept as it is.
        depth: 7,
        bound: Bound::Exact,
        was_pv: mix >> 33 & 1 == 1,
    }
}

/// Every record that may be written under a key.
fn records(key: Key) -> impl Iterator<Item = Record> {
    let generations = (0..=u8::MAX).filter_map(Generation::new);
    generations
        .flat_map(move |now| (0..ENTRIES_A_KEY).map(move |number| Record::new(entry(key, number), now)))
}

/// Whether a record of one of these keys beside a mark of another would be taken for its own by a third.
///
/// A mark has 21 bits, so of two million torn pairs one deceives. How often two threads tear a pair is the
/// processor's affair; that every pair which *can* be told is told is ours.
fn may_deceive(keys: &[Key]) -> bool {
    let marks_of = |key| records(key).map(move |record| mark(key, record));
    // Where a position stood twice, the second mark was turned over.
    let marks: HashSet<u64> =
        keys.iter().copied().flat_map(marks_of).flat_map(|mark| [mark, !mark & TAG]).collect();
    let others = |own: Key| keys.iter().copied().filter(move |&other| other != own).flat_map(records);
    keys.iter().any(|&key| others(key).any(|record| marks.contains(&mark(key, record))))
}

/// Keys that fall into few clusters, such that no torn pair deceives.
fn keys() -> Vec<Key> {
    let mut random = SplitMix64::new(2024);
    let mut keys_of = |cluster: u64| {
        let mut keys = Vec::new();
        for tries in 0.. {
            if keys.len() == KEYS_A_CLUSTER {
                break;
            }
            assert!(tries < 1000, "torn pairs cannot be told: marks do not follow from records");
            keys.push(Key(cluster << (64 - CLUSTER_BITS) | random.next() >> CLUSTER_BITS));
            if may_deceive(&keys) {
                keys.pop();
            }
        }
        keys
    };
    (0..CLUSTERS).flat_map(&mut keys_of).collect()
}

/// One thread's work: two probes and a store at a time. How many probes hit; it panics at the first wrong payload.
fn work(table: &Table, keys: &[Key], seed: u64, probes: u64) -> u64 {
    let mut random = SplitMix64::new(seed);
    let mut hits = 0;
    for turn in 0..probes / 2 {
        // Without ageing, records whose marks were lost would keep their slots for ever.
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
        table.store(key, entry(key, (number >> 48) % ENTRIES_A_KEY));
    }
    hits
}

#[test]
fn threads_that_fight_for_sixty_four_clusters_never_get_a_wrong_payload() {
    let probes = budget(6_000_000, 120_000_000);
    let table = Table::new(1).expect("a mebibyte");
    let keys = keys();
    let hits: u64 = thread::scope(|scope| {
        let (table, keys) = (&table, &keys[..]);
        let workers = (0..THREADS).map(|seed| scope.spawn(move || work(table, keys, seed, probes / THREADS)));
        let workers: Vec<_> = workers.collect();
        workers.into_iter().map(|worker| worker.join().expect("no payload was wrong")).sum()
    });
    // A table that answers nothing is never wrong. Three of eight keys have room; lost marks cost a few.
    let share = hits as f64 / probes as f64;
    assert!(share > 0.25, "{hits} hits of {probes} probes");
}
