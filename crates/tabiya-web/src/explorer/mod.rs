//! Questions about games by position: as clients of lichess' explorer ask them, and as the page does.

mod parameters;
mod query;
mod served;

pub(crate) use query::{Endpoint, Query};
pub(crate) use served::Explorer;

use tabiya_db::{Database, GameId};

use crate::refusal::Refusal;

/// A game as PGN.
pub(crate) fn pgn(database: &Database, id: GameId) -> Result<String, Refusal> {
    database.game(id).map(|game| game.to_pgn()).map_err(|error| served::refused(&error))
}
