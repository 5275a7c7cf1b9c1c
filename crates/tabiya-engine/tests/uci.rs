//! The protocol, as GUIs speak it and as nobody should.

mod common;

use std::time::{Duration, Instant};

use common::conversation::{Conversation, answers};
use tabiya::{Chess, Makruk, Position};

/// How often a line begins like this.
fn count(text: &str, beginning: &str) -> usize {
    text.lines().filter(|line| line.starts_with(beginning)).count()
}

fn best_moves(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

/// The first line that has this in it.
#[track_caller]
fn line_with<'a>(text: &'a str, part: &str) -> &'a str {
    text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part:?} in\n{text}"))
}

// Reading.

#[test]
fn the_engine_introduces_itself() {
    let text = answers("uci\nisready\n");
    assert!(text.starts_with("id name Tabiya "), "{text}");
    for option in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_Variant", "Book", "UseTT"] {
        assert_eq!(count(&text, &format!("option name {option} type ")), 1, "{option} in\n{text}");
    }
    assert!(text.ends_with("uciok\nreadyok\n"), "{text}");
}

#[test]
fn blanks_tabs_and_carriage_returns_do_no_harm() {
    let text = answers(
        "\r\n\n   \t \n  isready  \r\n\tposition\tstartpos  moves\te2e4\t e7e5 \r\ngo\tdepth  1\r\nisready",
    );
    assert_eq!(count(&text, "readyok"), 2);
    assert_eq!(best_moves(&text).len(), 1);
    assert!(!text.contains("info string"), "{text}");
}

#[test]
fn nonsense_is_named_and_survived() {
    let text = answers(
        "joho\nxyzzy 1 2 3\nUCI\n\u{1b}[2Jisready\n♟\n\0\0\nisready\nposition\nposition up\nsetoption\nsetoption name\nsetoption nam Hash value 3\n",
    );
    assert!(text.lines().all(|line| line.starts_with("info string ") || line == "readyok"), "{text}");
    assert_eq!(count(&text, "readyok"), 1);
    assert!(text.chars().all(|char| char == '\n' || !char.is_control()), "{text:?}");
    assert!(text.contains("unknown command: xyzzy"));
}

#[test]
fn bytes_that_are_no_text_are_discarded_by_the_line() {
    let mut bytes =
        b"isready\n\xff\xfe\xc3\x28 go infinite\nposition startpos moves \x80\nisready\n".to_vec();
    bytes.extend((0..=255_u8).cycle().take(10_000));
    bytes.extend(b"\nisready\n");
    let text = answers(bytes);
    assert_eq!(count(&text, "readyok"), 3);
    assert!(text.contains("not UTF-8"));
    assert_eq!(best_moves(&text).len(), 0);
}

#[test]
fn a_line_without_end_is_forgotten_and_the_next_one_obeyed() {
    let mut bytes = b"position startpos moves ".to_vec();
    bytes.resize(3 << 20, b'a');
    bytes.extend(b" quit\nisready\nd\n");
    let text = answers(bytes);
    assert_eq!(count(&text, "readyok"), 1);
    assert_eq!(count(&text, "info string a line of more than 1 MiB"), 1);
    assert!(text.contains("rnbqkbnr/pppppppp"));
    // One that never ends, too.
    assert_eq!(count(&answers(vec![b'q'; 2 << 20]), "info string"), 1);
}

#[test]
fn the_last_line_needs_no_end() {
    assert_eq!(answers("isready"), "readyok\n");
    assert_eq!(answers("isready\nquit\nisready\n"), "readyok\n");
    assert_eq!(answers(""), "");
}

// Positions.

/// The FEN that `d` prints, each time.
fn fens(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("Fen: ")).collect()
}

#[test]
fn a_bad_position_leaves_the_last_good_one() {
    let good = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4";
    for bad in [
        "position fen",
        "position fen ",
        "position fen moves e2e4",
        "position fen joho",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 extra fields here",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K4 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - -1 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 99999999999999999999 1",
        "position startpos e2e4",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e4e5 g8f6",
        "position startpos moves e2e4e5",
        "position startpos moves 0000",
        "position startpos moves e7e8q",
    ] {
        let text = answers(format!("{good}\n{bad}\nd\ngo depth 1\n"));
        assert_eq!(fens(&text), ["4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"], "{bad}");
        assert!(count(&text, "info string position: ") == 1, "{bad}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{bad}");
    }
}

#[test]
fn an_illegal_move_is_named_by_its_ply() {
    let text = answers("position startpos moves e2e4 e7e5 e4e5 g8f6\n");
    assert!(text.starts_with("info string position: ply 3 (e4e5): "), "{text}");
    assert!(text.contains("the position stays as it was"), "{text}");
    let long = format!("position startpos moves {}\n", "x".repeat(100_000));
    assert!(answers(long).len() < 500, "what is quoted is cut short");
}

