use tabiya::Rules;
use tabiya_table::Table;

use crate::error::ApiError;

/// A table and the game whose positions it knows: two games share keys, but not scores.
#[derive(Debug)]
pub(crate) struct GameTable {
    table: Table,
    game: &'static str,
}

impl GameTable {
    /// An empty table, if there is memory for it.
    pub(crate) fn new(mebibytes: usize) -> Result<GameTable, ApiError> {
        let table = Table::new(mebibytes).map_err(|_| GameTable::out_of_memory())?;
        Ok(GameTable { table, game: "" })
    }

    pub(super) fn out_of_memory() -> ApiError {
        ApiError::busy(503, "there is no memory for the engine's table; ask for less", 5)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear(1);
    }

    /// The table, which knows nothing of games but this one.
    pub(super) fn of<R: Rules>(&mut self) -> &mut Table {
        if self.game != R::NAME {
            self.clear();
            self.game = R::NAME;
        }
        &mut self.table
    }
}
