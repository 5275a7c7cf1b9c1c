//! What there is to say about a position that somebody has put together.

use alloc::string::String;
use alloc::vec::Vec;

use crate::Square;

/// One thing found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) about: About,
    pub(crate) weight: Weight,
    pub(crate) reason: String,
}

/// What it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    /// The men as a whole.
    Men,
    /// What stands on a square.
    Square(Square),
    Castling,
    EnPassant,
    Count,
}

/// How much it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// No legal position.
    Refused,
    /// A position, but no game reaches it.
    Doubtful,
    /// Wrong, and a reader of texts may mend it like this.
    Mendable(&'static str),
    /// Odd, and nothing is wrong.
    Remark,
}

/// Everything found, in the order it was found.
#[derive(Debug, Default)]
pub(crate) struct Findings(pub(crate) Vec<Finding>);

impl Findings {
    pub(crate) fn refuse(&mut self, about: About, reason: impl Into<String>) {
        self.add(about, Weight::Refused, reason);
    }

    pub(crate) fn add(&mut self, about: About, weight: Weight, reason: impl Into<String>) {
        self.0.push(Finding { about, weight, reason: reason.into() });
    }
}
