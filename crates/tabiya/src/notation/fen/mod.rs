//! FEN: one parser for all games, strict or lenient; one normalized form for writing.

mod alphabet;
mod board;
mod castling;
mod chess;
mod error;
mod fields;
mod foreign;
mod makruk;
mod setup_text;
mod write;

use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;

use crate::notation::printable::quoted;
use crate::position::setup::{self, Diagnostic, Subject};
use crate::{FenFields, Position, Rules, Setup};
use board::Board;
use error::{Diagnostics, Place};
use fields::{Field, Fields};

pub use error::{FenError, FenField, FenProblem, FenWarning};
pub(crate) use setup_text::{read_setup, write_setup};
pub use write::EnPassant;

/// The maximum length in bytes, more than twice that of any FEN this crate writes.
const MAX_LENGTH: usize = 256;

/// Options for reading a FEN.
///
/// Strict reading rejects everything that is not exactly right. Lenient reading repairs blanks, missing last fields,
/// castling and en passant fields that do not fit the board, and clocks that are too large, ignores the `~` of
/// crazyhouse after a promoted piece, and accepts impossible checks; it reports this in [`ParsedFen::notes`]. Neither
/// repairs the pieces or the side to move.
///
/// ```
/// use tabiya::{Chess, Position, Reading};
///
/// let board_only = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
/// assert!(Position::<Chess>::from_fen(board_only, Reading::STRICT).is_err());
/// assert!(Position::<Chess>::from_fen(board_only, Reading::LENIENT).is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reading {
    /// Reject instead of repairing.
    pub strict: bool,
    /// How to read castling rights. Ignored for games without castling.
    pub castling: CastlingNotation,
}

/// The notation of castling rights in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingNotation {
    /// `KQkq` of standard chess: king on the e-file, rooks in the corners.
    #[default]
    Chess,
    /// X-FEN and Shredder-FEN of Chess960.
    Chess960,
    /// That of Chess960 if the text is valid only there, else that of standard chess.
    Either,
}

impl Reading {
    /// Rejects everything that is not exactly right.
    pub const STRICT: Reading = Reading { strict: true, castling: CastlingNotation::Chess };
    /// Repairs what can be repaired without guessing.
    pub const LENIENT: Reading = Reading { strict: false, castling: CastlingNotation::Chess };

    /// The same for Chess960.
    ///
    /// ```
    /// use tabiya::{Chess, Position, Reading};
    ///
    /// let fen = "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1";
    /// let parsed = Position::<Chess>::from_fen(fen, Reading::STRICT.chess960())?;
    /// assert_eq!(parsed.position.to_fen(), fen);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub const fn chess960(self) -> Reading {
        Reading { castling: CastlingNotation::Chess960, ..self }
    }

    /// The same for chess or Chess960, whichever fits; see [`ParsedFen::chess960`].
    ///
    /// ```
    /// use tabiya::{Chess, Position, Reading};
    ///
    /// let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    /// let parsed = Position::<Chess>::from_fen(fen, Reading::LENIENT.either())?;
    /// assert!(parsed.chess960);
    /// assert_eq!(parsed.notes[0].to_string(), "castling `KQkq` is read as Chess960 (column 47)");
    /// assert_eq!(Some(parsed.position), Position::start_960(0));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub const fn either(self) -> Reading {
        Reading { castling: CastlingNotation::Either, ..self }
    }
}

/// A position read from a FEN, with warnings about the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParsedFen<P> {
    /// The position: a [`Position`] or an [`AnyPosition`](crate::AnyPosition).
    pub position: P,
    /// Repairs and remarks. Usually empty.
    pub notes: Vec<FenWarning>,
    /// Whether castling rights were read as Chess960's: because that was requested, or because the text is valid
    /// only there.
    pub chess960: bool,
}

impl<P> ParsedFen<P> {
    /// Converts the position.
    pub(crate) fn map<Q>(self, form: impl FnOnce(P) -> Q) -> ParsedFen<Q> {
        ParsedFen { position: form(self.position), notes: self.notes, chess960: self.chess960 }
    }

