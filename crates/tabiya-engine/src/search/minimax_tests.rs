//! The search without pruning equals plain minimax: the same scores, to the centipawn and the ply.

#[path = "../../tests/it/budget.rs"]
mod budget;
#[allow(dead_code, reason = "the fuzzer uses the rest")]
#[path = "../../tests/it/common/random.rs"]
mod random;
#[path = "../../tests/it/common/suite.rs"]
mod suite;

use tabiya::{Chess, Game, Identity, Makruk, Move, MoveKind, Position, Reading, Score};
use tabiya_table::Table;

use crate::eval::{Evaluate, Evaluator};
use crate::{Limits, Report, ReportBound, SearchResult, Searcher, Settings, Signals, TableUse};
use budget::budget;
use random::{Choices, Seed};

const MATE: i32 = 32_000;

/// The maximum size of a tree. Without alpha-beta, quiescence explodes in a busy position; those are skipped.
fn nodes() -> u64 {
    budget(30_000, 300_000)
}

/// A game from this position with these moves.
fn game<R: Evaluate>(fen: &str, moves: &str) -> Game<R> {
    let parsed = Position::from_fen(fen, Reading::LENIENT.chess960()).expect("the FEN is valid");
    let mut game = Game::from_position(parsed.position);
    for text in moves.split_whitespace() {
        game.play_uci(text).expect("the move is legal");
    }
    game
}

/// A search without pruning, with all its reports.
fn search<R: Evaluate>(
    game: &Game<R>,
    depth: u32,
    settings: &Settings,
    table: &Table,
) -> (SearchResult, Vec<Report>) {
    let (limits, signals, mut reports) = (Limits::depth(depth), Signals::default(), Vec::new());
    let mut on_report = |report: &Report| reports.push(report.clone());
    let found = Searcher::without_pruning().search(game, &limits, settings, table, &signals, &mut on_report);
    (found, reports)
}

/// A small empty table.
fn table() -> Table {
    Table::new(1).expect("1 MiB is available")
}

/// The definition: all moves are searched, without a table. `None` if the tree is too large.
struct Minimax<R: Evaluate> {
    evaluator: Evaluator<R>,
    /// The game's positions and the current line.
    past: Vec<Identity>,
    /// The index of the root.
    root: usize,
    nodes: u64,
}

impl<R: Evaluate> Minimax<R> {
    fn new(game: &Game<R>) -> Minimax<R> {
        let past: Vec<Identity> = game.positions().iter().map(|position| *position.identity()).collect();
        Minimax { evaluator: Evaluator::new(), root: past.len() - 1, past, nodes: 0 }
    }

    /// The value of a move searched to `depth`, including itself.
    fn after(&mut self, position: &Position<R>, mv: Move, depth: u32) -> Option<i32> {
        let next = position.play_legal(mv);
        self.past.push(*next.identity());
        let value = self.value(&next, depth - 1);
        self.past.pop();
        Some(-value?)
    }

    fn value(&mut self, position: &Position<R>, depth: u32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > nodes() {
            return None;
        }
        let moves = position.legal_moves();
        let in_check = position.is_check();
        let is_mate = in_check && moves.is_empty();
        if self.has_occurred() || R::is_dead(position.identity()) || has_run_out(position) && !is_mate {
            return Some(0);
        }
        if is_mate {
            return Some(self.ply() - MATE);
        }
        if depth > 0 {
            if moves.is_empty() {
                return Some(0);
            }
            return moves.iter().map(|&mv| self.after(position, mv, depth)).try_fold(-MATE, larger);
        }
        // Not in check, the side to move may stand pat or capture.
        let stand_pat = if in_check { -MATE } else { self.evaluator.evaluate(position) };
        let tried = moves.iter().filter(|mv| in_check || is_noisy::<R>(mv));
        tried.map(|&mv| self.after(position, mv, 1)).try_fold(stand_pat, larger)
    }

    fn ply(&self) -> i32 {
        (self.past.len() - 1 - self.root) as i32
    }

    /// One earlier occurrence since the root, or two in all.
    fn has_occurred(&self) -> bool {
        let (here, past) = self.past.split_last().expect("there is a position");
        let visits: Vec<usize> = (0..past.len()).filter(|&i| past[i] == *here).collect();
        visits.len() > 1 || visits.iter().any(|&i| i > self.root)
    }
}

fn larger(most: i32, value: Option<i32>) -> Option<i32> {
    Some(most.max(value?))
}

fn has_run_out<R: Evaluate>(position: &Position<R>) -> bool {
    R::CLOCK_LIMITS.is_some_and(|(claim, _)| position.halfmove_clock() >= claim)
        || R::count_has_run_out(position.count())
}

