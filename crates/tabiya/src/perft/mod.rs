//! Counting the leaves of the tree of legal moves: the customary proof that a move generator is right.
//!
//! [`count`] is one thread and no memory. A [`Crew`] shares the work among threads, and may remember in a [`Cache`]
//! what it has counted.

mod cache;
mod crew;

pub use cache::{Cache, CacheTooLarge};
pub use crew::{Crew, Progress};

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
fn count_below<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    let mut leaves = 0;
    position.for_each_child(|_, child| leaves += count(child, depth - 1));
    leaves
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
    Crew::alone().divide(position, depth)
}

/// Like [`count`], but plays every move and adds up the keys of all leaves: what a search would pay.
#[must_use]
pub fn count_playing<R: Rules>(position: &Position<R>, depth: u32) -> (u64, u64) {
    let (mut leaves, mut keys) = (0, 0u64);
    match depth {
        0 => (leaves, keys) = (1, position.key().0),
        1 => position.for_each_child(|_, child| {
            leaves += 1;
            keys = keys.wrapping_add(std::hint::black_box(child).key().0);
        }),
        _ => position.for_each_child(|_, child| {
            let (more, their_keys) = count_playing(child, depth - 1);
            leaves += more;
            keys = keys.wrapping_add(their_keys);
        }),
    }
    (leaves, keys)
}
