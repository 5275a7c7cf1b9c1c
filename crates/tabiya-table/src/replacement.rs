//! What stays and what goes.

use crate::Bound;
use crate::cluster::Cluster;
use crate::generation::Generation;
use crate::record::Record;

/// So many plies deeper, an old bound is worth more than a new one.
const MUCH_DEEPER: u8 = 4;

/// So many plies of depth an entry loses with every search that begins after it.
const PLIES_A_GENERATION: u16 = 8;

/// What to keep of two records of one position.
///
/// A move is never lost to none. If the old record stays, it becomes one of this search.
#[inline]
pub(crate) fn merge(old: Record, fresh: Record, now: Generation) -> Record {
    let fresh = if fresh.has_move() { fresh } else { fresh.with_move_of(old) };
    if outlives(old, fresh, now) { old.with_move_of(fresh).renewed(now) } else { fresh }
}

/// Whether the old record of a position stays: the new one knows only an evaluation, or is a bound from a much
/// shallower part of the same search.
#[inline]
pub(crate) fn outlives(old: Record, fresh: Record, now: Generation) -> bool {
    let knows_less = fresh.bound() == Bound::None && old.bound() != Bound::None;
    let is_much_shallower = fresh.bound() != Bound::Exact
        && old.generation() == Some(now)
        && old.depth() > fresh.depth().saturating_add(MUCH_DEEPER);
    knows_less || is_much_shallower
}

/// The slot whose record is worth least: an empty one, or the least deep, where age counts as lost depth.
#[inline]
pub(crate) fn least_missed(records: [Record; Cluster::LEN], now: Generation) -> usize {
    // The slot's number rides in the two low bits, so that the least of three numbers is found without a branch: the
    // processor could only guess it.
    let lost = &LOST_BY_AGE[usize::from(now.number() & 31)];
    let worth = |slot: usize| {
        let record = records[slot];
        let kept = i32::from(record.depth()) - i32::from(lost[usize::from(record.generation_number())]);
        kept << 2 | slot as i32
    };
    (worth(0).min(worth(1)).min(worth(2)) & 3) as usize
}

/// By the generation that is and the one that was: how many plies of depth a record has lost. Looked up, because an
/// empty record (number 0) then needs no question.
static LOST_BY_AGE: [[u16; 32]; 32] = {
    let mut table = [[EMPTY; 32]; 32];
    let mut pair = 0;
    while pair < 32 * 32 {
        let (now, then) = (pair / 32, pair % 32);
        if let (Some(is), Some(was)) = (Generation::new(now as u8), Generation::new(then as u8)) {
            table[now][then] = PLIES_A_GENERATION * is.age_of(was) as u16;
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
    fn a_move_is_never_lost_to_none() {
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
    fn a_much_shallower_bound_brings_only_its_move() {
        let kept = merge(record(12, Bound::Lower, 77, THEN), record(7, Bound::Upper, 88, THEN), THEN);
        assert_eq!(kept, record(12, Bound::Lower, 88, THEN));
    }

    #[test]
    fn a_little_shallower_or_exact_or_from_the_next_search_is_taken() {
        let old = record(12, Bound::Lower, 77, THEN);
        for (depth, bound, now) in
            [(8, Bound::Upper, THEN), (0, Bound::Exact, THEN), (0, Bound::Upper, THEN.next())]
        {
            let fresh = record(depth, bound, 88, now);
            assert_eq!(merge(old, fresh, now), fresh);
        }
    }

    #[test]
    fn an_evaluation_alone_displaces_no_bound_and_makes_it_young() {
        let now = THEN.next();
        let kept = merge(record(3, Bound::Upper, 77, THEN), record(0, Bound::None, 0, now), now);
        assert_eq!(kept, record(3, Bound::Upper, 77, now));
    }

    #[test]
    fn the_empty_slot_goes_first_then_the_old_then_the_shallow() {
        let now = THEN.next().next();
        let (deep, shallow) = (record(20, Bound::Exact, 1, now), record(1, Bound::Exact, 2, now));
        let old = record(16, Bound::Exact, 3, THEN);
        assert_eq!(least_missed([deep, shallow, Record(0)], now), 2);
        assert_eq!(least_missed([Record(0), shallow, deep], now), 0);
        // Two searches ago: sixteen plies less, so less than one.
        assert_eq!(least_missed([deep, shallow, old], now), 2);
        assert_eq!(least_missed([deep, shallow, deep], now), 1);
    }
}
