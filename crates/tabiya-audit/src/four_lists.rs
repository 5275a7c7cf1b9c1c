//! Searches dependent sets of a given size with four lists of small sums.

use crate::birthday::{Half, JoinedSum, Lists};
use tabiya::keys::SplitMix64;
use tabiya_match::uci::Deadline;

/// The maximum size: sixteen keys, four from each list.
pub(crate) const LARGEST: usize = 16;

/// Resources of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Sums per list.
    pub(crate) list: usize,
    /// Joined sums compared.
    pub(crate) joined_sums: usize,
    /// Comparisons per choice of lists.
    pub(crate) offsets: usize,
    /// No comparison starts after this.
    pub(crate) end: Deadline,
}

/// Tries to find a dependent set of `size` keys, or a smaller one.
///
/// The set is treated as two halves of equal sum, each with some keys from the left part of the table and
/// some from the right. The parts are chosen anew in every call; the offsets select the sums compared.
pub(crate) fn find_set(
    keys: &[u64],
    size: usize,
    limits: Limits,
    random: &mut SplitMix64,
) -> Option<Vec<usize>> {
    let size = size.min(LARGEST);
    // Indices have two bytes, to save memory; of a larger table each call uses a random subset.
    let mut chosen: Vec<usize> = (0..keys.len()).collect();
    random.shuffle(&mut chosen);
    chosen.truncate(1 << 16);
    let keys: Vec<u64> = chosen.iter().map(|&place| keys[place]).collect();
    let set = find_set_in(&keys, size, limits, random)?;
    let mut places: Vec<usize> = set.into_iter().map(|member| chosen[member]).collect();
    places.sort_unstable();
    Some(places)
}

fn find_set_in(keys: &[u64], size: usize, limits: Limits, random: &mut SplitMix64) -> Option<Vec<usize>> {
    let order: Vec<u16> = (0..=u16::MAX).take(keys.len()).collect();
    let (half, other_half) = (size / 2, size - size / 2);
    let mut sets = Sets::new(keys, &order, half, limits.list);
    let mut offsets = (0..limits.offsets).take_while(|_| !limits.end.is_past());
    if half == other_half {
        let bits = sets.lists.bits(limits.joined_sums);
        return offsets.find_map(|_| {
            sets.lists.shift(sets.lists.random_offset(random)?);
            sets.lists.find_equal(bits, |a, b| members_with_odd_count(sets.members(a).chain(sets.members(b))))
        });
    }
    let mut others = Sets::new(keys, &order, other_half, limits.list);
    // Few are kept and many compared: comparing is cheap while the kept ones fit in the cache.
    let bits = sets.lists.bits(limits.joined_sums / 8).max(others.lists.bits(limits.joined_sums * 4));
    offsets.find_map(|_| {
        let offset = sets.lists.random_offset(random)?;
        sets.lists.shift(offset);
        others.lists.shift(offset);
        sets.lists.find_common(&others.lists, bits, |a, b| {
            members_with_odd_count(sets.members(a).chain(others.members(b)))
        })
    })
}

/// The keys that occur an odd number of times; `None` if there is none, because the sum is trivially zero.
fn members_with_odd_count(members: impl Iterator<Item = u16>) -> Option<Vec<usize>> {
    let mut members: Vec<usize> = members.map(usize::from).collect();
    members.sort_unstable();
    let odd = members.chunk_by(|a, b| a == b).filter(|run| run.len() % 2 == 1).map(|run| run[0]);
    Some(odd.collect()).filter(|set: &Vec<usize>| !set.is_empty())
}

/// Sets of one size, with keys from both parts of the table.
struct Sets {
    lists: Lists,
    left: Members,
    right: Members,
}

impl Sets {
    fn new(keys: &[u64], order: &[u16], size: usize, max_sums: usize) -> Sets {
        let (left, right) = order.split_at(order.len() / 2);
        let left = Members::choose(left, size / 2, max_sums);
        let right = Members::choose(right, size - size / 2, max_sums);
        Sets { lists: Lists::new(left.sums(keys), right.sums(keys)), left, right }
    }

