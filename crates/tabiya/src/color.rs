use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

/// One of the two players.
///
/// ```
/// use tabiya::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.to_string(), "black");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first; uppercase in FEN.
    White,
    /// Moves second; lowercase in FEN.
    Black,
}

impl Color {
    /// Both colors, white first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// The text is not a color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownColor;

impl fmt::Display for UnknownColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown color: expected white, black, w or b")
    }
}

impl core::error::Error for UnknownColor {}

/// Reads the name, or its first letter as in FEN.
///
/// ```
/// use tabiya::Color;
///
/// assert_eq!("black".parse(), Ok(Color::Black));
/// assert_eq!("w".parse(), Ok(Color::White));
/// assert!("red".parse::<Color>().is_err());
/// ```
impl FromStr for Color {
    type Err = UnknownColor;

    fn from_str(text: &str) -> Result<Color, UnknownColor> {
        match text {
            "white" | "w" => Ok(Color::White),
            "black" | "b" => Ok(Color::Black),
            _ => Err(UnknownColor),
        }
    }
}

/// One `T` for each color, indexed by [`Color`].
///
/// ```
/// use tabiya::{ByColor, Color};
///
/// let mut pieces = ByColor([16, 16]);
/// pieces[Color::Black] -= 1;
/// assert_eq!(pieces, ByColor([16, 15]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
