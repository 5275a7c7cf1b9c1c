use std::fmt;

use tabiya::{SanError, printable};

use super::SetupTagsError;
use crate::record::MAX_PLIES;
use crate::tree::{MAX_DEPTH, MAX_NODES, MAX_TEXT_BYTES};
use crate::{Problem, ProblemKind};

/// Why a game cannot be used completely, and where. The moves before the fault are valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The half-move that could not be played, from 1.
    pub ply: Option<usize>,
    /// The kind of fault.
    pub kind: FaultKind,
}

/// The kinds of faults.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// The start of the game is unknown or invalid.
    Setup(SetupTagsError),
    /// A move is illegal, ambiguous or unreadable.
    Move {
        /// As written in the file.
        san: String,
        /// Why it cannot be played.
        error: SanError,
    },
    /// A syntax problem.
    Text(ProblemKind),
    /// The game has more than [`MAX_PLIES`] half-moves.
    TooLong,
    /// The game tree has more moves or comments than are kept.
    TooLarge,
    /// Variations are nested deeper than is kept.
    TooDeep,
    /// The game is not chess, for which alone Polyglot defines keys.
    NotChess,
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
            FaultKind::TooLong => write!(f, "more than {MAX_PLIES} half-moves; the rest is not replayed"),
            FaultKind::TooLarge => write!(
                f,
                "more than {MAX_NODES} moves or {} MiB of comments; the rest is left out",
                MAX_TEXT_BYTES >> 20
            ),
            FaultKind::TooDeep => {
                write!(f, "variations nested deeper than {MAX_DEPTH} are left out")
            }
            FaultKind::NotChess => f.write_str("not chess: Polyglot defines no keys for this variant"),
        }
    }
}

impl std::error::Error for Fault {}
