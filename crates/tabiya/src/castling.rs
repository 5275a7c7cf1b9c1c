use crate::{Bitboard, ByColor, Color, File, Move, Rank, Role, Square};

/// Which rooks may still castle, by color and file of the rook.
///
/// Remembering the rook's file rather than "king side" makes Chess960 the same game as chess: an inner and an
/// outer rook on one side of the king are different rights.
///
/// ```
/// use tabiya::{Castling, Color, File, Square};
///
/// let mut castling = Castling::NONE;
/// castling.insert(Color::White, File::H);
/// assert!(castling.has(Color::White, File::H));
/// assert!(castling.rooks().contains(Square::H1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling {
    files: ByColor<u8>,
}

impl Castling {
    /// Nobody may castle.
    pub const NONE: Castling = Castling { files: ByColor([0, 0]) };

    /// The rights the rooks on these squares of the first and last rank have.
    #[inline]
    #[must_use]
    pub const fn of_rooks(rooks: Bitboard) -> Castling {
        Castling { files: ByColor([rooks.0 as u8, (rooks.0 >> 56) as u8]) }
    }

    /// Gives a right.
    pub fn insert(&mut self, color: Color, file: File) {
        self.files[color] |= 1 << file as u8;
    }

    /// Whether the rook that stood on this file at the start may castle.
    #[inline]
    #[must_use]
    pub fn has(self, color: Color, file: File) -> bool {
        self.files[color] >> file as u8 & 1 != 0
    }

    /// The files of a color's rooks that may castle, a bit a file.
    #[inline]
    pub(crate) const fn files(self, color: Color) -> u8 {
        self.files.0[color as usize]
    }

    /// Whether nobody may castle.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.files.0[0] | self.files.0[1] == 0
    }

    /// The squares of all rooks that may still castle.
    #[inline]
    #[must_use]
    pub const fn rooks(self) -> Bitboard {
        Bitboard(self.files.0[0] as u64 | (self.files.0[1] as u64) << 56)
    }

    /// The squares of one color's rooks that may still castle.
    #[inline]
    #[must_use]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.rooks() & Rank::First.relative_to(color).squares()
    }

    /// The rights that end with a move: of a rook that leaves its square or is captured there, of all rooks of a
    /// king that moves.
    #[inline]
    pub(crate) fn lost_by(self, mv: Move, us: Color) -> Castling {
        let by_king = KING_LOSES[mv.role.index()][us as usize];
        let lost = u16::from_le_bytes(self.files.0)
            & (ROOK_LOSES[mv.from.index()] | ROOK_LOSES[mv.to.index()] | by_king);
        Castling { files: ByColor(lost.to_le_bytes()) }
    }

    /// Where king and rook stand after castling with a rook on the king's right (`true`) or left.
    #[inline]
    #[must_use]
    pub const fn destinations(color: Color, to_the_right: bool) -> (Square, Square) {
        let (king, rook) = if to_the_right { (File::G, File::F) } else { (File::C, File::D) };
        let rank = Rank::First.relative_to(color);
        (Square::new(king, rank), Square::new(rook, rank))
    }
}

/// The right that hangs on each square, as bits of [`Castling`]: white's files low, black's high.
static ROOK_LOSES: [u16; 64] = {
    let mut bits = [0; 64];
    let mut file = 0;
    while file < 8 {
        bits[file] = 1 << file;
        bits[56 + file] = 1 << (8 + file);
        file += 1;
    }
    bits
};

/// The rights that hang on a man of this role and color wherever it stands: only kings have any.
static KING_LOSES: [[u16; 2]; 8] = {
    let mut bits = [[0; 2]; 8];
    bits[Role::King as usize] = [0x00ff, 0xff00];
    bits
};
