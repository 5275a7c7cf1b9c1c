//! Where random choices come from: a seed, or the bytes a fuzzer gives.

/// Something that chooses.
pub(crate) trait Choices {
    /// A number below `bound`, which is not 0; `None` when there is nothing left to choose from.
    fn below(&mut self, bound: usize) -> Option<usize>;
}

/// SplitMix64 (Steele, Lea, Flood 2014): never runs dry.
#[derive(Clone, Debug)]
pub(crate) struct Seed(pub(crate) u64);

impl Choices for Seed {
    fn below(&mut self, bound: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The high half of the product; a remainder would do, but this is as short.
        Some(((u128::from(mixed) * bound as u128) >> 64) as usize)
    }
}

/// One byte a choice, until they are used up.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: usize) -> Option<usize> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(usize::from(first) % bound)
    }
}
