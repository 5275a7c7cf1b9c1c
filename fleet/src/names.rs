//! Filters by names, evaluated on the table of games.

use std::collections::HashSet;

use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::reader::FileReader;
use tabiya_db::filter::Names;
use tabiya_db::{Filter, Result};

use crate::column::{read_optional, text};
use crate::error::unreadable;
use crate::games::GamesFile;
use crate::schema::game::{BLACK, ECO, EVENT, WHITE};

/// White, Black, event and ECO code of a game.
type Texts<'a> = [Option<&'a str>; 4];

/// The distinct names of a collection.
#[derive(Debug, Default)]
pub(crate) struct DistinctNames {
    players: HashSet<String>,
    events: HashSet<String>,
}

impl DistinctNames {
    /// Collects the names of an input.
    pub(crate) fn collect(&mut self, input: &GamesFile<'_>) -> Result<()> {
        let insert = |names: &mut HashSet<String>, name: Option<&str>| {
            if let Some(name) = name.filter(|name| !names.contains(*name)) {
                names.insert(name.to_owned());
            }
        };
        each_game(input, |[white, black, event, _]| {
            insert(&mut self.players, white);
            insert(&mut self.players, black);
            insert(&mut self.events, event);
        })
    }

    /// Compiles a filter.
    pub(crate) fn compile(&self, filter: &Filter) -> Names {
        let list = |names: &HashSet<String>| names.iter().cloned().collect::<Vec<String>>();
        Names::new(filter, &list(&self.players), &list(&self.events))
    }
}

/// Whether each game of an input passes.
pub(crate) fn admitted(input: &GamesFile<'_>, names: &Names) -> Result<Vec<bool>> {
    let mut admitted = Vec::new();
    each_game(input, |[white, black, event, eco]| admitted.push(names.admits(white, black, event, eco)))?;
    Ok(admitted)
}

fn each_game(input: &GamesFile<'_>, mut visit: impl FnMut(Texts<'_>)) -> Result<()> {
    let metadata = input.file.metadata();
    for group in 0..metadata.num_row_groups() {
        let rows = metadata.row_group(group).num_rows() as usize;
        let read_group = || -> parquet::errors::Result<[Vec<Option<ByteArray>>; 4]> {
            let reader = input.file.get_row_group(group)?;
            let column = |column| read_optional::<ByteArrayType>(&*reader, column, 0, rows);
            Ok([column(WHITE)?, column(BLACK)?, column(EVENT)?, column(ECO)?])
        };
        let columns = read_group().map_err(unreadable(input.path))?;
        for row in 0..rows {
            let mut texts: Texts<'_> = [None; 4];
            for (value, column) in texts.iter_mut().zip(&columns) {
                *value = column[row].as_ref().map(text).transpose().map_err(unreadable(input.path))?;
            }
            visit(texts);
        }
    }
    Ok(())
}
