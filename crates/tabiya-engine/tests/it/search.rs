//! The contract of a search: legal moves, `searchmoves`, MultiPV, limits.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use crate::common::{game, read, search, search_with_reports, table};
use tabiya::{Chess, Game, Makruk, Move, Position, Score};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, RemainingTime, ReportBound, Searcher, Settings, Signals};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MAKRUK: &str = "r3ks1r/2sm4/ppnpp1pp/2p2n2/2P1NP2/PPNPP1PP/3MS3/R1S1K2R w - - 0 12";
/// Every capture allows ten others: the worst case for quiescence search.
const QUEENS: &str = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";

fn moves<R: Evaluate>(position: &Position<R>, texts: &[&str]) -> Vec<Move> {
    texts.iter().map(|text| position.parse_uci(text).expect("the move is legal")).collect()
}

#[test]
fn mate_and_stalemate_have_no_move() {
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
        // Checkmate precedes the fifty-move rule.
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 150 1", Score::Mate(0)),
    ] {
        let limits = Limits { infinite: true, ..Limits::default() };
        let found = search(&game::<Chess>(fen), &limits, &Settings::default(), &table());
        assert_eq!((found.best, found.ponder, found.score, found.nodes), (None, None, score, 0), "{fen}");
    }
    let mated = game::<Makruk>("k6R/8/1K6/8/8/8/8/8 b - - 0 80");
    assert_eq!(search(&mated, &Limits::depth(3), &Settings::default(), &table()).score, Score::Mate(0));
}

#[test]
fn a_drawn_position_still_has_a_best_move() {
    for fen in ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "7k/8/8/8/8/8/8/KQ6 w - - 65535 80"] {
        let found = search(&game::<Chess>(fen), &Limits::depth(5), &Settings::default(), &table());
        assert!(found.best.is_some(), "{fen}");
    }
}

/// Any thread that reached its share of the limit ended all of them: eight threads on two processors searched a sixth of the nodes.
#[test]
fn several_threads_use_the_limit_of_nodes_together() {
    for threads in [2, 8] {
        let settings = Settings { threads, ..Settings::default() };
        let limit = 150_000;
        let found = search(&game::<Chess>(KIWIPETE), &Limits::nodes(limit), &settings, &table());
        assert!(
            (limit..limit * 105 / 100).contains(&found.nodes),
            "{threads} threads: {} nodes",
            found.nodes
        );
    }
}

/// It never ended.
#[test]
fn a_search_for_a_mate_ends_without_one() {
    let limits = Limits { mate: Some(1), ..Limits::default() };
    let found = search(&game::<Chess>(KIWIPETE), &limits, &Settings::default(), &table());
    assert!(found.best.is_some() && found.depth >= 2, "{found:?}");
}

/// It panicked when the time of an iteration was compared with the soft limit.
#[test]
fn an_unlimited_clock_ends_no_iteration() {
    let clock = RemainingTime { remaining: Duration::MAX, increment: Duration::MAX, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::depth(6) };
    let found = search(&game::<Chess>(KIWIPETE), &limits, &Settings::default(), &table());
    assert_eq!(found.depth, 6);
}

#[test]
fn only_the_given_moves_are_searched() {
    let game = game::<Chess>(KIWIPETE);
    let named = moves(game.position(), &["a2a3", "e1c1", "f3f6"]);
    for multi_pv in [1, 2, 3, 9] {
        let limits = Limits { moves: named.clone(), ..Limits::depth(6) };
        let settings = Settings { multi_pv, ..Settings::default() };
        let (found, reports) = search_with_reports(&game, &limits, &settings, &table());
        assert!(named.contains(&found.best.unwrap()));
        assert!(reports.iter().all(|report| named.contains(&report.line[0])));
        assert!(reports.iter().all(|report| report.rank <= multi_pv.min(3)));
    }
}

fn check_lines<R: Evaluate>(fen: &str, depth: u32) {
    let game = game::<R>(fen);
    let all = game.position().legal_moves().len();
    for multi_pv in [2, 5, 256] {
        let settings = Settings { multi_pv, ..Settings::default() };
        let (found, reports) = search_with_reports(&game, &Limits::depth(depth), &settings, &table());
        for at in 1..=depth {
            let lines: Vec<_> = reports
                .iter()
                .filter(|report| report.depth == at && report.bound == ReportBound::Exact)
                .collect();
            let ranks: Vec<usize> = lines.iter().map(|report| report.rank).collect();
            assert_eq!(ranks, (1..=multi_pv.min(all)).collect::<Vec<_>>(), "{fen} depth {at}");
            let mut first: Vec<Move> = lines.iter().map(|report| report.line[0]).collect();
            first.sort();
            first.dedup();
            assert_eq!(first.len(), lines.len(), "{fen}: two lines begin with the same move");
            for line in &lines {
                let mut position = *game.position();
                for &mv in &line.line {
                    position = position.play(mv).expect("a line's moves are legal");
                }
            }
        }
        let best = reports.iter().rev().find(|report| report.rank == 1).expect("there is a best line");
        assert_eq!(found.best, best.line.first().copied(), "{fen}");
        assert_eq!(found.score, best.score, "{fen}");
    }
}

