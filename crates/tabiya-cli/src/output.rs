//! Output, messages and exit status.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use serde::Serialize;
use tabiya::printable_lines;
use tabiya_cli::args::AskError;
pub(crate) use tabiya_cli::args::{complain, counted};
use tabiya_db::filter::BackwardDates;
use terminal_size::{Height, Width};

use crate::interrupt::INTERRUPTED;

/// Buffered standard output.
pub(crate) type Out = BufWriter<StdoutLock<'static>>;

/// Whether all input was good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Good,
    /// Some lines were bad; the others were processed.
    BadInput,
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was bad.
    BadInput(String),
    /// The arguments conflict.
    Usage(clap::Error),
    /// Ctrl-C ended it.
    Interrupted(&'static str),
    /// Standard input could not be read.
    Input(io::Error),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<BackwardDates> for Failure {
    fn from(dates: BackwardDates) -> Failure {
        Failure::conflict(format!("--since {} is later than --until {}", dates.since, dates.until))
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Failure {
        match error {
            AskError::Input(error) => Failure::Input(error),
            AskError::Output(error) => Failure::Output(error),
            error => Failure::BadInput(error.to_string()),
        }
    }
}

impl Failure {
    /// Arguments that are valid by themselves but conflict.
    pub(crate) fn conflict(message: impl Display) -> Failure {
        Failure::Usage(clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")))
    }

    /// Prints the message and returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::BadInput(message) => complain("error", message),
            Failure::Interrupted(message) => {
                complain("note", message);
                return ExitCode::from(INTERRUPTED);
            }
            Failure::Input(error) => complain("error", format!("cannot read standard input: {error}")),
            // A reader that has closed the pipe has seen enough: `tabiya … | head` is no error.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Output(error) => complain("error", format!("cannot write the answer: {error}")),
            Failure::Usage(refusal) => {
                let _ = write!(io::stderr(), "{}", printable_lines(&refusal.to_string()));
                return ExitCode::from(2);
            }
        }
        ExitCode::from(1)
    }
}

/// Errors of the library are messages about the input.
impl From<tabiya::FenError> for Failure {
    fn from(error: tabiya::FenError) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

pub(crate) fn open() -> Out {
    BufWriter::new(io::stdout().lock())
}

/// Writes the only line of output.
pub(crate) fn answer(text: impl Display) -> Result<Verdict, Failure> {
    let mut out = open();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(Failure::Output)?;
    Ok(Verdict::Good)
}

pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them can be written as JSON")
}

/// A line cut to the width of the terminal, if standard output is one.
pub(crate) fn fitted(line: &str) -> String {
    cut(line, width())
}

/// The width for output; unlimited if it is not a terminal.
pub(crate) fn width() -> usize {
    columns(terminal_size::terminal_size_of(io::stdout()))
}

/// The width for messages of this kind.
pub(crate) fn message_width(kind: &str) -> usize {
    columns(terminal_size::terminal_size_of(io::stderr())).saturating_sub(kind.len() + ": ".len())
}

fn columns(size: Option<(Width, Height)>) -> usize {
    size.map_or(usize::MAX, |(width, _)| usize::from(width.0))
}

/// Cuts a name at its front: the end of a path is the informative part.
pub(crate) fn cut_front(name: &str, width: usize) -> String {
    let length = name.chars().count();
    if length <= width {
        return name.to_string();
    }
    let kept = name.chars().skip(length - width.saturating_sub(1));
    ['…'].into_iter().chain(kept).collect()
}

pub(crate) fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_string();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Groups digits: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A file name that is safe to print.
pub(crate) fn path(path: &Path) -> String {
    printable_lines(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::{cut, cut_front};

    #[test]
    fn the_end_of_a_long_name_is_kept() {
        assert_eq!(cut_front("games/1972.pgn", 14), "games/1972.pgn");
        assert_eq!(cut_front("games/1972.pgn", 9), "…1972.pgn");
        assert_eq!(cut_front("games/1972.pgn", 1), "…");
    }

    #[test]
    fn lines_are_cut_to_the_width_of_the_terminal() {
        let line = "1. e4 e5 2. ♘f3";
        assert_eq!(cut(line, 15), line);
        assert_eq!(cut(line, 14), "1. e4 e5 2. ♘…");
        assert_eq!(cut(line, usize::MAX), line);
        for width in 1..20 {
            assert!(cut(line, width).chars().count() <= width, "{width}");
        }
    }
}
