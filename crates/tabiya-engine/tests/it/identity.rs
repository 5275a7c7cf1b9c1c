//! What the key does not contain but the search must respect: repetitions, the half-move clock, Makruk's count.

use crate::budget::budget;
use crate::common::random::{Choices, Seed};
use crate::common::{game, game_after, search, search_with_reports, table};
use tabiya::PackedMove;
use tabiya::{Chess, Game, Makruk, Outcome, Position, Score};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, ReportBound, Settings, TableUse, table_key};
use tabiya_table::{Bound, Entry, Table};

/// Draw scores are randomized by one centipawn.
fn is_draw(score: Score) -> bool {
    matches!(score, Score::Centipawns(-1..=1))
}

/// Both lines are legal, and an announced mate is on the board at the end, within its distance.
fn check_line<R: Evaluate>(game: &Game<R>, line: &[tabiya::Move], score: Score) {
    let mut end = game.clone();
    for &mv in line {
        end.play(mv).unwrap_or_else(|error| panic!("{:?}: {error:?} in {line:?}", game.position()));
    }
    if let Score::Mate(moves) = score {
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        // An aborted search may know of the mate but not its complete line.
        assert!(line.len() <= plies as usize, "{:?}: {score} by {line:?}", game.position());
        let mates = matches!(end.outcome(), Some(Outcome::Checkmate { .. }));
        assert_eq!(mates, line.len() == plies as usize, "{:?}: {line:?}", game.position());
    }
}

// Poisoned tables.

fn poison(choices: &mut Seed, mv: Option<PackedMove>) -> Entry {
    let mut below = |bound: usize| choices.below(bound).expect("a seed is never exhausted");
    let absurd = [i16::MIN, i16::MAX, -32_000, 32_000, -31_999, 31_999, -20_000, 20_000, 0];
    Entry {
        mv: if below(3) == 0 { mv } else { PackedMove::from_bits(below(1 << 16) as u16) },
        score: absurd[below(absurd.len())],
        eval: absurd[below(absurd.len())],
        depth: [0, 1, 20, 255][below(4)],
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][below(4)],
        was_pv: below(2) == 0,
    }
}

/// Stores wrong entries for a position and all positions within this many plies.
fn poison_around<R: Evaluate>(table: &Table, position: &Position<R>, plies: u32, choices: &mut Seed) {
    let moves = position.legal_moves();
    // Includes a move that is legal but not best.
    table.store(table_key(position), poison(choices, moves.last().map(|&mv| mv.into())));
    if plies > 0 {
        for &mv in &moves {
            poison_around(table, &position.play_legal(mv), plies - 1, choices);
        }
    }
}

fn check_poisoned_table<R: Evaluate>(fens: &[&str]) {
    let rounds = budget(3, 30);
    let mut changed_searches = 0;
    for (i, fen) in fens.iter().enumerate() {
        for round in 0..rounds {
            let mut choices = Seed::new((i * 100 + round) as u64);
            let game = game::<R>(fen);
            let table = table();
            poison_around(&table, game.position(), 2, &mut choices);
            for table_use in TableUse::ALL {
                let settings = Settings { table_use, multi_pv: 1 + round % 3, ..Settings::default() };
                let limits = Limits { depth: Some(8), ..Limits::nodes(3_000) };
                let found = search(&game, &limits, &settings, &table);
                let clean = search(&game, &limits, &settings, &self::table());
                changed_searches += usize::from(found.nodes != clean.nodes || found.score != clean.score);
                let best = found.best.expect("there are legal moves");
                assert!(game.position().is_legal(best), "{fen}: {best:?}");
                assert_eq!(found.line.first(), Some(&best), "{fen}");
                check_line(&game, &found.line, Score::Centipawns(0));
            }
        }
    }
    assert!(changed_searches > 0, "no search read a poisoned entry");
}

#[test]
fn a_poisoned_table_never_leads_to_an_illegal_move() {
    check_poisoned_table::<Chess>(&[
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 2",
    ]);
    check_poisoned_table::<Makruk>(&[
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "4k3/3ms3/1r2p1p1/p1p1P2p/P1PSN2P/1P1M2P1/4K3/5R2 b - - 0 30",
    ]);
}

// The fifty-move rule and Makruk's count.

#[test]
fn mate_on_the_hundredth_half_move_is_mate() {
    for clock in [0, 50, 97, 98, 99] {
        let game = game::<Chess>(&format!("k7/8/1K6/8/8/8/8/7R w - - {clock} 80"));
        let found = search(&game, &Limits::depth(6), &Settings::default(), &table());
        assert_eq!(found.score, Score::Mate(1), "clock {clock}");
    }
    // One half-move later the draw comes first.
    let game = game::<Chess>("k7/8/1K6/8/8/8/8/7R b - - 99 80");
    assert!(is_draw(search(&game, &Limits::depth(6), &Settings::default(), &table()).score));
}

