//! Replacement over many searches: old entries are replaced before new ones, also when the 5-bit generation wraps.

use tabiya::Key;
use tabiya_table::{Bound, Entry, Table};

fn entry(depth: u8) -> Entry {
    Entry { depth, bound: Bound::Exact, ..Entry::default() }
}

/// Keys of one cluster.
fn key(number: u64) -> Key {
    Key(number)
}

#[test]
fn a_shallow_new_entry_replaces_the_oldest_deep_one_through_seventy_searches() {
    let table = Table::new(1).expect("1 MiB is available");
    for search in 0..70 {
        table.new_search();
        table.store(key(search), entry(5));
        let alive: Vec<u64> = (0..=search).filter(|&number| table.probe(key(number)).is_some()).collect();
        let expected: Vec<u64> = (search.saturating_sub(2)..=search).collect();
        assert_eq!(alive, expected, "in search {search}");
    }
}

#[test]
fn hashfull_counts_only_the_current_search_through_seventy_searches() {
    let table = Table::new(1).expect("1 MiB is available");
    let fill = || (0..32_768_u64).for_each(|cluster| table.store(Key(cluster << 49), entry(1)));
    for _ in 0..70 {
        assert_eq!(table.hashfull(), 0);
        fill();
        // The same position in every cluster: one of three entries.
        assert_eq!(table.hashfull(), 333);
        table.new_search();
    }
}

#[test]
fn a_deep_entry_survives_a_thousand_shallow_ones_of_its_search() {
    let table = Table::new(1).expect("1 MiB is available");
    table.store(key(0), entry(30));
    (1..1000).for_each(|number| table.store(key(number), entry(3)));
    assert_eq!(table.probe(key(0)), Some(entry(30)));
    assert_eq!(table.probe(key(999)), Some(entry(3)));
}

#[test]
fn an_unused_deep_entry_is_replaced_eventually() {
    let table = Table::new(1).expect("1 MiB is available");
    table.store(key(0), entry(200));
    for search in 1..=40 {
        table.new_search();
        (0..3).for_each(|number| table.store(key(search * 10 + number), entry(8)));
        if table.probe(key(0)).is_none() {
            // Each search ages it by eight plies.
            assert!(search > 20, "already in search {search}");
            return;
        }
    }
    panic!("the entry was never replaced");
}
