//! The native key scheme: keys with a guaranteed distance.
//!
//! Column `i` of an extended BCH code over GF(2^10) is (α^i, α^3i, α^5i, α^7i, α^9i, α^11i, 1), 61 bits. Any 13
//! columns are linearly independent, so two positions that differ in at most 13 features never share a key; see
//! `docs/design/keys.md` for the argument. Three spare bits are filled at random and the column is multiplied by a fixed
//! random invertible matrix, which keeps the independence and makes the keys look random. The upper half of the
//! 128-bit key continues with (α^13i, … α^23i), 60 bits and four spare ones: 25 features.
//!
//! This is scheme 1. Its numbers never change; another scheme would get another name.

use super::SplitMix64;
use crate::stored::stored;
use crate::{Castling, Color, Feature, File, Key, Key128, Piece, Role, Square};

/// Positions that differ in at most this many features have different 64-bit keys.
pub const GUARANTEE_64: u32 = 13;
/// Positions that differ in at most this many features have different 128-bit keys.
pub const GUARANTEE_128: u32 = 25;

/// One column per feature of any game: pieces on squares, castling rights, en passant files, side to move.
pub const COLUMNS: usize = PIECES + CASTLING + EN_PASSANT + 1;

const PIECES: usize = 7 * 2 * 64;
const CASTLING: usize = 2 * 8;
const EN_PASSANT: usize = 8;

const CASTLING_AT: usize = PIECES;
const EN_PASSANT_AT: usize = CASTLING_AT + CASTLING;
const BLACK_TO_MOVE_AT: usize = EN_PASSANT_AT + EN_PASSANT;

/// The column of a feature.
#[must_use]
pub const fn column(feature: Feature) -> usize {
    match feature {
        Feature::Piece(piece, square) => {
            (piece.role as usize * 2 + piece.color as usize) * 64 + square as usize
        }
        Feature::Castling(color, file) => CASTLING_AT + color as usize * 8 + file as usize,
        Feature::EnPassant(file) => EN_PASSANT_AT + file as usize,
        Feature::BlackToMove => BLACK_TO_MOVE_AT,
    }
}

/// All features in the order of their columns.
///
/// ```
/// use tabiya::keys::native;
///
/// assert!(native::features().enumerate().all(|(i, feature)| native::column(feature) == i));
/// assert_eq!(native::features().count(), native::COLUMNS);
/// ```
pub fn features() -> impl Iterator<Item = Feature> {
    let colors = || Color::ALL.into_iter();
    let pieces = Role::ALL.into_iter().flat_map(move |role| colors().map(move |color| Piece { color, role }));
    let on_squares =
        pieces.flat_map(|piece| Square::ALL.into_iter().map(move |square| Feature::Piece(piece, square)));
    let castling =
        colors().flat_map(|color| File::ALL.into_iter().map(move |file| Feature::Castling(color, file)));
    let en_passant = File::ALL.into_iter().map(Feature::EnPassant);
    on_squares.chain(castling).chain(en_passant).chain([Feature::BlackToMove])
}

/// The key of one feature.
///
/// ```
/// use tabiya::{keys::native, Feature};
///
/// assert_ne!(native::key(Feature::BlackToMove).0, 0);
/// ```
#[inline]
#[must_use]
pub const fn key(feature: Feature) -> Key {
    Key(LOW[column(feature)])
}

/// The 128-bit key of one feature.
#[inline]
#[must_use]
pub fn key_128(feature: Feature) -> Key128 {
    let column = column(feature);
    Key128(u128::from(HIGH[column]) << 64 | u128::from(LOW[column]))
}

#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> Key {
    PIECE_KEYS[piece.role.index()][piece.color as usize][square.index()]
}

#[inline]
pub(crate) fn piece_128(piece: Piece, square: Square) -> Key128 {
    let high = PIECE_KEYS_HIGH[piece.role.index()][piece.color as usize][square.index()];
    Key128(u128::from(high.0) << 64 | u128::from(self::piece(piece, square).0))
}

stored! {
    static PIECE_KEYS_HIGH: [[[Key; 64]; 2]; 8] = by_piece(&HIGH);
}

/// The pieces' part of [`LOW`], padded so that indexing needs no bounds check: there is no eighth role.
static PIECE_KEYS: [[[Key; 64]; 2]; 8] = by_piece(&LOW);

const fn by_piece(columns: &[u64; COLUMNS]) -> [[[Key; 64]; 2]; 8] {
    let mut keys = [[[Key(0); 64]; 2]; 8];
    let mut i = 0;
    while i < PIECES {
        keys[i / 128][i / 64 % 2][i % 64] = Key(columns[i]);
        i += 1;
    }
    keys
}

/// The key of an en passant file, or 0.
#[inline]
pub(crate) fn en_passant(file: Option<File>) -> Key {
    EN_PASSANT_KEYS[file.map_or(EN_PASSANT, |file| file as usize)]
}

