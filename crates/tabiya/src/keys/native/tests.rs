//! Tests of the code's algebra with separate, slow arithmetic: nothing here calls the functions that build the table,
//! except to undo the scrambling by a matrix whose inverse is computed and checked.

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::{Chess, Makruk, Position};

/// An element of GF(2^10), with schoolbook multiplication: shift, add, reduce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Element(u16);

const ZERO: Element = Element(0);
const ONE: Element = Element(1);
const ALPHA: Element = Element(2);

impl Element {
    fn all() -> impl Iterator<Item = Element> {
        (0..1024).map(Element)
    }

    fn plus(self, other: Element) -> Element {
        Element(self.0 ^ other.0)
    }

    fn times(self, other: Element) -> Element {
        let mut product =
            (0..10).filter(|bit| other.0 >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u32::from(self.0) << bit);
        for bit in (10..20).rev() {
            if product >> bit & 1 == 1 {
                product ^= 0b100_0000_1001 << (bit - 10);
            }
        }
        Element(product as u16)
    }

    fn power(self, n: usize) -> Element {
        (0..n).fold(ONE, |product, _| product.times(self))
    }
}

/// α^0, α^1, … α^1022, by repeated multiplication.
fn powers_of_alpha() -> Vec<Element> {
    core::iter::successors(Some(ONE), |power| Some(power.times(ALPHA))).take(1023).collect()
}

#[test]
fn alpha_generates_every_nonzero_element() {
    let mut seen: Vec<u16> = powers_of_alpha().iter().map(|power| power.0).collect();
    seen.sort_unstable();
    assert!(seen.iter().copied().eq(1..1024), "1023 powers, all different, none zero");
    assert_eq!(ALPHA.power(1023), ONE);
    for divisor in [3, 11, 31] {
        assert_ne!(ALPHA.power(1023 / divisor), ONE);
    }
}

#[test]
fn the_elements_form_a_field() {
    // Every nonzero element is a power of α, and exponents add under multiplication: so inverses exist
    // and a product of nonzero elements is nonzero.
    for (i, power) in powers_of_alpha().into_iter().enumerate() {
        assert_eq!(power.times(ALPHA.power(1023 - i)), ONE);
    }
    let mut random = SplitMix64::new(1);
    for _ in 0..20_000 {
        let [a, b, c] = [0, 0, 0].map(|_: u8| Element(random.next() as u16 & 1023));
        assert_eq!(a.times(b), b.times(a));
        assert_eq!(a.times(b.times(c)), a.times(b).times(c));
        assert_eq!(a.times(b.plus(c)), a.times(b).plus(a.times(c)));
    }
}

#[test]
fn squaring_a_sum_squares_its_terms() {
    for a in Element::all() {
        for b in Element::all().step_by(7) {
            let sum = a.plus(b);
            assert_eq!(sum.times(sum), a.times(a).plus(b.times(b)));
        }
    }
}

/// The inverse of a matrix of 64 columns by Gauss-Jordan elimination; `None` if it is singular.
fn inverse(columns: &[u64; 64]) -> Option<[u64; 64]> {
    let row = |r: usize| (0..64).fold(0, |bits, c| bits | (columns[c] >> r & 1) << c);
    // The left half becomes the identity, the right half the inverse.
    let mut rows: Vec<(u64, u64)> = (0..64).map(|r| (row(r), 1 << r)).collect();
    for c in 0..64 {
        let pivot = (c..64).find(|&r| rows[r].0 >> c & 1 == 1)?;
        rows.swap(c, pivot);
        let (left, right) = rows[c];
        for (r, row) in rows.iter_mut().enumerate() {
            if r != c && row.0 >> c & 1 == 1 {
                *row = (row.0 ^ left, row.1 ^ right);
            }
        }
    }
    Some(core::array::from_fn(|c| (0..64).fold(0, |bits, r| bits | (rows[r].1 >> c & 1) << r)))
}

fn product(columns: &[u64; 64], vector: u64) -> u64 {
    (0..64).filter(|bit| vector >> bit & 1 == 1).fold(0, |sum, bit| sum ^ columns[bit])
}

#[test]
fn the_scrambling_matrices_have_full_rank_and_an_inverse() {
    for matrix in [SCRAMBLE_LOW, SCRAMBLE_HIGH] {
        assert_eq!(rank_of(matrix.iter().map(|&column| column.into())), 64);
        let inverse = inverse(&matrix).expect("the matrix is invertible");
        for bit in 0..64 {
            assert_eq!(product(&inverse, product(&matrix, 1 << bit)), 1 << bit);
            assert_eq!(product(&matrix, product(&inverse, 1 << bit)), 1 << bit);
        }
    }
    assert_ne!(SCRAMBLE_LOW, SCRAMBLE_HIGH);
}

