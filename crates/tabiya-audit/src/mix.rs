/// An invertible linear map that spreads every bit over the word: Marsaglia's xorshift, eight times.
///
/// It preserves dependence. Without it, a table whose keys share leading bits, such as 32-bit keys, could not be split
/// by leading bits.
pub(crate) fn mix(mut key: u64) -> u64 {
    for _ in 0..8 {
        key ^= key << 13;
        key ^= key >> 7;
        key ^= key << 17;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::keys::SplitMix64;

    #[test]
    fn mixing_is_linear_and_invertible() {
        let mut random = SplitMix64::new(5);
        let keys: Vec<u64> = (0..64).map(|_| random.next()).collect();
        for pair in keys.windows(2) {
            assert_eq!(mix(pair[0]) ^ mix(pair[1]), mix(pair[0] ^ pair[1]));
        }
        // A linear map is invertible if the images of the 64 bits are independent.
        let mut rows: Vec<u64> = (0..64).map(|bit| mix(1 << bit)).collect();
        for bit in 0..64 {
            let pivot = (bit..64).find(|&row| rows[row] >> bit & 1 == 1).expect("full rank");
            rows.swap(bit, pivot);
            let row = rows[bit];
            rows.iter_mut()
                .skip(bit + 1)
                .filter(|other| **other >> bit & 1 == 1)
                .for_each(|other| *other ^= row);
        }
    }
}
