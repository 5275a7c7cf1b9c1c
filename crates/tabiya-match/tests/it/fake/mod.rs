//! An engine that plays legal moves, with configurable faults.

use std::fs;
use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use tabiya::{AnyPosition, Move, Reading, Variant};

/// The faults of the engine.
pub(crate) const VARIABLE: &str = "TABIYA_FAKE_PLAYER";

/// Speaks UCI until `quit`.
pub(crate) fn serve(manner: &str) {
    let mut engine = Engine { manner, variant: Variant::Chess, position: None, moves: 0 };
    loop {
        engine.handle(&listen());
    }
}

struct Engine<'a> {
    manner: &'a str,
    variant: Variant,
    position: Option<AnyPosition>,
    /// The number of `go` commands.
    moves: u32,
}

impl Engine<'_> {
    fn handle(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => self.introduce(),
            ["isready"] => print_line("readyok"),
            ["setoption", "name", "UCI_Chess960", "value", "true"] => self.variant = Variant::Chess960,
            ["setoption", "name", "UCI_Variant", "value", "makruk"] => self.variant = Variant::Makruk,
            ["position", rest @ ..] => self.position = self.read(rest),
            // Faults during a game do not occur while evaluating an opening, and the other way round.
            ["go", "nodes", "20000"] if self.manner == "cannot evaluate" => std::process::exit(7),
            ["go", ..] => self.go(),
            _ => {}
        }
    }

    fn introduce(&self) {
        if let Some(path) = self.manner.strip_prefix("starts twice ")
            && starts_before(path) >= 2
        {
            std::process::exit(9);
        }
        if let Some((starts, path)) =
            self.manner.strip_prefix("starts quickly ").and_then(|s| s.split_once(' '))
            && starts_before(path).to_string() == starts
        {
            thread::sleep(Duration::from_secs(1_000));
        }
        print_line("id name Fake 1.0\noption name Hash type spin default 1 min 1 max 64");
        print_line("option name UCI_Chess960 type check default false");
        print_line("option name UCI_Variant type combo default chess var chess var makruk\nuciok");
    }

    fn read(&self, words: &[&str]) -> Option<AnyPosition> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(split);
        let fen = start.strip_prefix(&["fen"]).unwrap_or(start).join(" ");
        let start = AnyPosition::from_fen(self.variant, &fen, Reading::STRICT).ok()?.position;
        moves.iter().skip(1).try_fold(start, |position, uci| position.play_uci(uci).ok())
    }

    fn go(&mut self) {
        self.moves += 1;
        let (manner, argument) = self.manner.split_once(' ').unwrap_or((self.manner, ""));
        let number: u64 = argument.parse().unwrap_or(0);
        let is_time = u64::from(self.moves) >= number;
        match manner {
            "crashes" if is_time => std::process::exit(7),
            "hangs" if is_time => thread::sleep(Duration::from_secs(1_000)),
            "cheats" if is_time => return print_line("bestmove e1e8"),
            "resigns" if is_time => return print_line("bestmove (none)"),
            "mumbles" if is_time => return print_line("bestmove"),
            "chatters" => loop {
                print_line("info string still thinking");
            },
            "sleeps" => thread::sleep(Duration::from_millis(number)),
            "waits" => return wait_for_stop("bestmove e2e4"),
            "counts" => {
                print_line(&format!("info depth 9 nodes {number}"));
                wait_for_stop("info depth 10");
            }
            // Ignores `nodes` and searches until `stop`.
            "ignores" => {
                print_line(&format!("info depth 9 score cp 900 nodes {number}"));
                wait_for_stop("info depth 10 score cp 900");
            }
            "finds" => print_line(&format!("info depth 5 score cp {argument} nodes 70")),
            "raves" => rave(),
            _ => {}
        }
        // Without a position there is no move.
        let best = self.position.and_then(|position| choose(&position).map(|mv| position.uci(mv)));
        print_line(&format!("info depth 4 nodes 50\nbestmove {}", best.unwrap_or_else(|| "0000".into())));
        if manner == "stammers" {
            print_line("bestmove a2a3");
        }
    }
}

/// The number of earlier starts, counted in a file.
fn starts_before(path: &str) -> usize {
    let starts = fs::read_to_string(path).unwrap_or_default();
    fs::write(path, format!("{starts}x")).expect("the file can be written");
    starts.len()
}

/// A mate if possible; otherwise a capture, or the move with the smallest key: deterministic.
fn choose(position: &AnyPosition) -> Option<Move> {
    let moves = position.legal_moves();
    let mates = |mv: &Move| {
        let next = position.play_legal(*mv);
        next.is_check() && next.count_legal_moves() == 0
    };
    let mate = moves.iter().copied().find(mates);
    mate.or_else(|| moves.iter().copied().min_by_key(|mv| position.play_legal(*mv).key().0))
}

/// Invalid UTF-8, and a very long line.
fn rave() {
    let mut out = io::stdout().lock();
    let _ = out.write_all(b"\xff\xfe\0\x1b[2Jbestmove\n\n\r\n");
    let _ = out.write_all(&vec![b'x'; 3_000_000]);
    let _ = out.write_all(b"\ninfo depth score cp mate\n");
}

fn wait_for_stop(then: &str) {
    while listen() != "stop" {}
    print_line(then);
}

/// Prints a line.
fn listen() -> String {
    let mut line = String::new();
    let is_over = !matches!(io::stdin().lock().read_line(&mut line), Ok(1..));
    if is_over || line.trim() == "quit" {
        std::process::exit(0);
    }
    line.trim().to_string()
}

fn print_line(text: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