#[test]
fn unscrambled_columns_are_the_odd_powers_and_the_parity_bit() {
    let powers = powers_of_alpha();
    let undo = [SCRAMBLE_LOW, SCRAMBLE_HIGH].map(|matrix| inverse(&matrix).expect("invertible"));
    for (i, feature) in features().enumerate() {
        let key = key_128(feature).0;
        assert_eq!(key as u64, super::key(feature).0, "the low half of the 128-bit key is the key");
        let [low, high] =
            [(undo[0], key as u64), (undo[1], (key >> 64) as u64)].map(|(u, half)| product(&u, half));
        assert_eq!(low >> 60 & 1, 1, "every column has the parity bit");
        for part in 0..6 {
            let element = |half: u64| Element((half >> (10 * part) & 1023) as u16);
            assert_eq!(element(low), powers[i * (2 * part + 1) % 1023]);
            assert_eq!(element(high), powers[i * (2 * part + 13) % 1023]);
        }
    }
}

#[test]
fn the_spare_bits_add_dimensions() {
    // A bit that is constant or a combination of others would leave the keys fewer than 64 dimensions.
    assert_eq!(rank_of(features().map(|feature| super::key(feature).0.into())), 64);
    assert_eq!(rank_of(features().map(|feature| key_128(feature).0)), 128);
    assert_eq!(rank_of(features().map(|feature| key_128(feature).0 >> 64)), 64);
}

/// The rank of the vectors.
fn rank_of(vectors: impl IntoIterator<Item = u128>) -> usize {
    // Vectors are stored by their highest bit; each new one is reduced by those with the same highest bit.
    let mut basis = [0u128; 128];
    let mut rank = 0;
    for mut vector in vectors {
        while vector != 0 {
            let place = &mut basis[vector.ilog2() as usize];
            if *place == 0 {
                *place = vector;
                rank += 1;
                break;
            }
            vector ^= *place;
        }
    }
    rank
}

/// Sets of columns whose XOR is zero, as many as are independent.
fn vanishing_sets(keys: &[u128]) -> Vec<Vec<usize>> {
    let mut basis: Vec<Option<(u128, Vec<bool>)>> = vec![None; 128];
    let mut sets = Vec::new();
    for (i, &key) in keys.iter().enumerate() {
        let (mut sum, mut members) = (key, vec![false; keys.len()]);
        members[i] = true;
        while sum != 0 {
            let place = &mut basis[sum.ilog2() as usize];
            let Some((other_sum, other_members)) = place else {
                *place = Some((sum, members.clone()));
                break;
            };
            sum ^= *other_sum;
            members.iter_mut().zip(other_members).for_each(|(member, &mut other)| *member ^= other);
        }
        if sum == 0 {
            sets.push((0..keys.len()).filter(|&i| members[i]).collect());
        }
    }
    sets
}

/// The roots of the code: twelve powers are stored, squaring gives the even ones between them, and
/// the parity bit gives the zeroth. The BCH bound (Bose, Ray-Chaudhuri, Hocquenghem) counts consecutive
/// roots: 13 of them make any 13 columns independent.
#[test]
fn every_set_that_vanishes_has_all_consecutive_roots() {
    let powers = powers_of_alpha();
    let root =
        |set: &[usize], j: usize| set.iter().fold(ZERO, |sum, i| sum.plus(powers[i * j % 1023])) == ZERO;
    let short: Vec<u128> = features().map(|feature| super::key(feature).0.into()).collect();
    let long: Vec<u128> = features().map(|feature| key_128(feature).0).collect();
    for (keys, roots) in [(short, GUARANTEE_64 as usize), (long, GUARANTEE_128 as usize)] {
        let sets = vanishing_sets(&keys);
        assert_eq!(sets.len(), COLUMNS - rank_of(keys.iter().copied()));
        for set in sets {
            assert_eq!(set.iter().fold(0, |sum, &i| sum ^ keys[i]), 0);
            assert!((0..roots).all(|j| root(&set, j)), "{set:?}");
            assert!(set.len() > roots, "no smaller set can vanish");
            assert_eq!(set.len() % 2, 0, "the parity bit allows even sets only");
        }
    }
}

