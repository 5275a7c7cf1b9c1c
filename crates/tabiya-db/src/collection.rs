use tabiya::AnyPosition;

use crate::{Database, Explored, Facts, Filter, FoundGame, GameId, Result, StoredGame, Wanted};

/// Games that are asked by position, in whatever form they lie: a [`Database`], or another that counts as it does.
pub trait Collection {
    /// What was played from a position, in all games that reached it by any order of moves.
    fn explore(&self, position: &AnyPosition, filter: &Filter, wanted: &Wanted) -> Result<Explored>;

    /// The games that reached a position, in the order of their numbers; no more than so many.
    fn found_games(&self, position: &AnyPosition, filter: &Filter, most: usize) -> Result<Vec<FoundGame>>;

    /// A game with all that is known of it.
    fn game(&self, game: GameId) -> Result<StoredGame>;

    /// Who won, when, how strong.
    fn facts(&self, game: GameId) -> Result<Facts>;

    /// Every tag of a game, in the order it had them.
    fn tags(&self, game: GameId) -> Result<Vec<(String, String)>>;

    /// Somebody will ask for the facts and tags of these games: they may be fetched together.
    fn touch(&self, _games: &[GameId]) {}
}

impl Collection for Database {
    fn explore(&self, position: &AnyPosition, filter: &Filter, wanted: &Wanted) -> Result<Explored> {
        self.explore(position, filter, wanted)
    }

    fn found_games(&self, position: &AnyPosition, filter: &Filter, most: usize) -> Result<Vec<FoundGame>> {
        self.find(position, filter, most)?.into_iter().map(|game| self.found(game, position)).collect()
    }

    fn game(&self, game: GameId) -> Result<StoredGame> {
        self.game(game)
    }

    fn facts(&self, game: GameId) -> Result<Facts> {
        self.facts(game)
    }

    fn tags(&self, game: GameId) -> Result<Vec<(String, String)>> {
        self.tags(game)
    }

    fn touch(&self, games: &[GameId]) {
        self.state().touch(games.iter().copied());
    }
}
