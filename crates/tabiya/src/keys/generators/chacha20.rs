/// One block of the ChaCha20 keystream as eight numbers, with nonce 0.
///
/// Bernstein's original and RFC 8439 divide the last four words differently between counter and nonce; with a nonce of 0
/// and a 32-bit counter they agree.
pub(crate) const fn block(key: &[u8; 32], counter: u32) -> [u64; 8] {
    let mut start = [0_u32; 16];
    let constants = *b"expand 32-byte k";
    let mut i = 0;
    while i < 4 {
        start[i] = word(&constants, i);
        i += 1;
    }
    while i < 12 {
        start[i] = word(key, i - 4);
        i += 1;
    }
    start[12] = counter;
    let mixed = twenty_rounds(start);
    let mut numbers = [0; 8];
    let mut i = 0;
    while i < 8 {
        let low = mixed[2 * i].wrapping_add(start[2 * i]);
        let high = mixed[2 * i + 1].wrapping_add(start[2 * i + 1]);
        numbers[i] = low as u64 | (high as u64) << 32;
        i += 1;
    }
    numbers
}

/// The first numbers, usable at compile time.
pub(crate) const fn numbers<const N: usize>(key: &[u8; 32]) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        let block = block(key, (i / 8) as u32);
        while i < N {
            numbers[i] = block[i % 8];
            i += 1;
            if i % 8 == 0 {
                break;
            }
        }
    }
    numbers
}

const fn word(bytes: &[u8], i: usize) -> u32 {
    u32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]])
}

const fn twenty_rounds(mut x: [u32; 16]) -> [u32; 16] {
    let mut round = 0;
    while round < 10 {
        // Columns, then diagonals.
        x = quarter_round(x, 0, 4, 8, 12);
        x = quarter_round(x, 1, 5, 9, 13);
        x = quarter_round(x, 2, 6, 10, 14);
        x = quarter_round(x, 3, 7, 11, 15);
        x = quarter_round(x, 0, 5, 10, 15);
        x = quarter_round(x, 1, 6, 11, 12);
        x = quarter_round(x, 2, 7, 8, 13);
        x = quarter_round(x, 3, 4, 9, 14);
        round += 1;
    }
    x
}

const fn quarter_round(mut x: [u32; 16], a: usize, b: usize, c: usize, d: usize) -> [u32; 16] {
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(16);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(12);
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(8);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(7);
    x
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// RFC 8439, appendix A.1, test vector 1: key, counter and nonce all zero.
    #[test]
    fn chacha20_matches_rfc_8439_test_vector_1() {
        let bytes: Vec<u8> = block(&[0; 32], 0).into_iter().flat_map(u64::to_le_bytes).collect();
        assert_eq!(bytes[..8], [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
        assert_eq!(bytes[56..], [0xc3, 0x87, 0xb6, 0x69, 0xb2, 0xee, 0x65, 0x86]);
    }

    /// Test vector 3: the last byte of the key is 1, and so is the counter.
    #[test]
    fn chacha20_matches_rfc_8439_test_vector_3() {
        let mut key = [0; 32];
        key[31] = 1;
        let bytes: Vec<u8> = block(&key, 1).into_iter().flat_map(u64::to_le_bytes).collect();
        assert_eq!(bytes[..8], [0x3a, 0xeb, 0x52, 0x24, 0xec, 0xf8, 0x49, 0x92]);
        assert_eq!(bytes[56..], [0xa6, 0x4a, 0xdd, 0xeb, 0x00, 0x6c, 0x13, 0xa0]);
    }

    #[test]
    fn numbers_at_compile_time_are_those_of_the_blocks() {
        let listed: [u64; 20] = numbers(&[125; 32]);
        let blocks = (0..).flat_map(|counter| block(&[125; 32], counter)).take(20);
        assert!(blocks.eq(listed));
    }
}
