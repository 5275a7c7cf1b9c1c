use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color};

/// A file of the board, a to h.
///
/// ```
/// use tabiya::{File, Square};
///
/// assert_eq!(Square::E4.file(), File::E);
/// assert_eq!(File::from_char('e'), Some(File::E));
/// assert_eq!(File::E.to_string(), "e");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the documentation")]
#[rustfmt::skip]
pub enum File { A, B, C, D, E, F, G, H }

/// A rank of the board, from white's side.
///
/// ```
/// use tabiya::{Color, Rank};
///
/// // The rank of a player's pieces at the start of a game.
/// assert_eq!(Rank::First.relative_to(Color::Black), Rank::Eighth);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the documentation")]
#[rustfmt::skip]
pub enum Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }

/// One of the 64 squares: a1 is 0, b1 is 1, … h8 is 63.
///
/// ```
/// use tabiya::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!(square, Square::new(File::E, Rank::Fourth));
/// assert_eq!(square.flipped(), Square::E5);
/// # Ok::<(), tabiya::BadSquare>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the documentation")]
#[rustfmt::skip]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl File {
    /// The eight files, a first.
    pub const ALL: [File; 8] = [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// The file with this lowercase letter.
    #[must_use]
    pub fn from_char(letter: char) -> Option<File> {
        File::ALL.into_iter().find(|file| file.char() == letter)
    }

    /// The file's lowercase letter.
    #[inline]
    #[must_use]
    pub const fn char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// All squares of the file.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self as u8)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// The text is not a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BadFile;

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a file is a letter a-h")
    }
}

impl core::error::Error for BadFile {}

/// Reads a lowercase letter.
///
/// ```
/// use tabiya::File;
///
/// assert_eq!("e".parse(), Ok(File::E));
/// assert!("i".parse::<File>().is_err());
/// ```
impl FromStr for File {
    type Err = BadFile;

    fn from_str(text: &str) -> Result<File, BadFile> {
        let &[letter @ b'a'..=b'h'] = text.as_bytes() else { return Err(BadFile) };
        Ok(File::ALL[usize::from(letter - b'a')])
    }
}

impl Rank {
    /// The eight ranks, white's first rank first.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// The rank from a color's point of view: white's first is black's eighth.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }

    /// All squares of the rank.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
    }
}

impl Square {
    /// The 64 squares in order.
    #[rustfmt::skip]
    pub const ALL: [Square; 64] = {
        use Square::*;
        [
        A1, B1, C1, D1, E1, F1, G1, H1,
        A2, B2, C2, D2, E2, F2, G2, H2,
        A3, B3, C3, D3, E3, F3, G3, H3,
        A4, B4, C4, D4, E4, F4, G4, H4,
        A5, B5, C5, D5, E5, F5, G5, H5,
        A6, B6, C6, D6, E6, F6, G6, H6,
        A7, B7, C7, D7, E7, F7, G7, H7,
        A8, B8, C8, D8, E8, F8, G8, H8,
        ]
    };

    /// The square on a file and a rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_low_bits(rank as u32 * 8 + file as u32)
    }

    /// The square whose index is given by the low six bits.
    #[inline]
    #[must_use]
    #[rustfmt::skip]
    pub(crate) const fn from_low_bits(bits: u32) -> Square {
        use Square::*;
        // The compiler recognizes this as the identity; indexing a table would cost a load.
        match bits & 63 {
            0 => A1, 1 => B1, 2 => C1, 3 => D1, 4 => E1, 5 => F1, 6 => G1, 7 => H1,
            8 => A2, 9 => B2, 10 => C2, 11 => D2, 12 => E2, 13 => F2, 14 => G2, 15 => H2,
            16 => A3, 17 => B3, 18 => C3, 19 => D3, 20 => E3, 21 => F3, 22 => G3, 23 => H3,
            24 => A4, 25 => B4, 26 => C4, 27 => D4, 28 => E4, 29 => F4, 30 => G4, 31 => H4,
            32 => A5, 33 => B5, 34 => C5, 35 => D5, 36 => E5, 37 => F5, 38 => G5, 39 => H5,
            40 => A6, 41 => B6, 42 => C6, 43 => D6, 44 => E6, 45 => F6, 46 => G6, 47 => H6,
            48 => A7, 49 => B7, 50 => C7, 51 => D7, 52 => E7, 53 => F7, 54 => G7, 55 => H7,
            56 => A8, 57 => B8, 58 => C8, 59 => D8, 60 => E8, 61 => F8, 62 => G8, 63 => H8,
            _ => unreachable!(),
        }
    }

    /// The index, in a form that proves to the compiler that it is below 64 even if the square comes out of a move
    /// loaded from memory.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize & 63
    }

    /// The square's file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        match self as u8 & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }

    /// The square's rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self as u8 >> 3 {
            0 => Rank::First,
            1 => Rank::Second,
            2 => Rank::Third,
            3 => Rank::Fourth,
            4 => Rank::Fifth,
            5 => Rank::Sixth,
            6 => Rank::Seventh,
            _ => Rank::Eighth,
        }
    }

    /// The square mirrored vertically: e4 becomes e5.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Square {
        Square::from_low_bits(self as u32 ^ 56)
    }

    /// The square `ranks` ranks up and `files` files to the right, if it is on the board.
    ///
    /// ```
    /// # use tabiya::Square;
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = ((self as i16 & 7) + files as i16, (self as i16 >> 3) + ranks as i16);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::from_low_bits((rank * 8 + file) as u32))
    }

    /// The set containing only this square.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank() as u8 + 1)
    }
}

/// The text is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadSquare;

impl fmt::Display for BadSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a-h and a digit 1-8, such as e4")
    }
}

impl core::error::Error for BadSquare {}

impl FromStr for Square {
    type Err = BadSquare;

    fn from_str(text: &str) -> Result<Square, BadSquare> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
            return Err(BadSquare);
        };
        Ok(Square::from_low_bits(u32::from(rank - b'1') * 8 + u32::from(file - b'a')))
    }
}

/// The number is not the index of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BadSquareNumber(u8);

impl fmt::Display for BadSquareNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not the number of a square: a1 is 0, b1 is 1, h8 is 63", self.0)
    }
}

impl core::error::Error for BadSquareNumber {}

/// The inverse of `square as u8`.
///
/// ```
/// use tabiya::Square;
///
/// assert_eq!(Square::try_from(28), Ok(Square::E4));
/// assert_eq!(Square::E4 as u8, 28);
/// assert!(Square::try_from(64).is_err());
/// ```
impl TryFrom<u8> for Square {
    type Error = BadSquareNumber;

    fn try_from(number: u8) -> Result<Square, BadSquareNumber> {
        Square::ALL.get(usize::from(number)).copied().ok_or(BadSquareNumber(number))
    }
}
