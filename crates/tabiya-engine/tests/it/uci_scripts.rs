//! Random sessions: each `go` has exactly one reply, and the move is legal.

use crate::budget::budget;
use std::thread;
use std::time::Duration;

use crate::common::random::{Choices, Seed};
use crate::common::uci_session::{UciSession, best_moves, count};
use tabiya::{AnyPosition, Variant};

/// A random script, and the expected state of the engine.
struct Script {
    choices: Seed,
    lines: Vec<String>,
    variant: Variant,
    position: AnyPosition,
    /// Whether the last position was refused.
    is_refused: bool,
    /// The position of each `go`; `None` after a refused position.
    positions: Vec<Option<AnyPosition>>,
    ready: usize,
}

impl Script {
    fn write(seed: u64, length: usize) -> Script {
        let variant = Variant::Chess;
        let mut script = Script {
            choices: Seed::new(seed),
            lines: vec!["setoption name Hash value 1".into()],
            variant,
            position: AnyPosition::start(variant),
            is_refused: false,
            positions: Vec::new(),
            ready: 0,
        };
        for _ in 0..length {
            script.add();
        }
        script
    }

    fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound).expect("a seed is never exhausted")
    }

    fn one_of(&mut self, lines: &[&str]) -> String {
        let at = self.below(lines.len());
        lines[at].to_owned()
    }

    fn add(&mut self) {
        let line = match self.below(16) {
            0..=3 => self.go(),
            4..=5 => self.position(),
            6..=7 => "stop".into(),
            8 => "ponderhit".into(),
            9 => {
                self.ready += 1;
                "isready".into()
            }
            10 => self.variant(),
            11..=12 => self.one_of(&[
                "setoption name Hash value 2",
                "setoption name Hash value 0",
                "setoption name Threads value 2",
                "setoption name Threads value 1",
                "setoption name MultiPV value 3",
                "setoption name MultiPV value 1",
                "setoption name UseTT value off",
                "setoption name UseTT value both",
                "setoption name Clear Hash",
                "setoption name Book value /no/such/book",
                "setoption name Nonsense value 1",
            ]),
            13 => self.one_of(&["ucinewgame", "uci", "d", "eval", "debug on", "go perft 2", "bench 1"]),
            14 => {
                self.is_refused = true;
                self.one_of(&[
                    "position startpos moves e2e5",
                    "position fen 8/8/8/8 w",
                    "position",
                    "position fen",
                ])
            }
            _ => self.one_of(&["", "   ", "joho", "\u{7f}\u{1b}[0m", "go-go", "stop it"]),
        };
        self.lines.push(line);
    }

    fn go(&mut self) -> String {
        self.positions.push((!self.is_refused).then_some(self.position));
        self.one_of(&[
            "go infinite",
            "go infinite",
            "go ponder",
            "go ponder depth 2",
            "go ponder wtime 20 btime 20",
            "go",
            "go depth 1",
            "go depth 4",
            "go nodes 1",
            "go nodes 700",
            "go movetime 1",
            "go movetime 5",
            "go wtime 1 btime 1",
            "go wtime 30 btime 30 winc 1 binc 1",
            "go wtime -9 btime -9",
            "go mate 1 nodes 500",
            "go depth x nodes 300",
            "go searchmoves e2e4 a1a9 nodes 200",
        ])
    }

    fn position(&mut self) -> String {
        let start = AnyPosition::start(self.variant);
        let mut position = start;
        let mut moves = Vec::new();
        // Sometimes long walks, which end in mates, stalemates and bare kings.
        let plies = if self.below(8) == 0 { 300 } else { self.below(30) };
        for _ in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[self.below(legal.len())];
            moves.push(position.uci(mv));
            position = position.play_legal(mv);
        }
        (self.position, self.is_refused) = (position, false);
        if moves.is_empty() {
            "position startpos".into()
        } else {
            format!("position startpos moves {}", moves.join(" "))
        }
    }

    fn variant(&mut self) -> String {
        let variant = [Variant::Chess, Variant::Chess960, Variant::Makruk][self.below(3)];
        if variant != self.variant {
            self.variant = variant;
            // The position is kept between chess and Chess960.
            self.position = match (self.position, variant) {
                (AnyPosition::Chess(position), Variant::Chess960) => AnyPosition::Chess960(position),
                (AnyPosition::Chess960(position), Variant::Chess) => AnyPosition::Chess(position),
                _ => AnyPosition::start(variant),
            };
        }
        format!("setoption name UCI_Variant value {variant}")
    }
}

/// Runs the script with pauses and checks the replies. After `quit`, queued commands are not executed.
fn act(seed: u64) {
    let script = Script::write(seed, 40);
    let gui = UciSession::start();
    let mut pauses = Seed::new(seed ^ 0xface);
    for line in &script.lines {
        gui.send(line);
        if pauses.below(3) == Some(0) {
            let micros = pauses.below(3_000).unwrap_or_default() as u64;
            thread::sleep(Duration::from_micros(micros));
        }
    }
    if seed.is_multiple_of(2) {
        gui.send("quit");
    }
    let text = gui.end();
    let shown = || format!("seed {seed}:\n{}\n\n{text}", script.lines.join("\n"));
    let answers = best_moves(&text);
    let quits = seed.is_multiple_of(2);
    assert!(
        answers.len() == script.positions.len() || quits && answers.len() < script.positions.len(),
        "{}",
        shown()
    );
    for (answer, position) in answers.iter().zip(&script.positions) {
        let Some(position) = position else {
            assert_eq!(*answer, "0000", "{}", shown());
            continue;
        };
        let legal = position.legal_moves();
        let is_legal = legal.iter().any(|&mv| position.uci(mv) == *answer);
        let is_none = *answer == "0000" && legal.is_empty();
        assert!(is_legal || is_none, "{answer} in {}\n{}", position.to_fen(), shown());
    }
    if !quits {
        assert_eq!(count(&text, "readyok"), script.ready, "{}", shown());
    }
}

#[test]
fn each_go_has_one_legal_reply() {
    for seed in 0..budget(100, 500) {
        act(seed);
    }
}
