//! Attack sets, from tables built at compile time.

pub(crate) mod empty_board;
mod magic;
mod magic_table;

use crate::stored::stored;
use crate::{Bitboard, Color, Square};

pub use magic::{bishop, rook};

/// The squares a knight or ma attacks.
///
/// ```
/// # use tabiya::{attacks, Square};
/// assert_eq!(attacks::knight(Square::A1).into_iter().collect::<Vec<_>>(), [Square::C2, Square::B3]);
/// ```
#[inline]
#[must_use]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from as usize]
}

/// The squares a king or khun attacks.
#[inline]
#[must_use]
pub fn king(from: Square) -> Bitboard {
    KING[from as usize]
}

/// The squares a pawn or bia of a color attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color as usize][from as usize]
}

/// The squares a queen attacks with this occupancy.
#[inline]
#[must_use]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

/// The squares a met or promoted bia attacks: one step diagonally.
#[inline]
#[must_use]
pub fn met(from: Square) -> Bitboard {
    MET[from as usize]
}

/// The squares a khon of a color attacks: one step diagonally or straight forward.
#[inline]
#[must_use]
pub fn khon(color: Color, from: Square) -> Bitboard {
    KHON[color as usize][from as usize]
}

/// The rank and file through a square: what a rook attacks on an empty board.
///
/// ```
/// # use tabiya::{attacks, Bitboard, Square};
/// assert_eq!(attacks::straight_lines(Square::D4), attacks::rook(Square::D4, Bitboard::EMPTY));
/// ```
#[inline]
#[must_use]
pub fn straight_lines(from: Square) -> Bitboard {
    empty_board::STRAIGHT[from as usize]
}

/// The diagonals through a square: what a bishop attacks on an empty board.
///
/// ```
/// # use tabiya::{attacks, Bitboard, Square};
/// assert_eq!(attacks::diagonals(Square::D4), attacks::bishop(Square::D4, Bitboard::EMPTY));
/// ```
#[inline]
#[must_use]
pub fn diagonals(from: Square) -> Bitboard {
    empty_board::DIAGONAL[from as usize]
}

/// The squares strictly between two squares on a common line; empty if there is none.
///
/// ```
/// # use tabiya::{attacks, Square};
/// // . . . . E
/// // . . . x .      from b2 to e5: c3 and d4
/// // . . x . .
/// // . B . . .
/// assert_eq!(attacks::between(Square::B2, Square::E5).len(), 2);
/// assert!(attacks::between(Square::B2, Square::E4).is_empty());
/// ```
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a as usize][b as usize]
}

/// The line through two squares, from edge to edge; empty if no rank, file or diagonal joins them.
///
/// ```
/// # use tabiya::{attacks, Square};
/// assert_eq!(attacks::line(Square::C2, Square::C5).len(), 8);
/// assert!(attacks::line(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a as usize][b as usize]
}

const STRAIGHT_STEPS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL_STEPS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

type BySquare = [Bitboard; 64];

static KNIGHT: BySquare = leaper(&[(-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1)]);
static KING: BySquare = leaper(&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]);
static PAWN: [BySquare; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static MET: BySquare = leaper(&DIAGONAL_STEPS);
static KHON: [BySquare; 2] = [
    leaper(&[(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 1)]),
    leaper(&[(-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1)]),
];
stored! {
    static BETWEEN: [BySquare; 64] = lines(true);
}
stored! {
    static LINE: [BySquare; 64] = lines(false);
}

/// A table of the squares these steps (files, ranks) lead to.
const fn leaper(steps: &[(i8, i8)]) -> BySquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::ALL[from].offset(steps[step].0, steps[step].1) {
                table[from].0 |= to.bitboard().0;
            }
            step += 1;
        }
        from += 1;
    }
    table
}

/// For each pair of squares on a line: the squares strictly between, or the complete line.
const fn lines(only_between: bool) -> [BySquare; 64] {
    const STEPS: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = STEPS[direction];
            let a = Square::ALL[from];
            let line = magic::ray(a, files, ranks).0 | magic::ray(a, -files, -ranks).0 | a.bitboard().0;
            let mut passed = 0;
            let mut next = a.offset(files, ranks);
            while let Some(b) = next {
                table[from][b as usize].0 = if only_between { passed } else { line };
                passed |= b.bitboard().0;
                next = b.offset(files, ranks);
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks until a piece blocks: the definition of a slider's attacks.
    fn walk(from: Square, steps: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut next = from.offset(files, ranks);
            while let Some(square) = next {
                attacked |= square.bitboard();
                next = if occupied.contains(square) { None } else { square.offset(files, ranks) };
            }
        }
        attacked
    }

    #[test]
    fn slider_attacks_agree_with_a_ray_walk() {
        let mut random = crate::keys::SplitMix64::new(7);
        for _ in 0..2_000 {
            let occupied = Bitboard(random.next() & random.next());
            for from in Square::ALL {
                let diagonal = walk(from, &DIAGONAL_STEPS, occupied);
                let straight = walk(from, &STRAIGHT_STEPS, occupied);
                assert_eq!(bishop(from, occupied), diagonal);
                assert_eq!(rook(from, occupied), straight);
                assert_eq!(queen(from, occupied), diagonal | straight);
            }
        }
    }

    #[test]
    fn between_and_line_are_consistent() {
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert_eq!(between(a, b) & line(a, b), between(a, b));
                let aligned = a != b && queen(a, Bitboard::EMPTY).contains(b);
                assert_eq!(!line(a, b).is_empty(), aligned);
                if aligned {
                    assert!(line(a, b).contains(a) && line(a, b).contains(b));
                }
            }
        }
    }
}
