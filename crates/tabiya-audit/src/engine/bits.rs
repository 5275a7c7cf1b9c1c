//! Bits of an engine's keys that carry no information.

use std::collections::HashSet;

/// Fewer keys do not show that a bit never changes or that two are always equal: in 128 random keys that has probability 2⁻¹²⁷.
const MIN_SAMPLE: usize = 128;
const MAX_SAMPLE: usize = 512;

/// The keys seen so far.
#[derive(Default)]
pub(super) struct KeyBits {
    first: Option<u128>,
    /// Bits that differ between two keys.
    changed: u128,
    all: u128,
    seen: usize,
    /// Different keys.
    sample: HashSet<u128>,
}

impl KeyBits {
    pub(super) fn add(&mut self, key: u128) {
        self.changed |= key ^ *self.first.get_or_insert(key);
        self.all |= key;
        self.seen += 1;
        if self.sample.len() < MAX_SAMPLE {
            self.sample.insert(key);
        }
    }

    fn width(&self) -> u32 {
        if self.all >> 64 == 0 { 64 } else { 128 }
    }

    /// Bits that are the same in all keys.
    pub(super) fn constant(&self) -> Vec<u32> {
        if self.seen < MIN_SAMPLE {
            return Vec::new();
        }
        (0..self.width()).filter(|bit| self.changed >> bit & 1 == 0).collect()
    }

    /// Pairs of bits of which one is always the other or its opposite; the lower one first.
    pub(super) fn equal(&self) -> Vec<[u32; 2]> {
        if self.sample.len() < MIN_SAMPLE {
            return Vec::new();
        }
        let keys: Vec<u128> = self.sample.iter().copied().collect();
        // The first key decides whether a column is inverted, so that opposites are equal, too.
        let column =
            |bit: u32| -> Vec<bool> { keys.iter().map(|key| (key ^ keys[0]) >> bit & 1 == 1).collect() };
        let bits: Vec<u32> = (0..self.width()).filter(|bit| self.changed >> bit & 1 == 1).collect();
        let columns: Vec<Vec<bool>> = bits.iter().map(|bit| column(*bit)).collect();
        let twin_of = |place: usize| {
            let twin = columns[..place].iter().position(|earlier| *earlier == columns[place])?;
            Some([bits[twin], bits[place]])
        };
        (0..bits.len()).filter_map(twin_of).collect()
    }
}

#[cfg(test)]
mod tests {
    use tabiya::keys::SplitMix64;

    use super::*;

    fn seen(change: impl Fn(u64) -> u64) -> KeyBits {
        let (mut random, mut bits) = (SplitMix64::new(1), KeyBits::default());
        (0..MIN_SAMPLE).for_each(|_| bits.add(change(random.next()).into()));
        bits
    }

    #[test]
    fn constant_and_equal_bits_are_found() {
        assert_eq!(seen(|key| key).constant(), [0; 0]);
        assert_eq!(seen(|key| key).equal(), [[0; 2]; 0]);
        assert_eq!(seen(|key| key & 0xffff_ffff).constant(), (32..64).collect::<Vec<_>>());
        assert_eq!(seen(|key| key & !1 | 2).constant(), [0, 1]);
        assert_eq!(seen(|key| key & !0x80 | (key & 8) << 4).equal(), [[3, 7]]);
        assert_eq!(seen(|key| key & !0x80 | (!key & 8) << 4).equal(), [[3, 7]]);
        assert_eq!(KeyBits::default().constant(), [0; 0]);
    }
}
