use crate::{Color, Piece, Role};

/// How many men of each kind are on the board: four bits a kind, so equal `Material` means equal men, exactly.
///
/// A side has at most 16 men and one of them is the king, so no count exceeds 15.
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
        // A king's pair of places is never needed for counting, but keeping it keeps this line simple.
        let place = piece.role as u32 * 2 + piece.color as u32;
        place * 4
    }

    /// How many men of this kind there are.
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

    /// How many men a color has, its king included.
    #[must_use]
    pub fn pieces(self, color: Color) -> u32 {
        Role::ALL.into_iter().map(|role| self.count(Piece { color, role })).sum()
    }
}
