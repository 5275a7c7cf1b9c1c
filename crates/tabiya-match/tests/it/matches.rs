//! Matches between well-behaved and faulty engines.
#![cfg(unix)]

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tabiya::{Color, Variant};
use tabiya_match::stats::{Pentanomial, Sprt};
use tabiya_match::{
    DrawRule, EarlierGame, EngineSpec, Forfeit, Forfeits, Match, MatchError, Openings, Played, ResignRule,
    Standings, Termination,
};
use tabiya_pgn::{GameResult, Reader, Record, replay::Replayer};

/// Tests start this program again with the name of this test, which acts as an engine.
#[test]
fn fake_engine() {
    if let Ok(manner) = std::env::var(crate::fake::VARIABLE) {
        crate::fake::serve(&manner);
    }
}

fn engine(manner: &str) -> EngineSpec {
    let program = std::env::current_exe().expect("this program has a path");
    let mut spec = EngineSpec::new("env");
    spec.command.extend::<[OsString; 5]>([
        format!("{}={manner}", crate::fake::VARIABLE).into(),
        program.into(),
        "--exact".into(),
        "matches::fake_engine".into(),
        "--nocapture".into(),
    ]);
    spec.name = Some(manner.to_string());
    spec.limit.nodes = Some(100);
    spec
}

fn plan(first: &str, second: &str, rounds: u64) -> Match {
    let mut plan = Match::new([engine(first), engine(second)], Variant::Chess, rounds);
    plan.openings = Openings::Random { plies: 8, seed: 5, balance: None };
    plan.adjudication.max_moves = 12;
    plan
}

fn run(plan: &Match) -> (Standings, Vec<Played>) {
    let mut all = Vec::new();
    let standings = plan.run(&AtomicBool::new(false), &mut |played, _| {
        all.push(played.clone());
        ControlFlow::Continue(())
    });
    (standings.expect("the engines can play"), all)
}

/// A match between a good and a faulty engine. Returns the standings and the forfeits of the faulty one.
fn forfeits(manner: &str) -> (Standings, Forfeits) {
    let (standings, all) = run(&plan("plays", manner, 2));
    assert_eq!(all.len(), 4, "the match goes on");
    assert_eq!(standings.failure, None);
    assert_eq!(standings.forfeits[0], Forfeits::default());
    let forfeits = standings.forfeits[1];
    (standings, forfeits)
}

fn set_short_timeout(plan: &mut Match) {
    plan.engines[0].limit.move_time = Some(Duration::from_secs(30));
    plan.timeouts.search = Duration::from_millis(300);
}

fn record(pgn: &str) -> Record {
    let (mut reader, mut record) = (Reader::new(pgn.as_bytes()), Record::new());
    assert!(reader.read_game(&mut record).expect("a text can be read"));
    assert_eq!(record.problem(), None, "{pgn}");
    record
}

#[test]
fn every_opening_is_played_twice_with_colors_swapped() {
    let (standings, all) = run(&plan("plays", "also plays", 5));
    assert_eq!((all.len(), standings.pairs.pairs(), standings.games.games()), (10, 5, 10));
    for pair in all.chunks(2) {
        let [one, other] = pair else { panic!("games come in pairs") };
        assert_eq!((one.round, one.leg, one.white), (other.round, 0, 0));
        assert_eq!((other.leg, other.white), (1, 1));
        let moves = |played: &Played| -> Vec<String> {
            record(&played.pgn).moves().map(|(san, _)| san.to_string()).collect()
        };
        // Equal engines play equal games.
        assert_eq!(moves(one), moves(other));
        assert!(moves(one).len() > 8);
    }
    let openings: std::collections::BTreeSet<String> = all
        .iter()
        .map(|played| record(&played.pgn).moves().take(8).map(|(san, _)| san.to_string()).collect::<String>())
        .collect();
    assert_eq!(openings.len(), 5);
    // Equal engines: every pair is even.
    assert_eq!(standings.pairs, Pentanomial([0, 0, 5, 0, 0]));
}

