use serde::Serialize;
use tabiya::keys::{KeyPart, Scheme, schemes};
use tabiya::{Key, Rules};

use super::Played;

/// The key of a position in another program.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct DialectKey {
    name: String,
    title: String,
    key: String,
    /// The occurrences of the position by this program's keys.
    times: usize,
}

/// The keys of the current position in all dialects of its game, Tabiya's first.
pub(super) fn keys<R: Rules>(played: &Played<R>) -> Vec<DialectKey> {
    let game = &played.game;
    let any = (played.any)(*game.position());
    let ours = |name: &str, title: &str, key: String| DialectKey {
        name: name.to_owned(),
        title: title.to_owned(),
        key,
        times: game.occurrences() as usize,
    };
    let mut all = vec![
        ours("tabiya", "Tabiya, 64 bits", any.key().to_string()),
        ours("tabiya-128", "Tabiya, 128 bits", any.key_128().to_string()),
    ];
    let fitting = schemes::ALL.into_iter().filter(|scheme| scheme.layout().games.contains(any.variant()));
    all.extend(fitting.map(|scheme| DialectKey {
        name: scheme.name().to_owned(),
        title: scheme.title().to_owned(),
        key: scheme.key(game.position()).to_string(),
        times: times(scheme, played),
    }));
    all
}

/// If the clock is part of the key, programs compare keys without it.
fn times<R: Rules>(scheme: &Scheme, played: &Played<R>) -> usize {
    let part = if scheme.parts().contains(&KeyPart::Raw) { KeyPart::Raw } else { KeyPart::Full };
    let key_of = |position| -> Key { scheme.part(part, position) };
    let now = key_of(played.game.position());
    let reversible = usize::from(played.game.position().halfmove_clock());
    played.game.positions().iter().rev().take(reversible + 1).filter(|past| key_of(past) == now).count()
}
