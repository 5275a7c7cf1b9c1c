//! The meaning of each number of a scheme, for tables and for the audit.

use alloc::vec::Vec;
use core::fmt;

use super::{CastlingNumbers, EnPassantNumbers, PawnStart, Right, Scheme, SideNumbers};
use crate::{Color, File, Key, Piece, Role, Square};

/// The meaning of a number.
///
/// ```
/// use tabiya::keys::{NumberName, schemes};
///
/// let names: Vec<String> = schemes::POLYGLOT.named_numbers().map(|(name, _)| name.to_string()).collect();
/// assert_eq!(names.len(), 781);
/// assert_eq!(names[0], "white pawn a1");
/// assert_eq!(names[780], "white to move");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NumberName {
    /// A piece is on a square.
    Piece(Piece, Square),
    /// A castling right.
    Right(Right),
    /// Exactly this set of rights: K 1, Q 2, k 4, q 8.
    Rights(u8),
    /// En passant on this file.
    EnPassantFile(File),
    /// En passant on this square.
    EnPassantSquare(Square),
    /// No en passant.
    NoEnPassant,
    /// This side is to move.
    ToMove(Color),
    /// The initial value of the pawn key, part of no full key.
    NoPawns,
}

impl Scheme {
    /// Every number that can enter a key, with its meaning: pieces, castling, en passant, side, pawn start. Numbers
    /// that the layout skips, or that belong to pieces the game does not have, are left out.
    pub fn named_numbers(&self) -> impl Iterator<Item = (NumberName, Key)> + '_ {
        self.piece_numbers()
            .chain(self.castling_numbers())
            .chain(self.en_passant_numbers())
            .chain(self.other_numbers())
    }

    fn piece_numbers(&self) -> impl Iterator<Item = (NumberName, Key)> + '_ {
        let own = |piece: &Piece| self.layout.pieces.block(*piece).is_some();
        let pieces = Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| Piece { color, role }));
        pieces.filter(own).flat_map(|piece| {
            Square::ALL.map(|square| (NumberName::Piece(piece, square), self.tables().piece(piece, square)))
        })
    }

    fn castling_numbers(&self) -> impl Iterator<Item = (NumberName, Key)> + '_ {
        let sets: Vec<(NumberName, usize)> = match self.layout.castling {
            CastlingNumbers::None => Vec::new(),
            CastlingNumbers::Four(_) => Right::USUAL
                .into_iter()
                .map(|right| (NumberName::Right(right), 1 << right as usize))
                .collect(),
            CastlingNumbers::Sixteen(_) => {
                (0..16_u8).map(|rights| (NumberName::Rights(rights), usize::from(rights))).collect()
            }
        };
        sets.into_iter().map(|(name, rights)| (name, self.tables().castling[rights]))
    }

    fn en_passant_numbers(&self) -> impl Iterator<Item = (NumberName, Key)> + '_ {
        let square_key = |square: Square| self.tables().en_passant[square as usize];
        let by_file = File::ALL.map(|file| {
            let third = Square::ALL[16 + file as usize];
            (NumberName::EnPassantFile(file), square_key(third))
        });
        let by_square = |squares: &[Square]| {
            squares.iter().map(|&square| (NumberName::EnPassantSquare(square), square_key(square))).collect()
        };
        let (mut named, or_none): (Vec<_>, bool) = match self.layout.en_passant {
            EnPassantNumbers::None => (Vec::new(), false),
            EnPassantNumbers::ByFile { or_none } => (by_file.to_vec(), or_none),
            EnPassantNumbers::ByFileAndRank { or_none } | EnPassantNumbers::BySquare { or_none } => {
                // Double steps pass only squares of the third and sixth rank.
                (by_square(&[&Square::ALL[16..24], &Square::ALL[40..48]].concat()), or_none)
            }
        };
        if or_none {
            named.push((NumberName::NoEnPassant, self.tables().no_en_passant));
        }
        named.into_iter()
    }

    fn other_numbers(&self) -> impl Iterator<Item = (NumberName, Key)> + '_ {
        let sides: &[Color] = match self.layout.side {
            SideNumbers::None => &[],
            SideNumbers::White => &[Color::White],
            SideNumbers::Black => &[Color::Black],
            SideNumbers::Both => &Color::ALL,
        };
        let sides = sides.iter().map(|&side| (NumberName::ToMove(side), self.tables().side[side as usize]));
        let has_start = self.layout.parts.pawn == Some(PawnStart::OwnNumber);
        sides.chain(has_start.then_some((NumberName::NoPawns, self.tables().no_pawns)))
    }
}

impl fmt::Display for NumberName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberName::Piece(piece, square) => write!(f, "{piece} {square}"),
            NumberName::Right(right) => write!(f, "castling {}", right.letter()),
            NumberName::Rights(0) => f.write_str("castling -"),
            NumberName::Rights(rights) => {
                f.write_str("castling ")?;
                let has = |right: &Right| rights >> *right as u8 & 1 == 1;
                Right::USUAL.into_iter().filter(has).try_for_each(|right| write!(f, "{}", right.letter()))
            }
            NumberName::EnPassantFile(file) => write!(f, "en passant {file}"),
            NumberName::EnPassantSquare(square) => write!(f, "en passant {square}"),
            NumberName::NoEnPassant => f.write_str("no en passant"),
            NumberName::ToMove(color) => write!(f, "{color} to move"),
            NumberName::NoPawns => f.write_str("no pawns"),
        }
    }
}
