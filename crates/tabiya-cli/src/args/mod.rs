//! Positions and filters as command-line arguments, and line-by-line input.

mod explore;
mod filter;
mod lines;
mod place;
mod read;
mod serve;

use std::fmt::{self, Display};
use std::io::{self, Write};

pub use explore::ExploreArgs;
pub use filter::FilterArgs;
pub use lines::answer_each_line;
pub use place::{PlaceArgs, StartArgs, join};
pub use read::{lenient_position, read_position, warn};
pub use serve::{address, name, origin};

/// Why a command failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum AskError {
    /// The input is bad, with a message.
    BadInput(String),
    /// Standard input could not be read.
    Input(io::Error),
    /// Standard output could not be written.
    Output(io::Error),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::BadInput(message) => f.write_str(message),
            AskError::Input(error) => write!(f, "cannot read standard input: {error}"),
            AskError::Output(error) => write!(f, "cannot write the answer: {error}"),
        }
    }
}

impl std::error::Error for AskError {}

/// Prints a message to standard error. Ignores write errors.
///
/// ```
/// tabiya_cli::args::complain("warning", "the halfmove clock is missing");
/// ```
pub fn complain(kind: &str, message: impl Display) {
    let _ = writeln!(io::stderr(), "{kind}: {}", tabiya::printable_lines(&message.to_string()));
}

/// A count with its noun.
///
/// ```
/// assert_eq!(tabiya_cli::args::counted(1, "game"), "1 game");
/// assert_eq!(tabiya_cli::args::counted(0, "game"), "0 games");
/// ```
#[must_use]
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
