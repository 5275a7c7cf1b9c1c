//! The dialect to audit.

use tabiya::keys::KeyPart;
use tabiya::{AnyPosition, Variant, with_position};

use crate::dialects::Dialect;
use crate::output::Failure;

/// The variants a dialect supports.
pub(super) fn games(dialect: &Dialect) -> Vec<Variant> {
    let supports = |variant: &Variant| match dialect {
        Dialect::Tabiya | Dialect::Tabiya128 => true,
        Dialect::Scheme(scheme, _) => scheme.layout().games.contains(*variant),
    };
    Variant::ALL.into_iter().filter(supports).collect()
}

/// Rejects a part of a dialect: its keys do not identify positions.
pub(super) fn refuse_parts(dialect: &Dialect) -> Result<(), Failure> {
    match dialect {
        Dialect::Tabiya | Dialect::Tabiya128 | Dialect::Scheme(_, KeyPart::Full | KeyPart::Raw) => Ok(()),
        Dialect::Scheme(scheme, part) => Err(Failure::conflict(format!(
            "the {part} key of {} covers only a part of the position: audit the complete key",
            scheme.name()
        ))),
    }
}

/// The key of a position, with or without the half-move clock.
pub(super) fn key(dialect: &Dialect, position: &AnyPosition, with_clock: bool) -> u128 {
    match dialect {
        Dialect::Tabiya => u128::from(position.key().0),
        Dialect::Tabiya128 => position.key_128().0,
        Dialect::Scheme(scheme, _) => {
            let part = if with_clock { KeyPart::Full } else { KeyPart::Raw };
            u128::from(with_position!(position, position => scheme.part(part, position)).0)
        }
    }
}

/// 16 or 32 hexadecimal digits.
pub(super) fn hex(dialect: &Dialect, key: u128) -> String {
    match dialect {
        Dialect::Tabiya128 => format!("{key:032x}"),
        Dialect::Tabiya | Dialect::Scheme(..) => format!("{key:016x}"),
    }
}
