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
    reason: String,
}

impl SetupError {
    /// The error for these diagnostics, if there is one.
    pub(super) fn of(diagnostics: Diagnostics, strict: bool) -> Option<SetupError> {
        let is_problem = |diagnostic: &Diagnostic| match diagnostic.weight {
            Severity::Refused | Severity::Fixable(_) => true,
            Severity::Implausible => strict,
            Severity::Remark => false,
        };
        let problem = |Diagnostic { about, reason, .. }| {
            let square = if let Subject::Square(square) = about { Some(square) } else { None };
            SetupProblem { square, reason }
        };
        let problems: Vec<_> = diagnostics.0.into_iter().filter(is_problem).map(problem).collect();
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
