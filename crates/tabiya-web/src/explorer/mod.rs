//! The Explorer: queries by position, with lichess' protocol and with the page's own.

mod page;
mod parameters;
mod query;
mod served;

pub(crate) use page::{ExploreRequest, OpenGameRequest};
pub(crate) use query::{Endpoint, Query};
pub(crate) use served::Explorer;

use serde::Serialize;
use tabiya_db::{Collection, GameId};

use crate::error::ApiError;

/// A game as PGN.
pub(crate) fn pgn(database: &dyn Collection, id: GameId) -> Result<String, ApiError> {
    database.game(id).map(|game| game.to_pgn()).map_err(|error| served::db_error(&error))
}

/// The databases of a page, and their numbers of games.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Sources {
    served: Option<Source>,
    loaded: Option<Source>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Source {
    name: String,
    games: u64,
}

impl Sources {
    pub(crate) fn new(served: Option<&dyn Collection>, loaded: Option<&dyn Collection>) -> Sources {
        let response = |database: &dyn Collection, name: Option<String>| Source {
            name: name.unwrap_or_else(|| "the file".to_owned()),
            games: database.games(),
        };
        Sources {
            served: served.map(|database| response(database, database.name())),
            loaded: loaded.map(|database| response(database, None)),
        }
    }
}

#[cfg(all(test, feature = "server"))]
pub(crate) fn add_wire_types(types: &mut crate::wire_types::WireTypes) {
    types.add::<Sources>();
    types.add::<page::OpenGameResponse>();
}
