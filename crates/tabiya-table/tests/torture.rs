//! Many threads on few clusters: nobody ever gets what was stored under another key.

mod common;

use std::collections::BTreeSet;
use std::thread;

use common::SplitMix64;
use tabiya::Key;
use tabiya_table::{Bound, Entry, PackedMove, Table};

const THREADS: u64 = 3;
const CLUSTERS: u64 = 64;
const KEYS_A_CLUSTER: u64 = 8;
/// In a table of one mebibyte the first fifteen bits choose the cluster.
const CLUSTER_BITS: u32 = 15;
const TAG: u64 = (1 << 21) - 1;

/// The whole payload follows from the key and a number, so that any mixture of two is seen. The number's low bits are
/// the score's, which nothing merges.
fn entry(key: Key, number: u64) -> Entry {
    let mix = (key.0 ^ number & 0xff).wrapping_mul(0xd6e8_feb8_6659_fd93);
    Entry {
        mv: PackedMove::from_bits((mix >> 48) as u16 | 1),
        score: (mix & !0xff | number & 0xff) as i16,
        eval: (mix >> 16) as i16,
        // All of one depth, exact: the newest is always kept as it is.
        depth: 7,
        bound: Bound::Exact,
        was_pv: mix >> 33 & 1 == 1,
    }
}

/// Keys that fall into few clusters, no two of them with one tag in one cluster: a false hit would be no tearing.
fn keys() -> Vec<Key> {
    let mut taken = BTreeSet::new();
    let random = SplitMix64(2024).map(|number| number % (CLUSTERS << (64 - CLUSTER_BITS)));
    let distinct = random.filter(|number| taken.insert((number >> (64 - CLUSTER_BITS), number & TAG)));
    distinct.take((CLUSTERS * KEYS_A_CLUSTER) as usize).map(Key).collect()
}

/// One thread's work: two probes and a store at a time. How many probes hit; it panics at the first wrong payload.
fn work(table: &Table, keys: &[Key], seed: u64, probes: u64) -> u64 {
    let mut random = SplitMix64(seed);
    let mut hits = 0;
    for (turn, number) in random.by_ref().take(probes as usize / 2).enumerate() {
        // Without ageing, records whose marks were lost would keep their slots for ever.
        if turn % 1024 == 0 {
            table.new_search();
        }
        let pick = |bits: u64| keys[bits as usize % keys.len()];
        for key in [pick(number), pick(number >> 16)] {
            if let Some(found) = table.probe(key) {
                assert_eq!(found, entry(key, found.score as u64), "under {key}");
                hits += 1;
            }
        }
        let key = pick(number >> 32);
        table.store(key, entry(key, number >> 48));
    }
    hits
}

#[test]
fn threads_that_fight_for_sixty_four_clusters_never_get_a_wrong_payload() {
    let probes = if cfg!(debug_assertions) { 6_000_000 } else { 120_000_000 };
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
