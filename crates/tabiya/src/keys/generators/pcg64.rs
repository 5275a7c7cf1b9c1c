/// PCG XSL RR 128/64 (O'Neill, 2014).
pub(super) struct Pcg64 {
    state: u128,
    increment: u128,
}

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

impl Pcg64 {
    /// Seeds like `pcg64_srandom_r` of the authors' C library.
    pub(super) fn new(seed: u128, stream: u128) -> Pcg64 {
        let mut random = Pcg64 { state: 0, increment: stream << 1 | 1 };
        random.step();
        random.state = random.state.wrapping_add(seed);
        random.step();
        random
    }

    pub(super) fn next(&mut self) -> u64 {
        self.step();
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    fn step(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn pcg64_matches_the_authors_demonstration() {
        let mut random = Pcg64::new(42, 54);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(first, [0x86b1_da1d_7206_2b68, 0x1304_aa46_c985_3d39, 0xa367_0e9e_0dd5_0358]);
    }
}
