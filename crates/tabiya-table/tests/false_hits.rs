//! How often a tag of 21 bits is wrong: as often as arithmetic says.

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
    let expected = if cfg!(debug_assertions) { 20.0 } else { 100.0 };
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
