//! Checks that an engine's tables are consistent: after the loss of an executor, Ballista can return rows twice without an error.

use std::cmp::Ordering;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use tabiya_db::{DbError, Result};

use super::results::inconsistent;
use crate::error::other;
use crate::schema::Table;

/// Running totals of a table.
#[derive(Debug)]
pub(super) struct Totals {
    table: Table,
    /// The maximum number of games per list.
    list_length: i64,
    last: Option<Line>,
    sums: Sums,
}

/// The totals that must be equal in all tables of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    positions: u64,
    games: i64,
    top: i64,
    recent: i64,
}

/// The key of a line; lines are sorted by it.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Line {
    position: (i64, i64, String),
    mv: Option<String>,
    game: Option<i64>,
}

impl Totals {
    pub(super) fn new(table: Table, list_length: usize) -> Totals {
        let list_length = i64::try_from(list_length).unwrap_or(i64::MAX);
        Totals { table, list_length, last: None, sums: Sums::default() }
    }

    /// Adds the next lines.
    pub(super) fn add(&mut self, batch: &RecordBatch) -> Result<()> {
        let number = |name: &str| column(batch, name, &DataType::Int64);
        let text = |name: &str| column(batch, name, &DataType::Utf8);
        let (key, high, variant) = (number("key")?, number("high")?, text("variant")?);
        let mv = if self.table == Table::Moves { Some(text("move")?) } else { None };
        let game = if self.table == Table::Lists { Some(number("number")?) } else { None };
        let value = |of: &ArrayRef, row: usize| of.as_primitive::<Int64Type>().value(row);
        let text_at = |of: &ArrayRef, row: usize| of.as_string::<i32>().value(row).to_owned();
        for row in 0..batch.num_rows() {
            let line = Line {
                position: (value(&key, row), value(&high, row), text_at(&variant, row)),
                mv: mv.as_ref().filter(|mv| mv.is_valid(row)).map(|mv| text_at(mv, row)),
                game: game.as_ref().map(|game| value(game, row)),
            };
            let is_new = match &self.last {
                Some(last) if last.cmp(&line) != Ordering::Less => return Err(self.inconsistent()),
                Some(last) => last.position != line.position,
                None => true,
            };
            self.sums.positions += u64::from(is_new);
            self.last = Some(line);
        }
        let sum = |name: &str| -> Result<i64> {
            Ok(number(name)?.as_primitive::<Int64Type>().iter().flatten().fold(0, i64::saturating_add))
        };
        match self.table {
            Table::Selected => {
                let games = number("games")?;
                let listed = games
                    .as_primitive::<Int64Type>()
                    .iter()
                    .flatten()
                    .map(|games| games.min(self.list_length));
                let listed: i64 = listed.sum();
                self.sums.games += sum("games")?;
                self.sums.top += listed;
                self.sums.recent += listed;
            }
            Table::Moves => {
                for result in ["white", "draws", "black", "unknown"] {
                    self.sums.games += sum(result)? - sum(&format!("{result}_again"))?;
                }
            }
            _ => {
                let ranks = |name: &str| -> Result<i64> {
                    let ranks = number(name)?;
                    Ok((ranks.len() - ranks.null_count()) as i64)
                };
                self.sums.top += ranks("top")?;
                self.sums.recent += ranks("recent")?;
            }
        }
        Ok(())
    }

    /// Rejects results that do not have each selected position exactly once.
    pub(super) fn check(&self, selected: &Totals) -> Result<()> {
        let expected = match self.table {
            Table::Moves => Sums { top: 0, recent: 0, ..selected.sums },
            // Empty lists have no positions.
            _ if self.list_length == 0 => Sums::default(),
            _ => Sums { games: 0, ..selected.sums },
        };
        if self.sums == expected { Ok(()) } else { Err(self.inconsistent()) }
    }

    fn inconsistent(&self) -> DbError {
        inconsistent(&format!("results ({})", self.table.name()))
    }
}

