//! Questions about games by position: as clients of lichess' explorer ask them, and as the page does.

mod page;
mod parameters;
mod query;
mod served;

pub(crate) use page::{ExploreAsked, OpenAsked};
pub(crate) use query::{Endpoint, Query};
pub(crate) use served::Explorer;

use serde::Serialize;
use tabiya_db::{Database, GameId};

use crate::refusal::Refusal;

/// A game as PGN.
pub(crate) fn pgn(database: &Database, id: GameId) -> Result<String, Refusal> {
    database.game(id).map(|game| game.to_pgn()).map_err(|error| served::refused(&error))
}

/// The databases a page can ask: how many games each has.
#[derive(Serialize, Debug)]
pub(crate) struct Sources {
    served: Option<Source>,
    loaded: Option<Source>,
}

#[derive(Serialize, Debug)]
struct Source {
    name: String,
    games: u64,
}

impl Sources {
    pub(crate) fn new(served: Option<&Database>, loaded: Option<&Database>) -> Sources {
        let told = |database: &Database, name: Option<String>| Source {
            name: name.unwrap_or_else(|| "the file".to_owned()),
            games: database.games(),
        };
        let folder =
            |database: &Database| database.path().file_name().map(|name| name.to_string_lossy().into_owned());
        Sources {
            served: served.map(|database| told(database, folder(database))),
            loaded: loaded.map(|database| told(database, None)),
        }
    }
}
