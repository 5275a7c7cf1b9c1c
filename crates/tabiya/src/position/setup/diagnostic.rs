//! Diagnostics of a setup.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::SetupProblemKind;
use crate::Square;

/// One diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Diagnostic {
    pub(crate) about: Subject,
    pub(crate) kind: SetupProblemKind,
    pub(crate) weight: Severity,
    pub(crate) reason: String,
}

/// The part of the setup it refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// The pieces in general.
    Pieces,
    /// The piece on a square.
    Square(Square),
    Castling,
    EnPassant,
    Count,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    /// The position is illegal.
    Refused,
    /// The position can be played, but no game reaches it.
    Implausible,
    /// Wrong, but a reader may repair it in this way.
    Fixable(&'static str),
    /// Unusual, but not wrong.
    Remark,
}

/// All diagnostics in the order they were found.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics(pub(crate) Vec<Diagnostic>);

impl Diagnostics {
    pub(crate) fn refuse(&mut self, about: Subject, kind: SetupProblemKind, reason: impl Into<String>) {
        self.add(about, Severity::Refused, kind, reason);
    }

    pub(crate) fn add(
        &mut self,
        about: Subject,
        weight: Severity,
        kind: SetupProblemKind,
        reason: impl Into<String>,
    ) {
        self.0.push(Diagnostic { about, kind, weight, reason: reason.into() });
    }
}