/// The core of the BCH bound: the Vandermonde determinant of different elements is nonzero.
#[test]
fn a_vandermonde_matrix_of_different_elements_is_invertible() {
    let powers = powers_of_alpha();
    let mut random = SplitMix64::new(2);
    for size in [GUARANTEE_64 as usize, GUARANTEE_128 as usize] {
        for _ in 0..20 {
            let chosen = random_set(&mut random, size);
            let rows = (0..size).map(|j| chosen.iter().map(|i| powers[i * j % 1023]).collect()).collect();
            assert!(is_invertible(rows));
        }
    }
}

fn is_invertible(mut rows: Vec<Vec<Element>>) -> bool {
    for c in 0..rows.len() {
        let Some(pivot) = (c..rows.len()).find(|&r| rows[r][c] != ZERO) else { return false };
        rows.swap(c, pivot);
        // x^1023 = 1, so x^1022 is the inverse of x.
        let inverse = rows[c][c].power(1022);
        let (upper, lower) = rows.split_at_mut(c + 1);
        for row in lower {
            let factor = row[c].times(inverse);
            for (entry, &above) in row.iter_mut().zip(&upper[c]).skip(c) {
                *entry = entry.plus(above.times(factor));
            }
        }
    }
    true
}

fn random_set(random: &mut SplitMix64, size: usize) -> Vec<usize> {
    let mut set = Vec::new();
    while set.len() < size {
        let i = random.next() as usize % COLUMNS;
        if !set.contains(&i) {
            set.push(i);
        }
    }
    set
}

#[test]
fn sampled_sets_within_the_guarantee_are_independent() {
    let long: Vec<u128> = features().map(|feature| key_128(feature).0).collect();
    let independent = |set: &[usize]| {
        let short = &set[..set.len().min(GUARANTEE_64 as usize)];
        assert_eq!(rank_of(short.iter().map(|&i| long[i] & u128::from(u64::MAX))), short.len(), "{short:?}");
        assert_eq!(rank_of(set.iter().map(|&i| long[i])), set.len(), "{set:?}");
    };
    let mut random = SplitMix64::new(3);
    for _ in 0..5_000 {
        independent(&random_set(&mut random, GUARANTEE_128 as usize));
    }
    // Structured sets: every step width from every start, that is neighbors, files, diagonals, the same
    // square for every piece. A weakness of a cyclic code would show up here first.
    for step in 1..=COLUMNS / GUARANTEE_128 as usize {
        for start in (0..COLUMNS - 24 * step).step_by(11) {
            independent(&(0..25).map(|n| start + n * step).collect::<Vec<_>>());
        }
    }
    // Doubling the exponents maps the code to itself.
    for start in 1..COLUMNS {
        let mut chain: Vec<usize> =
            core::iter::successors(Some(start), |i| Some(i * 2 % 1023)).take(10).collect();
        chain.retain(|&i| i < COLUMNS);
        chain.sort_unstable();
        chain.dedup();
        independent(&chain);
    }
}

#[test]
fn every_feature_has_a_column_of_its_own() {
    assert_eq!(features().count(), COLUMNS);
    for (i, feature) in features().enumerate() {
        assert_eq!(column(feature), i, "{feature}");
    }
}

/// Keys are stored in books, tables and indexes: if this test fails, the change must not be made.
#[test]
fn the_keys_of_the_start_positions_never_change() {
    let chess = Position::<Chess>::start();
    assert_eq!(chess.key().to_string(), "ac39807a6c42c883");
    assert_eq!(chess.key_128().to_string(), "b7fd4412cdc0109fac39807a6c42c883");
    let makruk = Position::<Makruk>::start();
    assert_eq!(makruk.key().to_string(), "bc6b45be85450659");
    assert_eq!(makruk.key_128().to_string(), "b2b784c8673aca0dbc6b45be85450659");
}

/// The start positions use few columns; this covers all of them.
#[test]
fn the_native_numbers_have_not_changed() {
    // FNV-1a over the 128-bit keys, most significant byte first.
    let digest = features()
        .flat_map(|feature| key_128(feature).0.to_be_bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    assert_eq!(format!("{digest:016x}"), "8f1e8e0ecdea2739");
}

#[test]
fn rank_counts_independent_columns() {
    let unit: [u64; 64] = core::array::from_fn(|i| 1 << i);
    assert_eq!(rank(unit), 64);
    assert_eq!(rank([7; 64]), 1);
    assert_eq!(rank([0; 64]), 0);
    let mut sum_of_two = unit;
    sum_of_two[63] = unit[3] ^ unit[40];
    assert_eq!(rank(sum_of_two), 63);
    sum_of_two.reverse();
    assert_eq!(rank(sum_of_two), 63);
}