static EN_PASSANT_KEYS: [Key; EN_PASSANT + 1] = {
    let mut keys = [Key(0); EN_PASSANT + 1];
    let mut file = 0;
    while file < EN_PASSANT {
        keys[file] = Key(LOW[EN_PASSANT_AT + file]);
        file += 1;
    }
    keys
};

pub(crate) const BLACK_TO_MOVE: Key = Key(LOW[BLACK_TO_MOVE_AT]);

/// The XOR of the keys of all rights.
#[inline]
pub(crate) fn castling(castling: Castling) -> Key {
    let files = |color: Color| CASTLING_KEYS[color as usize][castling.files(color) as usize];
    files(Color::White) ^ files(Color::Black)
}

stored! {
    /// The XOR of the keys, for every set of one color's rights.
    static CASTLING_KEYS: [[Key; 256]; 2] = {
        let mut keys = [[Key(0); 256]; 2];
        let mut i = 0;
        while i < 512 {
            let files: usize = i % 256;
            if files != 0 {
                let lowest = files.trailing_zeros() as usize;
                let rest = keys[i / 256][files & (files - 1)].0;
                keys[i / 256][files] = Key(rest ^ LOW[CASTLING_AT + i / 256 * 8 + lowest]);
            }
            i += 1;
        }
        keys
    };
}

static LOW: [u64; COLUMNS] = table(1, PARITY, &SCRAMBLE_LOW, 0x7ab1_7a64);
stored! {
    // The low half has the parity bit, so the high half has one more spare bit.
    static HIGH: [u64; COLUMNS] = table(13, 0, &SCRAMBLE_HIGH, 0x7ab1_7a80);
}

const SCRAMBLE_LOW: [u64; 64] = invertible_matrix(0x0054_6162_6979_6101);
const SCRAMBLE_HIGH: [u64; 64] = invertible_matrix(0x0054_6162_6979_6102);

/// The bit set in every column, so that the XOR of an odd number of columns is never zero.
const PARITY: u64 = 1 << SPARE_FROM;

/// Six field elements of ten bits come first; the spare bits start here.
const SPARE_FROM: usize = 60;

/// Six odd powers from `first_power` on, the parity bit, random spare bits, then scrambled.
const fn table(first_power: usize, set: u64, scramble: &[u64; 64], seed: u64) -> [u64; COLUMNS] {
    let mut random = SplitMix64::new(seed);
    let mut keys = [0; COLUMNS];
    let mut i = 0;
    while i < COLUMNS {
        keys[i] = times(scramble, odd_powers(i, first_power) | random.next() << SPARE_FROM | set);
        i += 1;
    }
    keys
}

const fn odd_powers(i: usize, first_power: usize) -> u64 {
    let mut bits = 0;
    let mut part = 0;
    while part < 6 {
        bits |= (power_of_alpha(i * (first_power + 2 * part)) as u64) << (10 * part);
        part += 1;
    }
    bits
}

/// α^n in GF(2^10) = GF(2)[x] / (x^10 + x^3 + 1); α is x, which generates all 1023 non-zero elements.
const fn power_of_alpha(n: usize) -> u16 {
    POWERS[n % 1023]
}

const POWERS: [u16; 1023] = {
    let mut powers = [1; 1023];
    let mut i = 1;
    while i < 1023 {
        let doubled = powers[i - 1] << 1;
        powers[i] = if doubled & 1 << 10 != 0 { doubled ^ 0b100_0000_1001 } else { doubled };
        i += 1;
    }
    powers
};

/// Matrix times vector over GF(2): the XOR of the columns selected by the vector's bits.
const fn times(columns: &[u64; 64], mut vector: u64) -> u64 {
    let mut sum = 0;
    while vector != 0 {
        sum ^= columns[vector.trailing_zeros() as usize];
        vector &= vector - 1;
    }
    sum
}

/// The first matrix of full rank from a random sequence; three tries in ten succeed.
const fn invertible_matrix(seed: u64) -> [u64; 64] {
    let mut random = SplitMix64::new(seed);
    loop {
        let mut columns = [0; 64];
        let mut i = 0;
        while i < 64 {
            columns[i] = random.next();
            i += 1;
        }
        if rank(columns) == 64 {
            return columns;
        }
    }
}

/// The rank of the vectors (Gaussian elimination).
const fn rank(mut vectors: [u64; 64]) -> usize {
    let mut rank = 0;
    let mut bit = 0;
    while bit < 64 {
        let mut pivot = rank;
        while pivot < 64 && vectors[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        if pivot < 64 {
            let row = vectors[pivot];
            vectors[pivot] = vectors[rank];
            vectors[rank] = row;
            let mut i = rank + 1;
            while i < 64 {
                if vectors[i] >> bit & 1 == 1 {
                    vectors[i] ^= row;
                }
                i += 1;
            }
            rank += 1;
        }
        bit += 1;
    }
    rank
}

#[cfg(test)]
mod tests;
