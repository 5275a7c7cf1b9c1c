//! The arguments that say which position a command is about.

use std::ffi::OsString;

use clap::Args;
use tabiya::{AnyPosition, Variant};
use tabiya_pgn::play_each;

use super::{AskError, lenient_position};

/// A position as an argument.
#[derive(Args, Clone, Debug)]
pub struct StartArgs {
    /// The position: a FEN, quoted or not, or `startpos`, which is also meant when nothing is given
    #[arg(value_name = "FEN")]
    fen: Vec<OsString>,
}

impl StartArgs {
    /// The position named; without words, the start.
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
    /// Moves to play first, in UCI or SAN
    #[arg(long, value_name = "MOVES")]
    moves: Option<OsString>,
}

impl PlaceArgs {
    /// Where the moves begin.
    pub fn start(&self, variant: Option<Variant>) -> Result<AnyPosition, AskError> {
        self.start.position(variant)
    }

    /// The moves, as they were given.
    pub fn moves(&self) -> Result<String, AskError> {
        join(self.moves.as_slice())
    }

    /// Where the moves lead.
    pub fn reached(&self, variant: Option<Variant>) -> Result<AnyPosition, AskError> {
        play_each(self.start(variant)?, &self.moves()?, |_| ()).map_err(AskError::BadInput)
    }
}

/// Arguments as one text.
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