#[test]
fn without_swapping_colors_alternate_and_games_are_the_samples() {
    let mut plan = plan("plays", "also plays", 4);
    plan.swaps = false;
    let (standings, all) = run(&plan);
    assert_eq!(all.iter().map(|played| played.white).collect::<Vec<_>>(), [0, 1, 0, 1]);
    assert_eq!((standings.pairs.pairs(), standings.samples().len()), (0, 4.0));
}

#[test]
fn games_side_by_side_have_the_same_openings() {
    let mut plan = plan("plays", "also plays", 6);
    let texts = |plan: &Match| -> Vec<Vec<String>> {
        let (_, mut all) = run(plan);
        all.sort_by_key(|played| (played.round, played.leg));
        all.iter()
            .map(|played| record(&played.pgn).moves().map(|(san, _)| san.to_string()).collect())
            .collect()
    };
    let alone = texts(&plan);
    plan.concurrency = 3;
    assert_eq!(texts(&plan), alone);
}

#[test]
fn games_of_every_variant_are_written_and_read_again() {
    for variant in Variant::ALL {
        let mut plan = plan("plays", "also \"plays\"", 3);
        plan.variant = variant;
        plan.adjudication.max_moves = 40;
        let (_, all) = run(&plan);
        for played in &all {
            let record = record(&played.pgn);
            let account = Replayer::new(variant).replay(&record);
            assert_eq!(account.fault, None, "{}", played.pgn);
            assert_eq!(account.plies, played.plies);
            assert_eq!(record.result(), played.termination.result());
            let tag = |name: &str| record.tag(name).unwrap_or_default().into_owned();
            assert_eq!(tag("PlyCount"), played.plies.to_string());
            assert_eq!(tag("Round"), format!("{}.{}", played.round + 1, played.leg + 1));
            assert_eq!(tag("TimeControl"), "100 nodes/move");
            assert_eq!(tag("Termination"), played.termination.pgn_tag());
            let white = if played.white == 0 { "White" } else { "Black" };
            assert_eq!(tag(white), "plays");
            assert_eq!(record.tag("FEN").is_some(), variant == Variant::Chess960);
        }
    }
}

#[test]
fn a_crash_is_a_loss_and_the_engine_starts_again() {
    let (standings, forfeits) = forfeits("crashes 3");
    assert_eq!((forfeits.crashes, forfeits.total()), (4, 4));
    assert_eq!((standings.games.wins, standings.games.losses), (4, 0));
}

#[test]
fn a_crash_is_reported_with_its_status() {
    let (_, all) = run(&plan("crashes 1", "plays", 1));
    let crash = Termination::Forfeit(Color::White, Forfeit::Crash(Some("exit status: 7".into())));
    assert_eq!(all[0].termination, crash);
    assert_eq!(
        (all[0].termination.result(), all[0].termination.pgn_tag()),
        (GameResult::BlackWins, "abandoned")
    );
}

#[test]
fn hangs_and_endless_output_are_losses_and_the_engine_is_killed() {
    for manner in ["hangs 2", "chatters"] {
        let mut plan = plan("plays", manner, 1);
        set_short_timeout(&mut plan);
        let (standings, all) = run(&plan);
        assert_eq!((standings.forfeits[1].hangs, standings.games.wins, all.len()), (2, 2, 2), "{manner}");
    }
}

#[test]
fn illegal_moves_of_all_kinds_are_losses() {
    for manner in ["cheats 2", "resigns 2", "mumbles 2"] {
        let (_, forfeits) = forfeits(manner);
        assert_eq!(forfeits.illegal_moves, 4, "{manner}");
    }
}

#[test]
fn an_exceeded_clock_is_a_time_loss() {
    for clock in [true, false] {
        let mut plan = plan("plays", "waits", 1);
        let limit = &mut plan.engines[1].limit;
        if clock {
            limit.clock = Some("0.3+0".parse().expect("it is a clock"));
        } else {
            limit.move_time = Some(Duration::from_millis(100));
        }
        let (standings, all) = run(&plan);
        assert_eq!(standings.forfeits[1].time_losses, 2);
        assert_eq!(all[0].termination.pgn_tag(), "time forfeit");
    }
}

