use core::fmt;

use crate::{Color, Role};

/// A piece: a role and a color.
///
/// ```
/// use tabiya::{Color, Piece, Role};
///
/// let piece = Piece { color: Color::White, role: Role::Knight };
/// assert_eq!(piece.to_string(), "white knight");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Its kind.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: its [role's letter](Role::char), uppercase for white.
    ///
    /// ```
    /// use tabiya::{Color, Piece, Role};
    ///
    /// let piece = Piece { color: Color::White, role: Role::Knight };
    /// assert_eq!(piece.char(), 'N');
    /// assert_eq!(Piece::from_char('N'), Some(piece));
    /// assert_eq!(Piece::from_char('x'), None);
    /// ```
    #[must_use]
    pub const fn char(self) -> char {
        match self.color {
            Color::White => self.role.char().to_ascii_uppercase(),
            Color::Black => self.role.char(),
        }
    }

    /// The piece with this [letter](Self::char).
    #[must_use]
    pub fn from_char(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_char(letter.to_ascii_lowercase()).map(|role| Piece { color, role })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
