//! Searches the smallest dependent set within a given time.

use std::time::Duration;

use crate::four_lists::{LARGEST, Limits, find_set};
use crate::information_set::Systematic;
use crate::mix::mix;
use tabiya::keys::SplitMix64;
use tabiya_match::uci::Deadline;

/// A search for dependent sets beyond the sizes of the exact search.
///
/// It alternates two methods: random information sets, good for tables with few keys, and four lists of
/// random sums, good for large ones. A set it finds is dependent; that it is the smallest is
/// not proven.
///
/// ```
/// use std::time::Duration;
/// use tabiya_audit::SetSearch;
///
/// // Seven keys of three bits: 1 ^ 2 ^ 3 is one of the smallest sets.
/// let found = SetSearch::new(&[1, 2, 3, 4, 5, 6, 7], 1).run(2, Duration::from_millis(20));
/// assert_eq!(found.map(|set| set.len()), Some(3));
/// ```
#[derive(Debug)]
pub struct SetSearch {
    keys: Vec<u64>,
    random: SplitMix64,
    best: Option<Vec<usize>>,
}

impl SetSearch {
    /// A search of this table; deterministic for a seed, except for time.
    #[must_use]
    pub fn new(keys: &[u64], seed: u64) -> SetSearch {
        SetSearch { keys: keys.iter().copied().map(mix).collect(), random: SplitMix64::new(seed), best: None }
    }

    /// Searches until the time is up or a set of `impossible + 1` keys is found: no smaller one exists.
    ///
    /// A started comparison is finished, which may take a second or two.
    pub fn run(mut self, impossible: usize, time: Duration) -> Option<Vec<usize>> {
        // Enough for sets of 14 keys of 64 bits, in less than 1 GB.
        let limits = Limits { list: 1 << 23, joined_sums: 1 << 22, offsets: 8, end: Deadline::after(time) };
        let even = self.try_information_set().has_even_sets_only();
        // Small tables are cheap to reduce repeatedly, and benefit most.
        let reductions = (20_000 / self.keys.len().max(1)).max(10);
        let mut target = 0;
        let smallest = impossible.saturating_add(1);
        // Independent keys have no dependent set.
        while self.best.is_some() && self.size() > smallest && !limits.end.is_past() {
            for _ in 0..reductions {
                self.try_information_set();
            }
            // Each size in turn, from just below the best to the smallest possible.
            let largest = (self.size() - 1).min(LARGEST);
            target = if target > smallest && target <= largest { target - 1 } else { largest };
            if target >= smallest && !(even && target % 2 == 1) {
                let found = find_set(&self.keys, target, limits, &mut self.random);
                self.keep(found);
            }
        }
        self.best
    }

    fn size(&self) -> usize {
        self.best.as_ref().map_or(usize::MAX, Vec::len)
    }

    fn try_information_set(&mut self) -> Systematic {
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        self.random.shuffle(&mut order);
        let systematic = Systematic::new(&self.keys, &order);
        self.keep(systematic.smallest_set(self.size()));
        systematic
    }

    fn keep(&mut self, found: Option<Vec<usize>>) {
        if let Some(set) = found.filter(|set| set.len() < self.size()) {
            debug_assert_eq!(set.iter().fold(0, |sum, &place| sum ^ self.keys[place]), 0);
            self.best = Some(set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_keys_have_no_set_and_take_no_time() {
        let keys: Vec<u64> = (0..64).map(|bit| 3 << bit).collect();
        assert_eq!(SetSearch::new(&keys, 1).run(0, Duration::from_secs(600)), None);
        assert_eq!(SetSearch::new(&[], 1).run(0, Duration::from_secs(600)), None);
    }

    #[test]
    fn an_unlimited_time_does_not_overflow() {
        assert_eq!(SetSearch::new(&[1, 2, 4], 1).run(0, Duration::MAX), None);
        assert_eq!(SetSearch::new(&[1, 2, 3], 1).run(2, Duration::MAX), Some(vec![0, 1, 2]));
    }

    #[test]
    fn a_set_found_below_the_guarantee_is_reported() {
        for impossible in [usize::MAX - 1, usize::MAX] {
            let found = SetSearch::new(&[1, 2, 3], 1).run(impossible, Duration::from_secs(600));
            assert_eq!(found, Some(vec![0, 1, 2]));
        }
    }

    #[test]
    fn sizes_down_to_one_are_accepted() {
        let found = SetSearch::new(&[1, 2, 4, 7, 8], 1).run(0, Duration::from_millis(50));
        assert_eq!(found, Some(vec![0, 1, 2, 3]));
    }

    #[test]
    fn without_time_some_dependent_set_is_found() {
        let mut random = SplitMix64::new(1);
        let keys: Vec<u64> = (0..300).map(|_| random.next()).collect();
        let set = SetSearch::new(&keys, 1).run(6, Duration::ZERO).expect("300 keys of 64 bits are dependent");
        assert_eq!(set.iter().fold(0, |sum, &place| sum ^ keys[place]), 0);
    }

    #[test]
    fn a_set_hidden_in_a_small_table_is_found() {
        let mut random = SplitMix64::new(2);
        let mut keys: Vec<u64> = (0..90).map(|_| random.next()).collect();
        keys[89] = (0..8).fold(0, |sum, n| sum ^ keys[n * 7]);
        let set = SetSearch::new(&keys, 1).run(8, Duration::from_secs(60));
        assert_eq!(set, Some(vec![0, 7, 14, 21, 28, 35, 42, 49, 89]));
    }
}
