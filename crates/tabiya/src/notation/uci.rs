//! UCI notation: `e2e4`, `e7e8q`; in Chess960, castling is king takes own rook.

use alloc::string::String;
use core::fmt;

use super::{IllegalReason, UciMove, piece_names};
use crate::{Castling, Color, File, Move, MoveKind, Position, Role, Rules, Square};

/// Why a text is not a legal move in UCI notation.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let start = Position::<Chess>::start();
/// let error = start.parse_uci("e2e5").unwrap_err();
/// assert_eq!(error.to_string(), "illegal pawn move e2e5: the piece cannot reach it");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UciError {
    /// Not two squares with an optional letter.
    NotAMove,
    /// `0000`, written by engines that have no move.
    NullMove,
    /// The origin is empty.
    NoPiece(Square),
    /// The piece belongs to the side not to move.
    NotYours {
        /// The origin.
        square: Square,
        /// The owner of the piece.
        owner: Color,
    },
    /// The move is illegal.
    Illegal {
        /// The piece.
        piece: &'static str,
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
        /// The reason.
        because: IllegalReason,
    },
    /// The promotion piece is missing.
    MissingPromotion {
        /// The target of the pawn.
        to: Square,
    },
    /// The last letter is not a promotion piece.
    BadPromotion,
    /// The text has a promotion, but no pawn promotes.
    NotAPromotion,
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::NotAMove => f.write_str(
                "not a move: expected two squares and an optional promotion, such as e2e4 or e7e8q",
            ),
            UciError::NullMove => f.write_str("0000 is the null move: not legal in any game"),
            UciError::NoPiece(square) => write!(f, "illegal move: no piece on {square}"),
            UciError::NotYours { square, owner } => {
                write!(f, "illegal move: the piece on {square} is {owner}'s, but {} is to move", !*owner)
            }
            UciError::Illegal { piece, from, to, because } => {
                write!(f, "illegal {piece} move {from}{to}: {because}")
            }
            UciError::MissingPromotion { to } => {
                write!(f, "incomplete move: the pawn on {to} needs a promotion piece: q, r, b or n")
            }
            UciError::BadPromotion => f.write_str("not a move: the last letter is not a promotion piece"),
            UciError::NotAPromotion => {
                f.write_str("illegal move: a promotion is given, but no pawn promotes")
            }
        }
    }
}

impl core::error::Error for UciError {}

