//! What is audited, whichever way it was named.

use tabiya::keys::KeyPart;
use tabiya::{AnyPosition, Variant, with_position};

use crate::dialects::Dialect;
use crate::output::Failure;

/// The games a dialect has keys for.
pub(super) fn games(dialect: &Dialect) -> Vec<Variant> {
    let knows = |variant: &Variant| match dialect {
        Dialect::Tabiya | Dialect::Tabiya128 => true,
        Dialect::Scheme(scheme, _) => scheme.layout().games.contains(*variant),
    };
    Variant::ALL.into_iter().filter(knows).collect()
}

/// Refuses a dialect that names but a part of a position: such keys are no names of positions.
pub(super) fn refuse_parts(dialect: &Dialect) -> Result<(), Failure> {
    match dialect {
        Dialect::Tabiya | Dialect::Tabiya128 | Dialect::Scheme(_, KeyPart::Full | KeyPart::Raw) => Ok(()),
        Dialect::Scheme(scheme, part) => Err(Failure::conflict(format!(
            "the {part} key of {} covers a part of the position: audit the dialect itself",
            scheme.name()
        ))),
    }
}

/// The key of a position of one of the dialect's games, with the half-move clock or without.
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

/// As the dialect writes it: 16 digits, or 32.
pub(super) fn hex(dialect: &Dialect, key: u128) -> String {
    match dialect {
        Dialect::Tabiya128 => format!("{key:032x}"),
        Dialect::Tabiya | Dialect::Scheme(..) => format!("{key:016x}"),
    }
}
