//! FEN: one parser for all games, strict or lenient; one normalized form for writing.

mod alphabet;
mod board;
mod castling;
mod chess;
mod draw;
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
use crate::position::setup::{self, Diagnostic, Parts, Severity, Subject};
use crate::{Color, Count, FenFields, Position, Rules, Square};
use board::Board;
use error::{Diagnostics, Place};
use fields::{Field, Fields};

pub use error::{FenError, FenField, FenProblem, FenWarning};
pub(crate) use setup_text::{read_setup, write_setup};
pub use write::EnPassant;

/// The maximum length. No FEN of ours is longer than half of this.
const LONGEST: usize = 256;

/// Options for reading a FEN.
///
/// Strict reading rejects everything that is not exactly right. Lenient reading repairs blanks, missing last fields,
/// and castling and en passant fields that do not fit the board, and accepts impossible checks; it reports
/// this in [`ParsedFen::notes`]. Neither repairs the board or the side to move.
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

/// The fields before the position is validated.
struct Draft<'a> {
    board: Board,
    /// `None` if the field is invalid.
    turn: Option<Color>,
    chess960: bool,
    en_passant: Option<(Square, Field<'a>)>,
    clocks: (u16, u32),
    count: Option<Count>,
}

impl<R: Rules> Position<R> {
    /// The standard start position.
    #[must_use]
    pub fn start() -> Position<R> {
        R::START.parse().expect("the start position of each game is a legal FEN")
    }

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
        let mut diagnostics = Diagnostics::new(reading.strict);
        let draft = read_draft::<R>(text, reading, &mut diagnostics);
        let read = draft.map(|draft| (assemble::<R>(&draft, &mut diagnostics), draft.chess960));
        let notes = diagnostics.finish()?;
        let (position, chess960) = read.expect("a text without a draft has been rejected");
        Ok(ParsedFen { position, notes, chess960 })
    }
}

impl<R: Rules> Default for Position<R> {
    fn default() -> Self {
        Position::start()
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

fn read_draft<'a, R: Rules>(
    text: &'a str,
    reading: Reading,
    diagnostics: &mut Diagnostics,
) -> Option<Draft<'a>> {
    let start = Place { field: FenField::Text, column: 1 };
    if text.len() > LONGEST {
        diagnostics.refuse(start, format!("the text has {} bytes: the maximum is {LONGEST}", text.len()));
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
    match R::FEN_FIELDS {
        FenFields::Rights => chess::read(&fields, reading.castling, diagnostics),
        FenFields::Count => makruk::read(&fields, diagnostics),
    }
}

/// Builds and validates the position, and adds the column to each diagnostic.
fn assemble<R: Rules>(draft: &Draft<'_>, diagnostics: &mut Diagnostics) -> Position<R> {
    let mut identity = draft.board.identity;
    if draft.turn == Some(Color::Black) {
        identity.pass_turn(Color::White, &mut ());
    }
    let double_step = draft.en_passant.map(|(square, _)| square);
    let parts = Parts { identity, clocks: draft.clocks, double_step, count: draft.count };
    let mut found = setup::Diagnostics::default();
    let position = match draft.turn {
        Some(_) => parts.assemble(&mut found),
        None => parts.check_pieces(&mut found),
    };
    for diagnostic in found.0 {
        draft.tell(diagnostic, diagnostics);
    }
    position
}

impl Draft<'_> {
    fn tell(&self, Diagnostic { about, weight, reason, .. }: Diagnostic, diagnostics: &mut Diagnostics) {
        let place = match (about, self.en_passant) {
            (Subject::Square(square), _) => self.board.place(square),
            (Subject::EnPassant, Some((_, field))) => field.place(FenField::EnPassant),
            _ => self.board.start,
        };
        match weight {
            Severity::Refused => diagnostics.refuse_position(place, reason),
            Severity::Implausible => diagnostics.implausible(place, reason),
            Severity::Fixable(done) => diagnostics.fix(place, &reason, done),
            Severity::Remark => diagnostics.remark(place, reason),
        }
    }
}
