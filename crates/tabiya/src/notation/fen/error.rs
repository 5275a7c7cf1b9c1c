//! Errors and warnings about FENs, with fields and columns.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::SetupProblemKind;
use crate::position::setup::{self, Diagnostic, Severity};

/// The diagnostics of a FEN.
pub(super) type Diagnostics = setup::Diagnostics<Place>;

/// Why a text is not the FEN of a legal position: all problems.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let error = "8/8/8/8/8/8/8/4K3 x - - 0 1".parse::<Position<Chess>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid FEN: the side to move is `x`: expected `w` or `b` (column 19); \
///      illegal position: black has no king"
/// );
/// assert_eq!(error.problems().len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    problems: Vec<FenProblem>,
}

/// One problem of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenProblem {
    place: Place,
    concern: Concern,
    kind: Option<SetupProblemKind>,
    reason: String,
}

/// A warning about a FEN that was accepted: a repair or a remark.
///
/// ```
/// use tabiya::{Chess, Position, Reading};
///
/// let parsed = Position::<Chess>::from_fen("4k3/8/8/8/8/8/8/4K2R w KQ -", Reading::LENIENT)?;
/// let notes: Vec<String> = parsed.notes.iter().map(ToString::to_string).collect();
/// assert_eq!(notes, [
///     "half-move clock and move number are missing: read as `0 1` (column 28)",
///     "castling right Q needs a white king on e1 and rook on a1: dropped (column 25)",
/// ]);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenWarning {
    place: Place,
    is_repair: bool,
    text: String,
}

/// A part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenField {
    /// The text in general.
    Text,
    /// The pieces.
    Board,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The move number.
    FullmoveNumber,
    /// Makruk: the counting side, the kind of count and its limit.
    CountLimit,
    /// Makruk: the count.
    Count,
}

/// A field and a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) field: FenField,
    /// In bytes, from 1.
    pub(super) column: usize,
}

/// Whether the text is invalid or the position it describes is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Concern {
    Text,
    Position,
}

impl FenError {
    /// All problems, those of the text first.
    #[must_use]
    pub fn problems(&self) -> &[FenProblem] {
        &self.problems
    }
}

impl FenProblem {
    /// The field of the problem.
    #[must_use]
    pub fn field(&self) -> FenField {
        self.place.field
    }

    /// The column in bytes, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// The kind of a problem of the position; `None` if the problem is one of the text only.
    #[must_use]
    pub fn kind(&self) -> Option<SetupProblemKind> {
        self.kind
    }

    /// A description without the column.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Whether the text is valid but describes an illegal position.
    #[must_use]
    pub fn is_illegal_position(&self) -> bool {
        self.concern == Concern::Position
    }
}

impl FenWarning {
    /// The field of the warning.
    #[must_use]
    pub fn field(&self) -> FenField {
        self.place.field
    }

    /// The column in bytes, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// Whether the text was repaired; strict reading would reject it.
    #[must_use]
    pub fn is_repair(&self) -> bool {
        self.is_repair
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for problem in &self.problems {
            f.write_str(match (before, problem.concern) {
                (None, Concern::Text) => "invalid FEN: ",
                (None, Concern::Position) => "illegal position: ",
                (Some(Concern::Text), Concern::Position) => "; illegal position: ",
                (Some(_), _) => ", ",
            })?;
            write!(f, "{problem}")?;
            before = Some(problem.concern);
        }
        Ok(())
    }
}

impl core::error::Error for FenError {}

/// Problems of the position refer to all of it; only problems of the text have a column.
impl fmt::Display for FenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.concern {
            Concern::Text => write!(f, "{} (column {})", self.reason, self.place.column),
            Concern::Position => f.write_str(&self.reason),
        }
    }
}

impl fmt::Display for FenWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (column {})", self.text, self.place.column)
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Text => "text",
            FenField::Board => "board",
            FenField::Turn => "side to move",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::HalfmoveClock => "half-move clock",
            FenField::FullmoveNumber => "move number",
            FenField::CountLimit => "counting limit",
            FenField::Count => "count",
        })
    }
}

impl Diagnostics {
    /// The text is invalid.
    pub(super) fn refuse(&mut self, place: Place, reason: impl Into<String>) {
        self.add(place, Severity::Invalid, reason);
    }

    /// The text is invalid in a way that lenient reading repairs.
    pub(super) fn fix(&mut self, place: Place, wrong: impl Into<String>, done: impl Into<Cow<'static, str>>) {
        self.add(place, Severity::Fixable(done.into()), wrong);
    }

    /// A remark; nothing is wrong.
    pub(super) fn remark(&mut self, place: Place, text: impl Into<String>) {
        self.add(place, Severity::Remark, text);
    }

    fn add(&mut self, place: Place, severity: Severity, reason: impl Into<String>) {
        self.0.push(Diagnostic { place, severity, kind: None, reason: reason.into() });
    }

    /// The warnings if nothing was rejected, else all problems: those of the text first, each kind from left
    /// to right.
    pub(super) fn finish(self, strict: bool) -> Result<Vec<FenWarning>, FenError> {
        let mut problems: Vec<FenProblem> = Vec::new();
        let mut notes = Vec::new();
        for Diagnostic { place, severity, kind, reason } in self.0 {
            let concern = match severity {
                Severity::Invalid => Concern::Text,
                Severity::Illegal => Concern::Position,
                Severity::Fixable(_) if strict => Concern::Text,
                Severity::Implausible if strict => Concern::Position,
                Severity::Fixable(done) => {
                    notes.push(FenWarning { place, is_repair: true, text: format!("{reason}: {done}") });
                    continue;
                }
                Severity::Implausible | Severity::Remark => {
                    notes.push(FenWarning { place, is_repair: false, text: reason });
                    continue;
                }
            };
            // Insertion sort: there are few, and in WebAssembly a library sort is larger than the rest of this file.
            let order = (concern == Concern::Position, place.column);
            let after =
                |known: &FenProblem| (known.concern == Concern::Position, known.place.column) <= order;
            problems.insert(problems.partition_point(after), FenProblem { place, concern, kind, reason });
        }
        if problems.is_empty() { Ok(notes) } else { Err(FenError { problems }) }
    }
}
