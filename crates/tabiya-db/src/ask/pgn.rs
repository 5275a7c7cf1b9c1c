use tabiya::AnyGame;
use tabiya_pgn::Export;

use super::StoredGame;

impl StoredGame {
    /// Returns the game as PGN with its tags and moves.
    ///
    /// ```
    /// use tabiya_db::{Database, GameId};
    ///
    /// let database = Database::temporary(&b"[White \"Anderssen\"]\n[Board \"1\"]\n\n1. e4 e5 2. f4 1-0"[..])?;
    /// let pgn = database.game(GameId(1))?.to_pgn();
    /// assert!(pgn.contains("[White \"Anderssen\"]\n") && pgn.contains("[Board \"1\"]\n"));
    /// assert!(pgn.ends_with("\n1. e4 e5 2. f4 1-0\n\n"));
    /// # Ok::<(), tabiya_db::DbError>(())
    /// ```
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let mut export = Export::new().result(self.facts.result);
        for (name, value) in &self.tags {
            export = export.tag(name, value);
        }
        let mut game = AnyGame::from(self.start);
        self.moves.iter().for_each(|mv| game.play_legal(*mv));
        export.any_to_string(&game)
    }
}
