//! A temporary database of the games of a file, for the Explorer.

use std::io::{self, Read};

use serde::Serialize;
use tabiya::Variant;
use tabiya_db::{AddOptions, Database, StoredGame};
use tabiya_pgn::Input;

use super::{LimitedReader, MAX_DECOMPRESSED};
use crate::api::MAX_PLIES;
use crate::error::ApiError;

/// Memory for building the database.
const LOADING_MEMORY: usize = 64 << 20;
/// The maximum number of tags of a game in a response.
const MAX_TAGS: usize = 40;
/// Tags that the page looks up by name.
const STANDARD_TAGS: [&str; 10] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN"];

/// A game of a database.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct FoundGame {
    number: u64,
    tags: Vec<(String, String)>,
    #[cfg_attr(test, ts(type = "Variant | null"))]
    variant: Option<String>,
    start: Option<String>,
    moves: String,
    plies: usize,
    result: String,
}

/// Builds a temporary database of the games of a file.
pub(crate) fn load(file: impl Read + Send, default_variant: Variant) -> Result<Database, ApiError> {
    let input = LimitedReader::new(Input::new(file).map_err(|error| unreadable(&error))?, MAX_DECOMPRESSED);
    let options = AddOptions {
        keep_broken: true,
        keep_duplicates: true,
        // The page opens games from the file itself.
        annotations: false,
        memory: LOADING_MEMORY,
        variant: default_variant,
        ..AddOptions::default()
    };
    let database = Database::temporary_with(input, options, &mut ());
    let database = database.map_err(|error| ApiError::invalid(error.to_string()))?;
    if database.games() == 0 {
        return Err(ApiError::invalid("no games in this file"));
    }
    Ok(database)
}

fn unreadable(error: &io::Error) -> ApiError {
    ApiError::invalid(format!("the file cannot be read: {error}"))
}

impl FoundGame {
    /// A game of a database.
    pub(crate) fn stored(game: &StoredGame) -> FoundGame {
        let kept = game.moves.len().min(MAX_PLIES);
        let mut position = game.start;
        let mut moves = Vec::with_capacity(kept);
        for mv in &game.moves[..kept] {
            moves.push(position.uci(*mv));
            position = position.play_legal(*mv);
        }
        let tags = game.tags.iter().map(|(name, value)| tag(name, value));
        FoundGame {
            number: game.id.0,
            tags: tags.take(MAX_TAGS).collect(),
            variant: Some(game.start.variant().to_string()),
            start: Some(game.start.to_fen()),
            moves: moves.join(" "),
            plies: kept,
            result: game.facts.result.to_string(),
        }
    }
}

/// A tag with limited length; known names get their usual case.
fn tag(name: &str, value: &str) -> (String, String) {
    let defaults = STANDARD_TAGS.iter().find(|defaults| defaults.eq_ignore_ascii_case(name));
    let name = defaults.map_or(name, |defaults| defaults);
    (name.chars().take(40).collect(), value.chars().take(200).collect())
}
