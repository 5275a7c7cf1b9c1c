use core::fmt;

use crate::{Color, Role};

/// A man: a role and the color it plays for.
///
/// ```
/// use tabiya::{Color, Piece, Role};
///
/// let piece = Piece { color: Color::White, role: Role::Knight };
/// assert_eq!(piece.to_string(), "white knight");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// Its [role's letter](Role::char), a capital for white.
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

    /// The man a letter of [`char`](Self::char) names.
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
