use crate::{Color, Piece, Role};

/// The number of pieces of each kind on the board, four bits per kind. Equal `Material` means exactly equal piece counts.
///
/// A side has at most 16 pieces, one of them the king, so no count exceeds 15.
///
/// ```
/// use tabiya::{Chess, Color, Piece, Position, Role};
///
/// let start = Position::<Chess>::start();
/// let black_pawn = Piece { color: Color::Black, role: Role::Pawn };
/// assert_eq!(start.keys().material.count(black_pawn), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Material(pub u64);

impl Material {
    #[inline]
    const fn shift(piece: Piece) -> u32 {
        // The king's two slots are never needed, but keeping them keeps this line simple.
        let place = piece.role as u32 * 2 + piece.color as u32;
        place * 4
    }

    /// The number of pieces of this kind.
    #[inline]
    #[must_use]
    pub const fn count(self, piece: Piece) -> u32 {
        (self.0 >> Self::shift(piece)) as u32 & 15
    }

    #[inline]
    pub(crate) fn add(&mut self, piece: Piece) {
        self.0 = self.0.wrapping_add(1 << Self::shift(piece));
    }

    #[inline]
    pub(crate) fn add_many(&mut self, piece: Piece, pieces: u32) {
        self.0 = self.0.wrapping_add(u64::from(pieces) << Self::shift(piece));
    }

    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece) {
        self.0 = self.0.wrapping_sub(1 << Self::shift(piece));
    }

    /// The number of a color's pieces, including the king.
    #[must_use]
    pub fn pieces(self, color: Color) -> u32 {
        Role::ALL.into_iter().map(|role| self.count(Piece { color, role })).sum()
    }
}