    fn members(&self, joined: JoinedSum) -> impl Iterator<Item = u16> {
        self.left.of(joined.left).iter().chain(self.right.of(joined.right)).copied()
    }
}

/// Many small sets of one size.
struct Members {
    size: usize,
    count: u32,
    members: Vec<u16>,
}

impl Members {
    /// All sets of this size from as many keys of the part as fit.
    fn choose(part: &[u16], size: usize, max_sums: usize) -> Members {
        let fits = |keys: usize| number_of_sets(keys, size) <= max_sums as u64;
        let keys = (0..=part.len()).rev().find(|&keys| fits(keys)).unwrap_or(0);
        let mut sets = Members { size, count: 0, members: Vec::new() };
        sets.push_all(&part[..keys], &mut Vec::new());
        sets
    }

    fn push_all(&mut self, part: &[u16], chosen: &mut Vec<u16>) {
        if chosen.len() == self.size {
            self.members.extend_from_slice(chosen);
            self.count += 1;
            return;
        }
        for (n, &place) in part.iter().enumerate() {
            chosen.push(place);
            self.push_all(&part[n + 1..], chosen);
            chosen.pop();
        }
    }

    fn sums(&self, keys: &[u64]) -> Vec<Half> {
        let sum = |set: &[u16]| set.iter().fold(0, |sum, &place| sum ^ keys[usize::from(place)]);
        (0..self.count).map(|id| Half { sum: sum(self.of(id)), id }).collect()
    }

    fn of(&self, id: u32) -> &[u16] {
        &self.members[id as usize * self.size..][..self.size]
    }
}

fn number_of_sets(keys: usize, size: usize) -> u64 {
    (0..size as u64).fold(1, |sets, n| sets * (keys as u64).saturating_sub(n) / (n + 1))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn limits() -> Limits {
        Limits {
            list: 1 << 16,
            joined_sums: 1 << 16,
            offsets: 4,
            end: Deadline::after(Duration::from_secs(60)),
        }
    }

    #[test]
    fn sets_of_every_size_are_found_in_short_keys() {
        let mut random = SplitMix64::new(1);
        // Of 300 keys, sets of size w have a zero sum in w·log2(300) − log2(w!) bits: these have thousands.
        for (size, bits) in [(7, 34), (8, 38), (9, 42), (10, 46), (11, 48), (14, 52), (16, 52)] {
            let keys: Vec<u64> = (0..300).map(|_| random.next() >> (64 - bits) << (64 - bits)).collect();
            let set = (0..40).find_map(|_| find_set(&keys, size, limits(), &mut random));
            let set = set.unwrap_or_else(|| panic!("no set of {size} found"));
            assert!(set.len() <= size && !set.is_empty());
            assert_eq!(set.iter().fold(0, |sum, &place| sum ^ keys[place]), 0);
        }
    }

    #[test]
    fn keys_beyond_index_65_535_take_part() {
        let mut random = SplitMix64::new(3);
        let mut keys: Vec<u64> = (0..70_000).map(|_| random.next()).collect();
        keys[69_999] = keys[66_000];
        let set = (0..100).find_map(|_| find_set(&keys, 2, limits(), &mut random));
        assert_eq!(set, Some(vec![66_000, 69_999]));
    }

    #[test]
    fn tables_without_sets_or_with_too_few_keys_give_none() {
        let mut random = SplitMix64::new(2);
        let single_bits: Vec<u64> = (0..64).map(|bit| 1 << bit).collect();
        assert_eq!(find_set(&single_bits, 8, limits(), &mut random), None);
        assert_eq!(find_set(&[], 8, limits(), &mut random), None);
        assert_eq!(find_set(&[1, 2], 16, limits(), &mut random), None);
    }
}
