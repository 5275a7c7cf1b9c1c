use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabiya::{Chess, Position, Rules, Variant};
use tabiya_openings::deepest_name;
use tabiya_pgn::{Export, GameResult};

use super::{GameAsked, Played, Replayed};
use crate::refusal::Refusal;

/// The game as PGN, please.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportAsked {
    game: GameAsked,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// The result, if the board does not tell it.
    #[serde(default)]
    result: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Exported {
    pgn: String,
}

impl ExportAsked {
    /// Names the opening, unless whoever brought the game has. Programs read these tags as those of a game from the usual
    /// start.
    fn named(&self, export: Export, played: &Played<Chess>) -> Export {
        let has = |name: &str| self.tags.keys().any(|given| given.eq_ignore_ascii_case(name));
        if has("ECO") || has("Opening") || *played.game.start() != Position::start() {
            return export;
        }
        match deepest_name(played.game.positions().iter().map(|position| (played.any)(*position))) {
            Some(opening) => export.tag("ECO", opening.eco).tag("Opening", opening.name),
            None => export,
        }
    }
}

pub(super) fn answer(asked: &ExportAsked) -> Result<Exported, Refusal> {
    let mut export = Export::new();
    for (name, value) in &asked.tags {
        export = export.tag(name, value);
    }
    let result = asked.result.as_ref().map(|result| {
        GameResult::parse(result.as_bytes())
            .ok_or_else(|| Refusal::wrong("a result is 1-0, 0-1, 1/2-1/2 or *"))
    });
    let result = result.transpose()?;
    if asked.game.variant()? == Variant::Chess960 {
        export = export.chess960();
    }
    let pgn = match asked.game.replay()? {
        Replayed::Chess(played) => write(asked.named(export, &played), result, &played),
        Replayed::Makruk(played) => write(export, result, &played),
    };
    Ok(Exported { pgn })
}

fn write<R: Rules>(export: Export, result: Option<GameResult>, played: &Played<R>) -> String {
    let export = match result {
        Some(result) if played.game.outcome().is_none() => export.result(result),
        _ => export,
    };
    export.to_string(&played.game)
}
