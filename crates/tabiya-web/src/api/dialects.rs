use serde::Serialize;
use tabiya::keys::{KeyPart, Scheme, schemes};
use tabiya::{Key, Rules};

use super::Played;

/// The key of a position as another program has it.
#[derive(Serialize)]
pub(super) struct DialectKey {
    name: String,
    title: String,
    key: String,
    /// How often the position has stood if you go by this program's keys.
    times: usize,
}

/// The key of the current position in every dialect of its game, ours first.
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

/// Where the clock enters the key, programs compare the keys without it.
fn times<R: Rules>(scheme: &Scheme, played: &Played<R>) -> usize {
    let part = if scheme.parts().contains(&KeyPart::Raw) { KeyPart::Raw } else { KeyPart::Full };
    let key_of = |position| -> Key { scheme.part(part, position) };
    let now = key_of(played.game.position());
    let reversible = usize::from(played.game.position().halfmove_clock());
    played.game.positions().iter().rev().take(reversible + 1).filter(|past| key_of(past) == now).count()
}
