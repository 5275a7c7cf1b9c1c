use tabiya::Rules;
use tabiya_table::Table;

use crate::error::ApiError;

/// A transposition table and its game: two games share keys, but not scores.
#[derive(Debug)]
pub(crate) struct GameTable {
    table: Table,
    game: &'static str,
}

impl GameTable {
    /// An empty table, if there is enough memory.
    pub(crate) fn new(mebibytes: usize) -> Result<GameTable, ApiError> {
        let table = Table::new(mebibytes).map_err(|_| GameTable::out_of_memory())?;
        Ok(GameTable { table, game: "" })
    }

    pub(super) fn out_of_memory() -> ApiError {
        ApiError::busy(503, "not enough memory for the hash table; choose a smaller one", 5)
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.table.clear(1);
    }

    /// The table, cleared if its entries belong to another game.
    pub(super) fn of<R: Rules>(&mut self) -> &mut Table {
        if self.game != R::NAME {
            self.clear();
            self.game = R::NAME;
        }
        &mut self.table
    }
}
