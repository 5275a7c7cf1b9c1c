//! Collisions of shortened keys of real positions, compared with chance.

use std::collections::HashSet;

use tabiya::{AnyPosition, Variant};

use crate::walk;
use tabiya::keys::SplitMix64;

/// Distinct positions of one game, with their keys in several dialects.
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
    target: usize,
    seen: HashSet<u128>,
    dialects: Vec<(String, ShortKey<'a>, Vec<u64>)>,
}

/// A dialect's key function.
pub type ShortKey<'a> = Box<dyn Fn(&AnyPosition) -> u64 + 'a>;

/// A position of another game than the collection's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OtherGame {
    /// The collection's game.
    pub expected: Variant,
    /// The position's game.
    pub found: Variant,
}

impl std::fmt::Display for OtherGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot add a position of {} to a collection of {}", self.found, self.expected)
    }
}

impl std::error::Error for OtherGame {}

/// The collisions of one dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Measured {
    /// The dialect.
    pub name: String,
    /// For each number of bits, the number of pairs of distinct positions with equal shortened keys.
    pub pairs: Vec<u64>,
}

/// The expected number of pairs with equal random keys of this many bits: N(N−1)/2^(b+1).
#[must_use]
pub fn expected_collisions(positions: usize, bits: u32) -> f64 {
    let n = positions as f64;
    let exponent = i32::try_from(bits).unwrap_or(i32::MAX).saturating_add(1);
    n * (n - 1.0) / 2f64.powi(exponent)
}

impl<'a> Collection<'a> {
    /// An empty collection with this capacity.
    #[must_use]
    pub fn new(variant: Variant, target: usize, dialects: Vec<(String, ShortKey<'a>)>) -> Collection<'a> {
        let dialects = dialects.into_iter().map(|(name, key)| (name, key, Vec::new())).collect();
        Collection { variant, target, seen: HashSet::new(), dialects }
    }

    /// The number of distinct positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// Whether it is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.len() >= self.target
    }

    /// Adds a position, unless it is present or the collection is full.
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
        // The native 128-bit key identifies the position: two of these positions will not share it.
        if !self.is_full() && self.seen.insert(position.key_128().0) {
            for (_, key, keys) in &mut self.dialects {
                keys.push(key(position));
            }
        }
    }

    /// Adds positions of random games until the collection is full.
    pub fn play_random_games(&mut self, seed: u64, progress: &mut dyn FnMut(usize)) {
        const MAX_LEN: usize = 120;
        let mut random = SplitMix64::new(seed);
        while !self.is_full() {
            let mut position = walk::start(self.variant, &mut random);
            self.add_own(&position);
            for _ in 0..MAX_LEN {
                let Some(mv) = walk::any_move(&position, &mut random) else { break };
                position = position.play_legal(mv);
                self.add_own(&position);
            }
            progress(self.len());
        }
    }

    /// Counts pairs of equal keys, shortened to each of these numbers of leading bits (1 to 64).
    pub fn collisions(&mut self, bits: &[u32]) -> Vec<Measured> {
        let measure = |(name, _, keys): &mut (String, ShortKey<'a>, Vec<u64>)| {
            // Sorted keys are also sorted by any number of leading bits.
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
    fn pairs_are_counted_by_leading_bits() {
        let keys = [0x1000 << 48, 0x1001 << 48, 0x1100 << 48, 0x2000 << 48];
        assert_eq!(equal_pairs(&keys, 64), 0);
        assert_eq!(equal_pairs(&keys, 8), 1);
        assert_eq!(equal_pairs(&keys, 4), 3);
        assert_eq!(equal_pairs(&keys, 1), 6);
        assert_eq!(equal_pairs(&[], 8), 0);
    }

    #[test]
    fn every_game_contributes_positions() {
        for variant in Variant::ALL {
            let mut collection = Collection::new(variant, 500, vec![]);
            collection.play_random_games(1, &mut |_| ());
            assert_eq!((collection.len(), collection.is_full()), (500, true));
        }
    }

    #[test]
    fn equal_positions_count_once() {
        let key = |position: &AnyPosition| position.key().0;
        let mut collection = Collection::new(Variant::Chess, 10, vec![("tabiya".into(), Box::new(key))]);
        let start = AnyPosition::start(Variant::Chess);
        assert_eq!([(); 2].map(|()| collection.add(&start)), [Ok(()), Ok(())]);
        assert_eq!(collection.collisions(&[8])[0].pairs, [0]);
        assert_eq!(collection.len(), 1);
    }

    #[test]
    fn positions_of_another_game_are_rejected() {
        let fen = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1";
        let [chess, makruk] = [Variant::Chess, Variant::Makruk].map(|variant| {
            AnyPosition::from_fen(variant, fen, Reading::LENIENT).expect("legal in both").position
        });
        assert_eq!(chess.key(), makruk.key());
        let key = |position: &AnyPosition| position.key().0;
        let mut collection = Collection::new(Variant::Chess, 10, vec![("tabiya".into(), Box::new(key))]);
        assert_eq!(collection.add(&chess), Ok(()));
        let error = collection.add(&makruk).expect_err("another game");
        assert_eq!(error.to_string(), "cannot add a position of makruk to a collection of chess");
        assert_eq!(collection.len(), 1);
    }

    #[test]
    fn chance_is_n_squared_over_twice_the_number_of_keys() {
        assert!((expected_collisions(1_000_000, 24) - 29_802.3).abs() < 0.1);
        assert!(expected_collisions(0, 24).abs() < 1e-9);
        for bits in [i32::MAX as u32 - 1, i32::MAX as u32, u32::MAX] {
            assert!(expected_collisions(1_000_000, bits).abs() < 1e-9, "{bits}");
        }
    }
}