fn column(batch: &RecordBatch, name: &str, kind: &DataType) -> Result<ArrayRef> {
    let column = batch.column_by_name(name);
    let column = column.ok_or_else(|| other(format!("the engine's result has no column `{name}`")))?;
    cast(column, kind).map_err(|error| other(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::array::{Int64Array, StringArray};

    use super::*;

    type Column<'a> = (&'a str, ArrayRef);

    fn numbers(values: &[Option<i64>]) -> ArrayRef {
        Arc::new(values.iter().copied().collect::<Int64Array>())
    }

    fn of(keys: &[i64], more: Vec<Column<'_>>) -> RecordBatch {
        let key: ArrayRef = Arc::new(Int64Array::from(keys.to_vec()));
        let variant: ArrayRef = Arc::new(StringArray::from(vec!["chess"; keys.len()]));
        let first = vec![("key", Arc::clone(&key)), ("high", key), ("variant", variant)];
        RecordBatch::try_from_iter(first.into_iter().chain(more)).unwrap()
    }

    fn selected(keys: &[i64], games: &[i64]) -> RecordBatch {
        of(keys, vec![("games", Arc::new(Int64Array::from(games.to_vec())))])
    }

    fn moves(keys: &[i64], mv: &[Option<&str>], white: &[i64], again: &[i64]) -> RecordBatch {
        let counts = |values: &[i64]| -> ArrayRef { Arc::new(Int64Array::from(values.to_vec())) };
        let none = vec![0; keys.len()];
        let mut columns: Vec<Column<'_>> = vec![("move", Arc::new(StringArray::from(mv.to_vec())))];
        columns.extend([("white", counts(white)), ("white_again", counts(again))]);
        for name in ["draws", "draws_again", "black", "black_again", "unknown", "unknown_again"] {
            columns.push((name, counts(&none)));
        }
        of(keys, columns)
    }

    fn lists(keys: &[i64], games: &[i64], top: &[Option<i64>], recent: &[Option<i64>]) -> RecordBatch {
        let number: ArrayRef = Arc::new(Int64Array::from(games.to_vec()));
        of(keys, vec![("number", number), ("top", numbers(top)), ("recent", numbers(recent))])
    }

    /// The totals of some results; lists have two games.
    fn totals(table: Table, batches: &[RecordBatch]) -> Result<Totals> {
        let mut totals = Totals::new(table, 2);
        batches.iter().try_for_each(|batch| totals.add(batch))?;
        Ok(totals)
    }

    #[test]
    fn consistent_tables_are_accepted() {
        let selection = totals(Table::Selected, &[selected(&[-1, 5], &[4, 1])]).unwrap();
        // A game that reached the second position twice.
        let (first, second) = (
            moves(&[-1, -1], &[None, Some("e2e4")], &[1, 3], &[0, 0]),
            moves(&[5, 5], &[Some("a2a3"), Some("a2a4")], &[1, 1], &[0, 1]),
        );
        totals(Table::Moves, &[first, second]).unwrap().check(&selection).unwrap();
        let (one, two) = (Some(1), Some(2));
        let listed = lists(&[-1, -1, -1, 5], &[1, 2, 9, 3], &[one, None, two, one], &[None, one, two, one]);
        totals(Table::Lists, &[listed]).unwrap().check(&selection).unwrap();
    }

    #[test]
    fn repeated_and_missing_lines_are_rejected() {
        let inconsistent =
            |error: DbError| assert!(error.to_string().contains("inconsistent results"), "{error}");
        let once = selected(&[-1, 5], &[4, 1]);
        inconsistent(totals(Table::Selected, &[once.clone(), once.clone()]).unwrap_err());
        inconsistent(totals(Table::Selected, &[selected(&[5, 5], &[4, 4])]).unwrap_err());
        let selection = totals(Table::Selected, &[once]).unwrap();
        let mv = [Some("e2e4"), Some("a2a3")];
        // Doubled games, a missing position, a repeated line.
        inconsistent(
            totals(Table::Moves, &[moves(&[-1, 5], &mv, &[8, 2], &[0, 0])])
                .unwrap()
                .check(&selection)
                .unwrap_err(),
        );
        inconsistent(
            totals(Table::Moves, &[moves(&[-1], &mv[..1], &[5], &[0])])
                .unwrap()
                .check(&selection)
                .unwrap_err(),
        );
        inconsistent(totals(Table::Moves, &[moves(&[5, 5], &[mv[1]; 2], &[4, 1], &[0, 0])]).unwrap_err());
        let one = [Some(1)];
        inconsistent(
            totals(Table::Lists, &[lists(&[-1], &[1], &one, &one)]).unwrap().check(&selection).unwrap_err(),
        );
        inconsistent(totals(Table::Lists, &[lists(&[5, 5], &[1, 1], &[None; 2], &[None; 2])]).unwrap_err());
    }
}
