use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabiya::{Rules, Variant};
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
        Replayed::Chess(played) => write(export, result, &played),
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
