use std::fmt;

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

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
