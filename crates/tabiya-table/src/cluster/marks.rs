//! Marks, one function at a time: what the filter lets pass, and what becomes of a position that was stored twice.

use super::*;

const NOTHING: [Record; Cluster::LEN] = [Record(0); Cluster::LEN];

/// Marks beside empty records: those of these keys.
fn marks_of(keys: [u64; Cluster::LEN]) -> u64 {
    (0..Cluster::LEN).fold(0, |marks, slot| with_mark(marks, slot, mark(Key(keys[slot]), NOTHING[slot])))
}

#[test]
fn the_filter_lets_an_owner_pass_wherever_it_stands_and_nobody_else() {
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
fn of_a_position_stored_twice_the_first_record_stays_and_the_others_become_strangers() {
    for key in [0, 1, TAG, 0x1_2345] {
        let marks = without_copies(Key(key), 0, NOTHING, marks_of([key; Cluster::LEN]));
        let is_own = |slot| mark_in(marks, slot) == mark(Key(key), NOTHING[slot]);
        assert_eq!([0, 1, 2].map(is_own), [true, false, false], "{key:x}");
        let marks = without_copies(Key(key), 2, NOTHING, marks_of([key; Cluster::LEN]));
        assert_eq!(marks, marks_of([key; Cluster::LEN]), "there is none behind the last");
    }
}
