//! Diagnostics of setups and FENs.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::SetupProblemKind;
use crate::Square;

/// One diagnostic. `P` is its place: a [`Subject`] in a setup, a column in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Diagnostic<P> {
    pub(crate) place: P,
    pub(crate) severity: Severity,
    /// `None` if it is about the text of a FEN.
    pub(crate) kind: Option<SetupProblemKind>,
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    /// The text is not a FEN.
    Invalid,
    /// The position is illegal.
    Illegal,
    /// The position can be played, but no game reaches it.
    Implausible,
    /// Wrong, but a lenient reader repairs it in this way.
    Fixable(Cow<'static, str>),
    /// Unusual, but not wrong.
    Remark,
}

/// All diagnostics in the order they were found.
#[derive(Debug)]
pub(crate) struct Diagnostics<P>(pub(crate) Vec<Diagnostic<P>>);

impl<P> Diagnostics<P> {
    pub(crate) const fn new() -> Diagnostics<P> {
        Diagnostics(Vec::new())
    }
}

impl Diagnostics<Subject> {
    pub(crate) fn refuse(&mut self, place: Subject, kind: SetupProblemKind, reason: impl Into<String>) {
        self.add(place, Severity::Illegal, kind, reason);
    }

    pub(crate) fn add(
        &mut self,
        place: Subject,
        severity: Severity,
        kind: SetupProblemKind,
        reason: impl Into<String>,
    ) {
        self.0.push(Diagnostic { place, severity, kind: Some(kind), reason: reason.into() });
    }
}
