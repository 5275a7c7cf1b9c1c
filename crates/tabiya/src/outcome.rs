//! Outcomes of games, and draw claims.

use core::fmt;

use crate::Color;

/// Why a game is over without a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is checkmated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check: a draw.
    Stalemate,
    /// Neither side has mating material: a draw.
    DeadPosition,
    /// The position has occurred five times: a draw in chess (FIDE 9.6.1).
    FivefoldRepetition,
    /// The position has occurred three times: an automatic draw in Makruk.
    ThreefoldRepetition,
    /// Seventy-five moves without a capture or pawn move: a draw (FIDE 9.6.2).
    SeventyFiveMoves,
    /// Makruk's count has run out: a draw.
    CountRunOut,
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Claim {
    /// The position has occurred three times (FIDE 9.2).
    ThreefoldRepetition,
    /// Fifty moves without a capture or pawn move (FIDE 9.3).
    FiftyMoves,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            Outcome::Stalemate => f.write_str("stalemate"),
            Outcome::DeadPosition => f.write_str("dead position"),
            Outcome::FivefoldRepetition => f.write_str("fivefold repetition"),
            Outcome::ThreefoldRepetition => f.write_str("threefold repetition"),
            Outcome::SeventyFiveMoves => f.write_str("seventy-five moves"),
            Outcome::CountRunOut => f.write_str("count run out"),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::ThreefoldRepetition => f.write_str("threefold repetition"),
            Claim::FiftyMoves => f.write_str("fifty moves"),
        }
    }
}