fn is_noisy<R: Evaluate>(mv: &Move) -> bool {
    match mv.kind {
        MoveKind::Capture | MoveKind::EnPassant => true,
        MoveKind::Promotion(role) => role == R::PROMOTES_TO[0],
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::Castle => false,
    }
}

fn score_of(value: i32) -> Score {
    let far = 1_000;
    if value > MATE - far {
        Score::Mate((MATE - value + 1) / 2)
    } else if value < far - MATE {
        Score::Mate(-(MATE + value) / 2)
    } else {
        Score::Centipawns(value)
    }
}

/// Compares one position at one depth; false if its tree is too large.
fn agrees<R: Evaluate>(game: &Game<R>, depth: u32) -> bool {
    let position = game.position();
    let mut minimax = Minimax::new(game);
    let mut values = Vec::new();
    for &mv in &position.legal_moves() {
        let Some(value) = minimax.after(position, mv, depth) else { return false };
        values.push((mv, value));
    }
    let best = values.iter().map(|&(_, value)| value).max();
    let what = || format!("{position:?} after {:?} to depth {depth}", game.moves());

    // A table that only orders moves may change which of several equal moves is found. It also stores static
    // evaluations; in Makruk they depend slightly on the count, of which the table key contains only a range.
    let uses =
        if R::CLOCK_LIMITS.is_some() { &[TableUse::Off, TableUse::Ordering][..] } else { &[TableUse::Off] };
    for &table_use in uses {
        let settings = Settings { table_use, ..Settings::default() };
        let (found, _) = search(game, depth, &settings, &table());
        let Some(best) = best else {
            let expected = if position.is_check() { -MATE } else { 0 };
            assert_eq!((found.best, found.score), (None, score_of(expected)), "{}", what());
            continue;
        };
        assert_eq!(found.score, score_of(best), "{table_use}: {}", what());
        let chosen = values.iter().find(|(mv, _)| Some(*mv) == found.best).expect("the move is legal");
        assert_eq!(chosen.1, best, "{table_use}: {} is not best in {}", position.uci(chosen.0), what());
    }

    // With as many lines as moves, every move has its own value.
    let settings =
        Settings { multi_pv: values.len().max(1), table_use: TableUse::Off, ..Settings::default() };
    let (_, reports) = search(game, depth, &settings, &table());
    let last: Vec<_> =
        reports.iter().filter(|report| report.depth == depth && report.bound == ReportBound::Exact).collect();
    assert_eq!(last.len(), values.len(), "{}", what());
    for report in last {
        let (mv, value) = values.iter().find(|(mv, _)| *mv == report.line[0]).expect("the move is legal");
        assert_eq!(report.score, score_of(*value), "{} in {}", position.uci(*mv), what());
    }
    true
}

/// Compares positions of random games at each depth. Returns how many were compared.
fn compare_walks<R: Evaluate>(fens: &[&str], plies: usize, deepest: u32) -> usize {
    let mut compared = 0;
    for (seed, fen) in fens.iter().enumerate() {
        let mut choices = Seed::new(seed as u64);
        let mut game = game::<R>(fen, "");
        for ply in 0..plies {
            // Every third: neighboring positions are similar.
            if ply % 3 == 0 {
                compared += (1..=deepest).take_while(|&depth| agrees(&game, depth)).count();
            }
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let at = choices.below(moves.len()).expect("a seed is never exhausted");
            game.play_legal(moves[at]);
        }
    }
    compared
}

#[test]
fn chess_without_pruning_is_minimax() {
    let compared = compare_walks::<Chess>(
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
            "4k3/8/2n2b2/8/3B4/5N2/8/4K3 w - - 10 1",
            "8/PPP1k3/8/8/8/8/4Kppp/8 b - - 0 1",
            "3qk3/8/8/8/8/8/8/3QK3 w - - 90 1",
            "8/8/8/4k3/8/8/3R4/4K3 w - - 93 1",
        ],
        20,
        3,
    );
    assert!(compared >= budget(80, 100), "only {compared}");
}

#[test]
fn makruk_without_pruning_is_minimax() {
    let compared = compare_walks::<Makruk>(
        &[
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "4k3/3ms3/1r2p1p1/p1p1P2p/P1PSN2P/1P1M2P1/4K3/5R2 b - - 0 30",
            "8/4k3/3m~4/8/2R1K3/3M~4/8/8 w - - 0 60",
            "4k3/8/8/3pPP2/3Ppp2/8/8/4K3 w - - 0 30",
            "2n1k3/8/3s4/8/8/4S3/8/3KN3 w - 128 124 60",
            "4k3/8/8/8/8/4K3/8/R6R w - 16 12 90",
        ],
        20,
        3,
    );
    assert!(compared >= budget(50, 60), "only {compared}");
}

