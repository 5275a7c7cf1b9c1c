use serde::Serialize;
use tabiya::AnyPosition;

use crate::{Database, Facts, GameId, Result};

/// A game in a list of games that reached a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct FoundGame {
    /// Its number in the database.
    pub game: u64,
    /// The first ply at which it reached the position.
    pub ply: usize,
    /// The white player.
    pub white: Option<String>,
    /// The black player.
    pub black: Option<String>,
    /// The result in PGN notation.
    pub result: String,
    /// The `Date` tag.
    pub date: Option<String>,
    /// The `Event` tag.
    pub event: Option<String>,
}

impl Database {
    /// Returns the list entry for a game found by [`find`](Database::find).
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    /// use tabiya_db::{Database, Filter};
    ///
    /// let database = Database::temporary(&b"[White \"Ann\"]\n\n1. e4 e5 1-0"[..])?;
    /// let position = AnyPosition::start(Variant::Chess).play_san("e4")?;
    /// let games = database.find(&position, &Filter::default(), 10)?;
    /// let found = database.found(games[0], &position)?;
    /// assert_eq!((found.white.as_deref(), found.ply, found.result.as_str()), (Some("Ann"), 1, "1-0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found(&self, game: GameId, position: &AnyPosition) -> Result<FoundGame> {
        let ply = self.first_ply(game, position)?.unwrap_or_default();
        Ok(FoundGame::new(game, ply, &self.tags(game)?, &self.facts(game)?))
    }
}

impl FoundGame {
    /// Creates an entry from tags and facts.
    #[must_use]
    pub fn new(game: GameId, ply: usize, tags: &[(String, String)], facts: &Facts) -> FoundGame {
        let tag = |tag_name: &str| tag(tags, tag_name).map(str::to_owned);
        FoundGame {
            game: game.0,
            ply,
            white: tag("White"),
            black: tag("Black"),
            result: facts.result.to_string(),
            date: tag("Date"),
            event: tag("Event"),
        }
    }
}

/// The value of the first tag with this name, ignoring case.
pub(crate) fn tag<'a>(tags: &'a [(String, String)], tag_name: &str) -> Option<&'a str> {
    tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(tag_name)).map(|(_, value)| value.as_str())
}
