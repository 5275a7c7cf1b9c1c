//! Birthday search: joins two lists of sums on their leading bits and finds equal results. Used by the four-lists
//! search and the construction of colliding positions.
//!
//! Joining on some bits first and comparing the rest finds equal 64-bit sums with lists of
//! 2^22 numbers, where a direct search needs 2^32 (Schroeppel and Shamir, 1981; Wagner, 2002).

use std::ops::ControlFlow;

use tabiya::keys::SplitMix64;

/// A sum, with an identifier of its summands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Half {
    pub(crate) sum: u64,
    pub(crate) id: u32,
}

/// The sum of an element of the left list and one of the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinedSum {
    sum: u64,
    pub(crate) left: u32,
    pub(crate) right: u32,
}

/// The maximum number of joined sums kept: a table of very bad keys would join everything.
const MAX_JOINED: usize = 1 << 23;
/// The maximum number visited, for the same reason.
const MAX_VISITED: usize = 1 << 26;

/// A left and a right list, sorted.
#[derive(Debug)]
pub(crate) struct Lists {
    left: Vec<Half>,
    right: Vec<Half>,
}

impl Lists {
    pub(crate) fn new(left: Vec<Half>, mut right: Vec<Half>) -> Lists {
        right.sort_unstable_by_key(|half| half.sum);
        let mut lists = Lists { left, right };
        lists.shift(0);
        lists
    }

    /// XORs an offset into the left list, so that other joined sums have leading zeros.
    pub(crate) fn shift(&mut self, offset: u64) {
        self.left.iter_mut().for_each(|half| half.sum ^= offset);
        self.left.sort_unstable_by_key(|half| half.sum);
    }

    /// A random offset with which some joined sum has leading zeros; `None` for empty lists.
    pub(crate) fn random_offset(&self, random: &mut SplitMix64) -> Option<u64> {
        let mut choose = |list: &[Half]| list.get(random.below(list.len().max(1))).map(|half| half.sum);
        Some(choose(&self.left)? ^ choose(&self.right)?)
    }

    /// The number of leading bits to join on for about `room` results.
    pub(crate) fn bits(&self, room: usize) -> u32 {
        let pairs = self.left.len() as u64 * self.right.len() as u64;
        (pairs / room as u64).checked_ilog2().unwrap_or(0)
    }

    /// Visits the joined sums with leading zeros, until the visitor stops.
    fn join(&self, bits: u32, mut visit: impl FnMut(JoinedSum) -> ControlFlow<()>) -> ControlFlow<()> {
        // Two shifts, because a shift by 64 overflows.
        let prefix = |half: &Half| half.sum >> 1 >> (63 - bits);
        let mut rest = &*self.right;
        for run in self.left.chunk_by(|a, b| prefix(a) == prefix(b)) {
            let key = prefix(&run[0]);
            let skipped = rest.iter().take_while(|half| prefix(half) < key).count();
            rest = &rest[skipped..];
            let matching = rest.iter().take_while(|half| prefix(half) == key).count();
            for a in run {
                for b in &rest[..matching] {
                    visit(JoinedSum { sum: a.sum ^ b.sum, left: a.id, right: b.id })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The joined sums, sorted.
    fn joined(&self, bits: u32) -> Vec<JoinedSum> {
        let mut joined_sums = Vec::new();
        let _ = self.join(bits, |joined| {
            joined_sums.push(joined);
            if joined_sums.len() < MAX_JOINED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        joined_sums.sort_unstable_by_key(|joined| joined.sum);
        joined_sums
    }

    /// Passes equal joined sums to the visitor, until it returns a result.
    pub(crate) fn find_equal<T>(
        &self,
        bits: u32,
        answer: impl Fn(JoinedSum, JoinedSum) -> Option<T>,
    ) -> Option<T> {
        let joined_sums = self.joined(bits);
        joined_sums
            .windows(2)
            .filter(|pair| pair[0].sum == pair[1].sum)
            .find_map(|pair| answer(pair[0], pair[1]))
    }

    /// Passes joined sums that occur in both pairs of lists to the visitor, until it returns a result. The other pair's
    /// sums are not stored, so they may be many.
    pub(crate) fn find_common<T>(
        &self,
        others: &Lists,
        bits: u32,
        answer: impl Fn(JoinedSum, JoinedSum) -> Option<T>,
    ) -> Option<T> {
        let joined_sums = self.joined(bits);
        let filter = Filter::new(&joined_sums, bits);
        let (mut found, mut visited) = (None, 0);
        let _ = others.join(bits, |other| {
            visited += 1;
            if filter.may_have(other.sum)
                && let Ok(place) = joined_sums.binary_search_by_key(&other.sum, |joined| joined.sum)
            {
                found = answer(joined_sums[place], other);
            }
            if found.is_none() && visited < MAX_VISITED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        found
    }
}

/// A filter that quickly rejects most sums that are not in a list.
struct Filter {
    marks: Vec<u64>,
    skip: u32,
}

impl Filter {
    /// 1 MB, to fit in the cache.
    const INDEX_BITS: u32 = 23;

    fn new(joined_sums: &[JoinedSum], joined_bits: u32) -> Filter {
        let mut filter = Filter { marks: vec![0; 1 << (Filter::INDEX_BITS - 6)], skip: joined_bits.min(40) };
        for joined in joined_sums {
            let index = filter.index(joined.sum);
            filter.marks[index / 64] |= 1 << (index % 64);
        }
        filter
    }

    /// The bits after the leading zeros of joined sums.
    fn index(&self, sum: u64) -> usize {
        (sum << self.skip >> (64 - Filter::INDEX_BITS)) as usize
    }

    fn may_have(&self, sum: u64) -> bool {
        let index = self.index(sum);
        self.marks[index / 64] >> (index % 64) & 1 == 1
    }
}
