//! What there is to say about a position that somebody has put together.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Square;

/// One thing found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Diagnostic {
    pub(crate) about: Subject,
    pub(crate) weight: Severity,
    pub(crate) reason: String,
}

/// What it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// The men as a whole.
    Pieces,
    /// What stands on a square.
    Square(Square),
    Castling,
    EnPassant,
    Count,
}

/// How much it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    /// No legal position.
    Refused,
    /// A position, but no game reaches it.
    Implausible,
    /// Wrong, and a reader of texts may mend it like this.
    Fixable(&'static str),
    /// Odd, and nothing is wrong.
    Remark,
}

/// Everything found, in the order it was found.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics(pub(crate) Vec<Diagnostic>);

impl Diagnostics {
    pub(crate) fn refuse(&mut self, about: Subject, reason: impl Into<String>) {
        self.add(about, Severity::Refused, reason);
    }

    pub(crate) fn add(&mut self, about: Subject, weight: Severity, reason: impl Into<String>) {
        self.0.push(Diagnostic { about, weight, reason: reason.into() });
    }
}