#[test]
fn a_move_within_the_margin_is_in_time() {
    let mut plan = plan("plays", "sleeps 300", 1);
    plan.adjudication.max_moves = 6;
    plan.engines[1].limit.move_time = Some(Duration::from_millis(50));
    plan.engines[1].margin = Duration::from_secs(15);
    assert_eq!(run(&plan).0.forfeits[1], Forfeits::default());
    plan.engines[1].margin = Duration::ZERO;
    assert_eq!(run(&plan).0.forfeits[1].time_losses, 2);
}

#[test]
fn unrelated_output_is_not_a_move() {
    assert_eq!(forfeits("raves").1, Forfeits::default());
}

#[test]
fn a_second_bestmove_is_not_used_for_the_next_move() {
    assert_eq!(forfeits("stammers").1, Forfeits::default());
}

/// Toga II ignores `go nodes` and searches forever.
#[test]
fn an_engine_that_ignores_node_limits_is_stopped() {
    let mut plan = plan("plays", "counts 126", 1);
    assert_eq!(run(&plan).0.forfeits[1], Forfeits::default());
    plan.engines[1] = engine("counts 125");
    set_short_timeout(&mut plan);
    assert_eq!(run(&plan).0.forfeits[1].hangs, 2);
}

#[test]
fn a_draw_needs_both_engines() {
    let mut plan = plan("finds 5", "finds -7", 1);
    plan.adjudication.draw = Some(DrawRule::new(6, 2, 10));
    let (_, all) = run(&plan);
    assert_eq!((&all[0].termination, all[0].plies), (&Termination::AgreedDraw, 12));
    plan.engines[1] = engine("finds -11");
    assert_eq!(run(&plan).1[0].termination, Termination::TooLong);
}

#[test]
fn an_engine_that_reports_a_loss_has_lost() {
    let mut plan = plan("finds -700", "finds -5", 1);
    plan.adjudication.resign = Some(ResignRule::new(2, 600));
    let (standings, all) = run(&plan);
    assert_eq!(all[0].termination, Termination::Resigned(Color::White));
    assert_eq!(all[1].termination, Termination::Resigned(Color::Black));
    assert_eq!((standings.games.losses, standings.pairs), (2, Pentanomial([1, 0, 0, 0, 0])));
    assert_eq!(standings.forfeits[0], Forfeits::default());
}

#[test]
fn openings_the_first_engine_finds_unbalanced_are_not_played() {
    let mut plan = plan("finds 300", "plays", 1);
    plan.openings = Openings::Random { plies: 1, seed: 1, balance: Some(299) };
    let standings = plan.run(&AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(()));
    assert_eq!(standings.expect("the engines can play").failure, Some(MatchError::NoOpening));
    plan.openings = Openings::Random { plies: 1, seed: 1, balance: Some(300) };
    assert_eq!(run(&plan).1.len(), 2);
}

#[test]
fn a_crash_while_evaluating_an_opening_is_counted_and_loses_no_game() {
    let mut plan = plan("cannot evaluate", "plays", 2);
    plan.openings = Openings::Random { plies: 4, seed: 1, balance: Some(100) };
    let (standings, all) = run(&plan);
    assert_eq!((standings.forfeits[0].crashes, standings.forfeits[0].total()), (2, 2));
    assert_eq!(standings.forfeits[1], Forfeits::default());
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|played| !matches!(played.termination, Termination::Forfeit(..))));
}

#[test]
fn an_engine_runs_in_its_folder() {
    let mut plan = plan("plays", "also plays", 1);
    plan.engines[1].folder = Some(std::env::temp_dir().join("no such folder"));
    let refused = plan.run(&AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(()));
    let error = refused.expect_err("there is no such folder").to_string();
    assert!(error.starts_with("also plays: cannot start the engine: "), "{error}");
    plan.engines[1].folder = Some(std::env::temp_dir());
    assert_eq!(run(&plan).1.len(), 2);
}

#[test]
fn a_test_that_is_decided_ends_the_match() {
    let mut plan = plan("plays", "crashes 1", 1_000);
    plan.sprt = Some(Sprt::new(0.0, 400.0));
    let (standings, all) = run(&plan);
    let (_, state) = standings.sprt.expect("there is a test");
    assert!(state.llr >= state.upper && all.len() < 100, "{state:?} {}", all.len());
}

