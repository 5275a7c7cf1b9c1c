//! FEN: a position as a line of text. One parser for all games, strict or lenient; one normalised form out.

mod alphabet;
mod board;
mod castling;
mod check;
mod chess;
mod error;
mod fields;
mod foreign;
mod makruk;
mod write;

use std::str::FromStr;

use crate::{Color, Count, Position, Rules, Square};
use board::Board;
use error::{Findings, Place, quoted};
use fields::{Field, Fields};

pub use error::{FenError, FenField, FenNote, FenProblem};

/// No FEN of ours is longer than half of this.
const LONGEST: usize = 256;

/// How to read a FEN.
///
/// Strict reading refuses whatever is not exactly right. Lenient reading mends blanks, missing last fields,
/// castling and en passant fields that do not fit the board, and lets pass checks that cannot arise; it says what
/// it did in [`ParsedFen::notes`]. Neither ever mends the board or the side to move.
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
    /// Refuse instead of mending.
    pub strict: bool,
    /// Read castling rights as Chess960 writes them, X-FEN and Shredder-FEN. No matter to other games.
    pub chess960: bool,
}

impl Reading {
    /// Refuses whatever is not exactly right.
    pub const STRICT: Reading = Reading { strict: true, chess960: false };
    /// Mends what can be mended without guessing.
    pub const LENIENT: Reading = Reading { strict: false, chess960: false };

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
        Reading { chess960: true, ..self }
    }
}

/// A position read from a FEN, and what there is to say about the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParsedFen<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// What was mended, and what is odd but legal. Empty for most.
    pub notes: Vec<FenNote>,
}

/// What the fields say, before anybody asks whether it is a position.
struct Draft<'a> {
    board: Board,
    /// Missing if the field makes no sense.
    turn: Option<Color>,
    en_passant: Option<(Square, Field<'a>)>,
    clocks: (u16, u32),
    count: Option<Count>,
}

impl<R: Rules> Position<R> {
    /// Reads a FEN.
    ///
    /// Makruk is read in Fairy-Stockfish's letters (`p n s m r k`, a promoted bia is `m~`) with 4 to 6 fields,
    /// and in makruk-js's (`b m t e r k`, a promoted bia is `f`) with 3 or 8 fields.
    ///
    /// ```
    /// use tabiya::{Makruk, Position, Reading};
    ///
    /// let js = "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1";
    /// let parsed = Position::<Makruk>::from_fen(js, Reading::STRICT)?;
    /// assert_eq!(parsed.position, Position::start());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn from_fen(text: &str, reading: Reading) -> Result<ParsedFen<R>, FenError> {
        let mut findings = Findings::new(reading.strict);
        let draft = read_draft::<R>(text, reading, &mut findings);
        let position = draft.map(|draft| assemble::<R>(&draft, &mut findings));
        let notes = findings.finish()?;
        let position = position.expect("a text that gives no draft has been refused");
        Ok(ParsedFen { position, notes })
    }
}

/// Reads a FEN strictly; plain chess if it is chess.
impl<R: Rules> FromStr for Position<R> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<R>, FenError> {
        Position::from_fen(text, Reading::STRICT).map(|parsed| parsed.position)
    }
}

fn read_draft<'a, R: Rules>(text: &'a str, reading: Reading, findings: &mut Findings) -> Option<Draft<'a>> {
    let start = Place { field: FenField::Text, column: 1 };
    if text.len() > LONGEST {
        findings.refuse(start, format!("the text has {} bytes instead of at most {LONGEST}", text.len()));
        return None;
    }
    let fields = Fields::split(text, findings);
    let Some(board) = fields.get(0) else {
        findings.refuse(start, "the text is empty");
        return None;
    };
    if !board.text.contains('/') {
        // Not a FEN at all: what else is wrong with it would not help.
        let reason = format!("{} is not a board of 8 ranks with `/` between them", quoted(board.text));
        findings.refuse(board.place(FenField::Board), reason);
        return None;
    }
    if R::CASTLES {
        chess::read(&fields, reading.chess960, findings)
    } else {
        makruk::read(&fields, findings)
    }
}

/// Makes the position and looks whether it is one.
fn assemble<R: Rules>(draft: &Draft<'_>, findings: &mut Findings) -> Position<R> {
    let mut identity = draft.board.identity;
    if draft.turn == Some(Color::Black) {
        identity.pass_turn(Color::White, &mut ());
    }
    let count = R::count_from(draft.count);
    let double_step = draft.en_passant.map(|(square, _)| square);
    let position = Position::from_parts(identity, draft.clocks, double_step, count);
    if !check::men(&position, &draft.board, findings) || draft.turn.is_none() {
        return position;
    }
    let passed = draft.en_passant.and_then(|written| possible_en_passant(&position, written, findings));
    check::checks(&position, &draft.board, findings);
    let capturers = |passed: &Square| position.legal_en_passant_capturers(*passed, position.turn());
    if let Some(passed) = passed.filter(|passed| !capturers(passed).is_empty()) {
        identity.set_en_passant(Some(passed.file()), &mut ());
    }
    Position::from_parts(identity, draft.clocks, double_step, count)
}

/// The square in the en passant field, if a pawn can have passed it with the last move.
///
/// The position keeps what was written either way: other programs' keys may depend on it.
fn possible_en_passant<R: Rules>(
    position: &Position<R>,
    (square, field): (Square, Field<'_>),
    findings: &mut Findings,
) -> Option<Square> {
    let place = field.place(FenField::EnPassant);
    let wrong = format!("en passant on {square} cannot be");
    if let Some(why) = chess::why_not_passed(position.identity(), square) {
        findings.mend(place, &format!("{wrong}: {why}"), "ignored");
        return None;
    }
    if check::ignored_check(position, square) {
        // Perft suites have such positions; the board is sound, so it is only said.
        findings.remark(place, format!("{wrong}: {} was in check before the pawn moved", position.turn()));
    }
    Some(square)
}
