//! Reading and writing columns.

use std::io::Write;
use std::sync::OnceLock;

use bytes::Bytes;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::RowGroupReader;
use parquet::file::writer::SerializedRowGroupWriter;
use tabiya_db::{Date, Facts};

use crate::shared_file::SharedFile;

/// Writes the next column.
pub(crate) fn required<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
) -> Result<()> {
    write::<T>(group, values, None)
}

/// Writes the next column, with nulls.
pub(crate) fn optional<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<()> {
    let (mut present, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        levels.push(i16::from(value.is_some()));
        present.extend(value);
    }
    write::<T>(group, &present, Some(&levels))
}

/// Writes the next column, a constant, without a copy per row.
pub(crate) fn constant<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    value: &T::T,
    rows: usize,
) -> Result<()> {
    let values = vec![value.clone(); rows.min(1 << 12)];
    let mut column = group.next_column()?.expect("the schema has another column");
    for from in (0..rows).step_by(1 << 12) {
        column.typed::<T>().write_batch(&values[..(rows - from).min(1 << 12)], None, None)?;
    }
    column.close()
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has another column");
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

/// The columns of a game's facts, common to both tables.
pub(crate) fn write_facts<'a>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    facts: impl Iterator<Item = &'a Facts> + Clone,
) -> Result<()> {
    let result = |facts: &Facts| static_value(&RESULTS, facts.result as usize, facts.result);
    required::<ByteArrayType>(group, &facts.clone().map(result).collect::<Vec<_>>())?;
    optional::<Int32Type>(group, facts.clone().map(|facts| facts.white_elo.map(i32::from)))?;
    optional::<Int32Type>(group, facts.clone().map(|facts| facts.black_elo.map(i32::from)))?;
    optional::<Int32Type>(group, facts.clone().map(|facts| date_number(facts.date)))?;
    let speed = |facts: &Facts| facts.speed.map(|speed| static_value(&SPEEDS, speed as usize, speed));
    optional::<ByteArrayType>(group, facts.map(speed))
}

/// The column of variants.
pub(crate) fn variants<'a>(facts: impl Iterator<Item = &'a Facts>) -> Vec<ByteArray> {
    facts.map(|facts| static_value(&VARIANTS, facts.variant as usize, facts.variant)).collect()
}

/// The texts of a few different values, each created once.
type Texts = [OnceLock<String>; 8];
static RESULTS: Texts = [const { OnceLock::new() }; 8];
static SPEEDS: Texts = [const { OnceLock::new() }; 8];
static VARIANTS: Texts = [const { OnceLock::new() }; 8];

fn static_value(texts: &'static Texts, index: usize, value: impl ToString) -> ByteArray {
    static_bytes(texts[index].get_or_init(|| value.to_string()))
}

/// A static text: no reference counting, which matters for a value per row.
fn static_bytes(text: &'static str) -> ByteArray {
    ByteArray::from(Bytes::from_static(text.as_bytes()))
}

/// As `20190531`; unknown parts are zeros.
pub(crate) fn date_number(date: Date) -> Option<i32> {
    let part = |part: Option<u8>| i32::from(part.unwrap_or(0));
    date.year().map(|year| i32::from(year) * 10_000 + part(date.month()) * 100 + part(date.day()))
}

pub(crate) fn date_of(number: i32) -> Option<Date> {
    let part = |number: i32| u8::try_from(number % 100).ok().filter(|part| *part > 0);
    Date::new(u16::try_from(number / 10_000).ok()?, part(number / 100), part(number))
}

/// The date of a column's value.
pub(crate) fn date(number: Option<i32>) -> Result<Date> {
    let Some(number) = number else { return Ok(Date::default()) };
    date_of(number).ok_or_else(|| ParquetError::General(format!("{number} is not a date")))
}

/// Reads some rows of a column.
pub(crate) fn read<T: DataType>(
    group: &dyn RowGroupReader,
    column: usize,
    from: usize,
    count: usize,
) -> Result<Vec<T::T>> {
    Ok(read_levels::<T>(group, column, from, count)?.0)
}

/// Reads some rows of a column with nulls.
pub(crate) fn read_optional<T: DataType>(
    group: &dyn RowGroupReader,
    column: usize,
    from: usize,
    count: usize,
) -> Result<Vec<Option<T::T>>> {
    let (values, levels) = read_levels::<T>(group, column, from, count)?;
    let mut values = values.into_iter();
    Ok(levels.into_iter().map(|level| if level > 0 { values.next() } else { None }).collect())
}

fn read_levels<T: DataType>(
    group: &dyn RowGroupReader,
    column: usize,
    from: usize,
    count: usize,
) -> Result<(Vec<T::T>, Vec<i16>)> {
    let mut reader = get_typed_column_reader::<T>(group.get_column_reader(column)?);
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    let skipped = reader.skip_records(from)?;
    let (read, ..) = reader.read_records(count, Some(&mut levels), None, &mut values)?;
    if (skipped, read) == (from, count) {
        Ok((values, levels))
    } else {
        Err(ParquetError::EOF(format!("column {column} has fewer rows than it should have")))
    }
}

/// The text of a value.
pub(crate) fn text(bytes: &ByteArray) -> Result<&str> {
    bytes.as_utf8()
}

/// Parses a value.
pub(crate) fn parsed<T: std::str::FromStr>(bytes: &ByteArray) -> Result<T> {
    let text = text(bytes)?;
    text.parse()
        .map_err(|_| ParquetError::General(format!("`{}` is not a valid value", tabiya::printable(text))))
}

/// An open Parquet file.
pub(crate) type Opened = parquet::file::serialized_reader::SerializedFileReader<SharedFile>;
