//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::{IllegalReason, piece_names, square};
use crate::{Bitboard, File, Makruk, Move, MoveKind, Position, Rank, Role, Rules, Square};

/// Why a text is not a legal move in SAN.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let position: Position<Chess> = "4k3/8/8/8/8/8/8/RN2KN2 w Q - 0 1".parse()?;
/// let error = position.parse_san("Nd2").unwrap_err();
/// assert_eq!(error.to_string(), "ambiguous move: the knight moving to d2 can come from b1 and f1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanError {
    /// Not in SAN.
    Unreadable,
    /// `--`, `Z0` or `0000`: a null move, written by some programs.
    NullMove,
    /// Several pieces can move there, and the text does not specify which.
    Ambiguous {
        /// The piece.
        piece: &'static str,
        /// The target.
        to: Square,
        /// The squares of the pieces.
        from: Bitboard,
    },
    /// No such piece can move there.
    Illegal {
        /// The piece.
        piece: &'static str,
        /// The target.
        to: Square,
        /// The reason for the pieces that fit the description.
        because: IllegalReason,
    },
    /// The side to move cannot castle to this side.
    IllegalCastling {
        /// Whether the king side was given.
        kingside: bool,
    },
    /// The promotion piece is missing.
    MissingPromotion {
        /// The target of the pawn.
        to: Square,
    },
    /// The promotion piece is not allowed.
    BadPromotion,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Unreadable => {
                f.write_str("not a move: expected something like e4, Nf3, exd5, e8=Q or O-O")
            }
            SanError::NullMove => f.write_str("null move: not legal in any game"),
            SanError::Ambiguous { piece, to, from } => {
                write!(f, "ambiguous move: the {piece} moving to {to} can come from ")?;
                write_squares(f, *from)
            }
            SanError::Illegal { piece, to, because: IllegalReason::OutOfReach } => {
                write!(f, "illegal move: no {piece} can reach {to}")
            }
            SanError::Illegal { piece, to, because } => write!(f, "illegal {piece} move to {to}: {because}"),
            SanError::IllegalCastling { kingside } => {
                let side = if *kingside { "kingside" } else { "queenside" };
                write!(f, "illegal move: {side} castling is not possible here")
            }
            SanError::MissingPromotion { to } => {
                write!(f, "incomplete move: the pawn on {to} needs a promotion piece, as in {to}=Q")
            }
            SanError::BadPromotion => f.write_str("illegal move: a pawn cannot promote to this piece"),
        }
    }
}

impl core::error::Error for SanError {}

fn write_squares(f: &mut fmt::Formatter<'_>, squares: Bitboard) -> fmt::Result {
    for (n, square) in squares.into_iter().enumerate() {
        let before = match n {
            0 => "",
            _ if n + 1 == squares.len() as usize => " and ",
            _ => ", ",
        };
        write!(f, "{before}{square}")?;
    }
    Ok(())
}

/// A move as described by the text.
struct Description {
    role: Role,
    /// The letter of the piece.
    letter: Option<u8>,
    to: Square,
    /// The squares the piece may come from, according to the text.
    among: Bitboard,
    promotion: Option<u8>,
}

