//! Two lists of sums, joined where their leading bits agree, and equal results among the joined: the birthday
//! search both the four lists and the forger are made of.
//!
//! Joining first by some bits and then looking for equality in the rest finds equal sums of 64 bits with lists of
//! 2^22 numbers, where a plain search would need 2^32 (Schroeppel and Shamir, 1981; Wagner, 2002).

use std::ops::ControlFlow;

use tabiya::keys::SplitMix64;

/// A sum and what it is the sum of, by a number its list understands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Half {
    pub(crate) sum: u64,
    pub(crate) id: u32,
}

/// The sum of a half from the left list and one from the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    sum: u64,
    pub(crate) left: u32,
    pub(crate) right: u32,
}

/// At most this many wholes are kept: a table of very bad keys would join everything with everything.
const MOST_KEPT: usize = 1 << 23;
/// At most this many are looked at, for the same reason.
const MOST_SEEN: usize = 1 << 26;

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

    /// Adds an offset to all sums of the left list, so that other wholes have zeros in front.
    pub(crate) fn shift(&mut self, offset: u64) {
        self.left.iter_mut().for_each(|half| half.sum ^= offset);
        self.left.sort_unstable_by_key(|half| half.sum);
    }

    /// A random offset with which some whole, and so perhaps many, has zeros in front; none for empty lists.
    pub(crate) fn random_offset(&self, random: &mut SplitMix64) -> Option<u64> {
        let mut choose = |list: &[Half]| list.get(random.below(list.len().max(1))).map(|half| half.sum);
        Some(choose(&self.left)? ^ choose(&self.right)?)
    }

    /// By how many leading bits to join so that about `room` wholes come out.
    pub(crate) fn bits(&self, room: usize) -> u32 {
        let pairs = self.left.len() as u64 * self.right.len() as u64;
        (pairs / room as u64).checked_ilog2().unwrap_or(0)
    }

    /// Visits the wholes whose leading bits are zero, until the visitor has seen enough.
    fn join(&self, bits: u32, mut visit: impl FnMut(Whole) -> ControlFlow<()>) -> ControlFlow<()> {
        // Two shifts, because a shift by 64 is not allowed and no leading bits is.
        let prefix = |half: &Half| half.sum >> 1 >> (63 - bits);
        let mut rest = &*self.right;
        for run in self.left.chunk_by(|a, b| prefix(a) == prefix(b)) {
            let wanted = prefix(&run[0]);
            let skipped = rest.iter().take_while(|half| prefix(half) < wanted).count();
            rest = &rest[skipped..];
            let matching = rest.iter().take_while(|half| prefix(half) == wanted).count();
            for a in run {
                for b in &rest[..matching] {
                    visit(Whole { sum: a.sum ^ b.sum, left: a.id, right: b.id })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The wholes in order of their sums.
    fn joined(&self, bits: u32) -> Vec<Whole> {
        let mut wholes = Vec::new();
        let _ = self.join(bits, |whole| {
            wholes.push(whole);
            if wholes.len() < MOST_KEPT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        wholes.sort_unstable_by_key(|whole| whole.sum);
        wholes
    }

    /// Shows wholes of equal sum to the visitor until it has an answer.
    pub(crate) fn find_twins<T>(&self, bits: u32, answer: impl Fn(Whole, Whole) -> Option<T>) -> Option<T> {
        let wholes = self.joined(bits);
        wholes.windows(2).filter(|pair| pair[0].sum == pair[1].sum).find_map(|pair| answer(pair[0], pair[1]))
    }

    /// Shows wholes that have the same sum in both pairs of lists to the visitor until it has an answer. The other
    /// lists' wholes are not kept, so they may be many.
    pub(crate) fn find_common<T>(
        &self,
        others: &Lists,
        bits: u32,
        answer: impl Fn(Whole, Whole) -> Option<T>,
    ) -> Option<T> {
        let wholes = self.joined(bits);
        let filter = Filter::new(&wholes, bits);
        let (mut found, mut seen) = (None, 0);
        let _ = others.join(bits, |other| {
            seen += 1;
            if filter.may_have(other.sum)
                && let Ok(place) = wholes.binary_search_by_key(&other.sum, |whole| whole.sum)
            {
                found = answer(wholes[place], other);
            }
            if found.is_none() && seen < MOST_SEEN {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        found
    }
}

/// Says quickly of most sums that they are not in a list.
struct Filter {
    marks: Vec<u64>,
    skip: u32,
}

impl Filter {
    /// A megabyte, to stay in the cache.
    const INDEX_BITS: u32 = 23;

    fn new(wholes: &[Whole], joined_bits: u32) -> Filter {
        let mut filter = Filter { marks: vec![0; 1 << (Filter::INDEX_BITS - 6)], skip: joined_bits.min(40) };
        for whole in wholes {
            let index = filter.index(whole.sum);
            filter.marks[index / 64] |= 1 << (index % 64);
        }
        filter
    }

    /// The bits after those that are zero in every whole.
    fn index(&self, sum: u64) -> usize {
        (sum << self.skip >> (64 - Filter::INDEX_BITS)) as usize
    }

    fn may_have(&self, sum: u64) -> bool {
        let index = self.index(sum);
        self.marks[index / 64] >> (index % 64) & 1 == 1
    }
}
