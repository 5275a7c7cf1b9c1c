/// xorshift64* with Vigna's shifts 12, 25, 27 (Vigna, "An experimental exploration of Marsaglia's xorshift
/// generators, scrambled", 2016).
pub(crate) struct XorShift64Star(pub(crate) u64);

pub(super) const MULTIPLIER: u64 = 0x2545_f491_4f6c_dd1d;

impl XorShift64Star {
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(MULTIPLIER)
    }

    /// The product becomes the next state.
    pub(crate) const fn next_multiplied(&mut self) -> u64 {
        self.0 = self.next();
        self.0
    }
}

/// The first numbers, usable at compile time.
pub(crate) const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut random = XorShift64Star(seed);
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = random.next();
        i += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_as_state_gives_another_sequence() {
        let mut star = XorShift64Star(1);
        let mut multiplied = XorShift64Star(1);
        assert_eq!(star.next(), multiplied.next_multiplied());
        assert_ne!(star.next(), multiplied.next_multiplied());
    }

    #[test]
    fn xorshift64star_gives_the_first_numbers_of_its_definition() {
        // From state 1: x ^= x >> 12 leaves 1, x ^= x << 25 gives 0x2000001, x ^= x >> 27 leaves that.
        assert_eq!(numbers(1), [0x0200_0001_u64.wrapping_mul(MULTIPLIER)]);
    }
}