impl<R: Rules> Position<R> {
    /// Parses a legal move in UCI notation.
    ///
    /// Castling is accepted as two steps of the king (`e1g1`) or as the king taking its own rook (`e1h1`). If
    /// a text is ambiguous, an ordinary king move is tried first, then the rook. Makruk's only promotion
    /// may be written with `m`, with makruk-js's `f`, or without a letter.
    ///
    /// ```
    /// use tabiya::{Chess, MoveKind, Position};
    ///
    /// let position: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.parse_uci("e1g1")?.kind, MoveKind::Castle);
    /// assert_eq!(position.parse_uci("e1g1"), position.parse_uci("e1h1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, suffix) = split(text.as_bytes())?;
        let us = self.turn();
        if !self.identity().color(us).contains(from) {
            let owned = self.identity().color(!us).contains(from);
            return Err(if owned {
                UciError::NotYours { square: from, owner: !us }
            } else {
                UciError::NoPiece(from)
            });
        }
        let role = self.identity().role_of_occupied(from);
        if !self.origins(role, to, from.bitboard()).is_empty() {
            let promotes = role == Role::Pawn && self.promotes_on(to);
            let promotion = read_promotion::<R>(suffix, promotes, to)?;
            return Ok(self.move_between(role, from, to, promotion));
        }
        let piece = R::piece_name(role);
        if role == Role::King && R::CASTLES {
            let side = self.castling_side(from, to);
            if side.is_some() || self.castling().rooks_of(us).contains(to) {
                let castle = self.castle_with(to).or_else(|| side.and_then(|side| self.castle_toward(side)));
                let castle =
                    castle.ok_or(UciError::Illegal { piece, from, to, because: IllegalReason::Castling })?;
                return if suffix.is_none() { Ok(castle) } else { Err(UciError::NotAPromotion) };
            }
        }
        let because = self.illegal_reason(role, from.bitboard(), to);
        Err(UciError::Illegal { piece, from, to, because })
    }

    /// The position after a move in UCI notation.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Position};
    ///
    /// let next = Position::<Chess>::start().play_uci("e2e4")?;
    /// assert_eq!(next.turn(), Color::Black);
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    pub fn play_uci(&self, text: &str) -> Result<Position<R>, UciError> {
        self.parse_uci(text).map(|mv| self.play_legal(mv))
    }

    /// Writes a move in UCI notation as in standard chess and Makruk: castling as two steps of the king.
    ///
    /// If king or rook is not on its standard square, the king's steps could be an ordinary move;
    /// such castling is written like [`uci_960`](Self::uci_960), so that parsing it returns the same move.
    ///
    /// ```
    /// use tabiya::{Chess, Makruk, Position};
    ///
    /// let chess: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(chess.uci(chess.parse_san("O-O")?), "e1g1");
    /// let makruk: Position<Makruk> = "4k3/8/8/2P5/8/8/8/3K4 w - - 0 1".parse()?;
    /// assert_eq!(makruk.uci(makruk.parse_uci("c5c6")?), "c5c6m");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        self.uci_move(mv).into()
    }

    /// The same as a value instead of a string.
    #[must_use]
    pub fn uci_move(&self, mv: Move) -> UciMove {
        let from_home = mv.from.file() == File::E && matches!(mv.to.file(), File::A | File::H);
        if mv.kind == MoveKind::Castle && from_home {
            let (king_to, _) = Castling::destinations(self.turn(), mv.to > mv.from);
            return UciMove { from: mv.from, to: king_to, promotion: None };
        }
        self.uci_960_move(mv)
    }

    /// Writes a move in the UCI notation of Chess960: castling is king takes own rook.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let position: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.uci_960(position.parse_san("O-O")?), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn uci_960(&self, mv: Move) -> String {
        self.uci_960_move(mv).into()
    }

    /// The same as a value instead of a string.
    #[must_use]
    pub fn uci_960_move(&self, mv: Move) -> UciMove {
        let letter = |role| piece_names::letter::<R>(role).to_ascii_lowercase();
        UciMove { from: mv.from, to: mv.to, promotion: mv.promotion().map(letter) }
    }
}

/// Splits a text into two squares and an optional letter.
fn split(text: &[u8]) -> Result<(Square, Square, Option<u8>), UciError> {
    if text == b"0000" {
        return Err(UciError::NullMove);
    }
    let (squares, suffix) = match *text {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter] if letter.is_ascii_alphabetic() => ([a, b, c, d], Some(letter)),
        _ => return Err(UciError::NotAMove),
    };
    let [from_file, from_rank, to_file, to_rank] = squares;
    match (super::square(from_file, from_rank), super::square(to_file, to_rank)) {
        (Some(from), Some(to)) if from != to => Ok((from, to, suffix)),
        _ => Err(UciError::NotAMove),
    }
}

/// The promotion role, if a pawn reaches its promotion rank.
fn read_promotion<R: Rules>(
    suffix: Option<u8>,
    promotes: bool,
    to: Square,
) -> Result<Option<Role>, UciError> {
    match (suffix, promotes) {
        (None, false) => Ok(None),
        (Some(letter), true) => piece_names::promotion::<R>(letter).map(Some).ok_or(UciError::BadPromotion),
        (Some(_), false) => Err(UciError::NotAPromotion),
        (None, true) => match R::PROMOTES_TO {
            &[only] => Ok(Some(only)),
            _ => Err(UciError::MissingPromotion { to }),
        },
    }
}
