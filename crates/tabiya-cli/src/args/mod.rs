//! Positions as programs are told them: in arguments, and a line at a time.

mod filter;
mod lines;
mod place;
mod read;
mod serve;
mod wanted;

use std::fmt::{self, Display};
use std::io::{self, Write};

pub use filter::FilterArgs;
pub use lines::answer_each_line;
pub use place::{PlaceArgs, StartArgs, join};
pub use read::{lenient_position, read_position, warn};
pub use serve::{address, name, origin};
pub use wanted::WantedArgs;

/// Why there is no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum AskError {
    /// What was typed makes no sense: why.
    BadInput(String),
    /// Standard input broke.
    Input(io::Error),
    /// Standard output broke.
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

/// A line on standard error. If that is closed nobody wants to know.
///
/// ```
/// tabiya_cli::args::complain("warning", "the halfmove clock is missing");
/// ```
pub fn complain(kind: &str, message: impl Display) {
    let _ = writeln!(io::stderr(), "{kind}: {}", tabiya::printable_lines(&message.to_string()));
}

/// A number of things.
///
/// ```
/// assert_eq!(tabiya_cli::args::counted(1, "game"), "1 game");
/// assert_eq!(tabiya_cli::args::counted(0, "game"), "0 games");
/// ```
#[must_use]
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