#[test]
fn the_hundredth_half_move_draws_unless_it_mates_captures_or_moves_a_pawn() {
    let settings = Settings::default();
    let queen_up = game::<Chess>("7k/8/8/8/8/8/8/KQ6 w - - 99 80");
    assert!(is_draw(search(&queen_up, &Limits::depth(8), &settings, &table()).score));
    let pawn_moves = game::<Chess>("7k/8/8/8/8/P7/8/KQ6 w - - 99 80");
    let found = search(&pawn_moves, &Limits::depth(8), &settings, &table());
    assert_eq!(found.best.map(|mv| pawn_moves.position().uci(mv)).as_deref(), Some("a3a4"));
    assert!(!is_draw(found.score));
}

/// Searches the same pieces with clocks that allow the mate and clocks that do not, all with one table, which then
/// contains mates: none may be reported that the clock does not allow.
fn keep_within<R: Evaluate>(at: impl Fn(u16) -> String, clocks: &[u16]) -> Vec<(u16, i32)> {
    let table = Table::new(4).expect("4 MiB are available");
    let nodes = budget(40_000, 200_000);
    let mut mates = Vec::new();
    for &clock in clocks {
        let game = game::<R>(&at(clock));
        let found = search(&game, &Limits::nodes(nodes), &Settings::default(), &table);
        check_line(&game, &found.line, found.score);
        if let Score::Mate(moves) = found.score {
            mates.push((clock, moves));
        }
    }
    mates
}

#[test]
fn a_mate_stored_with_a_low_clock_is_not_used_with_a_high_one() {
    // Mate in four: seven plies.
    let at = |clock: u16| format!("3k4/8/8/8/3K4/8/8/Q7 w - - {clock} 80");
    let clocks = [0, 96, 1, 93, 92, 95, 97, 99, 80, 90, 88, 92, 86, 84, 40, 94, 98, 0, 91];
    let mates = keep_within::<Chess>(at, &clocks);
    for (clock, moves) in &mates {
        assert!(2 * moves - 1 <= 100 - i32::from(*clock), "mate in {moves} with the clock at {clock}");
    }
    let found = [0, 40, 80].iter().filter(|&&low| mates.iter().any(|&(clock, _)| clock == low)).count();
    assert!(found >= 2, "too few mates were reported to test anything: {mates:?}");
}

#[test]
fn a_mate_stored_with_a_low_count_is_not_used_with_a_high_one() {
    // Mate in three: five plies.
    let at = |count: u16| format!("4k3/8/8/8/3K4/8/8/6RR w - 32 {count} 90");
    let counts = [0, 30, 1, 28, 29, 26, 31, 24, 27, 32, 25, 20, 18, 0, 29, 30];
    let mates = keep_within::<Makruk>(at, &counts);
    for (count, moves) in &mates {
        assert!(2 * moves - 1 <= 33 - i32::from(*count), "mate in {moves} with the count at {count}");
    }
    let low_counts = [0, 1, 18, 20, 24];
    let found = low_counts.iter().filter(|&&low| mates.iter().any(|&(count, _)| count == low)).count();
    assert!(found >= 3, "too few mates were reported to test anything: {mates:?}");
}

#[test]
fn mate_on_the_last_ply_of_the_count_is_mate() {
    let last = game::<Makruk>("k7/8/1K6/8/8/8/8/7R w - 32 32 80");
    let found = search(&last, &Limits::depth(6), &Settings::default(), &table());
    assert_eq!(found.score, Score::Mate(1));
    let none = game::<Makruk>("k7/8/8/1K6/8/8/8/7R w - 32 32 80");
    assert!(is_draw(search(&none, &Limits::depth(6), &Settings::default(), &table()).score));
}

// Repetition.

/// Stores an entry with a mate by the opponent after this move, then searches it and another move.
fn search_with_poisoned_move<R: Evaluate>(
    game: &Game<R>,
    poisoned: &str,
    other: &str,
    depth: u32,
) -> (String, Score) {
    let table = table();
    let position = game.position();
    let moves = [other, poisoned].map(|mv| position.parse_uci(mv).expect("the move is legal"));
    let lie = Entry { mv: None, score: 31_999, eval: 15_000, depth: 255, bound: Bound::Exact, was_pv: false };
    table.store(table_key(&position.play_legal(moves[1])), lie);
    let limits = Limits { moves: moves.to_vec(), ..Limits::depth(depth) };
    let found = search(game, &limits, &Settings::default(), &table);
    (position.uci(found.best.expect("there are legal moves")), found.score)
}

