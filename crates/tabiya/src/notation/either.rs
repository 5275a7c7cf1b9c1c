//! Moves in UCI notation or SAN.

use core::fmt;

use super::{SanError, UciError};
use crate::{Move, Position, Rules};

/// Why a text is not a legal move, in the notation it appears to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// Two squares: UCI notation.
    Uci(UciError),
    /// Anything else: SAN.
    San(SanError),
}

impl<R: Rules> Position<R> {
    /// Parses a legal move in UCI notation or SAN.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// assert_eq!(start.parse_move("Nf3")?, start.parse_move("g1f3")?);
    /// let error = start.parse_move("e2e5").unwrap_err();
    /// assert_eq!(error.to_string(), "illegal pawn move e2e5: the piece cannot reach it");
    /// # Ok::<(), tabiya::MoveError>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        match self.parse_uci(text) {
            Err(UciError::NotAMove) => self.parse_san(text).map_err(MoveError::San),
            answer => answer.map_err(MoveError::Uci),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Uci(error) => error.fmt(f),
            MoveError::San(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MoveError {}
