//! Exact search for the smallest dependent set.

use crate::mix::mix;

/// The maximum size of the exact search.
pub const EXACT_UP_TO: usize = 6;

/// The smallest set of at most `up_to` keys whose XOR is zero, as indices in increasing order.
///
/// Exact: `None` means that there is no such set. Sizes beyond [`EXACT_UP_TO`] are not searched. A
/// thousand keys take some seconds for size 6 and tens of megabytes; the time is cubic in their number.
///
/// ```
/// use tabiya_audit::dependent_set;
///
/// assert_eq!(dependent_set(&[1, 2, 4, 8, 16], 6), None);
/// assert_eq!(dependent_set(&[1, 2, 4, 8, 16, 13], 6), Some(vec![0, 2, 3, 5])); // 1 ^ 4 ^ 8 ^ 13
/// assert_eq!(dependent_set(&[1, 2, 4, 8, 16, 13], 3), None);
/// ```
#[must_use]
pub fn dependent_set(keys: &[u64], up_to: usize) -> Option<Vec<usize>> {
    let keys = Mixed::new(keys);
    (1..=up_to.min(EXACT_UP_TO)).find_map(|size| keys.dependent_set_of(size))
}

/// The keys in an order and form that allows listing the sums with given leading bits.
struct Mixed {
    /// Keys after an invertible linear map, which preserves dependence, sorted; each with its index.
    keys: Vec<(u64, usize)>,
}

/// A set of up to three keys and their sum.
#[derive(Clone, Copy)]
struct Sum {
    total: u64,
    members: [usize; 3],
    size: usize,
}

/// The sums with given leading bits. Processing one value at a time limits memory.
#[derive(Clone, Copy)]
struct Prefix {
    bits: u32,
    value: u64,
}

impl Prefix {
    fn of(self, key: u64) -> u64 {
        // Two shifts, because a shift by 64 overflows.
        key >> 1 >> (63 - self.bits)
    }
}

impl Mixed {
    fn new(keys: &[u64]) -> Mixed {
        let mut keys: Vec<_> = keys.iter().enumerate().map(|(place, &key)| (mix(key), place)).collect();
        keys.sort_unstable();
        Mixed { keys }
    }

    /// A dependent set of exactly this size, provided there is no smaller one.
    ///
    /// It consists of two halves with equal sums. The halves are disjoint, because a common key could be removed
    /// for a smaller dependent set.
    fn dependent_set_of(&self, size: usize) -> Option<Vec<usize>> {
        let (small, large) = (size / 2, size - size / 2);
        let bits = self.part_bits(large);
        (0..1 << bits).find_map(|value| {
            let part = Prefix { bits, value };
            let mut totals = Vec::new();
            self.each_sum(small, part, &mut |sum| totals.push(sum.total));
            totals.sort_unstable();
            let halves = if small == large {
                let total = totals.windows(2).find(|pair| pair[0] == pair[1])?[0];
                let mut halves = self.sums_with(total, small, part);
                (halves.pop()?, halves.pop()?)
            } else {
                let mut found = None;
                self.each_sum(large, part, &mut |sum| {
                    if found.is_none() && totals.binary_search(&sum.total).is_ok() {
                        found = Some(sum);
                    }
                });
                (found?, self.sums_with(found?.total, small, part).pop()?)
            };
            Some(self.places(halves))
        })
    }

    /// The number of leading bits to split by: about a million sums per part.
    fn part_bits(&self, size: usize) -> u32 {
        let n = self.keys.len() as u64;
        let sums = match size {
            0 | 1 => n,
            2 => n * n / 2,
            _ => n * n / 2 * n / 3,
        };
        (sums >> 20).checked_ilog2().map_or(0, |bits| bits + 1)
    }

    fn sums_with(&self, total: u64, size: usize, part: Prefix) -> Vec<Sum> {
        let mut sums = Vec::new();
        self.each_sum(size, part, &mut |sum| {
            if sum.total == total {
                sums.push(sum);
            }
        });
        sums
    }

    /// Visits the sums of all sets of this size, 0 to 3, in the part.
    fn each_sum(&self, size: usize, part: Prefix, visit: &mut impl FnMut(Sum)) {
        let n = self.keys.len();
        let starts: Vec<usize> = (0..=1 << part.bits)
            .map(|value| self.keys.partition_point(|&(key, _)| part.of(key) < value))
            .collect();
        // The last key of a set must supply the missing leading bits: a run of the sorted keys.
        let run = |sum: Sum, from: usize| {
            let missing = (part.of(sum.total) ^ part.value) as usize;
            starts[missing].max(from)..starts[missing + 1]
        };
        let none = Sum { total: 0, members: [0; 3], size: 0 };
        match size {
            0 if part.value == 0 => visit(none),
            0 => {}
            1 => run(none, 0).for_each(|i| visit(self.with(none, i))),
            2 => {
                for i in 0..n {
                    let one = self.with(none, i);
                    run(one, i + 1).for_each(|j| visit(self.with(one, j)));
                }
            }
            _ => {
                for i in 0..n {
                    let one = self.with(none, i);
                    for j in i + 1..n {
                        let two = self.with(one, j);
                        run(two, j + 1).for_each(|k| visit(self.with(two, k)));
                    }
                }
            }
        }
    }

    fn with(&self, sum: Sum, key: usize) -> Sum {
        let mut members = sum.members;
        members[sum.size] = key;
        Sum { total: sum.total ^ self.keys[key].0, members, size: sum.size + 1 }
    }

    fn places(&self, (one, other): (Sum, Sum)) -> Vec<usize> {
        let members = one.members[..one.size].iter().chain(&other.members[..other.size]);
        let mut places: Vec<usize> = members.map(|&member| self.keys[member].1).collect();
        places.sort_unstable();
        places
    }
}

#[cfg(test)]
mod tests;