impl<R: Rules> Position<R> {
    /// Parses a legal move in SAN.
    ///
    /// Accepts what real game files contain: with or without check marks and `!?`, `0-0`, `e8Q`, `e8(Q)`, `Ng1-f3`, `exd6ep`,
    /// redundant disambiguation, a missing `x`, `g1f3`. A lowercase `b` is always the file, an uppercase `B` the bishop.
    /// Makruk is read in Fairy-Stockfish's letters and in PlayOK's, where `Q` is the met and `P` a promoted bia.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let knight = start.parse_san("Nf3")?;
    /// assert_eq!(start.parse_san("Ng1-f3!?")?, knight);
    /// assert_eq!(start.uci(knight), "g1f3");
    /// # Ok::<(), tabiya::SanError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let text = without_marks(text.as_bytes());
        match describe::<R>(text) {
            Some(description) => self.find(&description),
            // No castling text also describes a piece move.
            None => self.read_castling(text),
        }
    }

    /// The position after a move in SAN.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// assert_eq!(start.play_san("Nf3")?, start.play_uci("g1f3")?);
    /// assert!(start.play_san("Nd2").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_san(&self, text: &str) -> Result<Position<R>, SanError> {
        self.parse_san(text).map(|mv| self.play_legal(mv))
    }

    #[cold]
    fn read_castling(&self, text: &[u8]) -> Result<Move, SanError> {
        let kingside = match text {
            b"O-O" | b"0-0" | b"o-o" | b"OO" => true,
            b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" => false,
            b"--" | b"Z0" | b"0000" => return Err(SanError::NullMove),
            _ => return Err(SanError::Unreadable),
        };
        self.castle_toward(kingside).ok_or(SanError::IllegalCastling { kingside })
    }

    #[inline]
    fn find(&self, description: &Description) -> Result<Move, SanError> {
        let &Description { role, to, among, promotion, .. } = description;
        let mut from = self.origins(role, to, among);
        let shares_letters = const { piece_names::shares_letters::<R>() };
        if shares_letters {
            from |= self.others_with_that_letter(description, from);
        }
        let Some(origin) = from.first() else { return self.between_squares(description) };
        if from.has_several() {
            return Err(SanError::Ambiguous { piece: R::piece_name(role), to, from });
        }
        let role = if shares_letters { self.identity().role_of_occupied(origin) } else { role };
        let promotes = role == Role::Pawn && self.promotes_on(to);
        let promoted = match (promotion, promotes) {
            (None, false) => None,
            (Some(letter), true) => Some(piece_names::promotion::<R>(letter).ok_or(SanError::BadPromotion)?),
            (Some(_), false) => return Err(SanError::BadPromotion),
            (None, true) => match R::PROMOTES_TO {
                &[only] => Some(only),
                _ => return Err(SanError::MissingPromotion { to }),
            },
        };
        Ok(self.move_between(role, origin, to, promoted))
    }

    /// Handles Makruk letters with two meanings. `M` is a met or a promoted bia. PlayOK's `Q` is the met and its `P`
    /// the promoted bia; if no such piece can make the move, they are read as promoted bia and bia, as other
    /// programs write them.
    fn others_with_that_letter(&self, description: &Description, found: Bitboard) -> Bitboard {
        let &Description { to, among, .. } = description;
        match description.letter {
            Some(b'M') => self.origins(Makruk::BIA_NGAI, to, among),
            Some(b'Q') if found.is_empty() => self.origins(Makruk::BIA_NGAI, to, among),
            Some(b'P') if found.is_empty() => {
                let straight = if among == Bitboard::FULL { to.file().squares() } else { among };
                self.origins(Makruk::BIA, to, straight)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Reads `g1f3` as a move of the piece on g1: some programs write moves without the piece letter.
    #[cold]
    fn between_squares(&self, description: &Description) -> Result<Move, SanError> {
        let &Description { role, to, among, promotion, .. } = description;
        let is_square = role == Role::Pawn && among.len() == 1;
        let origin =
            among.first().filter(|_| is_square && !among.intersects(self.pieces(self.turn(), Role::Pawn)));
        let uci = origin.map(|from| {
            format!("{from}{to}{}", promotion.map(char::from).map_or(String::new(), String::from))
        });
        uci.and_then(|uci| self.parse_uci(&uci).ok()).ok_or_else(|| self.why_illegal(description))
    }

    #[cold]
    fn why_illegal(&self, description: &Description) -> SanError {
        let &Description { role, to, among, .. } = description;
        let mut because = self.illegal_reason(role, among & self.pieces(self.turn(), role), to);
        let namesake = piece_names::namesake::<R>(role).filter(|_| because == IllegalReason::OutOfReach);
        if let Some(namesake) = namesake {
            because = self.illegal_reason(namesake, among, to);
        }
        SanError::Illegal { piece: R::piece_name(role), to, because }
    }

    /// Writes a move in SAN with minimal disambiguation.
    ///
    /// Makruk uses Fairy-Stockfish's letters. A promoted bia is written `M` like the met whose moves it has, so the
    /// two are disambiguated by their squares if both can make the move.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let position: Position<Chess> = "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1".parse()?;
    /// assert_eq!(position.san(position.parse_uci("a1d1")?), "Rad1");
    /// assert_eq!(position.san(position.parse_uci("a1a8")?), "Ra8#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut text = String::with_capacity(8);
        let is_capture =
            self.identity().color(!self.turn()).contains(mv.to) || mv.kind == MoveKind::EnPassant;
        match mv.role {
            _ if mv.kind == MoveKind::Castle => text.push_str(if mv.to > mv.from { "O-O" } else { "O-O-O" }),
            Role::Pawn if is_capture => text.push(mv.from.file().char()),
            Role::Pawn => {}
            role => {
                text.push(char::from(piece_names::letter::<R>(role)));
                self.write_origin(mv, &mut text);
            }
        }
        if mv.kind != MoveKind::Castle {
            if is_capture {
                text.push('x');
            }
            push_square(&mut text, mv.to);
        }
        if let Some(role) = mv.promotion() {
            text.push('=');
            text.push(char::from(piece_names::letter::<R>(role)));
        }
        let next = self.play_legal(mv);
        if next.is_check() {
            text.push(if next.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    /// The file if it is unambiguous, else the rank if that is, else both.
    fn write_origin(&self, mv: Move, text: &mut String) {
        let mut alternatives = self.origins(mv.role, mv.to, Bitboard::FULL);
        if let Some(namesake) = piece_names::namesake::<R>(mv.role) {
            alternatives |= self.origins(namesake, mv.to, Bitboard::FULL);
        }
        let others = alternatives & !mv.from.bitboard();
        if others.is_empty() {
            return;
        }
        let shares_file = others.intersects(mv.from.file().squares());
        let shares_rank = others.intersects(mv.from.rank().squares());
        if !shares_file || shares_rank {
            text.push(mv.from.file().char());
        }
        if shares_file {
            text.push(char::from(b'1' + mv.from.rank() as u8));
        }
    }
}

fn push_square(text: &mut String, square: Square) {
    text.push(square.file().char());
    text.push(char::from(b'1' + square.rank() as u8));
}

/// The move without annotations and check marks.
#[inline]
fn without_marks(mut text: &[u8]) -> &[u8] {
    // Fast path: most moves end with the target's rank.
    if let [.., b'1'..=b'8'] = text {
        return text;
    }
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    match text.last() {
        Some(b'.' | b'p') => without_en_passant(text),
        _ => text,
    }
}

#[cold]
fn without_en_passant(text: &[u8]) -> &[u8] {
    let marks: [&[u8]; 4] = [b" e.p.", b"e.p.", b" ep", b"ep"];
    marks.into_iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text)
}

/// Parses `[role][file][rank][x]square[promotion]`.
#[inline]
fn describe<R: Rules>(text: &[u8]) -> Option<Description> {
    let (role, letter, text) = match *text {
        [letter @ b'A'..=b'Z', ref rest @ ..] => (piece_names::role::<R>(letter)?, Some(letter), rest),
        _ => (Role::Pawn, None, text),
    };
    let (text, promotion) = split_promotion(text)?;
    let [origin @ .., file, rank] = text else { return None };
    let to = square(*file, *rank)?;
    // A pawn move without an origin goes straight forward.
    let mut among = if role == Role::Pawn { to.file().squares() } else { Bitboard::FULL };
    let origin = match origin {
        [rest @ .., b'x' | b':' | b'-'] => rest,
        _ => origin,
    };
    match *origin {
        [] => {}
        [file @ b'a'..=b'h'] => among = File::ALL[usize::from(file - b'a')].squares(),
        [rank @ b'1'..=b'8'] if role != Role::Pawn => among = Rank::ALL[usize::from(rank - b'1')].squares(),
        [file, rank] => among = square(file, rank)?.bitboard(),
        _ => return None,
    }
    Some(Description { role, letter, to, among, promotion })
}

/// Splits `e8=Q`, `e8(Q)`, `e8/Q` and `e8Q` into the move and the promotion letter.
#[inline]
fn split_promotion(text: &[u8]) -> Option<(&[u8], Option<u8>)> {
    match *text {
        [.., b'1'..=b'8'] => Some((text, None)),
        [ref rest @ .., b'(', letter, b')']
        | [ref rest @ .., b'=' | b'/', letter]
        | [ref rest @ .., letter] => letter.is_ascii_alphabetic().then_some((rest, Some(letter))),
        [] => None,
    }
}
