use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::diagnostic::{Diagnostic, Diagnostics, Severity, Subject};
use crate::Square;

/// Why a [`Setup`](crate::Setup) is not a legal position: all problems.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SetupError {
    problems: Vec<SetupProblem>,
}

/// One problem of a [`Setup`](crate::Setup).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SetupProblem {
    square: Option<Square>,
    kind: SetupProblemKind,
    reason: String,
}

/// The kind of a [`SetupProblem`], for programs that distinguish problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupProblemKind {
    /// A side has no king.
    MissingKing,
    /// A side has several kings.
    SeveralKings,
    /// The kings are on adjacent squares.
    AdjacentKings,
    /// A pawn is on a rank where no pawn can be.
    PawnRank,
    /// A side has too many pawns or pieces.
    TooManyPieces,
    /// The side not to move is in check.
    OpponentInCheck,
    /// The last move cannot have given this check.
    ImpossibleCheck,
    /// The game has no such piece.
    ForeignPiece,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Makruk's count.
    Count,
}

impl SetupError {
    /// The error for these diagnostics, if there is one.
    pub(super) fn of(diagnostics: Diagnostics<Subject>, strict: bool) -> Option<SetupError> {
        let mut problems = Vec::new();
        for Diagnostic { place, severity, kind, reason } in diagnostics.0 {
            let is_problem = match severity {
                Severity::Remark => false,
                Severity::Implausible => strict,
                Severity::Invalid | Severity::Illegal | Severity::Fixable(_) => true,
            };
            let square = if let Subject::Square(square) = place { Some(square) } else { None };
            if let (true, Some(kind)) = (is_problem, kind) {
                problems.push(SetupProblem { square, kind, reason });
            }
        }
        (!problems.is_empty()).then_some(SetupError { problems })
    }

    /// All problems.
    #[must_use]
    pub fn problems(&self) -> &[SetupProblem] {
        &self.problems
    }
}

impl SetupProblem {
    /// The square of the offending piece, if the problem concerns one.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.square
    }

    /// The kind of the problem.
    #[must_use]
    pub fn kind(&self) -> SetupProblemKind {
        self.kind
    }

    /// A description of the problem.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.problems.iter().enumerate() {
            f.write_str(if n == 0 { "illegal position: " } else { ", " })?;
            f.write_str(&problem.reason)?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
