use crate::{Bitboard, ByColor, Color, File, Move, MoveKind, Rank, Role, Square};

/// Castling rights, by color and file of the rook.
///
/// Storing the rook's file instead of "king side" covers Chess960: an inner and an outer rook on one side of the king
/// are different rights.
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
    /// No castling rights.
    pub const NONE: Castling = Castling { files: ByColor([0, 0]) };

    /// The rights of rooks on these squares of the first and last rank.
    #[inline]
    #[must_use]
    pub const fn of_rooks(rooks: Bitboard) -> Castling {
        Castling { files: ByColor([rooks.0 as u8, (rooks.0 >> 56) as u8]) }
    }

    /// Adds a right.
    pub fn insert(&mut self, color: Color, file: File) {
        self.files[color] |= 1 << file as u8;
    }

    /// Whether a color may castle with the rook of this file.
    #[inline]
    #[must_use]
    pub fn has(self, color: Color, file: File) -> bool {
        self.files[color] >> file as u8 & 1 != 0
    }

    /// The files of a color's rooks that may castle, one bit per file.
    #[inline]
    pub(crate) const fn files(self, color: Color) -> u8 {
        self.files.0[color as usize]
    }

    /// Whether neither side has a right.
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

    /// Whether a king on this square has rights that exist only in Chess960.
    pub(crate) fn is_chess960(self, color: Color, king: Square) -> bool {
        let home = Rank::First.relative_to(color);
        let corners = Square::new(File::A, home).bitboard() | Square::new(File::H, home).bitboard();
        let rooks = self.rooks_of(color);
        !rooks.is_empty() && (king != Square::new(File::E, home) || rooks.intersects(!corners))
    }

    /// The rights lost by a move: those of a rook that leaves its square or is captured, and all rights of a
    /// king that moves.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn lost_by(self, mv: Move, us: Color) -> Castling {
        let left = match mv.role {
            Role::King => Rank::First.relative_to(us).squares(),
            Role::Rook => mv.from.bitboard(),
            _ => Bitboard::EMPTY,
        };
        let taken = match mv.kind {
            MoveKind::Capture | MoveKind::Promotion(_) => mv.to.bitboard(),
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Castle => {
                Bitboard::EMPTY
            }
        };
        Castling::of_rooks(self.rooks() & (left | taken))
    }

    /// These rights minus others.
    #[inline]
    pub(crate) const fn without(self, others: Castling) -> Castling {
        let [white, black] = self.files.0;
        Castling { files: ByColor([white & !others.files.0[0], black & !others.files.0[1]]) }
    }

    /// The squares of king and rook after castling with a rook to the king's right (`true`) or left.
    #[inline]
    #[must_use]
    pub const fn destinations(color: Color, to_the_right: bool) -> (Square, Square) {
        let (king, rook) = if to_the_right { (File::G, File::F) } else { (File::C, File::D) };
        let rank = Rank::First.relative_to(color);
        (Square::new(king, rank), Square::new(rook, rank))
    }
}
