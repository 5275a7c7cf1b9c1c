//! The layout of a scheme: the order and use of its numbers.

use super::{
    CastlingNumbers, ClockStep, EnPassantNumbers, EnPassantPolicy, Games, KeyParts, LayoutError, PawnStart,
    PieceOrder, Section, SideNumbers, SquareOrder,
};

/// The order and use of a scheme's numbers.
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
    /// The supported variants.
    pub games: Games,
    /// The block of numbers of each piece.
    pub pieces: PieceOrder,
    /// The order of the squares within a block.
    pub squares: SquareOrder,
    /// Numbers are ordered by square, with all pieces of a square together, instead of by piece.
    pub square_by_square: bool,
    /// The order of the sections.
    pub sections: [Section; 5],
    /// How castling rights enter the key.
    pub castling: CastlingNumbers,
    /// How en passant enters the key.
    pub en_passant: EnPassantNumbers,
    /// When en passant enters the key.
    pub includes_en_passant: EnPassantPolicy,
    /// How the side to move enters the key.
    pub side: SideNumbers,
    /// Pawns on the first and last rank have the number 0.
    pub zero_for_impossible_pawns: bool,
    /// How the half-move clock changes the printed key.
    pub clock: Option<ClockStep>,
    /// The other keys the program keeps.
    pub parts: KeyParts,
}

impl Layout {
    /// The maximum number of files or ranks of the board the numbers are laid out for.
    pub const MAX_BOARD_SIZE: u8 = 16;
    /// The last of a piece's 64 numbers at which the material's may start: there may be sixteen pieces of a kind.
    pub const MAX_MATERIAL_START: u8 = 48;

    /// A layout with numbers for pieces on squares, starting at a1 and b1, and for nothing else.
    ///
    /// ```
    /// use tabiya::keys::{Games, Layout, PieceOrder, SideNumbers};
    ///
    /// let mut layout = Layout::new(Games::CHESS, PieceOrder::parse("PNBRQKpnbrqk")?);
    /// layout.side = SideNumbers::Black;
    /// assert_eq!(layout.len(), 12 * 64 + 1);
    /// # Ok::<(), tabiya::keys::PieceOrderError>(())
    /// ```
    #[must_use]
    pub const fn new(games: Games, pieces: PieceOrder) -> Layout {
        Layout {
            games,
            pieces,
            squares: SquareOrder::A1_B1,
            square_by_square: false,
            sections: Section::ALL,
            castling: CastlingNumbers::None,
            en_passant: EnPassantNumbers::None,
            includes_en_passant: EnPassantPolicy::LegalCapture,
            side: SideNumbers::None,
            zero_for_impossible_pawns: false,
            clock: None,
            parts: KeyParts { raw: false, pawn: None, material: None, minor: false, non_pawn: false },
        }
    }

    /// Checks that the layout is consistent.
    pub fn check(&self) -> Result<(), LayoutError> {
        let SquareOrder { files, ranks, .. } = self.squares;
        if !(8..=Layout::MAX_BOARD_SIZE).contains(&files) || !(8..=Layout::MAX_BOARD_SIZE).contains(&ranks) {
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
            Some(first) if first > Layout::MAX_MATERIAL_START => Err(LayoutError::MaterialFrom(first)),
            _ => Ok(()),
        }
    }

    /// The number of numbers the scheme needs.
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

    /// The number of numbers of a section.
    #[must_use]
    pub const fn section_len(&self, section: Section) -> usize {
        match section {
            Section::Pieces => self.pieces.blocks() as usize * self.squares.count(),
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

    /// The index of a section's first number.
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

fn first_twice<T: Copy + PartialEq>(list: &[T]) -> Option<T> {
    list.iter().enumerate().find(|(place, item)| list[..*place].contains(item)).map(|(_, item)| *item)
}
