//! `tabiya uci` and `tabiya bench` through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

/// A running engine and its output.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("it has a standard output");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let line = line.expect("the engine writes UTF-8");
                if sender.send(line).is_err() {
                    // Close the pipe, as a crashed GUI does.
                    return;
                }
            }
        });
        Engine { child, input, lines }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input is open");
        // The engine may have ended.
        let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
    }

    fn wait_for(&self, beginning: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|error| panic!("no {beginning}: {error}"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Waits until the engine ends. Returns the number of its answers, and the time.
    fn end(mut self) -> (ExitStatus, usize, Duration) {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(60) {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                let taken = started.elapsed();
                let answers = self.lines.iter().filter(|line| line.starts_with("bestmove ")).count();
                return (status, answers, taken);
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        panic!("the engine does not end");
    }
}

/// Separates an engine that ends from one that finishes its search first; a loaded machine passes.
const SOON: Duration = Duration::from_secs(30);

#[test]
fn quitting_and_the_end_of_input_end_any_search() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 60", "go perft 30", "bench 40", ""]
    {
        for quits in [true, false] {
            if !quits && ["depth", "perft", "bench"].iter().any(|kind| go.contains(kind)) {
                // The search completes while the output is open.
                continue;
            }
            let mut engine = Engine::start();
            engine.send("setoption name Threads value 2");
            engine.send(go);
            engine.send("isready");
            engine.wait_for("readyok");
            if quits {
                engine.send("quit");
            }
            engine.input = None;
            let (status, answers, taken) = engine.end();
            assert_eq!(status.code(), Some(0), "{go}");
            assert_eq!(
                answers,
                usize::from(["infinite", "ponder", "depth"].iter().any(|kind| go.contains(kind))),
                "{go}"
            );
            assert!(taken < SOON, "{go}: {taken:?}");
        }
    }
}

#[test]
fn a_gui_that_stops_listening_does_not_hurt() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.wait_for("info depth 3");
    let (_, closed) = mpsc::channel();
    engine.lines = closed;
    for line in ["isready", "d", "uci", "stop", "go depth 5", "isready", "quit"] {
        engine.send(line);
    }
    let (status, _, taken) = engine.end();
    assert_eq!(status.code(), Some(0));
    assert!(taken < SOON, "{taken:?}");
}

#[test]
fn empty_input_ends_the_session() {
    let output = run(["uci"], b"");
    assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(0), 0, 0));
}

#[test]
fn long_lines_and_bytes_come_through_the_pipe() {
    let mut input = vec![b'x'; 3 << 20];
    input.extend(b"\r\n\xff\xfe\xfd\r\n\r\nisready\r\n");
    let output = run(["uci"], &input);
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert_eq!(
        text,
        "info string a line of more than 1 MiB was discarded\n\
         info string a line that is not UTF-8 was discarded\n\
         readyok\n"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_game_is_played_through_the_pipe() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.wait_for("uciok");
    let mut game = tabiya::Game::<tabiya::Chess>::new();
    for ply in 0..20 {
        let moves: Vec<String> = (0..game.ply()).map(|i| game.positions()[i].uci(game.moves()[i])).collect();
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        engine.send(if ply % 2 == 0 { "go nodes 2000" } else { "go wtime 200 btime 200 winc 5 binc 5" });
        let answer = engine.wait_for("bestmove ");
        game.play_uci(answer.split(' ').nth(1).expect("a move")).expect("the move is legal");
    }
    engine.send("quit");
    assert_eq!(engine.end().0.code(), Some(0));
}

#[test]
fn the_engine_lists_its_options() {
    assert_snapshot!(transcript("uci", "uci\nisready\nquit\n"));
    assert_snapshot!(transcript("uci --help", ""));
    assert_snapshot!(transcript("bench --help", ""));
}

#[test]
fn unsupported_requests_are_reported() {
    assert_snapshot!(transcript(
        "uci",
        "joho\nposition startpos moves e2e4 e7e5 e4e5\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\n\
         position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\nsetoption name Hash value 0\n\
         setoption name Threads value 1000000\nsetoption name Threads value\nsetoption name UCI_Variant value shogi\n\
         setoption name Book value /no/such/book.bin\nsetoption Hash 3\ngo depth x perft 1\n"
    ));
    assert_snapshot!(transcript("uci now", ""));
    assert_snapshot!(transcript("bench --depth 0", ""));
    assert_snapshot!(transcript("bench --depth many", ""));
}

#[test]
fn positions_are_drawn() {
    assert_snapshot!(transcript(
        "uci",
        "position startpos moves e2e4 f7f6 d1h5\nd\nsetoption name UCI_Variant value makruk\n\
         position fen 8/8/2k5/8/3m~4/8/4K3/R7 w - 32 10 50 moves a1c1\nd\n"
    ));
}

#[test]
fn the_bench_prints_the_same_signature_as_text_and_json() {
    let output = run(["bench", "--depth", "3"], b"");
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let nodes = |text: &str| -> u64 {
        let line = text.lines().find(|line| line.starts_with("Nodes searched")).expect("a count");
        line.rsplit(' ').next().and_then(|count| count.parse().ok()).expect("a number")
    };
    assert_eq!(output.status.code(), Some(0));
    let json = run(["bench", "--depth", "3", "--json"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    assert_eq!(json["nodes"].as_u64(), Some(nodes(&text)));
    let mut engine = Engine::start();
    engine.send("bench 3");
    assert_eq!(nodes(&engine.wait_for("Nodes searched")), nodes(&text));
    engine.send("quit");
    engine.end();
}
