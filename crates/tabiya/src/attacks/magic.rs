//! Sliding attacks by magic multiplication.
//!
//! The squares that can block a slider are few bits of the board. Multiplying them by a well-chosen number
//! gathers them in the top bits, which index a table of precomputed attacks (Kannan, "Magic Move-Bitboard
//! Generation in Computer Chess", 2007). `pext` would gather them without the magic numbers but needs `unsafe`;
//! decision 0004 has the measurements.

use super::magic_table::{BISHOP_MAGICS, ROOK_MAGICS};
use crate::{Bitboard, Square};

/// The squares a bishop attacks with this occupancy.
///
/// ```
/// # use tabiya::{attacks, Bitboard, Square};
/// let blocked = Square::C3.bitboard();
/// assert_eq!(attacks::bishop(Square::A1, blocked).into_iter().collect::<Vec<_>>(), [Square::B2, Square::C3]);
/// ```
#[inline]
#[must_use]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    BISHOP[from as usize].attacks(occupied)
}

/// The squares a rook or rua attacks with this occupancy.
#[inline]
#[must_use]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    ROOK[from as usize].attacks(occupied)
}

/// The lookup data of one slider on one square.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares where a piece can block.
    relevant: u64,
    factor: u64,
    /// The first index of this square's attacks in [`ANSWERS`].
    start: u32,
    shift: u32,
}

impl Magic {
    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        ANSWERS[self.index(occupied) & (ANSWER_SLOTS - 1)]
    }

    #[inline]
    const fn index(&self, occupied: Bitboard) -> usize {
        self.start as usize + ((occupied.0 & self.relevant).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

static BISHOP: [Magic; 64] = magics(&BISHOP_MAGICS, true, 0);
static ROOK: [Magic; 64] = magics(&ROOK_MAGICS, false, BISHOP_ANSWERS);

const BISHOP_ANSWERS: u32 = 5_248;
const ROOK_ANSWERS: u32 = 102_400;

/// A power of two, so that masking the index proves it in range.
const ANSWER_SLOTS: usize = 1 << 17;
const _: () = assert!((BISHOP_ANSWERS + ROOK_ANSWERS) as usize <= ANSWER_SLOTS);

type Answers = [Bitboard; ANSWER_SLOTS];

#[cfg(not(feature = "small"))]
#[expect(long_running_const_eval, reason = "108,000 entries take about two seconds of every build")]
static ANSWERS: Answers = {
    let mut answers = [Bitboard::EMPTY; ANSWER_SLOTS];
    fill_all(&mut answers);
    answers
};
/// 1 MB is too much for some stacks: filled in place.
#[cfg(feature = "small")]
static ANSWERS: std::sync::LazyLock<alloc::boxed::Box<Answers>> = std::sync::LazyLock::new(|| {
    let answers = alloc::vec![Bitboard::EMPTY; ANSWER_SLOTS].into_boxed_slice();
    let mut answers: alloc::boxed::Box<Answers> =
        answers.try_into().expect("the slice is as long as the array");
    fill_all(&mut answers);
    answers
});

const fn magics(factors: &[u64; 64], diagonal: bool, mut start: u32) -> [Magic; 64] {
    let mut magics = [Magic { relevant: 0, factor: 0, start: 0, shift: 0 }; 64];
    let mut from = 0;
    while from < 64 {
        let relevant = relevant(Square::ALL[from], diagonal).0;
        magics[from] = Magic { relevant, factor: factors[from], start, shift: 64 - relevant.count_ones() };
        start += 1 << relevant.count_ones();
        from += 1;
    }
    magics
}

const fn fill_all(answers: &mut Answers) {
    let mut from = 0;
    while from < 64 {
        fill(answers, &BISHOP[from], Square::ALL[from], true);
        fill(answers, &ROOK[from], Square::ALL[from], false);
        from += 1;
    }
}

/// Stores the attacks for every subset of blockers of this slider.
const fn fill(answers: &mut Answers, magic: &Magic, from: Square, diagonal: bool) {
    let lines = Lines::through(from, diagonal);
    let mut blockers: u64 = 0;
    loop {
        let attacked = lines.attacks(blockers);
        let slot = &mut answers[magic.index(Bitboard(blockers))];
        assert!(
            slot.0 == 0 || slot.0 == attacked,
            "the magic number maps two different attack sets to one index"
        );
        slot.0 = attacked;
        // The next subset of the relevant squares; wraps around to the empty set.
        blockers = blockers.wrapping_sub(magic.relevant) & magic.relevant;
        if blockers == 0 {
            break;
        }
    }
}

/// The two lines a slider moves on, without its own square.
struct Lines {
    slider: u64,
    masks: [u64; 2],
}

impl Lines {
    const fn through(from: Square, diagonal: bool) -> Lines {
        let [a, b] = directions(diagonal);
        let masks = [
            ray(from, a.0, a.1).0 | ray(from, -a.0, -a.1).0,
            ray(from, b.0, b.1).0 | ray(from, -b.0, -b.1).0,
        ];
        Lines { slider: from.bitboard().0, masks }
    }

    /// Subtracting the slider from its line's blockers flips everything up to the nearest blocker above it; the
    /// same on the reversed board finds the one below ("hyperbola quintessence", Leathrum and Isenberg).
    const fn attacks(&self, blockers: u64) -> u64 {
        let mut attacked = 0;
        let mut i = 0;
        while i < 2 {
            let mask = self.masks[i];
            let up = (blockers & mask).wrapping_sub(self.slider.wrapping_mul(2));
            let reversed = (blockers & mask).reverse_bits();
            let down = reversed.wrapping_sub(self.slider.reverse_bits().wrapping_mul(2)).reverse_bits();
            attacked |= (up ^ down) & mask;
            i += 1;
        }
        attacked
    }
}

const fn directions(diagonal: bool) -> [(i8, i8); 2] {
    if diagonal { [(1, 1), (1, -1)] } else { [(1, 0), (0, 1)] }
}

/// All squares in one direction, excluding the origin.
pub(super) const fn ray(from: Square, files: i8, ranks: i8) -> Bitboard {
    let mut squares = 0;
    let mut next = from.offset(files, ranks);
    while let Some(square) = next {
        squares |= square.bitboard().0;
        next = square.offset(files, ranks);
    }
    Bitboard(squares)
}

/// A ray without its last square: a piece on the edge is attacked in any case.
const fn inner_ray(from: Square, files: i8, ranks: i8) -> u64 {
    let mut squares = 0;
    let mut next = from.offset(files, ranks);
    while let Some(square) = next {
        next = square.offset(files, ranks);
        if next.is_some() {
            squares |= square.bitboard().0;
        }
    }
    squares
}

const fn relevant(from: Square, diagonal: bool) -> Bitboard {
    let [a, b] = directions(diagonal);
    Bitboard(
        inner_ray(from, a.0, a.1)
            | inner_ray(from, -a.0, -a.1)
            | inner_ray(from, b.0, b.1)
            | inner_ray(from, -b.0, -b.1),
    )
}
