use crate::{Bitboard, ByColor, Color, File, Move, MoveKind, Rank, Role, Square};

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

    /// Whether a king on this square has rights that only Chess960 gives.
    pub(crate) fn is_chess960s(self, color: Color, king: Square) -> bool {
        let home = Rank::First.relative_to(color);
        let corners = Square::new(File::A, home).bitboard() | Square::new(File::H, home).bitboard();
        let rooks = self.rooks_of(color);
        !rooks.is_empty() && (king != Square::new(File::E, home) || rooks.meets(!corners))
    }

    /// The rights that end with a move: of a rook that leaves its square or is captured there, of all rooks of a
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

    /// These rights without others.
    #[inline]
    pub(crate) const fn without(self, others: Castling) -> Castling {
        let [white, black] = self.files.0;
        Castling { files: ByColor([white & !others.files.0[0], black & !others.files.0[1]]) }
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
