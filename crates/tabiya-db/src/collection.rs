use std::fmt::Debug;

use tabiya::{AnyPosition, Move};

use crate::{Database, Explored, Facts, Filter, FoundGame, GameId, Result, StoredGame, Wanted};

/// Games that are asked by position, in whatever form they lie: a [`Database`], or another that counts as it does.
pub trait Collection: Debug + Send + Sync {
    /// How many games there are.
    fn games(&self) -> u64;

    /// What people call it.
    fn name(&self) -> Option<String>;

    /// What was played from a position, in all games that reached it by any order of moves.
    fn explore(&self, position: &AnyPosition, filter: &Filter, wanted: &Wanted) -> Result<Explored>;

    /// Gives the games that reached a position to a function, in the order of their numbers; no more than so many.
    fn each_found(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        most: usize,
        give: &mut dyn FnMut(FoundGame) -> Result<()>,
    ) -> Result<()>;

    /// The same games together.
    fn found_games(&self, position: &AnyPosition, filter: &Filter, most: usize) -> Result<Vec<FoundGame>> {
        let mut found = Vec::new();
        self.each_found(position, filter, most, &mut |game| {
            found.push(game);
            Ok(())
        })?;
        Ok(found)
    }

    /// A game with all that is known of it.
    fn game(&self, game: GameId) -> Result<StoredGame>;

    /// Who won, when, how strong.
    fn facts(&self, game: GameId) -> Result<Facts>;

    /// Every tag of a game, in the order it had them.
    fn tags(&self, game: GameId) -> Result<Vec<(String, String)>>;

    /// After how many half-moves a game first stood in a position.
    fn first_ply(&self, game: GameId, position: &AnyPosition) -> Result<Option<usize>> {
        let stored = self.game(game)?;
        let is_asked = |reached: &AnyPosition| {
            reached.variant() == position.variant() && reached.key_128() == position.key_128()
        };
        let mut reached = stored.start;
        for (ply, mv) in stored.moves.iter().enumerate() {
            if is_asked(&reached) {
                return Ok(Some(ply));
            }
            reached = reached.play_legal(*mv);
        }
        Ok(is_asked(&reached).then_some(stored.moves.len()))
    }

    /// How many games came to a position by these very moves, if that can be told quickly: of no more games than so many.
    fn by_this_road(
        &self,
        _start: &AnyPosition,
        _line: &[Move],
        _filter: &Filter,
        _most: usize,
    ) -> Result<Option<u64>> {
        Ok(None)
    }

    /// Takes over what was added meanwhile, where that can be done.
    fn refresh(&self) -> Result<bool> {
        Ok(false)
    }

    /// Somebody will ask for the facts and tags of these games: they may be fetched together.
    fn touch(&self, _games: &[GameId]) {}
}

impl Collection for Database {
    fn games(&self) -> u64 {
        self.games()
    }

    fn name(&self) -> Option<String> {
        self.path().file_name().map(|name| name.to_string_lossy().into_owned())
    }

    fn explore(&self, position: &AnyPosition, filter: &Filter, wanted: &Wanted) -> Result<Explored> {
        self.explore(position, filter, wanted)
    }

    fn each_found(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        most: usize,
        give: &mut dyn FnMut(FoundGame) -> Result<()>,
    ) -> Result<()> {
        self.find(position, filter, most)?.into_iter().try_for_each(|game| give(self.found(game, position)?))
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

    fn by_this_road(
        &self,
        start: &AnyPosition,
        line: &[Move],
        filter: &Filter,
        most: usize,
    ) -> Result<Option<u64>> {
        self.by_this_road(start, line, filter, most)
    }

    fn refresh(&self) -> Result<bool> {
        self.refresh()
    }

    fn touch(&self, games: &[GameId]) {
        self.state().touch(games.iter().copied());
    }
}