#[test]
fn what_is_repaired_is_said() {
    let text = answers("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq e3\nd\n");
    assert_eq!(fens(&text), ["4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(count(&text, "info string ") >= 1, "{text}");
}

#[test]
fn twenty_thousand_plies_are_fine() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(20_000).collect::<Vec<_>>();
    let text = answers(format!("position startpos moves {}\nd\ngo depth 3\nisready\n", moves.join(" ")));
    assert_eq!(fens(&text), ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 20000 10001"]);
    assert_eq!(best_moves(&text).len(), 1);
}

#[test]
fn the_position_is_shown_with_its_key_and_checkers() {
    let text = answers("position startpos moves e2e4 f7f6 d1h5\nd\n");
    let position: Position<Chess> = fens(&text)[0].parse().unwrap();
    assert_eq!(line_with(&text, "Key: "), format!("Key: {}", position.key()));
    assert_eq!(line_with(&text, "Checkers: "), "Checkers: h5");
    let text = answers("setoption name UCI_Variant value makruk\nd\neval\n");
    assert_eq!(fens(&text), ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"]);
    assert_eq!(line_with(&text, "Key: "), format!("Key: {}", Position::<Makruk>::start().key()));
    // All that white has more is the move.
    for text in [text, answers("eval\n")] {
        let value = line_with(&text, "Value ").split(' ').nth(1).and_then(|value| value.parse::<i32>().ok());
        assert!(value.is_some_and(|value| (0..60).contains(&value)), "{text}");
    }
}

// Searching.

#[test]
fn mate_and_stalemate_are_answered_with_no_move() {
    for go in ["go", "go infinite", "go depth 3", "go wtime 100 btime 100", "go ponder", "go mate 2"] {
        let text = answers(format!("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n{go}\n"));
        assert_eq!(text, "info depth 0 score mate 0\nbestmove 0000\n", "{go}");
        let text = answers(format!("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n{go}\n"));
        assert_eq!(text, "info depth 0 score cp 0\nbestmove 0000\n", "{go}");
    }
}

#[test]
fn bad_numbers_count_as_absent_and_are_named() {
    for bad in [
        "depth x",
        "depth -3",
        "nodes 1e9",
        "movetime",
        "wtime x",
        "mate --1",
        "searchmoves e9e4",
        "depth 5x",
    ] {
        let text = answers(format!("go {bad} depth 2\nisready\n"));
        assert_eq!(best_moves(&text).len(), 1, "{bad}");
        assert_eq!(count(&text, "info string go"), 1, "{bad}: {text}");
    }
    let text = answers("go depth 2 banana 7\n");
    assert_eq!(count(&text, "info string go: unknown word"), 2, "{text}");
    for odd in ["depth 0", "nodes 0", "movetime 0", "depth 1 depth 2", "movestogo 0 wtime 50 btime 50"] {
        assert_eq!(best_moves(&answers(format!("go {odd}\n"))).len(), 1, "{odd}");
    }
}

#[test]
fn an_empty_clock_is_answered_at_once() {
    let mut gui = Conversation::start();
    gui.say("isready");
    gui.wait_for("readyok");
    for clock in [
        "wtime 1 btime 1",
        "wtime -5 btime -5",
        "wtime 0 btime 0 winc 0",
        "movetime 1",
        "wtime 10 movestogo 1",
    ] {
        let asked = Instant::now();
        gui.say(&format!("go {clock}"));
        gui.wait_for("bestmove");
        // Fifty milliseconds on a machine that has nothing else to do.
        assert!(asked.elapsed() < Duration::from_secs(2), "{clock}: {:?}", asked.elapsed());
    }
    gui.end();
}

#[test]
fn a_search_goes_on_until_it_is_stopped() {
    let mut gui = Conversation::start();
    // Nothing to think about, and no reason to answer.
    gui.say("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    gui.say("go infinite");
    gui.say("isready");
    gui.wait_for("readyok");
    std::thread::sleep(Duration::from_millis(300));
    gui.say("isready");
    let lines = gui.wait_for("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    gui.say("stop");
    gui.wait_for("bestmove e3");
    gui.say("stop");
    gui.say("stop");
    gui.say("isready");
    assert_eq!(gui.wait_for("readyok").len(), 1);
    assert_eq!(best_moves(&gui.end()).len(), 1);
}

#[test]
fn pondering_ends_by_a_hit_or_a_stop() {
    for (end, go) in [
        ("ponderhit", "go ponder depth 3"),
        ("stop", "go ponder depth 3"),
        ("ponderhit", "go ponder wtime 50 btime 50"),
        ("ponderhit", "go ponder movetime 20"),
        ("stop", "go ponder infinite"),
    ] {
        let mut gui = Conversation::start();
        gui.say("position startpos moves e2e4");
        gui.say(go);
        std::thread::sleep(Duration::from_millis(150));
        gui.say("isready");
        let lines = gui.wait_for("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{go}: {lines:?}");
        gui.say(end);
        gui.wait_for("bestmove");
        gui.say("ponderhit");
        gui.say("stop");
        assert_eq!(best_moves(&gui.end()).len(), 1, "{go}, {end}");
    }
}

#[test]
fn a_command_while_searching_never_hangs() {
    for interruption in [
        "go depth 2",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Clear Hash",
        "setoption name Threads value 2",
        "setoption name UCI_Variant value makruk",
        "setoption name NoSuchThing value 7",
        "position startpos moves d2d4",
        "bench 1",
        "go perft 2",
        "d",
        "eval",
        "uci",
        "debug on",
        "register later",
        "ponderhit",
        "nonsense",
    ] {
        let mut gui = Conversation::start();
        gui.say("go infinite");
        gui.say(interruption);
        // Whether the interruption ended the search or not, nothing is thought about after this.
        gui.say("stop");
        gui.say("isready");
        gui.wait_for("readyok");
        gui.say("go depth 1");
        gui.wait_for("bestmove");
        let expected = if interruption == "go depth 2" { 3 } else { 2 };
        assert_eq!(best_moves(&gui.end()).len(), expected, "{interruption}");
    }
}

#[test]
fn searches_end_with_the_conversation() {
    for go in ["go infinite", "go ponder", "go depth 99", "go perft 20", "bench 99", "go nodes 1000000000000"]
    {
        for end in ["quit", ""] {
            let gui = Conversation::start();
            gui.say(go);
            if !end.is_empty() {
                gui.say(end);
            }
            let asked = Instant::now();
            let text = gui.end();
            // A second, on a machine that has nothing else to do.
            assert!(asked.elapsed() < Duration::from_secs(4), "{go}, {end}: {:?}", asked.elapsed());
            let answers = usize::from(!go.contains("perft") && !go.contains("bench"));
            assert_eq!(best_moves(&text).len(), answers, "{go}, {end}");
        }
    }
}

#[test]
fn named_moves_and_several_lines() {
    let text = answers("setoption name MultiPV value 3\ngo depth 3 searchmoves a2a3 h2h3 e2e4\n");
    assert!(["a2a3", "h2h3", "e2e4"].contains(&best_moves(&text)[0]));
    for rank in 1..=3 {
        assert_eq!(text.lines().filter(|line| line.contains(&format!(" multipv {rank} "))).count(), 3);
    }
    assert!(!text.contains(" multipv 4 "));
    // Moves that are none are said; the others count.
    let text = answers("go depth 3 searchmoves a2a5 h2h3 zz\n");
    assert_eq!(best_moves(&text), ["h2h3"]);
    assert_eq!(count(&text, "info string go searchmoves"), 2);
}

#[test]
fn perft_counts_and_can_be_stopped() {
    let text = answers("go perft 3\n");
    assert_eq!(line_with(&text, "a2a3: "), "a2a3: 380");
    assert_eq!(line_with(&text, "Nodes searched: "), "Nodes searched: 8902");
    assert_eq!(best_moves(&text).len(), 0);
    let text = answers("setoption name UCI_Variant value makruk\ngo perft 3\n");
    assert_eq!(line_with(&text, "Nodes searched: "), "Nodes searched: 12012");
    assert_eq!(line_with(&answers("go perft 0\n"), "Nodes"), "Nodes searched: 1");
    let queens = "position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    for (position, depth) in [("position startpos", "4000000000"), (queens, "4000000000"), (queens, "5")] {
        let mut gui = Conversation::start();
        gui.say(position);
        gui.say(&format!("go perft {depth}"));
        gui.say("isready");
        gui.wait_for("readyok");
        let asked = Instant::now();
        gui.say("stop");
        gui.wait_for("info string perft stopped");
        assert!(asked.elapsed() < Duration::from_secs(4), "{position}: {:?}", asked.elapsed());
        gui.end();
    }
}

#[test]
fn the_bench_ends_with_its_nodes() {
    let mut gui = Conversation::start();
    gui.say("bench 1");
    gui.wait_for("Nodes searched");
    gui.wait_for("Nodes/second");
    gui.end();
}

// Options.

#[test]
fn sizes_out_of_range_are_clamped_or_refused_and_said() {
    for (value, said) in [
        ("0", "Hash: 1 instead"),
        ("-1", "Hash: 1 instead"),
        ("99999999999", "it stays at 16 MiB"),
        ("1048576", "it stays at 16 MiB"),
        ("18446744073709551616", "it stays at 16 MiB"),
        ("", "nothing changed"),
        ("many", "nothing changed"),
        ("1.5", "nothing changed"),
        ("0x10", "nothing changed"),
    ] {
        let text = answers(format!("setoption name Hash value {value}\ngo depth 2\n"));
        assert!(line_with(&text, "info string").contains("Hash"), "{value}");
        assert!(text.contains(said), "{value}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{value}");
    }
    assert!(!answers("setoption name Hash value 3\ngo depth 2\n").contains("info string"));
}

#[test]
fn a_million_threads_are_not_started() {
    let text = answers("setoption name Threads value 1000000\nsetoption name Threads value 0\ngo depth 2\n");
    assert!(text.contains("Threads: 256 instead"), "{text}");
    assert!(text.contains("Threads: 1 instead"), "{text}");
    assert_eq!(best_moves(&text).len(), 1);
    let mut gui = Conversation::start();
    gui.say("setoption name Threads value 1000000");
    gui.say("go depth 1");
    gui.wait_for("bestmove");
    gui.end();
}

#[test]
fn bad_values_change_nothing() {
    for bad in [
        "UCI_Variant value shogi",
        "UCI_Variant value",
        "UCI_Chess960 value maybe",
        "UseTT value sometimes",
        "MultiPV value x",
        "Ponder value 7",
        "No Such Thing value 7",
        "Hash value 3 value 4",
        "value",
        "Book",
    ] {
        let text = answers(format!("setoption name {bad}\nd\ngo depth 1\n"));
        assert_eq!(fens(&text), ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"], "{bad}");
        assert!(bad == "Book" || text.starts_with("info string "), "{bad}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{bad}");
    }
}

#[test]
fn the_table_may_be_left_alone() {
    let text = answers("setoption name UseTT value off\ngo depth 6\n");
    assert!(
        text.lines().filter(|line| line.contains(" hashfull ")).all(|line| line.contains(" hashfull 0 "))
    );
    for value in ["cutoffs", "ordering", "both", "OFF"] {
        let text = answers(format!("setoption name UseTT value {value}\ngo depth 4\n"));
        assert!(!text.contains("info string"), "{text}");
        assert_eq!(best_moves(&text).len(), 1);
    }
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w";
    for option in ["UCI_Chess960 value true", "UCI_Variant value chess960"] {
        let text = answers(format!(
            "setoption name {option}\n{fen} H - 0 1 moves e1h1\nd\n{fen} K - 0 1\ngo perft 1\n"
        ));
        assert_eq!(fens(&text), ["4k3/8/8/8/8/8/8/5RK1 b - - 1 1"], "{option}");
        assert_eq!(count(&text, "e1h1: 1"), 1, "{option}: {text}");
        assert_eq!(count(&text, "e1g1: 1"), 0, "{option}");
    }
    let text = answers(format!("{fen} K - 0 1 moves e1g1\nd\n{fen} K - 0 1\ngo perft 1\n"));
    assert_eq!(fens(&text), ["4k3/8/8/8/8/8/8/5RK1 b - - 1 1"]);
    assert_eq!(count(&text, "e1g1: 1"), 1, "{text}");
    // A search's answer and its lines are written the same way.
    let far = "position fen 4k3/8/8/8/8/8/5PPP/1K4R1 w G - 0 1";
    let text =
        answers(format!("setoption name UCI_Chess960 value true\n{far}\ngo depth 3 searchmoves b1g1\n"));
    assert_eq!(best_moves(&text), ["b1g1"], "{text}");
    assert!(line_with(&text, "info depth 1 ").contains(" pv b1g1"), "{text}");
}

#[test]
fn makruk_is_played_by_its_own_rules() {
    let fen = "position fen 8/8/4k3/8/P7/8/8/R3K3 w - - 0 1";
    let text = answers(format!(
        "setoption name UCI_Variant value makruk\n{fen} moves a4a5 e6e5 a5a6m\nd\ngo depth 3\n"
    ));
    assert_eq!(fens(&text), ["8/8/M~7/4k3/8/8/8/R3K3 b - 32 8 2"], "{text}");
    assert_eq!(best_moves(&text).len(), 1);
    // Changing the game begins a new one; a chess position is refused with a hint.
    let text = answers(
        "setoption name UCI_Variant value makruk\nposition fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nd\n",
    );
    assert!(text.contains("info string position: "), "{text}");
    assert_eq!(fens(&text), ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"]);
}
