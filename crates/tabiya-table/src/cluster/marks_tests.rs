//! Tests of marks: the filter, and positions stored twice.

use super::*;

const NOTHING: [Record; Cluster::LEN] = [Record(0); Cluster::LEN];

/// Marks of empty records with these keys.
fn marks_of(keys: [u64; Cluster::LEN]) -> u64 {
    (0..Cluster::LEN).fold(0, |marks, slot| with_mark(marks, slot, mark(Key(keys[slot]), NOTHING[slot])))
}

#[test]
fn the_filter_accepts_an_owner_in_any_slot_and_no_other_key() {
    let (own, other) = (0x1_2345, 0x0_4321);
    for slot in 0..Cluster::LEN {
        let mut keys = [other; Cluster::LEN];
        keys[slot] = own;
        assert!(may_be_here(Key(own), NOTHING, marks_of(keys)), "slot {slot}");
    }
    assert!(may_be_here(Key(own), NOTHING, marks_of([own; Cluster::LEN])));
    for stranger in (0..TAG).step_by(997).filter(|&stranger| stranger != own) {
        assert!(!may_be_here(Key(stranger), NOTHING, marks_of([own; Cluster::LEN])), "{stranger:x}");
    }
}

#[test]
fn of_a_position_stored_twice_only_the_first_record_stays_valid() {
    for key in [0, 1, TAG, 0x1_2345] {
        let marks = without_copies(Key(key), 0, NOTHING, marks_of([key; Cluster::LEN]));
        let is_own = |slot| mark_in(marks, slot) == mark(Key(key), NOTHING[slot]);
        assert_eq!([0, 1, 2].map(is_own), [true, false, false], "{key:x}");
        let marks = without_copies(Key(key), 2, NOTHING, marks_of([key; Cluster::LEN]));
        assert_eq!(marks, marks_of([key; Cluster::LEN]), "no slot follows the last");
    }
}
