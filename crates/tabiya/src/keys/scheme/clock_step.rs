use core::num::NonZeroU16;

use crate::Key;

/// How the half-move clock changes the printed key: in steps, so that table entries stay valid between steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClockStep {
    /// The first clock value that changes the key.
    pub from: u16,
    /// The length of a step.
    pub every: NonZeroU16,
}

impl ClockStep {
    /// Steps of a length, starting at a clock value.
    #[must_use]
    pub const fn new(from: u16, every: NonZeroU16) -> ClockStep {
        ClockStep { from, every }
    }

    /// The contribution of a clock value: the step number after one iteration of Knuth's linear congruential generator.
    #[inline]
    #[must_use]
    pub const fn key(self, halfmove_clock: u16) -> Key {
        if halfmove_clock < self.from {
            return Key(0);
        }
        let step = ((halfmove_clock - self.from) / self.every.get()) as u64;
        Key(step.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    }
}