    /// A position without warnings.
    pub(crate) fn plain(position: P, chess960: bool) -> ParsedFen<P> {
        ParsedFen { position, notes: Vec::new(), chess960 }
    }
}

/// An unchecked setup, and where its parts are in the text.
struct LocatedSetup {
    setup: Setup,
    board: Board,
    /// False if the field of the side to move is invalid.
    has_turn: bool,
    chess960: bool,
}

impl<R: Rules> Position<R> {
    /// Reads a FEN.
    ///
    /// Makruk is read in the letters of Fairy-Stockfish (`p n s m r k`, a promoted bia is `m~`) with 4 to 6 fields,
    /// and of makruk-js (`b m t e r k`, a promoted bia is `f`) with 3 or 8 fields.
    ///
    /// ```
    /// use tabiya::{Makruk, Position, Reading};
    ///
    /// let js = "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1";
    /// let parsed = Position::<Makruk>::from_fen(js, Reading::STRICT)?;
    /// assert_eq!(parsed.position, Position::start());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn from_fen(text: &str, reading: Reading) -> Result<ParsedFen<Position<R>>, FenError> {
        let mut diagnostics = Diagnostics::new();
        let read = read_located::<R>(text, reading, &mut diagnostics)
            .map(|(located, fields)| (located.position(&fields, &mut diagnostics), located.chess960));
        let notes = diagnostics.finish(reading.strict)?;
        let (position, chess960) = read.expect("a text without a setup has been rejected");
        Ok(ParsedFen { position, notes, chess960 })
    }
}

/// Reads a FEN strictly, as chess or Chess960, whichever fits.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let start = Position::<Chess>::start_960(0).expect("the first");
/// assert_eq!(start.to_fen().parse(), Ok(start));
/// ```
impl<R: Rules> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<R>, FenError> {
        Position::from_fen(text, Reading::STRICT.either()).map(|parsed| parsed.position)
    }
}

fn read_located<'a, R: Rules>(
    text: &'a str,
    reading: Reading,
    diagnostics: &mut Diagnostics,
) -> Option<(LocatedSetup, Fields<'a>)> {
    let start = Place { field: FenField::Text, column: 1 };
    if text.len() > MAX_LENGTH {
        diagnostics.refuse(start, format!("the text has {} bytes: the maximum is {MAX_LENGTH}", text.len()));
        return None;
    }
    let fields = Fields::split(text, diagnostics);
    let Some(board) = fields.get(0) else {
        diagnostics.refuse(start, "the text is empty");
        return None;
    };
    if !board.text.contains('/') {
        // Not a FEN at all: other problems would not help.
        let reason = format!("{} is not a board of 8 ranks separated by `/`", quoted(board.text));
        diagnostics.refuse(board.place(FenField::Board), reason);
        return None;
    }
    let located = match R::FEN_FIELDS {
        FenFields::Rights => chess::read(&fields, reading.castling, diagnostics),
        FenFields::Count => makruk::read(&fields, diagnostics),
    };
    Some((located?, fields))
}

impl LocatedSetup {
    /// Validates the setup, and replaces squares by columns in its diagnostics.
    fn position<R: Rules>(&self, fields: &Fields<'_>, diagnostics: &mut Diagnostics) -> Position<R> {
        let mut found = setup::Diagnostics::new();
        let position = if self.has_turn {
            self.setup.diagnose(self.chess960, &mut found)
        } else {
            let position = self.setup.unchecked();
            self.setup.diagnose_pieces(&position, self.chess960, &mut found);
            position
        };
        for Diagnostic { place, severity, kind, reason } in found.0 {
            let field = |index, name| fields.get(index).map(|field: Field<'_>| field.place(name));
            let place = match place {
                Subject::Square(square) => Some(self.board.place(square)),
                Subject::Castling => field(2, FenField::Castling),
                Subject::EnPassant => field(3, FenField::EnPassant),
                Subject::Pieces | Subject::Count => None,
            };
            let place = place.unwrap_or(self.board.start);
            diagnostics.0.push(Diagnostic { place, severity, kind, reason });
        }
        position
    }
}
