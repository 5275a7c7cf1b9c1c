//! The changes of a move in another program's key.

use tabiya::keys::{ClockStep, EnPassantNumbers, EnPassantPolicy, KeyPart, NumberName, Scheme};
use tabiya::{Feature, Position, Rules, Square, Toggle, Variant};

use crate::dialects::Dialect;

/// A move's toggles as seen by a scheme, which has its own rules for en passant and the clock.
pub(super) fn names<R: Rules>(
    toggles: &[Toggle],
    dialect: &Dialect,
    variant: Variant,
    [before, after]: [&Position<R>; 2],
) -> Vec<String> {
    let name = |toggle: &Toggle| toggle.text(variant);
    let Dialect::Scheme(scheme, part) = dialect else {
        return toggles.iter().map(name).collect();
    };
    let is_en_passant = |toggle: &&Toggle| matches!(toggle.feature, Feature::EnPassant(_));
    let mut names: Vec<String> = toggles.iter().filter(|toggle| !is_en_passant(toggle)).map(name).collect();
    let (removed, added) = (en_passant(scheme, before), en_passant(scheme, after));
    if removed != added {
        names.extend(removed.map(|name| format!("− {name}")));
        names.extend(added.map(|name| format!("+ {name}")));
    }
    let clock = scheme.layout().clock.filter(|_| *part == KeyPart::Full);
    let changes = |step: &ClockStep| step.key(before.halfmove_clock()) != step.key(after.halfmove_clock());
    names.extend(clock.filter(changes).map(|_| "clock".to_string()));
    names
}

/// The en passant feature in the scheme's key, if any.
fn en_passant<R: Rules>(scheme: &Scheme, position: &Position<R>) -> Option<NumberName> {
    let layout = scheme.layout();
    let included = EnPassantPolicy::of(position).filter(|(_, reach)| *reach >= layout.includes_en_passant);
    let (name, or_none): (fn(Square) -> NumberName, bool) = match layout.en_passant {
        EnPassantNumbers::None => return None,
        EnPassantNumbers::ByFile { or_none } => (|square| NumberName::EnPassantFile(square.file()), or_none),
        EnPassantNumbers::ByFileAndRank { or_none } | EnPassantNumbers::BySquare { or_none } => {
            (NumberName::EnPassantSquare, or_none)
        }
    };
    included.map(|(square, _)| name(square)).or(or_none.then_some(NumberName::NoEnPassant))
}
