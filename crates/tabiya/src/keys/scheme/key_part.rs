use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use crate::{ByColor, Color, Key};

/// A key that covers a part of the position, as some programs keep beside the full one.
///
/// ```
/// use tabiya::keys::KeyPart;
///
/// assert_eq!("non-pawn-white".parse(), Ok(KeyPart::NonPawnWhite));
/// assert_eq!(KeyPart::Full.to_string(), "full");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum KeyPart {
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

impl KeyPart {
    /// Every part.
    pub const ALL: [KeyPart; 7] = [
        KeyPart::Full,
        KeyPart::Raw,
        KeyPart::Pawn,
        KeyPart::Material,
        KeyPart::Minor,
        KeyPart::NonPawnWhite,
        KeyPart::NonPawnBlack,
    ];
}

impl fmt::Display for KeyPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KeyPart::Full => "full",
            KeyPart::Raw => "raw",
            KeyPart::Pawn => "pawn",
            KeyPart::Material => "material",
            KeyPart::Minor => "minor",
            KeyPart::NonPawnWhite => "non-pawn-white",
            KeyPart::NonPawnBlack => "non-pawn-black",
        })
    }
}

/// The text names no part of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownKeyPart;

impl fmt::Display for UnknownKeyPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "unknown part of a key: expected full, raw, pawn, material, minor, non-pawn-white or non-pawn-black",
        )
    }
}

impl core::error::Error for UnknownKeyPart {}

impl FromStr for KeyPart {
    type Err = UnknownKeyPart;

    fn from_str(text: &str) -> Result<KeyPart, UnknownKeyPart> {
        KeyPart::ALL.into_iter().find(|part| part.to_string() == text).ok_or(UnknownKeyPart)
    }
}

/// Which keys a program keeps beside the full one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct KeyParts {
    /// The full key without the clock.
    pub raw: bool,
    /// A key of the pawns.
    pub pawn: Option<PawnStart>,
    /// A key of the material: the numbers of a man on as many squares as there are such men, from this one on.
    pub material: Option<u8>,
    /// A key of knights and bishops.
    pub minor: bool,
    /// A key of each side's men but pawns.
    pub non_pawn: bool,
}

/// What the pawn part of a board without pawns is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnStart {
    /// Zero.
    Zero,
    /// A number of its own.
    OwnNumber,
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
    pub(crate) fn of(&self, part: KeyPart, clock: Key) -> Key {
        match part {
            KeyPart::Full => self.raw ^ clock,
            KeyPart::Raw => self.raw,
            KeyPart::Pawn => self.pawn,
            KeyPart::Material => self.material,
            KeyPart::Minor => self.minor,
            KeyPart::NonPawnWhite => self.non_pawn[Color::White],
            KeyPart::NonPawnBlack => self.non_pawn[Color::Black],
        }
    }
}
