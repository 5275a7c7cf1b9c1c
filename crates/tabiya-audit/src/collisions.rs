//! How often shortened keys of real positions collide, beside what chance would give.

use std::collections::HashSet;

use tabiya::{AnyPosition, Variant};

use crate::walk;
use tabiya::keys::SplitMix64;

/// Different positions of one game, and their keys in some dialects. Keys of different games may be equal by right.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
/// use tabiya_audit::{Collection, expected_collisions};
///
/// let native = |position: &AnyPosition| position.key().0;
/// let mut collection = Collection::new(Variant::Chess, 20_000, vec![("tabiya".to_string(), Box::new(native))]);
/// collection.play_random_games(1, &mut |_| ());
/// let measured = collection.collisions(&[16, 20]);
/// assert_eq!(measured[0].name, "tabiya");
/// let expected = expected_collisions(20_000, 16);
/// assert!((measured[0].pairs[0] as f64 / expected - 1.0).abs() < 0.2);
/// ```
pub struct Collection<'a> {
    variant: Variant,
    wanted: usize,
    seen: HashSet<u128>,
    dialects: Vec<(String, ShortKey<'a>, Vec<u64>)>,
}

/// A dialect's key of a position.
pub type ShortKey<'a> = Box<dyn Fn(&AnyPosition) -> u64 + 'a>;

/// A collection holds positions of one game only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OtherGame {
    /// The collection's.
    pub expected: Variant,
    /// The position's.
    pub found: Variant,
}

impl std::fmt::Display for OtherGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a position of {} among those of {}", self.found, self.expected)
    }
}

impl std::error::Error for OtherGame {}

/// The collisions of one dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Measured {
    /// The dialect.
    pub name: String,
    /// For each number of bits, how many pairs of different positions have the same shortened key.
    pub pairs: Vec<u64>,
}

/// How many of the pairs of so many positions share a random key of so many bits: N(N−1)/2^(b+1).
#[must_use]
pub fn expected_collisions(positions: usize, bits: u32) -> f64 {
    let n = positions as f64;
    let exponent = i32::try_from(bits).unwrap_or(i32::MAX).saturating_add(1);
    n * (n - 1.0) / 2f64.powi(exponent)
}

impl<'a> Collection<'a> {
    /// Room for so many positions of a game.
    #[must_use]
    pub fn new(variant: Variant, wanted: usize, dialects: Vec<(String, ShortKey<'a>)>) -> Collection<'a> {
        let dialects = dialects.into_iter().map(|(name, key)| (name, key, Vec::new())).collect();
        Collection { variant, wanted, seen: HashSet::new(), dialects }
    }

    /// How many different positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether there are none yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// Whether there is no more room.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.len() >= self.wanted
    }

    /// Adds a position, unless it is there already or there is no more room.
    ///
    /// # Errors
    ///
    /// It is a position of another game.
    pub fn add(&mut self, position: &AnyPosition) -> Result<(), OtherGame> {
        if position.variant() != self.variant {
            return Err(OtherGame { expected: self.variant, found: position.variant() });
        }
        self.add_own(position);
        Ok(())
    }

    fn add_own(&mut self, position: &AnyPosition) {
        // Our longer key stands for the identity: two of these positions will not share it.
        if !self.is_full() && self.seen.insert(position.key_128().0) {
            for (_, key, keys) in &mut self.dialects {
                keys.push(key(position));
            }
        }
    }

    /// Adds positions of random games until there is no more room.
    pub fn play_random_games(&mut self, seed: u64, progress: &mut dyn FnMut(usize)) {
        const LONGEST: usize = 120;
        let mut random = SplitMix64::new(seed);
        while !self.is_full() {
            let mut position = walk::start(self.variant, &mut random);
            self.add_own(&position);
            for _ in 0..LONGEST {
                let Some(mv) = walk::any_move(&position, &mut random) else { break };
                position = position.play_legal(mv);
                self.add_own(&position);
            }
            progress(self.len());
        }
    }

    /// Shortens all keys to their first bits, for each of these numbers of bits (1 to 64), and counts equal pairs.
    pub fn collisions(&mut self, bits: &[u32]) -> Vec<Measured> {
        let measure = |(name, _, keys): &mut (String, ShortKey<'a>, Vec<u64>)| {
            // Sorted keys are also sorted by their first bits, however many.
            keys.sort_unstable();
            let pairs = bits.iter().map(|&bits| equal_pairs(keys, bits)).collect();
            Measured { name: name.clone(), pairs }
        };
        self.dialects.iter_mut().map(measure).collect()
    }
}

impl std::fmt::Debug for Collection<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.dialects.iter().map(|(name, ..)| name.as_str()).collect();
        f.debug_struct("Collection").field("positions", &self.len()).field("dialects", &names).finish()
    }
}

fn equal_pairs(sorted: &[u64], bits: u32) -> u64 {
    let shift = 64 - bits.clamp(1, 64);
    let runs = sorted.chunk_by(|one, other| one >> shift == other >> shift);
    runs.map(|run| run.len() as u64).map(|count| count * (count - 1) / 2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Reading;

    #[test]
    fn equal_pairs_are_counted_by_the_first_bits() {
        let keys = [0x1000 << 48, 0x1001 << 48, 0x1100 << 48, 0x2000 << 48];
        assert_eq!(equal_pairs(&keys, 64), 0);
        assert_eq!(equal_pairs(&keys, 8), 1);
        assert_eq!(equal_pairs(&keys, 4), 3);
        assert_eq!(equal_pairs(&keys, 1), 6);
        assert_eq!(equal_pairs(&[], 8), 0);
    }

    #[test]
    fn every_game_gives_different_positions() {
        for variant in Variant::ALL {
            let mut collection = Collection::new(variant, 500, vec![]);
            collection.play_random_games(1, &mut |_| ());
            assert_eq!((collection.len(), collection.is_full()), (500, true));
        }
    }

    #[test]
    fn a_position_counts_once() {
        let key = |position: &AnyPosition| position.key().0;
        let mut collection = Collection::new(Variant::Chess, 10, vec![("tabiya".into(), Box::new(key))]);
        let start = AnyPosition::start(Variant::Chess);
        assert_eq!([(); 2].map(|()| collection.add(&start)), [Ok(()), Ok(())]);
        assert_eq!(collection.collisions(&[8])[0].pairs, [0]);
        assert_eq!(collection.len(), 1);
    }

    #[test]
    fn positions_of_two_games_are_not_compared() {
        let fen = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1";
        let [chess, makruk] = [Variant::Chess, Variant::Makruk].map(|variant| {
            AnyPosition::from_fen(variant, fen, Reading::LENIENT).expect("legal in both").position
        });
        assert_eq!(chess.key(), makruk.key());
        let key = |position: &AnyPosition| position.key().0;
        let mut collection = Collection::new(Variant::Chess, 10, vec![("tabiya".into(), Box::new(key))]);
        assert_eq!(collection.add(&chess), Ok(()));
        let error = collection.add(&makruk).expect_err("another game");
        assert_eq!(error.to_string(), "a position of makruk among those of chess");
        assert_eq!(collection.len(), 1);
    }

    #[test]
    fn chance_is_n_squared_over_twice_the_keys() {
        assert!((expected_collisions(1_000_000, 24) - 29_802.3).abs() < 0.1);
        assert!(expected_collisions(0, 24).abs() < 1e-9);
        for bits in [i32::MAX as u32 - 1, i32::MAX as u32, u32::MAX] {
            assert!(expected_collisions(1_000_000, bits).abs() < 1e-9, "{bits}");
        }
    }
}
