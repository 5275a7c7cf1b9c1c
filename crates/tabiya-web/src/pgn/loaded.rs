//! The games of a file as a database, for the Explorer.

use std::io::{self, Read};

use serde::Serialize;
use tabiya::Variant;
use tabiya_db::{AddOptions, Database, StoredGame};
use tabiya_pgn::Input;

use super::bounds::{MOST_UNPACKED, Unpacked};
use crate::ask::MOST_PLIES;
use crate::refusal::Refusal;

/// Memory for making a database of a file.
const LOADING_MEMORY: usize = 64 << 20;
/// So many tags of a game are sent.
const MOST_TAGS: usize = 40;
/// The tags the page looks for by name.
const ASKED_FOR: [&str; 10] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN"];

/// A game of a database.
#[derive(Serialize, Debug)]
pub(crate) struct GameFound {
    number: u64,
    tags: Vec<(String, String)>,
    variant: Option<String>,
    start: Option<String>,
    moves: String,
    plies: usize,
    result: String,
}

/// A database of the games of a file, which goes when nobody needs it any more.
pub(crate) fn load(file: impl Read + Send, unless_named: Variant) -> Result<Database, Refusal> {
    let input = Unpacked::at_most(MOST_UNPACKED, Input::new(file).map_err(|error| unreadable(&error))?);
    let options = AddOptions {
        keep_broken: true,
        keep_duplicates: true,
        memory: LOADING_MEMORY,
        variant: unless_named,
        ..AddOptions::default()
    };
    let database = Database::temporary_with(input, options, &mut ());
    let database = database.map_err(|error| Refusal::wrong(error.to_string()))?;
    if database.games() == 0 {
        return Err(Refusal::wrong("there is no game in this file"));
    }
    Ok(database)
}

fn unreadable(error: &io::Error) -> Refusal {
    Refusal::wrong(format!("the file cannot be read: {error}"))
}

impl GameFound {
    /// A game of a database.
    pub(crate) fn stored(game: &StoredGame) -> GameFound {
        let kept = game.moves.len().min(MOST_PLIES);
        let mut position = game.start;
        let mut moves = Vec::with_capacity(kept);
        for mv in &game.moves[..kept] {
            moves.push(position.uci(*mv));
            position = position.play_legal(*mv);
        }
        let tags = game.tags.iter().map(|(name, value)| tag(name, value));
        GameFound {
            number: game.id.0,
            tags: tags.take(MOST_TAGS).collect(),
            variant: Some(game.start.variant().to_string()),
            start: Some(game.start.to_fen()),
            moves: moves.join(" "),
            plies: kept,
            result: game.facts.result.to_string(),
        }
    }
}

/// A tag, not too long, those the page asks for in their usual case.
fn tag(name: &str, value: &str) -> (String, String) {
    let usual = ASKED_FOR.iter().find(|usual| usual.eq_ignore_ascii_case(name));
    let name = usual.map_or(name, |usual| usual);
    (name.chars().take(40).collect(), value.chars().take(200).collect())
}
