//! Key dialects by name, and the keys they give to positions of any variant.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::AnyPosition;
use crate::keys::{KeyPart, NoSuchKey, Scheme, UnknownKeyPart, schemes};
use crate::{Key, Key128, Variant, printable};

/// A key scheme selected by name: ours, another program's, or a part of one, as in `stockfish:pawn`.
///
/// ```
/// use tabiya::{AnyPosition, Dialect, Variant};
///
/// let start = AnyPosition::start(Variant::Chess);
/// let polyglot: Dialect = "polyglot".parse()?;
/// assert_eq!(polyglot.key(&start)?.to_string(), "463b96181691fc9c");
/// assert_eq!("stockfish:pawn".parse::<Dialect>()?.to_string(), "stockfish:pawn");
/// assert!(polyglot.key(&AnyPosition::start(Variant::Makruk)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a program has a handful of them, created once")]
#[doc(alias = "zobrist")]
pub enum Dialect {
    /// The native scheme, 64 bits.
    Tabiya,
    /// The native scheme, 128 bits.
    Tabiya128,
    /// Another program's scheme, or a part of it.
    Scheme(Cow<'static, Scheme>, KeyPart),
}

/// A key of 64 or 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DialectKey {
    /// A 64-bit key.
    Bits64(Key),
    /// A 128-bit key.
    Bits128(Key128),
}

/// The dialect or its part is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnknownDialect {
    /// No dialect has this name.
    Name {
        /// The unknown name.
        name: String,
    },
    /// The text after the colon is not a part of a key.
    Part(UnknownKeyPart),
}

impl Dialect {
    /// The names of all dialects, the native one first.
    ///
    /// ```
    /// assert!(tabiya::Dialect::names().any(|name| name == "makruk-js"));
    /// ```
    pub fn names() -> impl Iterator<Item = &'static str> {
        ["tabiya", "tabiya-128"].into_iter().chain(schemes::ALL.into_iter().map(Scheme::name))
    }

    /// The dialect with this name, optionally followed by `:part`. `own` schemes take precedence over the built-in ones.
    pub fn named(name: &str, own: Option<Scheme>) -> Result<Dialect, UnknownDialect> {
        let (base, part) = match name.split_once(':') {
            Some((base, part)) => (base, part.parse().map_err(UnknownDialect::Part)?),
            None => (name, KeyPart::Full),
        };
        let own = own.filter(|own| own.name() == base).map(Cow::Owned);
        let scheme = own.or_else(|| schemes::by_name(base).map(Cow::Borrowed));
        match (name, scheme) {
            ("tabiya", None) => Ok(Dialect::Tabiya),
            ("tabiya-128", None) => Ok(Dialect::Tabiya128),
            (_, Some(scheme)) => Ok(Dialect::Scheme(scheme, part)),
            (_, None) => Err(UnknownDialect::Name { name: name.to_string() }),
        }
    }

    /// Returns an error if the dialect has no keys for this variant or part.
    pub fn check(&self, variant: Variant) -> Result<(), NoSuchKey> {
        match self {
            Dialect::Tabiya | Dialect::Tabiya128 => Ok(()),
            Dialect::Scheme(scheme, part) => scheme.check(variant, *part),
        }
    }

    /// The position's key.
    pub fn key(&self, position: &AnyPosition) -> Result<DialectKey, NoSuchKey> {
        Ok(match self {
            Dialect::Tabiya => DialectKey::Bits64(position.key()),
            Dialect::Tabiya128 => DialectKey::Bits128(position.key_128()),
            Dialect::Scheme(scheme, part) => DialectKey::Bits64(scheme.any_key(*part, position)?),
        })
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Dialect, UnknownDialect> {
        Dialect::named(name, None)
    }
}

/// The name, as [`named`](Self::named) reads it.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dialect::Tabiya => f.pad("tabiya"),
            Dialect::Tabiya128 => f.pad("tabiya-128"),
            Dialect::Scheme(scheme, KeyPart::Full) => f.pad(scheme.name()),
            Dialect::Scheme(scheme, part) => f.pad(&alloc::format!("{}:{part}", scheme.name())),
        }
    }
}

/// 16 or 32 hexadecimal digits.
impl fmt::Display for DialectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DialectKey::Bits64(key) => key.fmt(f),
            DialectKey::Bits128(key) => key.fmt(f),
        }
    }
}

impl From<DialectKey> for u128 {
    fn from(key: DialectKey) -> u128 {
        match key {
            DialectKey::Bits64(key) => u128::from(key.0),
            DialectKey::Bits128(key) => key.0,
        }
    }
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownDialect::Name { name } => {
                let known: Vec<&str> = Dialect::names().collect();
                write!(f, "unknown dialect '{}'; known dialects: {}", printable(name), known.join(", "))
            }
            UnknownDialect::Part(part) => part.fmt(f),
        }
    }
}

impl core::error::Error for UnknownDialect {}
