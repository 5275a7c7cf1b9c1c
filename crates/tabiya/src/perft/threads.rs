//! Perft with several threads.

use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::{Move, Position, Rules};

use super::cache::{PerftCache, count_cached};
use super::{MAX_DEPTH, count, count_until};

/// Perft with options: threads, a cache, progress and a stop flag.
///
/// ```
/// use tabiya::perft::Perft;
/// use tabiya::{Makruk, Position};
///
/// assert_eq!(Perft::new().threads(2).count(&Position::<Makruk>::start(), 4), 273_026);
/// ```
#[derive(Clone, Copy)]
pub struct Perft<'a, R: Rules> {
    threads: usize,
    cache: Option<&'a PerftCache<R>>,
    on_progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    stop: Option<&'a AtomicBool>,
}

/// The number of counted subtrees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Subtrees counted.
    pub done: usize,
    /// All subtrees.
    pub all: usize,
}

/// The subtree below one or two moves: large enough for a thread, small enough to balance the load.
struct Subtree<R: Rules> {
    position: Position<R>,
    /// The index of the root's move.
    root_move: usize,
}

/// For counts without a stop flag.
static NEVER_STOPPED: AtomicBool = AtomicBool::new(false);

impl<'a, R: Rules> Perft<'a, R> {
    /// The maximum number of threads.
    pub const MAX_THREADS: usize = 256;

    /// One thread, no cache.
    #[must_use]
    pub fn new() -> Perft<'a, R> {
        Perft { threads: 1, cache: None, on_progress: None, stop: None }
    }

    /// Sets the number of threads, 1 to [`MAX_THREADS`](Self::MAX_THREADS).
    #[must_use]
    pub fn threads(self, threads: usize) -> Perft<'a, R> {
        Perft { threads: threads.clamp(1, Self::MAX_THREADS), ..self }
    }

    /// Sets the cache.
    #[must_use]
    pub fn cache(self, cache: &'a PerftCache<R>) -> Perft<'a, R> {
        Perft { cache: (!cache.is_empty()).then_some(cache), ..self }
    }

    /// Sets a function to be called after each subtree, by any thread.
    #[must_use]
    pub fn on_progress(self, on_progress: &'a (dyn Fn(Progress) + Sync)) -> Perft<'a, R> {
        Perft { on_progress: Some(on_progress), ..self }
    }

    /// Sets a flag that stops the count; its result is then meaningless.
    #[must_use]
    pub fn stop(self, stop: &'a AtomicBool) -> Perft<'a, R> {
        Perft { stop: Some(stop), ..self }
    }

    /// The number of leaves, like [`count`]. With a cache it is `u64::MAX` if there are 2⁵⁷ leaves below two moves, or
    /// 2⁶⁴ in all.
    #[must_use]
    pub fn count(&self, position: &Position<R>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.divide(position, depth).into_iter().fold(0, |sum, (_, leaves)| sum.saturating_add(leaves))
    }

    /// The number of leaves for each legal move, like [`divide`](super::divide), in the generator's order, up to depth
    /// [`MAX_DEPTH`].
    #[must_use]
    pub fn divide(&self, position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
        let Some(below) = depth.min(MAX_DEPTH).checked_sub(1) else { return Vec::new() };
        let moves = position.legal_moves();
        let leaves: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        if below < 3 {
            // Too little work for threads.
            Perft { threads: 1, ..*self }.count_subtrees(
                &subtrees_below_one(position, &moves),
                below,
                &leaves,
            );
        } else {
            // One move's subtree can be half of the tree; those below two moves are small enough to balance the load.
            self.count_subtrees(&subtrees_below_two(position, &moves), below - 1, &leaves);
        }
        moves.iter().copied().zip(leaves.into_iter().map(AtomicU64::into_inner)).collect()
    }

    fn count_subtrees(&self, subtrees: &[Subtree<R>], depth: u32, leaves: &[AtomicU64]) {
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let work = || {
            while let Some(subtree) = subtrees.get(next.fetch_add(1, Relaxed)) {
                let counted = match (self.cache, self.stop) {
                    (Some(cache), stop) => {
                        count_cached(&subtree.position, depth, cache, stop.unwrap_or(&NEVER_STOPPED))
                    }
                    (None, Some(stop)) => count_until(&subtree.position, depth, stop).unwrap_or(0),
                    (None, None) => count(&subtree.position, depth),
                };
                add(&leaves[subtree.root_move], counted);
                if let Some(on_progress) = self.on_progress {
                    on_progress(Progress { done: done.fetch_add(1, Relaxed) + 1, all: subtrees.len() });
                }
            }
        };
        let helpers = self.threads - 1;
        thread::scope(|scope| {
            for _ in 0..helpers.min(subtrees.len()) {
                // If the system refuses more threads, the running ones do the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }
}

impl<R: Rules> Default for Perft<'_, R> {
    fn default() -> Self {
        Perft::new()
    }
}

impl<R: Rules> fmt::Debug for Perft<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Perft by {} threads, cache: {:?}", self.threads, self.cache)
    }
}

fn subtrees_below_one<R: Rules>(position: &Position<R>, moves: &[Move]) -> Vec<Subtree<R>> {
    let subtree = |(root_move, &mv)| Subtree { position: position.play_legal(mv), root_move };
    moves.iter().enumerate().map(subtree).collect()
}

fn subtrees_below_two<R: Rules>(position: &Position<R>, moves: &[Move]) -> Vec<Subtree<R>> {
    let mut subtrees = Vec::new();
    for Subtree { position, root_move } in subtrees_below_one(position, moves) {
        position.for_each_child(|_, child| subtrees.push(Subtree { position: *child, root_move }));
    }
    subtrees
}

/// Saturating addition.
fn add(total: &AtomicU64, leaves: u64) {
    let _ = total.fetch_update(Relaxed, Relaxed, |sum| Some(sum.saturating_add(leaves)));
}
