//! Perft: counting the leaves of the tree of legal moves, the standard test of a move generator.
//!
//! The functions here use one thread and no memory. With the feature `std`, `Perft` uses several threads, which may
//! share a `PerftCache`.

#[cfg(feature = "std")]
mod cache;
#[cfg(feature = "std")]
mod threads;

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::{Move, Position, Rules};

#[cfg(feature = "std")]
pub use cache::{CacheTooLarge, PerftCache};
#[cfg(feature = "std")]
pub use threads::{Perft, Progress};

/// The maximum depth; a greater depth counts to this one. Each ply uses stack space, and only blocked positions
/// can be counted this deep. Callers should reject a greater depth with a message.
pub const MAX_DEPTH: u32 = 100;

/// The number of sequences of `depth` legal moves (of [`MAX_DEPTH`] moves, if `depth` is greater).
///
/// ```
/// use tabiya::{perft, Chess, Position};
///
/// assert_eq!(perft::count(&Position::<Chess>::start(), 3), 8_902);
///
/// // Two kings behind blocked pawns have one move each.
/// let blocked: Position<Chess> = "5b1k/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 w - - 0 1".parse()?;
/// assert_eq!(perft::count(&blocked, 1_000_000), 1);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[must_use]
#[inline]
pub fn count<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    leaves(position, depth.min(MAX_DEPTH))
}

/// The same for a depth within the limit.
#[inline]
fn leaves<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => count_below(position, depth),
    }
}

/// Depth 2 and deeper. Counting the moves of a leaf uses few registers, so it is a function of its own.
#[cfg(not(feature = "small"))]
fn count_below<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    let mut sum = 0;
    position.for_each_child(|_, child| sum += leaves(child, depth - 1));
    sum
}

/// For the feature `small`: a tenth of the code size, and slower.
#[cfg(feature = "small")]
fn count_below<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    position.legal_moves().iter().map(|mv| leaves(&position.play_legal(*mv), depth - 1)).sum()
}

/// Like [`count`], but returns `None` once `stop` is set.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use tabiya::{perft, Chess, Position};
///
/// let (start, stop) = (Position::<Chess>::start(), AtomicBool::new(false));
/// assert_eq!(perft::count_until(&start, 4, &stop), Some(197_281));
/// stop.store(true, Ordering::Relaxed);
/// assert_eq!(perft::count_until(&start, 40, &stop), None);
/// ```
#[must_use]
pub fn count_until<R: Rules>(position: &Position<R>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    leaves_until(position, depth.min(MAX_DEPTH), stop)
}

fn leaves_until<R: Rules>(position: &Position<R>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    /// Depth up to which the count runs without checking for a stop.
    const UNINTERRUPTED_DEPTH: u32 = 3;
    if depth <= UNINTERRUPTED_DEPTH {
        return (!stop.load(Ordering::Relaxed)).then(|| leaves(position, depth));
    }
    let below = |&mv| leaves_until(&position.play_legal(mv), depth - 1, stop);
    position.legal_moves().iter().map(below).try_fold(0_u64, |sum, leaves| Some(sum.saturating_add(leaves?)))
}

/// The number of sequences that begin with each legal move; their sum is [`count`]. Empty at depth 0.
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
    if let Some(below) = depth.min(MAX_DEPTH).checked_sub(1) {
        position.for_each_child(|mv, child| by_move.push((mv, leaves(child, below))));
    }
    by_move
}
