use std::fmt;
use std::str::FromStr;

use tabiya::Square;

/// The color of an arrow or circle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Brush {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl Brush {
    const ALL: [(Brush, char); 4] =
        [(Brush::Green, 'G'), (Brush::Red, 'R'), (Brush::Yellow, 'Y'), (Brush::Blue, 'B')];
}

/// An arrow, or a circle around a square; in PGN `[%cal Ge2e4]` and `[%csl Rd5]`.
///
/// ```
/// use tabiya::Square;
/// use tabiya_pgn::{Brush, Shape};
///
/// let arrow: Shape = "Ge2e4".parse()?;
/// assert_eq!(arrow, Shape { brush: Brush::Green, from: Square::E2, to: Some(Square::E4) });
/// assert_eq!(arrow.to_string(), "Ge2e4");
/// assert!("Ge9".parse::<Shape>().is_err());
/// # Ok::<(), tabiya_pgn::tree::BadShape>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Its color.
    pub brush: Brush,
    /// The square where the arrow begins, or of the circle.
    pub from: Square,
    /// The square the arrow points to; `None` for a circle.
    pub to: Option<Square>,
}

/// The text is neither an arrow nor a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadShape;

impl fmt::Display for BadShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an arrow such as Ge2e4 or a circle such as Rd5")
    }
}

impl std::error::Error for BadShape {}

impl FromStr for Shape {
    type Err = BadShape;

    fn from_str(text: &str) -> Result<Shape, BadShape> {
        let letter = text.chars().next().ok_or(BadShape)?;
        let (brush, _) = Brush::ALL.into_iter().find(|(_, known)| *known == letter).ok_or(BadShape)?;
        let squares = &text[1..];
        let square = |from: usize| {
            squares.get(from..from + 2).and_then(|square| square.parse::<Square>().ok()).ok_or(BadShape)
        };
        match squares.len() {
            2 => Ok(Shape { brush, from: square(0)?, to: None }),
            4 => Ok(Shape { brush, from: square(0)?, to: Some(square(2)?) }),
            _ => Err(BadShape),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter =
            Brush::ALL.iter().find(|(brush, _)| *brush == self.brush).map_or('G', |(_, letter)| *letter);
        write!(f, "{letter}{}", self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}
