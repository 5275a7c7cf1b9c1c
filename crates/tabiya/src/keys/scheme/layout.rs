//! How a dialect orders and uses its numbers: everything about it but the numbers.

use core::num::NonZeroU16;

use super::{LayoutError, Men, Reach, SquareOrder};
use crate::{Key, Variant};

/// How a dialect orders and uses its numbers.
///
/// ```
/// use tabiya::keys::{Layout, schemes};
///
/// let layout: &Layout = schemes::POLYGLOT.layout();
/// assert_eq!(layout.len(), 781);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// Which games the dialect knows.
    pub games: Games,
    /// Which block of numbers belongs to which man.
    pub men: Men,
    /// The order of the squares within a block.
    pub squares: SquareOrder,
    /// The numbers go square by square, all men of a square together, rather than man by man.
    pub square_by_square: bool,
    /// In which order the numbers come.
    pub sections: [Section; 5],
    /// What castling rights do.
    pub castling: CastlingNumbers,
    /// What en passant does.
    pub en_passant: EnPassantNumbers,
    /// When en passant is mentioned.
    pub mentions_en_passant: Reach,
    /// What the side to move does.
    pub side: SideNumbers,
    /// Pawns where none can stand have the number 0.
    pub zero_for_impossible_pawns: bool,
    /// How the half-move clock changes the printed key.
    pub clock: Option<ClockStep>,
    /// Which other keys the program keeps.
    pub parts: KeyParts,
}

/// Which games a dialect knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub struct Games {
    pub chess: bool,
    pub chess960: bool,
    pub makruk: bool,
}

/// A run of numbers with one purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Men on squares.
    Men,
    /// Castling rights.
    Castling,
    /// En passant.
    EnPassant,
    /// The side to move.
    Side,
    /// What the pawn part starts with.
    NoPawns,
}

/// What castling rights do. The order of the rights is that of the bits: the first is 1, the last 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingNumbers {
    /// Nothing.
    None,
    /// A number for each right.
    Four([Right; 4]),
    /// A number for each set of rights, the empty one too.
    Sixteen([Right; 4]),
}

/// A right to castle, by color and side of the king; so also in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Right {
    WhiteKingSide,
    WhiteQueenSide,
    BlackKingSide,
    BlackQueenSide,
}

impl Section {
    /// Every section, in the usual order.
    pub const ALL: [Section; 5] =
        [Section::Men, Section::Castling, Section::EnPassant, Section::Side, Section::NoPawns];
}

impl Right {
    /// K, Q, k, q: what nearly everybody uses.
    pub const USUAL: [Right; 4] =
        [Right::WhiteKingSide, Right::WhiteQueenSide, Right::BlackKingSide, Right::BlackQueenSide];

    /// The letter of a FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Right::WhiteKingSide => 'K',
            Right::WhiteQueenSide => 'Q',
            Right::BlackKingSide => 'k',
            Right::BlackQueenSide => 'q',
        }
    }
}

/// What en passant does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantNumbers {
    /// Nothing.
    None,
    /// A number for each file.
    ByFile {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
    /// A number for each square of rank 3, then of rank 6.
    ByFileAndRank {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
    /// A number for each square of the board.
    BySquare {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
}

/// What the side to move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideNumbers {
    /// Nothing.
    None,
    /// One number, there when white is to move.
    White,
    /// One number, there when black is to move.
    Black,
    /// A number for white, then one for black.
    Both,
}

/// How the half-move clock changes the printed key: in steps, so that a table still finds most positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClockStep {
    /// The first clock that changes the key.
    pub from: u16,
    /// How long a step is.
    pub every: NonZeroU16,
}

/// Which keys a program keeps beside the full one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct KeyParts {
    /// The full key without the clock.
    pub raw: bool,
    /// A key of the pawns.
    pub pawn: Option<PawnStart>,
    /// A key of the material: the numbers of a man on as many squares as there are such men, from this one on.
    pub material: Option<u8>,
    /// A key of knights and bishops.
    pub minor: bool,
    /// A key of each side's men but pawns.
    pub non_pawn: bool,
}

/// What the pawn part of a board without pawns is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnStart {
    /// Zero.
    Zero,
    /// A number of its own.
    OwnNumber,
}

impl Games {
    /// Chess in both its forms.
    pub const CHESS: Games = Games { chess: true, chess960: true, makruk: false };
    /// Chess, but not from 960 starts.
    pub const PLAIN_CHESS: Games = Games { chess: true, chess960: false, makruk: false };
    /// Makruk.
    pub const MAKRUK: Games = Games { chess: false, chess960: false, makruk: true };

    /// Whether the dialect knows a game.
    #[must_use]
    pub const fn contains(self, variant: Variant) -> bool {
        match variant {
            Variant::Chess => self.chess,
            Variant::Chess960 => self.chess960,
            Variant::Makruk => self.makruk,
        }
    }
}

