//! The arguments that say which position a command is about.

use std::ffi::OsString;

use clap::Args;
use tabiya::{AnyPosition, Variant};

use crate::input::{join, lenient_position, play_each};
use crate::output::Failure;

#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// The position: a FEN, quoted or not, or `startpos`, which is also meant when nothing is given
    #[arg(value_name = "FEN")]
    fen: Vec<OsString>,
}

impl StartArgs {
    /// The position named; without words, the start.
    pub(crate) fn position(&self, variant: Option<Variant>) -> Result<AnyPosition, Failure> {
        let fen = if self.fen.is_empty() { "startpos".to_string() } else { join(&self.fen)? };
        lenient_position(&fen, variant, None).map_err(Failure::BadInput)
    }
}

#[derive(Args, Debug)]
pub(crate) struct PlaceArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Moves to play first, in UCI or SAN
    #[arg(long, value_name = "MOVES")]
    moves: Option<OsString>,
}

impl PlaceArgs {
    /// Where the moves begin.
    pub(crate) fn start(&self, variant: Option<Variant>) -> Result<AnyPosition, Failure> {
        self.start.position(variant)
    }

    /// The moves, as they were given.
    pub(crate) fn moves(&self) -> Result<String, Failure> {
        join(self.moves.as_slice())
    }

    /// Where the moves lead.
    pub(crate) fn reached(&self, variant: Option<Variant>) -> Result<AnyPosition, Failure> {
        play_each(self.start(variant)?, &self.moves()?, |_| ()).map_err(Failure::BadInput)
    }
}
