use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

/// A game and its notation.
///
/// ```
/// use tabiya::Variant;
///
/// let variant: Variant = "chess960".parse()?;
/// assert_eq!(variant, Variant::Chess960);
/// assert_eq!(variant.to_string(), "chess960");
/// # Ok::<(), tabiya::UnknownVariant>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Chess from its standard start position.
    #[default]
    Chess,
    /// Chess from any of its 960 start positions; differs in castling notation.
    Chess960,
    /// Thai chess.
    Makruk,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 3] = [Variant::Chess, Variant::Chess960, Variant::Makruk];
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Chess => "chess",
            Variant::Chess960 => "chess960",
            Variant::Makruk => "makruk",
        })
    }
}

/// The text is not a supported variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownVariant;

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown variant: expected chess, chess960 or makruk")
    }
}

impl core::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL.into_iter().find(|variant| variant.to_string() == text).ok_or(UnknownVariant)
    }
}
