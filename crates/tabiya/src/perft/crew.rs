//! Threads that count together.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::cache::count_remembering;
use super::{Cache, count};
use crate::{Move, Position, Rules};

/// Threads that count the leaves of one tree together.
///
/// ```
/// use tabiya::perft::Crew;
/// use tabiya::{Makruk, Position};
///
/// assert_eq!(Crew::of(2).count(&Position::<Makruk>::start(), 4), 273_026);
/// ```
#[derive(Clone, Copy)]
pub struct Crew<'a, R: Rules> {
    threads: usize,
    cache: Option<&'a Cache<R>>,
    on_progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// How many of the parts the tree was cut into are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Parts counted.
    pub done: usize,
    /// Parts altogether.
    pub all: usize,
}

/// What is left below one move, or two: large enough to be worth a thread's while, small enough to share.
struct Part<R: Rules> {
    position: Position<R>,
    /// Which of the root's moves leads there.
    root_move: usize,
}

impl<'a, R: Rules> Crew<'a, R> {
    /// More threads than this only cost.
    pub const MOST_THREADS: usize = 256;

    /// So many threads, at least one and at most [`MOST_THREADS`](Self::MOST_THREADS).
    #[must_use]
    pub fn of(threads: usize) -> Crew<'a, R> {
        Crew { threads: threads.clamp(1, Self::MOST_THREADS), cache: None, on_progress: None }
    }

    /// One thread, the one that asks.
    #[must_use]
    pub fn alone() -> Crew<'a, R> {
        Crew::of(1)
    }

    /// The same threads, remembering in a cache what they have counted.
    #[must_use]
    pub fn with_cache(self, cache: &'a Cache<R>) -> Crew<'a, R> {
        Crew { cache: (!cache.is_empty()).then_some(cache), ..self }
    }

    /// The same threads, telling each time a part of the tree is done. Any of them may call.
    #[must_use]
    pub fn telling(self, on_progress: &'a (dyn Fn(Progress) + Sync)) -> Crew<'a, R> {
        Crew { on_progress: Some(on_progress), ..self }
    }

    /// What [`count`] counts. With a cache, `u64::MAX` if there are 2⁵⁷ leaves below two moves, or 2⁶⁴ in all; without
    /// one, nobody lives to see that.
    #[must_use]
    pub fn count(&self, position: &Position<R>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.divide(position, depth).into_iter().fold(0, |sum, (_, leaves)| sum.saturating_add(leaves))
    }

    /// What [`divide`](super::divide) gives: a count for each legal move, in the generator's order.
    #[must_use]
    pub fn divide(&self, position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
        let Some(below) = depth.checked_sub(1) else { return Vec::new() };
        let moves = position.legal_moves();
        let leaves: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        if below < 3 {
            // Less to count than a thread costs.
            Crew { threads: 1, ..*self }.count_parts(&parts_below_one(position, &moves), below, &leaves);
        } else {
            // One move's subtree can be half of the whole; below two moves they are small enough to share evenly.
            self.count_parts(&parts_below_two(position, &moves), below - 1, &leaves);
        }
        moves.iter().copied().zip(leaves.into_iter().map(AtomicU64::into_inner)).collect()
    }

    fn count_parts(&self, parts: &[Part<R>], depth: u32, leaves: &[AtomicU64]) {
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let work = || {
            while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
                let counted = match self.cache {
                    Some(cache) => count_remembering(&part.position, depth, cache),
                    None => count(&part.position, depth),
                };
                add(&leaves[part.root_move], counted);
                if let Some(tell) = self.on_progress {
                    tell(Progress { done: done.fetch_add(1, Relaxed) + 1, all: parts.len() });
                }
            }
        };
        let helpers = self.threads - 1;
        thread::scope(|scope| {
            for _ in 0..helpers.min(parts.len()) {
                // A system that gives no more threads leaves the work to those there are.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }
}

impl<R: Rules> std::fmt::Debug for Crew<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Crew of {} threads, cache: {:?}", self.threads, self.cache)
    }
}

fn parts_below_one<R: Rules>(position: &Position<R>, moves: &[Move]) -> Vec<Part<R>> {
    let part = |(root_move, &mv)| Part { position: position.play_legal(mv), root_move };
    moves.iter().enumerate().map(part).collect()
}

fn parts_below_two<R: Rules>(position: &Position<R>, moves: &[Move]) -> Vec<Part<R>> {
    let mut parts = Vec::new();
    for Part { position, root_move } in parts_below_one(position, moves) {
        position.for_each_child(|_, child| parts.push(Part { position: *child, root_move }));
    }
    parts
}

/// Adds without passing over the largest number.
fn add(total: &AtomicU64, leaves: u64) {
    let _ = total.fetch_update(Relaxed, Relaxed, |sum| Some(sum.saturating_add(leaves)));
}
