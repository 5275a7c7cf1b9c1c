//! Perft counts do not depend on threads or cache.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tabiya::perft::{Perft, PerftCache, Progress};
use tabiya::{Chess, Makruk, Position, Rules, perft};

const FENS: [&str; 4] = [
    Chess::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

fn counts_agree<R: Rules>(position: &Position<R>, deepest: u32) {
    let small = PerftCache::new(1).expect("1 MiB is available");
    for depth in 0..=deepest {
        let leaves = perft::count(position, depth);
        for threads in [0, 1, 2, 5] {
            let counting = Perft::new().threads(threads);
            assert_eq!(counting.count(position, depth), leaves, "{position:?} to {depth}, {threads} threads");
            assert_eq!(
                counting.cache(&small).count(position, depth),
                leaves,
                "{position:?} to {depth}, cached"
            );
        }
        if depth > 0 {
            let by_move = perft::divide(position, depth);
            assert_eq!(by_move.iter().map(|(_, leaves)| leaves).sum::<u64>(), leaves);
            assert!(
                by_move
                    .iter()
                    .all(|(mv, leaves)| *leaves == perft::count(&position.play_legal(*mv), depth - 1))
            );
        }
    }
}

#[test]
fn threads_and_caches_do_not_change_counts() {
    for fen in FENS {
        counts_agree(&fen.parse::<Position<Chess>>().expect("a legal position"), 4);
    }
    counts_agree(&Position::<Makruk>::start(), 4);
}

#[test]
fn a_division_at_depth_zero_has_no_moves() {
    assert_eq!(perft::divide(&Position::<Chess>::start(), 0), []);
    assert_eq!(Perft::new().count(&Position::<Chess>::start(), 0), 1);
}

/// Regression: the stack overflowed before the first leaf.
#[test]
fn depth_is_limited() {
    // Two kings behind blocked pawns, with one legal move each.
    let blocked: Position<Chess> =
        "5b1k/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 w - - 0 1".parse().expect("a legal position");
    let cache = PerftCache::new(1).expect("1 MiB is available");
    for depth in [perft::MAX_DEPTH, perft::MAX_DEPTH + 1, 1_000_000, u32::MAX] {
        assert_eq!(Perft::new().count(&blocked, depth), 1);
        assert_eq!(Perft::new().cache(&cache).count(&blocked, depth), 1);
    }
}

#[test]
fn the_cache_is_used() {
    // The kings move behind a wall of pawns: few positions, so that only the cache makes this depth feasible.
    let position: Position<Chess> =
        "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/K7 w - - 0 1".parse().expect("a legal position");
    let cache = PerftCache::new(16).expect("16 megabytes");
    assert_eq!(Perft::new().threads(2).cache(&cache).count(&position, 24), 42_529_518_298_503_702);
    assert_eq!(Perft::new().threads(2).cache(&cache).count(&position, 100), u64::MAX);
}

#[test]
fn progress_reaches_the_total() {
    use std::sync::Mutex;
    let reports = Mutex::new(Vec::new());
    let on_progress = |progress: Progress| reports.lock().expect("not poisoned").push(progress);
    assert_eq!(
        Perft::new().threads(2).on_progress(&on_progress).count(&Position::<Chess>::start(), 4),
        197_281
    );
    let reports = reports.into_inner().expect("not poisoned");
    assert_eq!(reports.len(), 400);
    assert!(reports.contains(&Progress { done: 400, all: 400 }));
}

#[test]
fn a_stopped_count_ends_and_leaves_the_cache_consistent() {
    let (start, cache) = (Position::<Chess>::start(), PerftCache::new(16).expect("16 megabytes"));
    for counting in [Perft::new().threads(2), Perft::new().threads(2).cache(&cache)] {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| counting.stop(&stop).count(&start, perft::MAX_DEPTH));
            stop.store(true, Ordering::Relaxed);
        });
    }
    assert_eq!(Perft::new().cache(&cache).count(&start, 5), 4_865_609);
}
