//! Table sizes: zero, small, odd, larger than the memory.

use tabiya::Key;
use tabiya_table::{Entry, SizeError, Table};

const ENTRY: Entry =
    Entry { mv: None, score: 5, eval: 6, depth: 7, bound: tabiya_table::Bound::Exact, was_pv: true };

#[test]
fn size_zero_is_an_error() {
    assert_eq!(Table::new(0).expect_err("nothing").to_string(), "a table needs at least 1 MiB");
}

#[test]
fn first_and_last_key_are_stored_at_every_size() {
    for mebibytes in [1, 2, 3, 5, 7, 13, 31, 33, 63, 100] {
        let table = Table::new(mebibytes).expect("a few mebibytes");
        assert_eq!(table.mebibytes(), mebibytes);
        for key in [Key(0), Key(1), Key(u64::MAX / 2), Key(u64::MAX)] {
            assert_eq!(table.probe(key), None, "an empty table holds nothing, not even {key}");
            table.store(key, ENTRY);
            table.prefetch(key);
            assert_eq!(table.probe(key), Some(ENTRY));
        }
    }
}

#[test]
fn a_zero_entry_with_a_zero_key_is_an_entry() {
    let table = Table::new(1).expect("1 MiB is available");
    table.store(Key(0), Entry::default());
    assert_eq!(table.probe(Key(0)), Some(Entry::default()));
    // The only entry of its cluster.
    assert_eq!((1..1000).filter_map(|key| table.probe(Key(key))).count(), 0);
}

#[test]
fn a_size_beyond_the_memory_is_an_error_and_keeps_the_old_table() {
    let mut table = Table::new(3).expect("three mebibytes");
    table.new_search();
    table.store(Key(9), ENTRY);
    for mebibytes in [usize::MAX, usize::MAX >> 20, usize::MAX >> 15, 1 << 40, 1 << 27] {
        let error = table.resize(mebibytes, 2).expect_err("there is less memory");
        assert!(matches!(error, SizeError::TooLarge { mebibytes: requested, .. } if requested == mebibytes));
        let start = format!("not enough memory for a table of {mebibytes} MiB");
        assert!(error.to_string().starts_with(&start), "{error}");
    }
    assert_eq!(table.resize(0, 2), Err(SizeError::Zero));
    assert_eq!((table.mebibytes(), table.probe(Key(9))), (3, Some(ENTRY)));
}

#[test]
fn resizing_clears_the_table() {
    let mut table = Table::new(1).expect("1 MiB is available");
    for (mebibytes, threads) in [(3, 0), (1, 1), (64, 2), (2, usize::MAX)] {
        table.store(Key(9), ENTRY);
        table.resize(mebibytes, threads).expect("a few mebibytes");
        assert_eq!((table.mebibytes(), table.probe(Key(9)), table.hashfull()), (mebibytes, None, 0));
    }
}

#[test]
fn clear_reaches_the_last_cluster() {
    let mut table = Table::new(5).expect("five mebibytes");
    let keys = || (0..1_000_000_u64).map(|number| Key(number << 44));
    for threads in [0, 1, 2, 1000] {
        keys().for_each(|key| table.store(key, ENTRY));
        assert!(keys().all(|key| table.probe(key).is_some()));
        table.clear(threads);
        assert!(keys().all(|key| table.probe(key).is_none()));
        assert_eq!(table.hashfull(), 0);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn available_memory_is_known() {
    let left = tabiya_table::available_mebibytes().expect("Linux");
    assert!((1..1 << 30).contains(&left), "{left}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_size_beyond_the_available_memory_is_an_error_despite_overcommit() {
    let left = tabiya_table::available_mebibytes().expect("Linux");
    for mebibytes in [left + left / 32 + 64, left * 5 / 4 + 64, left * 2 + 64] {
        let error = Table::new(mebibytes).expect_err("there is less");
        assert!(matches!(error, SizeError::TooLarge { available: Some(_), .. }), "{error}");
    }
}

#[test]
fn debug_shows_the_size() {
    assert_eq!(format!("{:?}", Table::new(3).expect("three mebibytes")), "Table of 3 MiB");
}
