use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use crate::{ByColor, Color, Key};

/// A key of a part of the position, kept by some programs beside the full key.
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
    /// The key that the program prints.
    #[default]
    Full,
    /// The full key without the half-move clock.
    Raw,
    /// The pawns.
    Pawn,
    /// The number of pieces of each kind.
    Material,
    /// Knights and bishops.
    Minor,
    /// White's pieces without pawns.
    NonPawnWhite,
    /// Black's pieces without pawns.
    NonPawnBlack,
}

impl KeyPart {
    /// All parts.
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

/// The text is not a part of a key.
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

/// The keys a program keeps beside the full one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct KeyParts {
    /// The full key without the clock.
    pub raw: bool,
    /// A key of the pawns.
    pub pawn: Option<PawnStart>,
    /// A material key: the numbers of a piece on as many squares as there are such pieces, starting at this square.
    pub material: Option<u8>,
    /// A key of knights and bishops.
    pub minor: bool,
    /// A key of each side's pieces without pawns.
    pub non_pawn: bool,
}

/// The pawn key of a board without pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnStart {
    /// Zero.
    Zero,
    /// A number of its own.
    OwnNumber,
}

/// The keys of all parts; the full key is `raw` combined with the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PartKeys {
    pub(crate) raw: Key,
    pub(crate) pawn: Key,
    pub(crate) material: Key,
    pub(crate) minor: Key,
    pub(crate) non_pawn: ByColor<Key>,
}

impl PartKeys {
    /// The key of a part; `clock` is the contribution of the half-move clock.
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
