//! Parsing UCI commands. Moves are not played here.

use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

use tabiya::{perft, printable};

/// A parsed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    /// An invalid `position`, with the reason.
    NoPosition(String),
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// `d`: print the position.
    Show,
    /// `eval`: print the evaluation by terms.
    Eval,
    Bench {
        depth: Option<u32>,
    },
    /// `debug on` and other known commands without effect.
    Ignored,
}

/// The start of a `position` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    StartPosition,
    Fen(String),
}

/// The parameters of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    pub(crate) white_time: Option<Duration>,
    pub(crate) black_time: Option<Duration>,
    pub(crate) white_increment: Duration,
    pub(crate) black_increment: Duration,
    pub(crate) moves_to_go: Option<u32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) mate: Option<u32>,
    pub(crate) move_time: Option<Duration>,
    pub(crate) perft: Option<u32>,
    /// `perft` was given, possibly without a valid depth: no search.
    pub(crate) has_perft: bool,
    pub(crate) infinite: bool,
    pub(crate) ponder: bool,
    pub(crate) search_moves: Vec<String>,
    /// Invalid numbers: ignored, and reported.
    pub(crate) invalid: Vec<String>,
}

impl Command {
    /// Parses a line. `Err` is a message, `Ok(None)` a blank line.
    pub(crate) fn parse(line: &str) -> Result<Option<Command>, String> {
        let mut words = line.split_ascii_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        Ok(Some(match first {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(line)?,
            "position" => position(words).unwrap_or_else(Command::NoPosition),
            "go" => Command::Go(go(words)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Show,
            "eval" => Command::Eval,
            "bench" => Command::Bench { depth: words.next().and_then(|word| word.parse().ok()) },
            "debug" | "register" => Command::Ignored,
            other => return Err(format!("unknown command: {}", printable(other))),
        }))
    }
}

fn set_option(line: &str) -> Result<Command, String> {
    let rest = line.trim_ascii_start()["setoption".len()..].trim_ascii();
    let Some(rest) = rest.strip_prefix("name").filter(|rest| rest.starts_with([' ', '\t'])) else {
        return Err("setoption: expected `name`".into());
    };
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let value = words.get(at + 1..).unwrap_or_default().join(" ");
    Ok(Command::SetOption { name: words[..at].join(" "), value })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, String> {
    let mut fen = Vec::new();
    let start = match words.next() {
        Some("startpos") => {
            if let Some(other) = words.next().filter(|&word| word != "moves") {
                return Err(format!("position: expected `moves`, found {}", printable(other)));
            }
            Start::StartPosition
        }
        Some("fen") => {
            fen.extend(words.by_ref().take_while(|&word| word != "moves"));
            if fen.is_empty() {
                return Err("position: no FEN after `fen`".into());
            }
            Start::Fen(fen.join(" "))
        }
        _ => return Err("position: expected `startpos` or `fen`".into()),
    };
    Ok(Command::Position { start, moves: words.map(str::to_owned).collect() })
}

const GO_WORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
];

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                let text = words.next_if(|next| !GO_WORDS.contains(next)).unwrap_or("");
                go.has_perft |= word == "perft";
                if !go.take(word, text) {
                    go.invalid.push(format!("go: {word} needs a number, not {:?}", printable(text)));
                }
            }
            other => go.invalid.push(format!("go: unknown parameter {}", printable(other))),
        }
    }
    go
}

impl Go {
    /// Parses a number; returns false if it is invalid.
    fn take(&mut self, word: &str, text: &str) -> bool {
        let Some(number) = integer(text) else { return false };
        // A clock may be negative, which means no time left. Other numbers may not.
        let is_time = matches!(word, "wtime" | "btime" | "winc" | "binc" | "movetime");
        if number < 0 && !is_time {
            return false;
        }
        let number = u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        let time = Duration::from_millis(number.min(YEAR));
        let small = u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.white_time = Some(time),
            "btime" => self.black_time = Some(time),
            "winc" => self.white_increment = time,
            "binc" => self.black_increment = time,
            // `movestogo 0` is ignored.
            "movestogo" => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(number),
            "mate" => self.mate = Some(small),
            "movetime" => self.move_time = Some(time),
            "perft" => self.perft = Some(small.min(perft::MAX_DEPTH)),
            _ => return false,
        }
        true
    }
}

