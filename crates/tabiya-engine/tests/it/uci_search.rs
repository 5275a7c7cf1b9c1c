//! Searches as GUIs start, interrupt and end them.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::common::uci_session::{Output, UciSession, answers, best_moves, count, line_with};

/// These searches would run for hours without the limit or command under test. The bound only separates "ends" from
/// "does not end", so that a loaded machine passes.
const NO_END: Duration = Duration::from_secs(60);

#[test]
fn mate_and_stalemate_are_answered_with_bestmove_0000() {
    for go in ["go", "go infinite", "go depth 3", "go wtime 100 btime 100", "go ponder", "go mate 2"] {
        let text = answers(format!("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n{go}\n"));
        assert_eq!(text, "info depth 0 score mate 0\nbestmove 0000\n", "{go}");
        let text = answers(format!("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n{go}\n"));
        assert_eq!(text, "info depth 0 score cp 0\nbestmove 0000\n", "{go}");
    }
}

#[test]
fn without_legal_moves_an_infinite_search_still_waits_for_stop() {
    for go in ["go infinite", "go ponder"] {
        let mut gui = UciSession::start();
        gui.send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        gui.send(go);
        gui.send("isready");
        let input = gui.wait_for("readyok");
        assert!(!input.iter().any(|line| line.starts_with("bestmove")), "{go}: {input:?}");
        gui.send("stop");
        gui.wait_for("bestmove 0000");
        gui.end();
    }
}

#[test]
fn a_dead_position_scores_exactly_0() {
    for fen in ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "8/8/4k3/8/8/4K2R/8/8 w - - 100 90"] {
        let text = answers(format!("position fen {fen}\ngo depth 6\n"));
        assert!(text.contains("score cp 0 ") && !text.contains("score cp 1 "), "{text}");
        assert!(!text.contains("score cp -1 "), "{text}");
    }
}

#[test]
fn invalid_numbers_are_ignored_and_reported() {
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
    for perft in ["go perft", "go perft -1", "go perft x"] {
        let text = answers(format!("{perft}\n"));
        assert!(best_moves(&text).is_empty() && count(&text, "info string go: perft needs") == 1, "{text}");
    }
    let text = answers("go depth 2 banana 7\n");
    assert_eq!(count(&text, "info string go: unknown parameter"), 2, "{text}");
    for odd in ["depth 0", "nodes 0", "movetime 0", "depth 1 depth 2", "movestogo 0 wtime 50 btime 50"] {
        assert_eq!(best_moves(&answers(format!("go {odd}\n"))).len(), 1, "{odd}");
    }
}

#[test]
fn an_empty_clock_is_answered_at_once() {
    let mut gui = UciSession::start();
    gui.send("isready");
    gui.wait_for("readyok");
    for clock in [
        "wtime 1 btime 1",
        "wtime -5 btime -5",
        "wtime 0 btime 0 winc 0",
        "movetime 1",
        "wtime 10 movestogo 1",
    ] {
        let started = Instant::now();
        gui.send(&format!("go {clock}"));
        gui.wait_for("bestmove");
        assert!(started.elapsed() < NO_END, "{clock}: {:?}", started.elapsed());
    }
    gui.end();
}

