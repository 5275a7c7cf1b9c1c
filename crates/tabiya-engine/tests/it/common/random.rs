//! Where random choices come from: a seed, or the bytes a fuzzer gives.

use tabiya::keys::SplitMix64;

/// Something that chooses.
pub(crate) trait Choices {
    /// A number below `bound`, which is not 0; `None` when there is nothing left to choose from.
    fn below(&mut self, bound: usize) -> Option<usize>;
}

/// A seed never runs dry.
#[derive(Clone, Debug)]
pub(crate) struct Seed(SplitMix64);

impl Seed {
    pub(crate) fn new(seed: u64) -> Seed {
        Seed(SplitMix64::new(seed))
    }
}

impl Choices for Seed {
    fn below(&mut self, bound: usize) -> Option<usize> {
        Some(self.0.below(bound))
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