/// An integer; numbers out of range are clamped.
fn integer(text: &str) -> Option<i128> {
    text.parse()
        .or_else(|problem: ParseIntError| match problem.kind() {
            IntErrorKind::PosOverflow => Ok(i128::MAX),
            IntErrorKind::NegOverflow => Ok(i128::MIN),
            _ => Err(problem),
        })
        .ok()
}

/// Milliseconds, clamped.
const YEAR: u64 = 365 * 24 * 3600 * 1000;

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn option_names_and_values_can_have_several_words() {
        let set = |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        assert_eq!(parsed("setoption name Hash value 64"), set("Hash", "64"));
        assert_eq!(parsed("  setoption\tname  Clear   Hash "), set("Clear Hash", ""));
        assert_eq!(parsed("setoption name Book value /a b/c.bin"), set("Book", "/a b/c.bin"));
        assert_eq!(parsed("setoption name Book value"), set("Book", ""));
        assert!(Command::parse("setoption Hash 3").is_err());
    }

    #[test]
    fn positions_are_parsed() {
        let Command::Position { start, moves } = parsed("position startpos moves e2e4 e7e5") else {
            panic!()
        };
        assert_eq!((start, moves.len()), (Start::StartPosition, 2));
        let Command::Position { start, moves } = parsed("position fen 8/8/8/8 w - - 0 1") else { panic!() };
        assert_eq!((start, moves.len()), (Start::Fen("8/8/8/8 w - - 0 1".into()), 0));
        for invalid in ["position", "position fen", "position fen moves e2e4", "position startpos e2e4"] {
            assert!(matches!(parsed(invalid), Command::NoPosition(_)), "{invalid}");
        }
    }

    #[test]
    fn invalid_numbers_are_ignored_and_reported() {
        let Command::Go(go) = parsed("go depth x wtime -5 nodes -1 btime 5s movetime") else { panic!() };
        assert_eq!(go.depth, None);
        assert_eq!(go.white_time, Some(Duration::ZERO));
        assert_eq!((go.nodes, go.black_time, go.move_time), (None, None, None));
        assert_eq!(go.invalid.len(), 4);
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        let huge = "9".repeat(50);
        let Command::Go(go) = parsed(&format!(
            "go wtime -{huge} btime {huge} winc {huge} binc -{huge} movestogo {huge} depth {huge} nodes {huge} \
             mate {huge} movetime {huge} perft {huge}"
        )) else {
            panic!()
        };
        let year = Duration::from_millis(YEAR);
        assert_eq!((go.white_time, go.black_time), (Some(Duration::ZERO), Some(year)));
        assert_eq!((go.white_increment, go.black_increment), (year, Duration::ZERO));
        assert_eq!((go.moves_to_go, go.depth, go.mate), (Some(u32::MAX), Some(u32::MAX), Some(u32::MAX)));
        assert_eq!((go.nodes, go.move_time, go.perft), (Some(u64::MAX), Some(year), Some(perft::MAX_DEPTH)));
        assert_eq!(go.invalid, [""; 0]);
    }

    #[test]
    fn a_negative_time_is_zero_and_a_negative_count_is_ignored() {
        for number in ["-1", "-99999999999999999999999"] {
            let Command::Go(go) = parsed(&format!("go movetime {number} depth {number} nodes {number}"))
            else {
                panic!()
            };
            assert_eq!((go.move_time, go.depth, go.nodes), (Some(Duration::ZERO), None, None), "{number}");
            assert_eq!(go.invalid.len(), 2, "{number}");
        }
    }

    #[test]
    fn searchmoves_end_at_the_next_parameter() {
        let Command::Go(go) = parsed("go searchmoves e2e4 d2d4 depth 5 infinite") else { panic!() };
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((go.depth, go.infinite), (Some(5), true));
    }

    #[test]
    fn unknown_commands_are_reported_without_control_characters() {
        let error = Command::parse("\u{1b}[31mjoho").unwrap_err();
        assert_eq!(error, "unknown command: \\u{1b}[31mjoho");
        assert_eq!(Command::parse("   "), Ok(None));
    }
}
