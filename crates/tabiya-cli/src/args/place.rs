//! Arguments that select a position.

use std::ffi::OsString;

use clap::Args;
use tabiya::{AnyPosition, Variant};
use tabiya_pgn::play_each;

use super::{AskError, lenient_position};

/// A position.
#[derive(Args, Clone, Debug)]
pub struct StartArgs {
    /// Position: a FEN, quoted or not, or `startpos` (the default)
    #[arg(value_name = "FEN")]
    fen: Vec<OsString>,
}

impl StartArgs {
    /// The position; without arguments, the start position.
    pub fn position(&self, variant: Option<Variant>) -> Result<AnyPosition, AskError> {
        let fen = if self.fen.is_empty() { "startpos".to_string() } else { join(&self.fen)? };
        lenient_position(&fen, variant, None).map_err(AskError::BadInput)
    }
}

/// A position, and moves from there.
#[derive(Args, Clone, Debug)]
pub struct PlaceArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Moves to play first, in UCI notation or SAN
    #[arg(long, value_name = "MOVES")]
    moves: Option<OsString>,
}

impl PlaceArgs {
    /// Whether a position or moves are given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        !self.start.fen.is_empty() || self.moves.is_some()
    }

    /// The position before the moves.
    pub fn start(&self, variant: Option<Variant>) -> Result<AnyPosition, AskError> {
        self.start.position(variant)
    }

    /// The moves, as given.
    pub fn moves(&self) -> Result<String, AskError> {
        join(self.moves.as_slice())
    }

    /// The position after the moves.
    pub fn reached(&self, variant: Option<Variant>) -> Result<AnyPosition, AskError> {
        play_each(self.start(variant)?, &self.moves()?, |_| ()).map_err(AskError::BadInput)
    }
}

/// Joins arguments.
///
/// ```
/// assert_eq!(tabiya_cli::args::join(&["e4".into(), "e5".into()]).unwrap(), "e4 e5");
/// ```
pub fn join(words: &[OsString]) -> Result<String, AskError> {
    let texts: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    texts
        .map(|texts| texts.join(" "))
        .ok_or_else(|| AskError::BadInput("the argument is not UTF-8".to_string()))
}
