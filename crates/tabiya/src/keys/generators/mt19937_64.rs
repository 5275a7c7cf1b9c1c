/// The 64-bit Mersenne Twister (Nishimura and Matsumoto, 2004).
pub(super) struct Mt19937_64 {
    state: [u64; WORDS],
    next: usize,
}

const WORDS: usize = 312;
/// The distance between the words that are combined.
const APART: usize = 156;
const TWIST: u64 = 0xb502_6f5a_a966_19e9;
const LOW_31_BITS: u64 = 0x7fff_ffff;

impl Mt19937_64 {
    pub(super) fn new(seed: u64) -> Mt19937_64 {
        let mut state = [seed; WORDS];
        for i in 1..WORDS {
            let before = state[i - 1];
            state[i] = (before ^ before >> 62).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i as u64);
        }
        Mt19937_64 { state, next: WORDS }
    }

    pub(super) fn next(&mut self) -> u64 {
        if self.next == WORDS {
            self.twist();
            self.next = 0;
        }
        let mut x = self.state[self.next];
        self.next += 1;
        x ^= x >> 29 & 0x5555_5555_5555_5555;
        x ^= x << 17 & 0x71d6_7fff_eda6_0000;
        x ^= x << 37 & 0xfff7_eee0_0000_0000;
        x ^ x >> 43
    }

    fn twist(&mut self) {
        for i in 0..WORDS {
            let mixed = self.state[i] & !LOW_31_BITS | self.state[(i + 1) % WORDS] & LOW_31_BITS;
            let twist = if mixed & 1 == 1 { TWIST } else { 0 };
            self.state[i] = self.state[(i + APART) % WORDS] ^ mixed >> 1 ^ twist;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Required of `std::mt19937_64` by the C++ standard.
    #[test]
    fn mt19937_64_gives_the_10000th_number_required_by_the_standard() {
        let mut random = Mt19937_64::new(5489);
        let last = (0..10_000).fold(0, |_, _| random.next());
        assert_eq!(last, 9_981_545_732_273_789_042);
    }
}
