//! How often a tag of 21 bits is wrong: as often as arithmetic says.

use crate::budget::budget;
use tabiya::Key;
use tabiya::keys::SplitMix64;
use tabiya_table::{Bound, Checked, Entry};

#[test]
fn in_a_full_table_three_of_two_million_strangers_are_mistaken_for_residents() {
    let table = Checked::new(1).expect("a mebibyte");
    let mut random = SplitMix64::new(1);
    for _ in 0..1_000_000 {
        let number = random.next();
        let entry = Entry { score: number as i16, depth: 1, bound: Bound::Lower, ..Entry::default() };
        table.store(Key(number), entry);
    }
    assert_eq!(table.hashfull(), 1000);
    // Three chances of one in 2²¹ each: one in 699,051. So many probes make twenty or a hundred expected hits.
    let expected = budget(20.0, 100.0);
    let probes = (expected * f64::from(1 << 21) / 3.0) as usize;
    for _ in 0..probes {
        table.probe(Key(random.next()));
    }
    let found = table.false_hits() as f64;
    assert_eq!(table.hits(), table.false_hits(), "none of these keys has been stored");
    // Four standard deviations.
    assert!((found - expected).abs() < 4.0 * expected.sqrt(), "{found} false hits instead of {expected}");
}

#[test]
fn a_stranger_that_displaces_nothing_is_a_stranger_still() {
    let table = Checked::new(1).unwrap();
    let (resident, stranger) = (Key(1), Key(1 | 1 << 21));
    table.store(resident, Entry { depth: 12, bound: Bound::Lower, ..Entry::default() });
    table.store(stranger, Entry { depth: 2, bound: Bound::Upper, ..Entry::default() });
    assert_eq!(table.probe(resident).map(|entry| entry.depth), Some(12));
    assert_eq!(table.false_hits(), 0);
    assert_eq!(table.probe(stranger).map(|entry| entry.depth), Some(12));
    assert_eq!(table.false_hits(), 1);
}

#[test]
fn a_table_that_keeps_keys_has_the_doors_of_one_that_does_not() {
    let mut table = Checked::new(3).expect("three mebibytes");
    assert_eq!(table.mebibytes(), 3);
    (0..100_000_u64).for_each(|number| table.store(Key(number << 47), Entry::default()));
    assert!(table.hashfull() > 0);
    table.new_search();
    assert_eq!(table.hashfull(), 0, "nothing is from this search");
    assert!(table.probe(Key(0)).is_some() && table.hits() == 1);
    table.clear(2);
    assert_eq!((table.probe(Key(0)), table.hits()), (None, 0));
    table.store(Key(0), Entry::default());
    table.resize(2, 1).expect("two mebibytes");
    assert_eq!((table.mebibytes(), table.probe(Key(0))), (2, None));
}