/// Deep enough for aspiration windows and repetitions.
#[test]
fn endings_agree_at_greater_depths() {
    let chess = [
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
        "8/8/1p6/1k6/8/1K6/8/1R6 w - - 0 1",
        "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
    ];
    let deepest = budget(5, 6);
    let compared = compare_walks::<Chess>(&chess, 10, deepest);
    assert!(compared >= 30, "only {compared}");
    let makruk = ["8/8/4k3/8/4m~3/4K3/8/4R3 w - 32 6 50", "8/4k3/8/4P3/4p3/8/4K3/8 w - - 0 50"];
    let compared = compare_walks::<Makruk>(&makruk, 10, deepest);
    assert!(compared >= 20, "only {compared}");
}

#[test]
fn mates_stalemates_and_the_ends_of_clocks_agree() {
    for fen in [
        // Mate and stalemate on the board.
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        // Mates in one, two and three plies; a mate that stalemate may spoil.
        "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/r7/3R2K1 b - - 0 1",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
        "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1",
        // The hundredth half-move mates, captures, moves a pawn, or none of these.
        "k7/8/1K6/8/8/8/8/7R w - - 99 80",
        "k6r/8/1K6/8/8/8/8/7R w - - 99 80",
        "k7/8/K6P/8/8/8/8/7R w - - 98 80",
        "7k/8/8/8/8/8/8/KQ6 w - - 97 80",
        "7k/8/8/8/8/8/8/KQ6 b - - 100 80",
        "7k/8/8/8/8/8/8/KQ6 w - - 65535 80",
        // Insufficient material, and just sufficient.
        "8/8/4k3/8/4KN2/8/8/8 b - - 0 1",
        "8/8/4k3/8/3pK3/8/8/7n w - - 0 1",
        // En passant is the only move, and an underpromotion the best.
        "8/8/8/8/k1pP4/1r6/8/K7 b - d3 0 1",
        "6nr/5Pkp/6pp/8/8/8/8/K7 w - - 0 1",
    ] {
        for depth in 1..=3 {
            assert!(agrees(&game::<Chess>(fen, ""), depth), "{fen} is small enough");
        }
    }
    for fen in [
        "k7/8/1K6/8/8/8/8/7R w - 32 31 80",
        "k7/8/1K6/8/8/8/8/7R w - 32 32 80",
        "k7/8/1K6/8/8/8/8/7R b - 32 32 80",
        "8/8/k7/8/1K6/7R/8/8 w - 32 30 80",
        "k7/M~7/1K6/8/8/8/8/8 b - - 0 80",
        "k7/8/1KM~5/8/8/8/8/8 b - 128 127 80",
        "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 80",
    ] {
        for depth in 1..=3 {
            assert!(agrees(&game::<Makruk>(fen, ""), depth), "{fen} is small enough");
        }
    }
}

#[test]
fn repetitions_before_the_root_agree() {
    let shuffle = "h1g1 h8g8 g1h1 g8h8 ";
    let fen = "7k/r7/8/8/8/8/R7/7K w - - 0 1";
    for moves in [shuffle.to_owned(), shuffle.repeat(2), format!("{shuffle} h1g1 h8g8"), "a2b2".into()] {
        for depth in 1..=3 {
            assert!(agrees(&game::<Chess>(fen, &moves), depth), "{fen} is small enough");
            assert!(agrees(&game::<Makruk>(fen, &moves), depth), "{fen} is small enough");
        }
    }
}

#[test]
fn the_table_finds_transpositions() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (table, settings) = (table(), Settings::default());
    let one = game::<Chess>(start, "g1f3 g8f6 b1c3");
    let other = game::<Chess>(start, "b1c3 g8f6 g1f3");
    let (first, _) = search(&one, 5, &settings, &table);
    let (second, _) = search(&other, 5, &settings, &table);
    assert!(second.nodes * 2 < first.nodes, "{} after {}", second.nodes, first.nodes);
}

/// Whether a search to one move less finds no mate. (Quiescence may see longer mates beyond the depth.)
fn is_shortest<R: Evaluate>(fen: &str, moves: i32) -> bool {
    let table = Table::new(64).expect("64 MiB are available");
    let (found, _) = search(&game::<R>(fen, ""), 2 * moves as u32 - 2, &Settings::default(), &table);
    !matches!(found.score, Score::Mate(shorter) if shorter > 0 && shorter < moves)
}

#[test]
fn the_test_suite_has_the_shortest_mates() {
    let provable = budget(2..=3, 2..=5);
    let mut checked = 0;
    for mate in suite::mates().iter().filter(|mate| provable.contains(&mate.moves)) {
        let is_makruk = mate.variant == "makruk";
        let is_shortest_mate =
            if is_makruk { is_shortest::<Makruk> } else { is_shortest::<Chess> }(&mate.fen, mate.moves);
        assert!(is_shortest_mate, "{}: there is a mate in less than {}", mate.fen, mate.moves);
        checked += 1;
    }
    assert!(checked > 5, "only {checked}");
}