#[test]
fn an_infinite_search_runs_until_stopped() {
    let mut gui = UciSession::start();
    // Nothing to search, but no reply before `stop`.
    gui.send("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    gui.send("go infinite");
    gui.send("isready");
    gui.wait_for("readyok");
    std::thread::sleep(Duration::from_millis(300));
    gui.send("isready");
    let lines = gui.wait_for("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    gui.send("stop");
    gui.wait_for("bestmove e3");
    gui.send("stop");
    gui.send("stop");
    gui.send("isready");
    assert_eq!(gui.wait_for("readyok").len(), 1);
    assert_eq!(best_moves(&gui.end()).len(), 1);
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    for (end, go) in [
        ("ponderhit", "go ponder depth 3"),
        ("stop", "go ponder depth 3"),
        ("ponderhit", "go ponder wtime 50 btime 50"),
        ("ponderhit", "go ponder movetime 20"),
        ("stop", "go ponder infinite"),
    ] {
        let mut gui = UciSession::start();
        gui.send("position startpos moves e2e4");
        gui.send(go);
        std::thread::sleep(Duration::from_millis(150));
        gui.send("isready");
        let lines = gui.wait_for("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{go}: {lines:?}");
        gui.send(end);
        gui.wait_for("bestmove");
        gui.send("ponderhit");
        gui.send("stop");
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
        let mut gui = UciSession::start();
        gui.send("go infinite");
        gui.send(interruption);
        // Whether or not the command ended the search, no other one runs after it.
        gui.send("stop");
        gui.send("isready");
        gui.wait_for("readyok");
        gui.send("go depth 1");
        gui.wait_for("bestmove");
        let expected = if interruption == "go depth 2" { 3 } else { 2 };
        assert_eq!(best_moves(&gui.end()).len(), expected, "{interruption}");
    }
}

#[test]
fn searches_end_at_the_end_of_input() {
    let with_an_end = ["go depth 99", "go perft 20", "bench 99", "go nodes 1000000000000", "go mate 90"];
    let endless = ["go infinite", "go ponder", "go ponder depth 99", "go"];
    for (go, end) in with_an_end.map(|go| (go, "quit")).into_iter().chain(endless.map(|go| (go, ""))) {
        for between in ["", "position startpos moves e2e4\ngo depth 98\n"] {
            let gui = UciSession::start();
            gui.send(go);
            if !end.is_empty() {
                gui.send(&format!("{between}{end}"));
            }
            let started = Instant::now();
            let text = gui.end();
            assert!(started.elapsed() < NO_END, "{go}, {end}: {:?}", started.elapsed());
            let answers = usize::from(!go.contains("perft") && !go.contains("bench"));
            assert_eq!(best_moves(&text).len(), answers, "{go}, {end}");
        }
    }
}

#[test]
fn searchmoves_and_multipv() {
    let text = answers("setoption name MultiPV value 3\ngo depth 3 searchmoves a2a3 h2h3 e2e4\n");
    assert!(["a2a3", "h2h3", "e2e4"].contains(&best_moves(&text)[0]));
    for rank in 1..=3 {
        assert_eq!(text.lines().filter(|line| line.contains(&format!(" multipv {rank} "))).count(), 3);
    }
    assert!(!text.contains(" multipv 4 "));
    // Invalid moves are reported; the others count.
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
        let mut gui = UciSession::start();
        gui.send(position);
        gui.send(&format!("go perft {depth}"));
        gui.send("isready");
        gui.wait_for("readyok");
        let started = Instant::now();
        gui.send("stop");
        gui.wait_for("info string perft stopped");
        assert!(started.elapsed() < NO_END, "{position}: {:?}", started.elapsed());
        gui.end();
    }
}

#[test]
fn a_stopped_bench_prints_no_sum() {
    let mut gui = UciSession::start();
    gui.send("bench 99");
    gui.send("stop");
    gui.wait_for("info string bench: stopped");
    assert_eq!(count(&gui.end(), "Nodes searched"), 0);
}

#[test]
fn the_bench_ends_with_its_node_count() {
    let mut gui = UciSession::start();
    gui.send("bench 1");
    gui.wait_for("Nodes searched");
    gui.wait_for("Nodes/second");
    gui.end();
}

/// The number after this word in a line.
fn number(line: &str, word: &str) -> Option<u64> {
    line.split(' ').skip_while(|found| *found != word).nth(1)?.parse().ok()
}

#[test]
fn the_last_info_has_all_nodes_and_the_best_move() {
    for threads in [1, 2] {
        let text = answers(format!("setoption name Threads value {threads}\ngo nodes 20000\n"));
        let lines: Vec<&str> = text.lines().collect();
        let [.., last, answer] = lines.as_slice() else { panic!("{text}") };
        // Several threads may exceed the limit a little.
        let nodes = number(last, "nodes").expect("nodes are printed");
        let most = if threads == 1 { 20_000 } else { 21_000 };
        assert!((20_000..=most).contains(&nodes), "{last}");
        assert!(number(last, "time").is_some() && number(last, "nps").is_some(), "{last}");
        let first = last.split(" pv ").nth(1).and_then(|line| line.split(' ').next());
        assert_eq!(first, Some(best_moves(answer)[0]), "{text}");
    }
    // A search that ended with a report prints nothing more.
    let text = answers("go depth 5\n");
    assert_eq!(count(&text, "info depth 5 "), 1, "{text}");
    // With MultiPV all lines are printed again.
    let text = answers("setoption name MultiPV value 3\ngo nodes 20000\n");
    let lines: Vec<&str> = text.lines().rev().skip(1).take(3).collect();
    assert!(lines.iter().all(|line| number(line, "nodes") >= Some(20_000)), "{text}");
    assert_eq!(
        lines.iter().rev().map(|line| number(line, "multipv")).collect::<Vec<_>>(),
        [1, 2, 3].map(Some)
    );
}

/// Panics on the first line with this prefix, and so does the search that writes it.
struct Fussy {
    output: Output,
    fails_at: Option<&'static [u8]>,
}

impl Write for Fussy {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(word) = self.fails_at.take_if(|word| bytes.starts_with(word)) {
            panic!("the output failed at {:?}", String::from_utf8_lossy(word));
        }
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[test]
fn after_a_panic_in_the_search_the_engine_still_replies() {
    for (options, go) in [
        ("", "go depth 5"),
        ("setoption name Threads value 3\n", "go depth 90"),
        ("", "go infinite"),
        ("", "go ponder depth 5"),
        ("", "go depth 5 searchmoves a2a3"),
        ("setoption name UCI_Variant value makruk\n", "go depth 5"),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "bench 5"),
    ] {
        let fails_at: &[u8] = if go == "bench 5" { b" " } else { b"info depth 3 " };
        let mut gui = UciSession::start_through(|output| Fussy { output, fails_at: Some(fails_at) });
        gui.send(options);
        gui.send(go);
        let lines = gui.wait_for("info string");
        let (last, before) = lines.split_last().expect("there is a line");
        assert!(last.contains("the output failed at") && last.len() < 400, "{last}");
        gui.send("isready");
        if go == "bench 5" {
            assert_eq!(gui.wait_for("readyok"), ["readyok"]);
        } else {
            // An infinite search must not reply before `stop`.
            let is_endless = go.contains("infinite") || go.contains("ponder");
            if is_endless {
                assert_eq!(gui.wait_for("readyok"), ["readyok"], "{go}");
                gui.send("stop");
            }
            let answer = gui.wait_for("bestmove").pop().expect("there is a line");
            // The best move found before is played.
            let line = before.last().and_then(|line| line.split(" pv ").nth(1)).expect("a line was printed");
            assert!(line.starts_with(best_moves(&answer)[0]), "{go}: {answer} after {before:?}");
        }
        gui.send("go depth 3");
        gui.wait_for("bestmove");
        gui.send("bench 1");
        gui.wait_for("Nodes searched");
        gui.end();
    }
}

/// Depth, score and line of an `info`.
fn lines(info: &str) -> (Option<u64>, &str, &str) {
    let (before, line) = info.split_once(" pv ").expect("it has a line");
    let score = before.split(" score ").nth(1).and_then(|rest| rest.split(" nodes ").next());
    (number(info, "depth"), score.expect("it has a score"), line)
}

/// The problem with the end of a reply, if any.
fn last_word_is_a_result(text: &str, go: &str) {
    let infos: Vec<&str> = text.lines().filter(|line| line.contains(" pv ")).collect();
    let last = infos.iter().rev().find(|line| line.contains(" multipv 1 ")).expect("a line was printed");
    let (depth, score, line) = lines(last);
    assert!(!last.contains("bound"), "{go}: {last}");
    let answer = text.lines().find_map(|line| line.strip_prefix("bestmove ")).expect("there is an answer");
    let mut moves = line.split(' ');
    let expected = match (moves.next(), moves.next()) {
        (Some(best), Some(reply)) => format!("{best} ponder {reply}"),
        (best, _) => best.unwrap_or_default().to_string(),
    };
    assert_eq!(answer, expected, "{go}:\n{text}");
    // The iteration's own report came when it ended. A later one is printed only for a better move.
    let of_depth = |info: &&&str| number(info, "depth") == depth && info.contains(" multipv 1 ");
    let first =
        lines(infos.iter().filter(of_depth).find(|info| !info.contains("bound")).expect("the last one is"));
    assert_eq!(first, (depth, score, line), "{go}:\n{text}");
}

#[test]
fn the_last_info_before_bestmove_is_not_an_unmarked_bound() {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
        "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    ];
    for lines in [1, 3] {
        for fen in fens {
            for nodes in (3_000..60_000).step_by(7_700) {
                let go = format!("go nodes {nodes}");
                let set = format!("setoption name MultiPV value {lines}\nposition fen {fen}\n");
                last_word_is_a_result(
                    &answers(format!("{set}{go}\n")),
                    &format!("{fen}, {lines} lines, {go}"),
                );
            }
        }
    }
    for go in ["go movetime 60", "go wtime 900 btime 900", "go infinite"] {
        let mut gui = UciSession::start();
        gui.send(go);
        if go == "go infinite" {
            gui.wait_for("info depth 8 ");
            gui.send("stop");
        }
        gui.wait_for("bestmove");
        last_word_is_a_result(&gui.end(), go);
    }
}

#[test]
fn a_second_go_does_not_end_the_first() {
    let text = answers(
        "go depth 9\ngo depth 8\nposition startpos moves e2e4\ngo nodes 9000\nucinewgame\nbench 3\ngo perft 3\n",
    );
    assert_eq!((count(&text, "info depth 9 "), best_moves(&text).len()), (1, 3), "{text}");
    let (_, second) = text.split_once("bestmove").expect("there is an answer");
    assert!(second.contains("\ninfo depth 8 "), "{text}");
    assert!(text.contains("Nodes searched : ") && text.ends_with("Nodes searched: 13160\n"), "{text}");
    assert!(!text.contains("stopped"), "{text}");
}

#[test]
fn a_bench_at_the_end_of_input_is_completed() {
    // Longer than the half second that older versions allowed a search after the end of the input.
    let text = answers("bench 9\n");
    assert_eq!(count(&text, "Nodes searched"), 1, "{text}");
}

#[test]
fn a_stop_queued_behind_a_waiting_command_is_executed() {
    for waiting in
        ["ucinewgame", "setoption name Hash value 2", "position startpos moves e2e4", "go depth 2", "d"]
    {
        let mut gui = UciSession::start();
        gui.send("go depth 99");
        gui.send(waiting);
        gui.send("stop");
        gui.wait_for("bestmove");
        gui.send("isready");
        gui.wait_for("readyok");
        gui.end();
    }
}

/// Fails after its first line.
struct Gone(usize);

impl Write for Gone {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += 1;
        if self.0 > 2 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn searches_end_when_the_output_is_closed() {
    for go in ["go depth 99", "bench 99", "go nodes 1000000000000"] {
        let gui = UciSession::start_through(|_| Gone(0));
        gui.send(go);
        gui.end();
    }
}
