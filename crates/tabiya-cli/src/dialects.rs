//! The key dialects: the list used by `--dialect`, `--all` and `--describe`.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::Args;
pub(crate) use tabiya::Dialect;
use tabiya::keys::{KeyPart, Scheme, schemes};
use tabiya::{AnyPosition, Variant};

use crate::output::Failure;

/// Arguments that select a dialect.
#[derive(Args, Debug)]
pub(crate) struct DialectArgs {
    /// The key dialect: tabiya (64 bits, the default), tabiya-128, polyglot, polyglot-legal,
    /// stockfish, stockfish-15, stockfish-8, rustic, makruk-js, fairy-stockfish-11; or a part of them, as in stockfish:pawn
    #[arg(long, value_name = "D")]
    dialect: Option<String>,
    /// A dialect of your own in a TOML file; `--dialect` may select a part of it by its name
    #[arg(long, value_name = "F.toml")]
    dialect_file: Option<PathBuf>,
}

impl DialectArgs {
    /// As if these had been given on the command line.
    pub(crate) fn new(dialect: Option<String>, dialect_file: Option<PathBuf>) -> DialectArgs {
        DialectArgs { dialect, dialect_file }
    }

    /// Whether a dialect was given.
    pub(crate) fn is_given(&self) -> bool {
        self.dialect.is_some() || self.dialect_file.is_some()
    }

    /// The selected dialect, if it has keys for this variant.
    pub(crate) fn choose(&self, variant: Variant) -> Result<Dialect, Failure> {
        let dialect = self.selected()?;
        dialect.check(variant).map_err(Failure::conflict)?;
        Ok(dialect)
    }

    /// The same for several names, possibly including the user's own dialect.
    pub(crate) fn choose_among(&self, variant: Variant) -> Result<Dialect, Failure> {
        let dialect = match &self.dialect {
            Some(name) => find(name, self.own()?)?,
            None => self.selected()?,
        };
        dialect.check(variant).map_err(Failure::conflict)?;
        Ok(dialect)
    }

    /// The selected dialect, whatever its variants.
    pub(crate) fn selected(&self) -> Result<Dialect, Failure> {
        match (&self.dialect, self.own()?) {
            (Some(name), Some(own)) if base_name(name) != own.name() => Err(Failure::conflict(format!(
                "--dialect {name} and --dialect-file are two dialects: the file describes {own}, of which --dialect \
                 may name a part, as in {own}:pawn",
                own = own.name()
            ))),
            (Some(name), own) => find(name, own),
            (None, Some(own)) => Ok(Dialect::Scheme(Cow::Owned(own), KeyPart::Full)),
            (None, None) => Ok(Dialect::Tabiya),
        }
    }

    /// All dialects with keys for this variant, the native ones first, the user's last.
    pub(crate) fn supporting(&self, variant: Variant) -> Result<Vec<Dialect>, Failure> {
        let known = schemes::ALL.into_iter().map(Cow::Borrowed);
        let own = self.own()?.map(Cow::Owned);
        let schemes = known.chain(own).filter(|scheme| scheme.layout().games.contains(variant));
        let full = schemes.map(|scheme| Dialect::Scheme(scheme, KeyPart::Full));
        Ok([Dialect::Tabiya, Dialect::Tabiya128].into_iter().chain(full).collect())
    }

    /// A dialect as a TOML file.
    pub(crate) fn describe(&self, name: &str) -> Result<String, Failure> {
        match find(name, self.own()?)? {
            Dialect::Scheme(scheme, _) => Ok(tabiya_audit::dialect_file::to_toml(&scheme)),
            Dialect::Tabiya | Dialect::Tabiya128 => Err(Failure::conflict(format!(
                "{name} has no dialect file: its castling keys depend on the rook's file, which the format cannot express"
            ))),
        }
    }

    fn own(&self) -> Result<Option<Scheme>, Failure> {
        let read = self.dialect_file.as_deref().map(tabiya_audit::dialect_file::from_file);
        read.transpose().map_err(|error| Failure::BadInput(error.to_string()))
    }
}

fn base_name(name: &str) -> &str {
    name.split_once(':').map_or(name, |(base, _)| base)
}

/// The dialect with this name, optionally with a part.
fn find(name: &str, own: Option<Scheme>) -> Result<Dialect, Failure> {
    Dialect::named(name, own).map_err(Failure::conflict)
}

/// The key of a position of a variant the dialect supports.
pub(crate) fn written_key(dialect: &Dialect, position: &AnyPosition) -> String {
    dialect.key(position).expect("a dialect is selected only if it has this key").to_string()
}