#[test]
fn several_lines_begin_with_different_moves() {
    check_lines::<Chess>(KIWIPETE, 5);
    check_lines::<Chess>("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 8);
    check_lines::<Makruk>(MAKRUK, 5);
}

#[test]
fn the_best_line_comes_first() {
    let piece_value = |score: Score| match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 32_000 - moves,
        Score::Mate(moves) => -32_000 - moves,
    };
    for fen in [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "6k1/5ppp/8/8/8/8/1Q6/3R2K1 w - - 0 1"]
    {
        let settings = Settings { multi_pv: 6, ..Settings::default() };
        let (_, reports) = search_with_reports(&game::<Chess>(fen), &Limits::depth(8), &settings, &table());
        for depth in 1..=8 {
            let scores: Vec<i32> = reports
                .iter()
                .filter(|report| report.depth == depth && report.bound == ReportBound::Exact)
                .map(|report| piece_value(report.score))
                .collect();
            assert!(scores.is_sorted_by(|one, next| one >= next), "{fen} depth {depth}: {scores:?}");
        }
    }
}

#[test]
fn two_threads_find_legal_moves_and_end() {
    fn check<R: Evaluate>(fen: &str) {
        let game = game::<R>(fen);
        let table = table();
        for threads in [2, 3, 1] {
            for limits in
                [Limits::depth(6), Limits::nodes(20_000), Limits { mate: Some(1), ..Limits::depth(5) }]
            {
                let settings = Settings { threads, ..Settings::default() };
                let found = search(&game, &limits, &settings, &table);
                assert!(game.position().is_legal(found.best.unwrap()), "{fen}");
                if let Some(most) = limits.nodes {
                    // Threads check the shared node count only now and then.
                    assert!(found.nodes < most + 1024 * (threads as u64 + 1), "{fen}: {} nodes", found.nodes);
                }
            }
        }
    }
    check::<Chess>(KIWIPETE);
    check::<Makruk>(MAKRUK);
}

#[test]
fn a_search_stopped_before_its_start_returns_a_legal_move_and_no_mate() {
    fn check<R: Evaluate>(fen: &str) {
        let game = game::<R>(fen);
        let signals = Signals::default();
        signals.stop.store(true, Ordering::Relaxed);
        let limits = Limits { infinite: true, ..Limits::default() };
        let found =
            Searcher::new().search(&game, &limits, &Settings::default(), &table(), &signals, &mut |_| {});
        assert!(game.position().is_legal(found.best.unwrap()), "{fen}");
        assert!(matches!(found.score, Score::Centipawns(_)), "{fen}: {}", found.score);
    }
    check::<Chess>(KIWIPETE);
    check::<Chess>(QUEENS);
    check::<Makruk>(MAKRUK);
}

#[test]
fn an_infinite_search_ends_when_stopped() {
    let signals = Signals::default();
    let game = game::<Chess>("8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    let limits = Limits { infinite: true, ..Limits::default() };
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            signals.stop.store(true, Ordering::Relaxed);
        });
        let settings = Settings { threads: 2, ..Settings::default() };
        let found = Searcher::new().search(&game, &limits, &settings, &table(), &signals, &mut |_| {});
        // Bare kings are searched to the maximum depth at once; the search still waits for `stop`.
        assert!(signals.stop.load(Ordering::Relaxed));
        found
    });
    assert!(found.best.is_some());
}

#[test]
fn limits_end_a_search_even_among_thirty_queens() {
    let game = game::<Chess>(QUEENS);
    let nodes = Limits::nodes(2_000);
    let found = search(&game, &nodes, &Settings::default(), &table());
    assert!(found.nodes >= 2_000, "{} nodes", found.nodes);
    // The first iteration gets a few thousand nodes whatever the limit.
    assert!(found.nodes <= 6_000, "{} nodes", found.nodes);
    let clock =
        RemainingTime { remaining: Duration::from_millis(1), increment: Duration::ZERO, moves_to_go: None };
    for limits in [
        Limits { move_time: Some(Duration::from_millis(20)), ..Limits::default() },
        Limits { clock: Some(clock), ..Limits::default() },
    ] {
        let started = std::time::Instant::now();
        let found = search(&game, &limits, &Settings::default(), &table());
        assert!(game.position().is_legal(found.best.unwrap()));
        // Separates a search that ends from one that does not; a loaded machine passes.
        assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    }
}

#[test]
fn histories_are_kept_between_searches_until_cleared() {
    let game = Game::from_position(read::<Chess>(KIWIPETE));
    let mut searcher = Searcher::new();
    let visit = |searcher: &mut Searcher<Chess>| {
        let limits = Limits::depth(7);
        searcher
            .search(&game, &limits, &Settings::default(), &table(), &Signals::default(), &mut |_| {})
            .nodes
    };
    let first = visit(&mut searcher);
    let experienced = visit(&mut searcher);
    assert_ne!(first, experienced, "experience changes the order of moves");
    searcher.clear();
    assert_eq!(visit(&mut searcher), first);
}