#[test]
fn a_match_that_is_stopped_has_the_results_so_far() {
    let plan = plan("plays", "also plays", 1_000_000);
    let stop = AtomicBool::new(false);
    let standings = plan.run(&stop, &mut |_, standings| {
        if standings.games.games() == 3 {
            stop.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    });
    let games = standings.expect("the engines can play").games.games();
    assert!((3..100).contains(&games), "{games}");
}

#[test]
fn a_match_can_be_stopped_while_an_engine_starts() {
    // Before the first game, at the start of a thread, and between two games.
    for (starts, games) in [(0, 0), (1, 0), (2, 1)] {
        let path = std::env::temp_dir().join(format!("tabiya-match-{}-slow-{starts}", std::process::id()));
        let mut plan = plan("plays", &format!("starts quickly {starts} {}", path.display()), 10);
        plan.engines[1].restarts = true;
        plan.timeouts.start = Duration::from_secs(120);
        let stop = AtomicBool::new(false);
        let started = std::time::Instant::now();
        let standings = std::thread::scope(|scope| {
            scope.spawn(|| {
                while std::fs::read_to_string(&path).unwrap_or_default().len() <= starts {
                    std::thread::sleep(Duration::from_millis(10));
                }
                stop.store(true, Ordering::Relaxed);
            });
            plan.run(&stop, &mut |_, _| ControlFlow::Continue(()))
        });
        std::fs::remove_file(&path).expect("the engine was started");
        let standings = standings.expect("being stopped is no failure");
        assert_eq!((standings.games.games(), standings.failure), (games, None));
        assert_eq!(standings.forfeits, [Forfeits::default(); 2]);
        assert!(started.elapsed() < plan.timeouts.start, "the match does not wait for the engine");
    }
}

#[test]
fn an_engine_that_cannot_be_started_again_ends_the_match_with_its_losses() {
    let path = std::env::temp_dir().join(format!("tabiya-match-{}-starts", std::process::id()));
    let mut plan = plan("plays", &format!("starts twice {}", path.display()), 10);
    plan.engines[1].restarts = true;
    let (standings, all) = run(&plan);
    std::fs::remove_file(&path).expect("the engine was started");
    // It starts twice: once for its name, once for a game.
    let failure = standings.failure.as_ref().expect("it cannot be started").to_string();
    assert!(failure.contains(": the engine ended (exit status: 9)"), "{failure}");
    assert!(standings.forfeits[1].crashes == 2 && all.len() == 3, "{standings:?}");
}

#[test]
fn unsupported_options_are_rejected_before_a_game() {
    let refusal = |change: &dyn Fn(&mut Match)| {
        let mut plan = plan("plays", "also plays", 1);
        change(&mut plan);
        let error = plan.run(&AtomicBool::new(false), &mut |_, _| panic!("nothing is played"));
        error.expect_err("it is refused").to_string()
    };
    let with = |name: &str, value: &str| {
        refusal(&|plan| plan.engines[1].options = vec![(name.into(), value.into())])
    };
    assert_eq!(with("Contempt", "1"), "also plays: it has no UCI option `Contempt`");
    assert_eq!(with("hash", "65"), "also plays: option `hash`: expected a number from 1 to 64");
    assert_eq!(with("UCI_Chess960", "yes"), "also plays: option `UCI_Chess960`: expected true or false");
    assert!(
        refusal(&|plan| plan.engines[0] = EngineSpec::new("/no/such/engine"))
            .starts_with("/no/such/engine: cannot start the engine: ")
    );
    let of_shell = |script: &str| {
        refusal(&|plan| {
            plan.variant = Variant::Makruk;
            plan.timeouts.start = Duration::from_secs(3);
            plan.engines[1].command = vec!["sh".into(), "-c".into(), script.into()];
        })
    };
    assert_eq!(
        of_shell("exit 3"),
        "also plays: the engine ended (exit status: 3) instead of responding to `uci`"
    );
    assert_eq!(of_shell("exec sleep 100"), "also plays: the engine did not respond to `uci` within 3.0 s");
    assert_eq!(of_shell("exec yes"), "also plays: the engine's answer to `uci` does not end");
    assert_eq!(
        of_shell("echo uciok; exec sleep 100"),
        "also plays: it does not support makruk: there is no UCI option UCI_Variant makruk"
    );
}

/// Its own limit is far above the one for evaluating an opening.
#[test]
fn an_engine_that_ignores_nodes_is_stopped_after_evaluating_an_opening() {
    let mut plan = plan("ignores 30000", "plays", 1);
    plan.engines[0].limit.nodes = Some(10_000_000);
    plan.openings = Openings::Random { plies: 2, seed: 5, balance: Some(120) };
    let failure = run(&plan).0.failure;
    // It reported a loss in every opening, and all were rejected.
    assert_eq!(failure, Some(MatchError::NoOpening));
}

/// The games as read from their file.
fn earlier_games(games: &[Played], name: &str) -> Vec<EarlierGame> {
    let path = std::env::temp_dir().join(format!("tabiya-match-{}-{name}.pgn", std::process::id()));
    let text: String = games.iter().map(|played| played.pgn.as_str()).collect();
    std::fs::write(&path, text).expect("a file can be written");
    let read = EarlierGame::read(&path, Variant::Chess);
    std::fs::remove_file(&path).expect("it can be removed");
    let (games_read, others) = read.expect("the games are good");
    assert_eq!((games_read.len(), others), (games.len(), 0));
    games_read
}

#[test]
fn a_resumed_match_has_the_results_of_an_uninterrupted_one() {
    for (swaps, second) in
        [(true, "also plays"), (true, "crashes 3"), (true, "cheats 2"), (false, "plays too")]
    {
        let mut plan = plan("plays", second, 4);
        plan.swaps = swaps;
        plan.sprt = Some(Sprt::new(-5.0, 5.0));
        let (complete, all) = run(&plan);
        for played in [0, 1, 3, all.len()] {
            plan.earlier_games = earlier_games(&all[..played], &format!("{swaps}-{second}-{played}"));
            let (standings, rest) = run(&plan);
            assert_eq!(rest.len(), all.len() - played);
            assert_eq!(
                (standings.games, standings.pairs),
                (complete.games, complete.pairs),
                "{second}, {played}"
            );
            assert_eq!((standings.forfeits, standings.by_color), (complete.forfeits, complete.by_color));
            // Faulty engines count their moves from their start.
            if complete.forfeits[1].total() > 0 {
                continue;
            }
            let moves = |played: &Played| -> Vec<String> {
                record(&played.pgn).moves().map(|(san, _)| san.to_string()).collect()
            };
            let [expected, found] =
                [&all[played..], &rest].map(|games| games.iter().map(moves).collect::<Vec<_>>());
            assert_eq!(expected, found, "{second}, {played}");
        }
    }
}

#[test]
fn a_match_does_not_resume_games_of_another() {
    let original = plan("plays", "also plays", 2);
    let all = run(&original).1;
    let failure = |change: &dyn Fn(&mut Match), played: usize| {
        let mut plan = original.clone();
        plan.earlier_games = earlier_games(&all[..played], &format!("other-{played}"));
        change(&mut plan);
        match plan.run(&AtomicBool::new(false), &mut |_, _| ControlFlow::Continue(())) {
            Ok(standings) => standings
                .failure
                .map_or_else(|| standings.games.games().to_string(), |error| error.to_string()),
            Err(error) => error.to_string(),
        }
    };
    assert_eq!(failure(&|_| (), 4), "4");
    // Games of another event or engine do not count.
    assert_eq!(failure(&|plan| plan.event = "another".into(), 4), "4");
    let printed = failure(&|plan| plan.engines[0].limit.nodes = Some(7), 4);
    assert!(printed.contains("round 1.1") && printed.contains("100 nodes/move then"), "{printed}");
    let printed = failure(&|plan| plan.earlier_games.extend(plan.earlier_games.clone()), 4);
    assert!(printed.contains("contains the game twice"), "{printed}");
    let other = Openings::Random { plies: 8, seed: 6, balance: None };
    let printed = failure(&|plan| plan.openings = other.clone(), 1);
    assert!(printed.contains("round 1: ") && printed.contains("another opening"), "{printed}");
}
