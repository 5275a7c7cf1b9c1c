use std::fmt;

use tabiya::{SanError, printable};

use super::SetupTagsError;
use crate::record::MOST_PLIES;
use crate::tree::{MOST_DEPTH, MOST_NODES, MOST_TEXT};
use crate::{Problem, ProblemKind};

/// Why a game is not good, and where. The moves before it are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The half-move that could not be played, from 1.
    pub ply: Option<usize>,
    /// What it is.
    pub kind: FaultKind,
}

/// What can be wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// It is not known where the game begins.
    Setup(SetupTagsError),
    /// A move is illegal, ambiguous or no move.
    Move {
        /// As the file has it.
        san: String,
        /// Why it cannot be played.
        error: SanError,
    },
    /// The text is not good PGN.
    Text(ProblemKind),
    /// The game has more than [`MOST_PLIES`] half-moves.
    TooLong,
    /// A tree of moves, variations and comments has more than is kept.
    TooLarge,
    /// Variations are nested deeper than is kept.
    TooDeep,
    /// Polyglot books know only chess.
    NotForBooks,
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault { line: problem.line, ply: None, kind: FaultKind::Text(problem.kind) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Setup(error) => error.fmt(f),
            FaultKind::Move { san, error } => write!(f, "`{}`: {error}", printable(san)),
            FaultKind::Text(kind) => kind.fmt(f),
            FaultKind::TooLong => write!(f, "more than {MOST_PLIES} half-moves; the rest is not replayed"),
            FaultKind::TooLarge => write!(
                f,
                "more than {MOST_NODES} moves or {} MiB of comments; the rest is left out",
                MOST_TEXT >> 20
            ),
            FaultKind::TooDeep => {
                write!(f, "variations nested deeper than {MOST_DEPTH} are left out")
            }
            FaultKind::NotForBooks => f.write_str("not chess: Polyglot books have no keys for this game"),
        }
    }
}

impl std::error::Error for Fault {}
