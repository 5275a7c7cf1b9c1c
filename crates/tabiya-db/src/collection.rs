use std::fmt::Debug;

use tabiya::{AnyPosition, Move};

use crate::{Database, ExploreOptions, Explored, Facts, Filter, FoundGame, GameId, Result, StoredGame};

/// A collection of games queried by position: a [`Database`], or another store with the same statistics.
pub trait Collection: Debug + Send + Sync {
    /// The number of games.
    fn games(&self) -> u64;

    /// A name to display.
    fn name(&self) -> Option<String>;

    /// Returns statistics of a position over all games that reached it, by any move order.
    fn explore(&self, position: &AnyPosition, filter: &Filter, options: &ExploreOptions) -> Result<Explored>;

    /// Calls `visit` with the first `limit` games that reached a position, in the order of their numbers.
    fn each_found(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        limit: usize,
        visit: &mut dyn FnMut(FoundGame) -> Result<()>,
    ) -> Result<()>;

    /// Collects the games of [`each_found`](Collection::each_found).
    fn found_games(&self, position: &AnyPosition, filter: &Filter, limit: usize) -> Result<Vec<FoundGame>> {
        let mut found = Vec::new();
        self.each_found(position, filter, limit, &mut |game| {
            found.push(game);
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns a complete game.
    fn game(&self, game: GameId) -> Result<StoredGame>;

    /// Returns result, date, ratings and other indexed data of a game.
    fn facts(&self, game: GameId) -> Result<Facts>;

    /// Returns all tags of a game in their original order.
    fn tags(&self, game: GameId) -> Result<Vec<(String, String)>>;

    /// The first ply at which a game reached a position, if it did.
    fn first_ply(&self, game: GameId, position: &AnyPosition) -> Result<Option<usize>> {
        let stored = self.game(game)?;
        let is_reached = |reached: &AnyPosition| {
            reached.variant() == position.variant() && reached.key_128() == position.key_128()
        };
        let mut reached = stored.start;
        for (ply, mv) in stored.moves.iter().enumerate() {
            if is_reached(&reached) {
                return Ok(Some(ply));
            }
            reached = reached.play_legal(*mv);
        }
        Ok(is_reached(&reached).then_some(stored.moves.len()))
    }

    /// Counts the games that reached a position by exactly these moves. Returns `None` if that is not supported, or if more
    /// than `limit` games reached the position.
    fn games_by_move_order(
        &self,
        _start: &AnyPosition,
        _line: &[Move],
        _filter: &Filter,
        _limit: usize,
    ) -> Result<Option<u64>> {
        Ok(None)
    }

    /// Loads data added since it was opened, where supported; returns whether there was any.
    fn refresh(&self) -> Result<bool> {
        Ok(false)
    }

    /// Prefetches the facts and tags of games.
    fn prefetch(&self, _games: &[GameId]) {}
}

impl Collection for Database {
    fn games(&self) -> u64 {
        self.games()
    }

    fn name(&self) -> Option<String> {
        self.path().file_name().map(|name| name.to_string_lossy().into_owned())
    }

    fn explore(&self, position: &AnyPosition, filter: &Filter, options: &ExploreOptions) -> Result<Explored> {
        self.explore(position, filter, options)
    }

    fn each_found(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        limit: usize,
        visit: &mut dyn FnMut(FoundGame) -> Result<()>,
    ) -> Result<()> {
        self.find(position, filter, limit)?
            .into_iter()
            .try_for_each(|game| visit(self.found(game, position)?))
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

    fn first_ply(&self, game: GameId, position: &AnyPosition) -> Result<Option<usize>> {
        self.first_ply(game, position)
    }

    fn games_by_move_order(
        &self,
        start: &AnyPosition,
        line: &[Move],
        filter: &Filter,
        limit: usize,
    ) -> Result<Option<u64>> {
        self.games_by_move_order(start, line, filter, limit)
    }

    fn refresh(&self) -> Result<bool> {
        self.refresh()
    }

    fn prefetch(&self, games: &[GameId]) {
        self.state().prefetch(games.iter().copied());
    }
}
