//! What may be wrong with a FEN, in words for the person who typed it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Why a text is not the FEN of a legal position: every problem at once.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let error = "8/8/8/8/8/8/8/4K3 x - - 0 1".parse::<Position<Chess>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid FEN: the side to move is `x` instead of `w` or `b` (column 19); \
///      illegal position: black has no king"
/// );
/// assert_eq!(error.problems().len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenError {
    problems: Vec<FenProblem>,
}

/// One thing that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenProblem {
    place: Place,
    concern: Concern,
    reason: String,
}

/// Something worth saying about a FEN that was read all the same: a repair, or a remark.
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
    /// The text as a whole.
    Text,
    /// Where the men stand.
    Board,
    /// Whose turn it is.
    Turn,
    /// Who may castle.
    Castling,
    /// The square a pawn has passed.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
    /// Makruk: who counts, how, and to what limit.
    CountLimit,
    /// Makruk: how far the count has come.
    Count,
}

/// A field and a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) field: FenField,
    /// In bytes, from 1.
    pub(super) column: usize,
}

/// Whether the words are wrong or what they describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Concern {
    Text,
    Position,
}

impl FenError {
    /// Everything that is wrong, the text's problems first.
    #[must_use]
    pub fn problems(&self) -> &[FenProblem] {
        &self.problems
    }
}

impl FenProblem {
    /// The field that is wrong.
    #[must_use]
    pub fn field(&self) -> FenField {
        self.place.field
    }

    /// Where in the text: the first byte is 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// What is wrong, without the column.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Whether the text can be read but describes a position no game reaches.
    #[must_use]
    pub fn is_illegal_position(&self) -> bool {
        self.concern == Concern::Position
    }
}

impl FenWarning {
    /// The field the note is about.
    #[must_use]
    pub fn field(&self) -> FenField {
        self.place.field
    }

    /// Where in the text: the first byte is 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// Whether the text was read as something other than what it says; strict reading would refuse it.
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

/// A position is wrong as a whole; only a problem of the text names its column.
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

/// What has been found while reading.
#[derive(Debug)]
pub(super) struct Diagnostics {
    strict: bool,
    problems: Vec<FenProblem>,
    notes: Vec<FenWarning>,
}

impl Diagnostics {
    pub(super) fn new(strict: bool) -> Diagnostics {
        Diagnostics { strict, problems: Vec::new(), notes: Vec::new() }
    }

    /// The text cannot be read.
    pub(super) fn refuse(&mut self, place: Place, reason: impl Into<String>) {
        self.problems.push(FenProblem { place, concern: Concern::Text, reason: reason.into() });
    }

    /// The position is not legal.
    pub(super) fn refuse_position(&mut self, place: Place, reason: impl Into<String>) {
        self.problems.push(FenProblem { place, concern: Concern::Position, reason: reason.into() });
    }

    /// The text is wrong in a way that a lenient reader mends.
    pub(super) fn fix(&mut self, place: Place, wrong: &str, mended: &str) {
        if self.strict {
            self.refuse(place, wrong);
        } else {
            self.notes.push(FenWarning { place, is_repair: true, text: format!("{wrong}: {mended}") });
        }
    }

    /// The position cannot arise, but a lenient reader lets it pass.
    pub(super) fn implausible(&mut self, place: Place, reason: impl Into<String>) {
        if self.strict { self.refuse_position(place, reason) } else { self.remark(place, reason) }
    }

    /// Worth saying; nothing is wrong.
    pub(super) fn remark(&mut self, place: Place, text: impl Into<String>) {
        self.notes.push(FenWarning { place, is_repair: false, text: text.into() });
    }

    /// The notes if nothing was refused, or everything that was: the text's problems first, each kind from left
    /// to right.
    pub(super) fn finish(self) -> Result<Vec<FenWarning>, FenError> {
        if self.problems.is_empty() {
            return Ok(self.notes);
        }
        // There are few, and in WebAssembly a sort is larger than all of this file.
        let order = |problem: &FenProblem| (problem.concern == Concern::Position, problem.place.column);
        let mut problems: Vec<FenProblem> = Vec::with_capacity(self.problems.len());
        for problem in self.problems {
            let place = problems.partition_point(|known| order(known) <= order(&problem));
            problems.insert(place, problem);
        }
        Err(FenError { problems })
    }
}
