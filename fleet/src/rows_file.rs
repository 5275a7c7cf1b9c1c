//! The rows of a position in one file.

use std::path::Path;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::statistics::Statistics;
use tabiya::{Key128, Variant};
use tabiya_db::Facts;

use crate::column::{Opened, read, read_optional};
use crate::error::unreadable;
use crate::games::facts;
use crate::schema::row;

/// One game's move in the queried position.
#[derive(Clone, Debug)]
pub(crate) struct FoundRow {
    /// The number of the game in its input, from 0.
    pub(crate) game: u64,
    pub(crate) ply: usize,
    pub(crate) mv: Option<ByteArray>,
    pub(crate) is_first: bool,
    pub(crate) facts: Facts,
}

/// A position as stored in rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowKey {
    pub(crate) key: i64,
    pub(crate) high: i64,
    pub(crate) variant: Variant,
}

impl RowKey {
    pub(crate) fn new(key: Key128, variant: Variant) -> RowKey {
        RowKey { key: (key.0 as u64).cast_signed(), high: ((key.0 >> 64) as u64).cast_signed(), variant }
    }
}

/// The maximum number of rows in memory; the start position has one per game.
const BATCH: usize = 1 << 16;

/// Calls a function with the rows of a position, by game and ply, until it breaks.
pub(crate) fn each_row(
    path: &Path,
    file: &Opened,
    key: RowKey,
    visit: &mut impl FnMut(FoundRow) -> tabiya_db::Result<bool>,
) -> tabiya_db::Result<bool> {
    each_group(path, file, key, &mut |reader, range| {
        for start in range.clone().step_by(BATCH) {
            let count = BATCH.min(range.end - start);
            for row in batch(reader, start, count, key.variant).map_err(unreadable(path))? {
                if !visit(row)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    })
}

/// Calls a function with the lines of a position in each group that has some, until it breaks. All tables sorted by position
/// have it in their first columns.
pub(crate) fn each_group(
    path: &Path,
    file: &Opened,
    key: RowKey,
    visit: &mut impl FnMut(&dyn RowGroupReader, std::ops::Range<usize>) -> tabiya_db::Result<bool>,
) -> tabiya_db::Result<bool> {
    for group in 0..file.metadata().num_row_groups() {
        let Some((from, to)) = candidates(file.metadata(), group, key.key) else { continue };
        let reader = file.get_row_group(group).map_err(unreadable(path))?;
        let range = narrow(&*reader, key, from, to).map_err(unreadable(path))?;
        if !range.is_empty() && !visit(&*reader, range)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The rows of a group in pages that may contain the key, by their statistics.
fn candidates(metadata: &ParquetMetaData, group: usize, key: i64) -> Option<(usize, usize)> {
    let rows = metadata.row_group(group).num_rows() as usize;
    if let Some(Statistics::Int64(statistics)) = metadata.row_group(group).column(row::KEY).statistics()
        && let (Some(low), Some(high)) = (statistics.min_opt(), statistics.max_opt())
        && !(*low..=*high).contains(&key)
    {
        return None;
    }
    let index = metadata.column_index().and_then(|all| all.get(group)?.get(row::KEY));
    let pages = metadata.offset_index().and_then(|all| all.get(group)?.get(row::KEY));
    let (Some(ColumnIndexMetaData::INT64(index)), Some(pages)) = (index, pages) else {
        return Some((0, rows));
    };
    let pages = pages.page_locations();
    let first = index.max_values().partition_point(|high| *high < key);
    let after = index.min_values().partition_point(|low| *low <= key);
    let row_of = |page: usize| pages.get(page).map_or(rows, |page| page.first_row_index as usize);
    (first < after).then(|| (row_of(first), row_of(after)))
}

/// The rows of the position, which are consecutive.
fn narrow(
    group: &dyn RowGroupReader,
    row_key: RowKey,
    from: usize,
    to: usize,
) -> Result<std::ops::Range<usize>> {
    let (from, to) =
        equal(from, &read::<Int64Type>(group, row::KEY, from, to - from)?, |key| key.cmp(&row_key.key));
    let (from, to) =
        equal(from, &read::<Int64Type>(group, row::HIGH, from, to - from)?, |high| high.cmp(&row_key.high));
    let variant = row_key.variant.to_string();
    let variants = read::<ByteArrayType>(group, row::VARIANT, from, to - from)?;
    let (from, to) = equal(from, &variants, |found| found.data().cmp(variant.as_bytes()));
    Ok(from..to)
}

fn equal<T>(from: usize, sorted: &[T], compare: impl Fn(&T) -> std::cmp::Ordering) -> (usize, usize) {
    let first = sorted.partition_point(|value| compare(value).is_lt());
    let after = sorted.partition_point(|value| compare(value).is_le());
    (from + first, from + after)
}

fn batch(group: &dyn RowGroupReader, from: usize, count: usize, variant: Variant) -> Result<Vec<FoundRow>> {
    let games = read::<Int64Type>(group, row::GAME, from, count)?;
    let plies = read::<Int32Type>(group, row::PLY, from, count)?;
    let moves = read_optional::<ByteArrayType>(group, row::MOVE, from, count)?;
    let first = read::<BoolType>(group, row::FIRST, from, count)?;
    let facts = facts(group, row::RESULT, from, count)?;
    let negative = |_| ParquetError::General("a number is negative".to_owned());
    let rows = games.into_iter().zip(plies).zip(moves).zip(first).zip(facts);
    rows.map(|((((game, ply), mv), is_first), facts)| {
        Ok(FoundRow {
            game: u64::try_from(game).map_err(negative)?,
            ply: usize::try_from(ply).map_err(negative)?,
            mv,
            is_first,
            facts: Facts { variant, ..facts },
        })
    })
    .collect()
}