#[test]
fn repetitions_are_detected_before_the_table_is_probed() {
    // Taking the knight looks good but allows mate; the third repetition by check draws.
    let fen = "6k1/1R3ppp/8/8/7q/8/6P1/N5K1 b - - 0 1";
    let game = game_after::<Chess>(fen, &format!("{}h4e1 g1h2", "h4e1 g1h2 e1h4 h2g1 ".repeat(2)));
    for depth in 5..=9 {
        let (best, score) = search_with_poisoned_move(&game, "e1h4", "e1a1", depth);
        assert_eq!(best, "e1h4", "depth {depth}");
        assert!(is_draw(score), "depth {depth}: {score}");
    }
    // Two rooks down, a repetition is the best result.
    let fen = "1r4k1/r7/8/p7/8/P7/8/7K w - - 0 1";
    let game = game_after::<Makruk>(fen, &format!("{}h1h2 g8g7", "h1h2 g8g7 h2h1 g7g8 ".repeat(2)));
    for depth in 1..=8 {
        let (best, score) = search_with_poisoned_move(&game, "h2h1", "h2h3", depth);
        assert_eq!(best, "h2h1", "depth {depth}");
        assert!(is_draw(score), "depth {depth}: {score}");
    }
}

#[test]
fn perpetual_check_is_found_without_a_game_history() {
    let game = game::<Chess>("6k1/RRP2ppp/8/8/7q/8/6P1/6K1 b - - 0 1");
    let found = search(&game, &Limits::depth(12), &Settings::default(), &table());
    assert!(is_draw(found.score), "{}", found.score);
}

#[test]
fn the_side_that_is_ahead_avoids_repetition() {
    let shuffle = "h1g1 h8g8 g1h1 g8h8 ";
    let fen = "7k/8/8/8/8/8/RR6/7K w - - 0 1";
    let game = game_after::<Chess>(fen, &shuffle.repeat(2));
    let found = search(&game, &Limits::depth(8), &Settings::default(), &table());
    assert!(matches!(found.score, Score::Mate(1..)), "{}", found.score);
    assert_ne!(found.best.map(|mv| game.position().uci(mv)).as_deref(), Some("h1g1"));
}

// Table use.

#[test]
fn with_the_table_off_it_is_neither_read_nor_written() {
    let off = Settings { table_use: TableUse::Off, ..Settings::default() };
    let limits = Limits::depth(7);
    fn check<R: Evaluate>(fen: &str, limits: &Limits, off: &Settings) {
        let game = game::<R>(fen);
        let fresh = table();
        let (found, reports) = search_with_reports(&game, limits, off, &fresh);
        assert_eq!(fresh.hashfull(), 0);
        assert!(reports.iter().all(|report| report.table_fill == 0));
        assert_eq!(found.table, Default::default());
        game.position().for_each_child(|_, child| assert_eq!(fresh.probe(table_key(child)), None));
        assert_eq!(fresh.probe(table_key(game.position())), None);

        let lies = table();
        poison_around(&lies, game.position(), 2, &mut Seed::new(1));
        let known = lies.probe(table_key(game.position()));
        let again = search(&game, limits, off, &lies);
        assert_eq!((again.nodes, again.best, again.score), (found.nodes, found.best, found.score));
        assert_eq!(lies.probe(table_key(game.position())), known);
    }
    check::<Chess>("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", &limits, &off);
    check::<Makruk>("r1smks1r/3n4/pppppnpp/8/4P3/PPPP1PPP/4N3/RNSKMS1R w - - 0 1", &limits, &off);
}

#[test]
fn equal_searches_visit_equal_nodes() {
    fn check<R: Evaluate>(fen: &str) {
        let game = game::<R>(fen);
        let visit = || {
            let table = table();
            let (found, reports) =
                search_with_reports(&game, &Limits::depth(8), &Settings::default(), &table);
            let nodes: Vec<u64> = reports
                .iter()
                .filter(|report| report.bound == ReportBound::Exact)
                .map(|report| report.nodes)
                .collect();
            // The same holds for a second search with the first one's table.
            let again = search(&game, &Limits::nodes(5_000), &Settings::default(), &table);
            (nodes, found.best, found.score, found.line, again.nodes, again.best, again.score)
        };
        assert_eq!(visit(), visit(), "{fen}");
    }
    check::<Chess>("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    check::<Chess>("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1");
    check::<Makruk>("r3ks1r/2sm4/ppnpp1pp/2p2n2/2P1NP2/PPNPP1PP/3MS3/R1S1K2R w - - 0 12");
}

/// Chess and Makruk may share a table, and a rook and a knight can be on the same squares in both.
#[test]
fn entries_of_chess_are_not_used_for_makruk() {
    let fen = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1";
    let (limits, settings) = (Limits::depth(6), Settings::default());
    let makruk = Game::from_position(fen.parse::<Position<Makruk>>().expect("a FEN"));
    let alone = search(&makruk, &limits, &settings, &table());
    let shared = table();
    let _ = search(
        &Game::from_position(fen.parse::<Position<Chess>>().expect("a FEN")),
        &limits,
        &settings,
        &shared,
    );
    let after_chess = search(&makruk, &limits, &settings, &shared);
    assert_eq!((after_chess.nodes, after_chess.line), (alone.nodes, alone.line));
}
