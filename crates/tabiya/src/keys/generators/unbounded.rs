//! xorshift64* with unbounded integers: neither shifts nor products lose bits.
//!
//! The state grows by 87 bits per step: 25 by the left shift, 62 by the product. Bits move down by at most
//! 12 + 27 = 39 per step, so bits too high to reach the low 64 before the last step can be dropped.

use alloc::vec;
use alloc::vec::Vec;

use super::xorshift::MULTIPLIER;

pub(super) fn numbers(seed: u64, count: usize) -> Vec<u64> {
    let mut state = vec![seed];
    let mut numbers = Vec::with_capacity(count);
    for step in 0..count {
        let needed = 64 + 39 * (count - step);
        state = xor(&state, &shifted_right(&state, 12));
        state = xor(&state, &shifted_left(&state, 25));
        state = xor(&state, &shifted_right(&state, 27));
        state = product(&state, MULTIPLIER);
        state.truncate(needed.div_ceil(64));
        numbers.push(state[0]);
    }
    numbers
}

/// Words in little-endian order; never empty.
fn xor(a: &[u64], b: &[u64]) -> Vec<u64> {
    let word = |words: &[u64], i: usize| words.get(i).copied().unwrap_or(0);
    (0..a.len().max(b.len())).map(|i| word(a, i) ^ word(b, i)).collect()
}

fn shifted_right(words: &[u64], bits: u32) -> Vec<u64> {
    let above = |i: usize| words.get(i + 1).copied().unwrap_or(0);
    words.iter().enumerate().map(|(i, word)| word >> bits | above(i) << (64 - bits)).collect()
}

fn shifted_left(words: &[u64], bits: u32) -> Vec<u64> {
    let mut carried = 0;
    let mut shifted = Vec::with_capacity(words.len() + 1);
    for &word in words {
        shifted.push(word << bits | carried);
        carried = word >> (64 - bits);
    }
    shifted.push(carried);
    shifted
}

fn product(words: &[u64], factor: u64) -> Vec<u64> {
    let mut carried = 0;
    let mut product = Vec::with_capacity(words.len() + 1);
    for &word in words {
        let sum = u128::from(word) * u128::from(factor) + carried;
        product.push(sum as u64);
        carried = sum >> 64;
    }
    product.push(carried as u64);
    product
}
