//! The dialects of keys the program speaks: the one list that `--dialect` and `--all` read.

use std::fmt;
use std::str::FromStr;

use tabiya::AnyPosition;

/// A way to number positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Dialect {
    /// Ours, 64 bits.
    #[default]
    Tabiya,
    /// Ours, 128 bits.
    Tabiya128,
}

impl Dialect {
    /// Every dialect, in the order of `--all`.
    pub(crate) const ALL: [Dialect; 2] = [Dialect::Tabiya, Dialect::Tabiya128];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Dialect::Tabiya => "tabiya",
            Dialect::Tabiya128 => "tabiya-128",
        }
    }

    /// The position's key as the dialect writes it.
    pub(crate) fn key(self, position: &AnyPosition) -> String {
        match self {
            Dialect::Tabiya => position.key().to_string(),
            Dialect::Tabiya128 => position.key_128().to_string(),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Dialect, String> {
        let known = Dialect::ALL.map(Dialect::name).join(", ");
        Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.name() == text)
            .ok_or_else(|| format!("unknown dialect; known are {known}"))
    }
}
