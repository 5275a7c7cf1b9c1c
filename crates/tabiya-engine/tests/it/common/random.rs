//! Sources of random choices: a seed, or a fuzzer's bytes.

use tabiya::keys::SplitMix64;

/// A source of choices.
pub(crate) trait Choices {
    /// A number below `bound`, which is not 0; `None` when the source is exhausted.
    fn below(&mut self, bound: usize) -> Option<usize>;
}

/// Never exhausted.
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

/// One byte per choice.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: usize) -> Option<usize> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(usize::from(first) % bound)
    }
}
