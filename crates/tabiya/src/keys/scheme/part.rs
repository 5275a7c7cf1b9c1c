use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use crate::{ByColor, Color, Key};

/// A key that covers a part of the position, as some programs keep beside the full one.
///
/// ```
/// use tabiya::keys::Part;
///
/// assert_eq!("non-pawn-white".parse(), Ok(Part::NonPawnWhite));
/// assert_eq!(Part::Full.to_string(), "full");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Part {
    /// The key the program prints.
    #[default]
    Full,
    /// The full key before the half-move clock enters.
    Raw,
    /// The pawns.
    Pawn,
    /// How many men of each kind.
    Material,
    /// Knights and bishops.
    Minor,
    /// White's men but its pawns.
    NonPawnWhite,
    /// Black's men but its pawns.
    NonPawnBlack,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 7] = [
        Part::Full,
        Part::Raw,
        Part::Pawn,
        Part::Material,
        Part::Minor,
        Part::NonPawnWhite,
        Part::NonPawnBlack,
    ];
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Full => "full",
            Part::Raw => "raw",
            Part::Pawn => "pawn",
            Part::Material => "material",
            Part::Minor => "minor",
            Part::NonPawnWhite => "non-pawn-white",
            Part::NonPawnBlack => "non-pawn-black",
        })
    }
}

/// The text names no part of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownPart;

impl fmt::Display for UnknownPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "unknown part of a key: expected full, raw, pawn, material, minor, non-pawn-white or non-pawn-black",
        )
    }
}

impl core::error::Error for UnknownPart {}

impl FromStr for Part {
    type Err = UnknownPart;

    fn from_str(text: &str) -> Result<Part, UnknownPart> {
        Part::ALL.into_iter().find(|part| part.to_string() == text).ok_or(UnknownPart)
    }
}

/// The keys of all parts at once; the full one is a function of `raw` and the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PartKeys {
    pub(crate) raw: Key,
    pub(crate) pawn: Key,
    pub(crate) material: Key,
    pub(crate) minor: Key,
    pub(crate) non_pawn: ByColor<Key>,
}

impl PartKeys {
    /// The key of a part; what the clock adds to the full one is given.
    pub(crate) fn of(&self, part: Part, clock: Key) -> Key {
        match part {
            Part::Full => self.raw ^ clock,
            Part::Raw => self.raw,
            Part::Pawn => self.pawn,
            Part::Material => self.material,
            Part::Minor => self.minor,
            Part::NonPawnWhite => self.non_pawn[Color::White],
            Part::NonPawnBlack => self.non_pawn[Color::Black],
        }
    }
}
