//! The random number generators of other programs, written from their descriptions and tested against
//! numbers published by their authors.

pub(crate) mod chacha20;
mod mt19937_64;
mod pcg64;
mod unbounded;
pub(crate) mod xorshift;

use alloc::vec::Vec;

use super::{LayoutError, SplitMix64};

/// A generator and its seed.
///
/// ```
/// use tabiya::keys::Generator;
///
/// // Stockfish's first number: a white pawn on a1.
/// let first = Generator::XorShift64Star { seed: 1_070_372 }.numbers(1);
/// assert_eq!(format!("{:016x}", first[0]), "083610fb1cd7c6a5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Generator {
    /// Marsaglia's xorshift, its output multiplied (Vigna 2016).
    XorShift64Star {
        /// The initial state; 0 gives only zeros.
        seed: u64,
    },
    /// The same, but with the product as the next state: not as published, but used by some programs.
    XorShift64StarMultiplied {
        /// The initial state; 0 gives only zeros.
        seed: u64,
    },
    /// The same with unbounded integers: bits above the 64th are not cut off and return by right shifts.
    XorShift64StarUnbounded {
        /// The initial state; 0 gives only zeros.
        seed: u64,
    },
    /// SplitMix64 (Steele, Lea, Flood 2014).
    SplitMix64 {
        /// The initial state.
        seed: u64,
    },
    /// The keystream of ChaCha20 (Bernstein 2008), counter and nonce 0, two words per number, low word first.
    ChaCha20 {
        /// The cipher's key.
        seed: [u8; 32],
    },
    /// The 64-bit Mersenne Twister (Nishimura, Matsumoto 2004), C++'s `std::mt19937_64`.
    Mt19937_64 {
        /// The argument of `init_genrand64`; C++'s default is 5489.
        seed: u64,
    },
    /// PCG XSL RR 128/64 (O'Neill 2014), `pcg64_srandom_r(seed, stream)`.
    Pcg64 {
        /// The initial state.
        seed: u128,
        /// The stream.
        stream: u128,
    },
}

impl Generator {
    /// Rejects a seed that gives only zeros, and a stream that PCG does not have.
    pub fn check(self) -> Result<(), LayoutError> {
        match self {
            Generator::XorShift64Star { seed: 0 }
            | Generator::XorShift64StarMultiplied { seed: 0 }
            | Generator::XorShift64StarUnbounded { seed: 0 } => Err(LayoutError::OnlyZeros),
            Generator::Pcg64 { stream, .. } if stream >> 127 != 0 => Err(LayoutError::Stream),
            _ => Ok(()),
        }
    }

    /// The first numbers of the sequence.
    #[must_use]
    pub fn numbers(self, count: usize) -> Vec<u64> {
        match self {
            Generator::XorShift64Star { seed } => {
                let mut random = xorshift::XorShift64Star(seed);
                (0..count).map(|_| random.next()).collect()
            }
            Generator::XorShift64StarMultiplied { seed } => {
                let mut random = xorshift::XorShift64Star(seed);
                (0..count).map(|_| random.next_multiplied()).collect()
            }
            Generator::XorShift64StarUnbounded { seed } => unbounded::numbers(seed, count),
            Generator::SplitMix64 { seed } => {
                let mut random = SplitMix64::new(seed);
                (0..count).map(|_| random.next()).collect()
            }
            Generator::ChaCha20 { seed } => {
                let blocks = (0..).map(|counter| chacha20::block(&seed, counter));
                blocks.flatten().take(count).collect()
            }
            Generator::Mt19937_64 { seed } => {
                let mut random = mt19937_64::Mt19937_64::new(seed);
                (0..count).map(|_| random.next()).collect()
            }
            Generator::Pcg64 { seed, stream } => {
                let mut random = pcg64::Pcg64::new(seed, stream);
                (0..count).map(|_| random.next()).collect()
            }
        }
    }
}
