/// The number of the search an entry comes from: 1 to 31, then 1 again.
///
/// Zero is never a generation. It marks an empty record, so that an entry whose other bits are all zero is
/// distinguishable from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Generation(u8);

impl Generation {
    pub(crate) const BITS: u32 = 5;
    pub(crate) const FIRST: Generation = Generation(1);
    /// The number of generations.
    const COUNT: u8 = (1 << Generation::BITS) - 1;

    /// The generation with this number, if it is valid.
    #[inline]
    pub(crate) const fn new(number: u8) -> Option<Generation> {
        if number == 0 || number > Generation::COUNT { None } else { Some(Generation(number)) }
    }

    /// Like [`Generation::new`], for the result of [`Generation::number`].
    #[inline]
    pub(crate) fn new_unchecked(number: u8) -> Generation {
        debug_assert!(Generation::new(number).is_some());
        Generation(number)
    }

    #[inline]
    pub(crate) fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn next(self) -> Generation {
        Generation(self.0 % Generation::COUNT + 1)
    }

    /// The number of searches since the other generation, modulo 31.
    pub(crate) const fn age_of(self, older: Generation) -> u8 {
        let difference = self.0.wrapping_sub(older.0);
        if self.0 < older.0 { difference.wrapping_add(Generation::COUNT) } else { difference }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_generation_is_followed_by_the_first() {
        let mut generation = Generation::FIRST;
        for _ in 0..70 {
            let next = generation.next();
            assert_eq!(next.age_of(generation), 1);
            assert!(Generation::new(next.number()).is_some());
            generation = next;
        }
    }

    #[test]
    fn ages_range_up_to_thirty() {
        let old = Generation(29);
        let mut now = old;
        for age in 0..31 {
            assert_eq!(now.age_of(old), age);
            now = now.next();
        }
        assert_eq!(now, old);
    }

    #[test]
    fn zero_is_not_a_generation() {
        assert_eq!((Generation::new(0), Generation::new(32)), (None, None));
    }
}
