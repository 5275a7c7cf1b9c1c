//! Counting the leaves of the tree of legal moves: the customary proof that a move generator is right.
//!
//! One thread and no memory; the crate `tabiya-perft` has both.

use alloc::vec::Vec;

use crate::{Move, Position, Rules};

/// How many sequences of `depth` legal moves there are.
///
/// ```
/// use tabiya::{perft, Chess, Position};
///
/// assert_eq!(perft::count(&Position::<Chess>::start(), 3), 8_902);
/// ```
#[must_use]
#[inline]
pub fn count<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => count_below(position, depth),
    }
}

/// Depth 2 and deeper. Counting the moves of a leaf needs few registers, and is a function of its own.
#[cfg(not(feature = "small"))]
fn count_below<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    let mut leaves = 0;
    position.for_each_child(|_, child| leaves += count(child, depth - 1));
    leaves
}

/// The same in a tenth of the instructions in the program, and more on the way.
#[cfg(feature = "small")]
fn count_below<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    position.legal_moves().iter().map(|mv| count(&position.play_legal(*mv), depth - 1)).sum()
}

/// How many sequences begin with each legal move; together they are [`count`]. No moves at depth 0.
///
/// ```
/// use tabiya::{perft, Chess, Position};
///
/// let start = Position::<Chess>::start();
/// let by_move = perft::divide(&start, 2);
/// assert_eq!(by_move.len(), 20);
/// assert!(by_move.iter().all(|&(_, leaves)| leaves == 20));
/// ```
#[must_use]
pub fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    let mut by_move = Vec::new();
    if let Some(below) = depth.checked_sub(1) {
        position.for_each_child(|mv, child| by_move.push((mv, count(child, below))));
    }
    by_move
}
