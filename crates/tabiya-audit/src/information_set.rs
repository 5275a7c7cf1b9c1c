//! Information-set search for dependent sets (Lee and Brickell, 1988).

/// A table in systematic form: some independent keys, the pivots, are unit vectors. The bits of every other key
/// show which pivots it is the sum of.
pub(crate) struct Systematic {
    /// The transformed keys, in the table's order.
    reduced: Vec<u64>,
    /// The pivot of each bit.
    pivots: [Option<usize>; 64],
}

impl Systematic {
    /// Chooses as pivots the first independent keys in the given order.
    pub(crate) fn new(keys: &[u64], order: &[usize]) -> Systematic {
        let mut reduced = keys.to_vec();
        let mut pivots = [None; 64];
        let mut used = 0;
        for &place in order {
            let key = reduced[place];
            let free = key & !used;
            if free == 0 {
                continue;
            }
            let bit = free.trailing_zeros();
            // The linear map that reduces this key to one bit.
            let surplus = key ^ 1 << bit;
            reduced.iter_mut().filter(|other| **other >> bit & 1 == 1).for_each(|other| *other ^= surplus);
            pivots[bit as usize] = Some(place);
            used |= 1 << bit;
        }
        Systematic { reduced, pivots }
    }

    /// The rank.
    pub(crate) fn rank(&self) -> usize {
        self.pivots.iter().flatten().count()
    }

    /// Whether every dependent set has an even number of keys, as in a table with a parity bit.
    pub(crate) fn has_even_sets_only(&self) -> bool {
        // A key that is not a pivot makes a dependent set with its pivots, and all sets are sums of these.
        let others = (0..self.reduced.len()).filter(|place| !self.pivots.contains(&Some(*place)));
        others.map(|place| self.reduced[place]).all(|key| key.count_ones() % 2 == 1)
    }

    /// The smallest dependent set with one or two keys besides pivots, if it is smaller than `below`.
    pub(crate) fn smallest_set(&self, below: usize) -> Option<Vec<usize>> {
        let others: Vec<usize> =
            (0..self.reduced.len()).filter(|place| !self.pivots.contains(&Some(*place))).collect();
        let size = |sum: u64, members: u32| (sum.count_ones() + members) as usize;
        let mut best: Option<(usize, u64, Vec<usize>)> = None;
        let mut below = below;
        for (n, &one) in others.iter().enumerate() {
            let first = self.reduced[one];
            if size(first, 1) < below {
                below = size(first, 1);
                best = Some((below, first, vec![one]));
            }
            for &other in &others[n + 1..] {
                let sum = first ^ self.reduced[other];
                if size(sum, 2) < below {
                    below = size(sum, 2);
                    best = Some((below, sum, vec![one, other]));
                }
            }
        }
        let (_, sum, mut members) = best?;
        members.extend((0..64).filter(|bit| sum >> bit & 1 == 1).filter_map(|bit| self.pivots[bit]));
        members.sort_unstable();
        Some(members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::keys::SplitMix64;

    #[test]
    fn rank_counts_independent_keys() {
        let rank = |keys: &[u64]| Systematic::new(keys, &(0..keys.len()).collect::<Vec<_>>()).rank();
        assert_eq!(rank(&[]), 0);
        assert_eq!(rank(&[0, 0]), 0);
        assert_eq!(rank(&[1, 2, 3]), 2);
        assert_eq!(rank(&[9, 5, 12, 7]), 3);
        let mut random = SplitMix64::new(1);
        assert_eq!(rank(&(0..200).map(|_| random.next()).collect::<Vec<_>>()), 64);
    }

    #[test]
    fn a_parity_bit_in_every_key_leaves_even_sets_only() {
        let mut random = SplitMix64::new(3);
        let order: Vec<usize> = (0..150).collect();
        let keys: Vec<u64> = order.iter().map(|_| random.next()).collect();
        assert!(!Systematic::new(&keys, &order).has_even_sets_only());
        let with_parity: Vec<u64> = keys.iter().map(|key| key | 1).collect();
        assert!(Systematic::new(&with_parity, &order).has_even_sets_only());
    }

    #[test]
    fn sets_of_a_systematic_form_have_zero_sum() {
        let mut random = SplitMix64::new(2);
        let keys: Vec<u64> = (0..120).map(|_| random.next()).collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        for _ in 0..20 {
            random.shuffle(&mut order);
            let set =
                Systematic::new(&keys, &order).smallest_set(65).expect("120 keys of 64 bits are dependent");
            assert_eq!(set.iter().fold(0, |sum, &place| sum ^ keys[place]), 0);
            assert!(set.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