impl Layout {
    /// How many files or ranks the board may have that numbers are laid out for.
    pub const LARGEST_BOARD: u8 = 16;
    /// The last of a man's 64 numbers with which the material's may begin: there may be sixteen men of a kind.
    pub const LAST_MATERIAL_START: u8 = 48;

    /// A layout with numbers for men on squares, from a1 and b1 on, and for nothing else. The fields say the rest.
    ///
    /// ```
    /// use tabiya::keys::{Games, Layout, Men, SideNumbers};
    ///
    /// let mut layout = Layout::new(Games::CHESS, Men::parse("PNBRQKpnbrqk")?);
    /// layout.side = SideNumbers::Black;
    /// assert_eq!(layout.len(), 12 * 64 + 1);
    /// # Ok::<(), tabiya::keys::MenError>(())
    /// ```
    #[must_use]
    pub const fn new(games: Games, men: Men) -> Layout {
        Layout {
            games,
            men,
            squares: SquareOrder::A1_B1,
            square_by_square: false,
            sections: Section::ALL,
            castling: CastlingNumbers::None,
            en_passant: EnPassantNumbers::None,
            mentions_en_passant: Reach::LegalCapture,
            side: SideNumbers::None,
            zero_for_impossible_pawns: false,
            clock: None,
            parts: KeyParts { raw: false, pawn: None, material: None, minor: false, non_pawn: false },
        }
    }

    /// Refuses what no program can have meant, and what would not find its numbers.
    pub fn check(&self) -> Result<(), LayoutError> {
        let SquareOrder { files, ranks, .. } = self.squares;
        if !(8..=Layout::LARGEST_BOARD).contains(&files) || !(8..=Layout::LARGEST_BOARD).contains(&ranks) {
            return Err(LayoutError::Board { files, ranks });
        }
        if let Some(section) = first_twice(&self.sections) {
            return Err(LayoutError::SectionTwice(section));
        }
        match self.castling {
            CastlingNumbers::None => {}
            CastlingNumbers::Four(order) | CastlingNumbers::Sixteen(order) => {
                if let Some(right) = first_twice(&order) {
                    return Err(LayoutError::RightTwice(right));
                }
            }
        }
        match self.parts.material {
            Some(first) if first > Layout::LAST_MATERIAL_START => Err(LayoutError::MaterialFrom(first)),
            _ => Ok(()),
        }
    }

    /// How many numbers the dialect needs.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no layout is empty: kings have numbers")]
    pub const fn len(&self) -> usize {
        let mut len = 0;
        let mut i = 0;
        while i < self.sections.len() {
            len += self.section_len(self.sections[i]);
            i += 1;
        }
        len
    }

    /// How many numbers a section has.
    #[must_use]
    pub const fn section_len(&self, section: Section) -> usize {
        match section {
            Section::Men => self.men.blocks() as usize * self.squares.count(),
            Section::Castling => match self.castling {
                CastlingNumbers::None => 0,
                CastlingNumbers::Four(_) => 4,
                CastlingNumbers::Sixteen(_) => 16,
            },
            Section::EnPassant => match self.en_passant {
                EnPassantNumbers::None => 0,
                EnPassantNumbers::ByFile { or_none } => self.squares.files as usize + or_none as usize,
                EnPassantNumbers::ByFileAndRank { or_none } => {
                    2 * self.squares.files as usize + or_none as usize
                }
                EnPassantNumbers::BySquare { or_none } => self.squares.count() + or_none as usize,
            },
            Section::Side => match self.side {
                SideNumbers::None => 0,
                SideNumbers::White | SideNumbers::Black => 1,
                SideNumbers::Both => 2,
            },
            Section::NoPawns => matches!(self.parts.pawn, Some(PawnStart::OwnNumber)) as usize,
        }
    }

    /// Where a section begins.
    #[must_use]
    pub const fn section_start(&self, section: Section) -> usize {
        let mut start = 0;
        let mut i = 0;
        while i < self.sections.len() && self.sections[i] as u8 != section as u8 {
            start += self.section_len(self.sections[i]);
            i += 1;
        }
        start
    }
}

impl ClockStep {
    /// Steps of a length, from a clock on.
    #[must_use]
    pub const fn new(from: u16, every: NonZeroU16) -> ClockStep {
        ClockStep { from, every }
    }

    /// What a clock adds to the key: the step's number after one turn of Knuth's linear congruential generator.
    #[inline]
    #[must_use]
    pub const fn key(self, halfmove_clock: u16) -> Key {
        if halfmove_clock < self.from {
            return Key(0);
        }
        let step = ((halfmove_clock - self.from) / self.every.get()) as u64;
        Key(step.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    }
}

fn first_twice<T: Copy + PartialEq>(list: &[T]) -> Option<T> {
    list.iter().enumerate().find(|(place, item)| list[..*place].contains(item)).map(|(_, item)| *item)
}
