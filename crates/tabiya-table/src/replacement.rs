//! The replacement strategy.

use crate::Bound;
use crate::cluster::Cluster;
use crate::generation::Generation;
use crate::record::Record;

/// An old bound that is deeper by this many plies is kept.
const DEPTH_MARGIN: u8 = 4;

/// The plies of depth an entry loses per search since it was stored.
const PLIES_PER_GENERATION: u16 = 8;

/// Merges the new record of a position with the stored one.
///
/// A move is never replaced by none. If the old record is kept, it gets the current generation.
#[inline]
pub(crate) fn merge(old: Record, fresh: Record, now: Generation) -> Record {
    let fresh = if fresh.has_move() { fresh } else { fresh.with_move_of(old) };
    if keeps_old(old, fresh, now) { old.with_move_of(fresh).renewed(now) } else { fresh }
}

/// Whether the old record is kept: the new one has only a static evaluation, or is a bound from a much
/// shallower node of the same search.
#[inline]
pub(crate) fn keeps_old(old: Record, fresh: Record, now: Generation) -> bool {
    let knows_less = fresh.bound() == Bound::None && old.bound() != Bound::None;
    let is_much_shallower = fresh.bound() != Bound::Exact
        && old.generation() == Some(now)
        && old.depth() > fresh.depth().saturating_add(DEPTH_MARGIN);
    knows_less || is_much_shallower
}

/// The slot of the least valuable record: empty, or with the least depth after aging.
#[inline]
pub(crate) fn victim_slot(records: [Record; Cluster::LEN], now: Generation) -> usize {
    // The slot index is in the two low bits, so that the minimum of three numbers is found without a branch, which
    // would be unpredictable.
    let lost = &DEPTH_LOSS_BY_AGE[usize::from(now.number() & 31)];
    let value = |slot: usize| {
        let record = records[slot];
        let kept = i32::from(record.depth()) - i32::from(lost[usize::from(record.generation_number())]);
        kept << 2 | slot as i32
    };
    (value(0).min(value(1)).min(value(2)) & 3) as usize
}

/// The depth lost by aging, by current and stored generation. A table, because empty records (number 0) then need no
/// branch.
static DEPTH_LOSS_BY_AGE: [[u16; 32]; 32] = {
    let mut table = [[EMPTY; 32]; 32];
    let mut pair = 0;
    while pair < 32 * 32 {
        let (now, then) = (pair / 32, pair % 32);
        if let (Some(is), Some(was)) = (Generation::new(now as u8), Generation::new(then as u8)) {
            table[now][then] = PLIES_PER_GENERATION * is.age_of(was) as u16;
        }
        pair += 1;
    }
    table
};

/// More than any record can lose.
const EMPTY: u16 = 1000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entry;
    use tabiya::PackedMove;

    const THEN: Generation = Generation::FIRST;

    fn record(depth: u8, bound: Bound, mv: u16, generation: Generation) -> Record {
        Record::new(Entry { depth, bound, mv: PackedMove::from_bits(mv), ..Entry::default() }, generation)
    }

    #[test]
    fn a_move_is_never_replaced_by_none() {
        for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
            for (old_depth, depth) in [(9, 1), (9, 9), (1, 9)] {
                let old = record(old_depth, Bound::Lower, 77, THEN);
                for now in [THEN, THEN.next()] {
                    let kept = merge(old, record(depth, bound, 0, now), now);
                    assert_eq!(kept.entry().mv, PackedMove::from_bits(77));
                }
            }
        }
    }

    #[test]
    fn a_much_shallower_bound_only_updates_the_move() {
        let kept = merge(record(12, Bound::Lower, 77, THEN), record(7, Bound::Upper, 88, THEN), THEN);
        assert_eq!(kept, record(12, Bound::Lower, 88, THEN));
    }

    #[test]
    fn slightly_shallower_exact_or_newer_entries_replace() {
        let old = record(12, Bound::Lower, 77, THEN);
        for (depth, bound, now) in
            [(8, Bound::Upper, THEN), (0, Bound::Exact, THEN), (0, Bound::Upper, THEN.next())]
        {
            let fresh = record(depth, bound, 88, now);
            assert_eq!(merge(old, fresh, now), fresh);
        }
    }

    #[test]
    fn a_static_evaluation_does_not_replace_a_bound_but_refreshes_it() {
        let now = THEN.next();
        let kept = merge(record(3, Bound::Upper, 77, THEN), record(0, Bound::None, 0, now), now);
        assert_eq!(kept, record(3, Bound::Upper, 77, now));
    }

    #[test]
    fn empty_slots_are_used_first_then_old_then_shallow_ones() {
        let now = THEN.next().next();
        let (deep, shallow) = (record(20, Bound::Exact, 1, now), record(1, Bound::Exact, 2, now));
        let old = record(16, Bound::Exact, 3, THEN);
        assert_eq!(victim_slot([deep, shallow, Record(0)], now), 2);
        assert_eq!(victim_slot([Record(0), shallow, deep], now), 0);
        // Two searches ago: aged by sixteen plies, to less than one.
        assert_eq!(victim_slot([deep, shallow, old], now), 2);
        assert_eq!(victim_slot([deep, shallow, deep], now), 1);
    }
}
