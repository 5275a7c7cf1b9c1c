//! The columns of a group of rows.

use std::io::Write;

use parquet::data_type::Int64Type;
use parquet::errors::Result;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor};
use tabiya::Variant;
use tabiya_db::{Date, Facts, Speed};
use tabiya_pgn::GameResult;

use crate::column::date_number;
use crate::dictionary_column::{BooleanColumn, DictionaryColumn, PageCompression, Values};
use crate::move_texts::{NUMBERS, text_of};
use crate::schema::{ROWS_OF_A_PAGE, Table, row};
use crate::small_row::SmallRow;

/// The columns of rows of one input.
pub(crate) struct RowColumns<'a> {
    input: &'a str,
    schema: SchemaDescriptor,
    variants: DictionaryColumn,
    inputs: DictionaryColumn,
    plies: DictionaryColumn,
    moves: DictionaryColumn,
    first_visits: BooleanColumn,
    results: DictionaryColumn,
    white_elos: DictionaryColumn,
    black_elos: DictionaryColumn,
    dates: DictionaryColumn,
    speeds: DictionaryColumn,
}

const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
/// Plies and ratings have 16 bits.
const SHORT: u32 = 1 << 16;
/// Years have 12 bits, months 4 and days 5.
const DATES: u32 = 1 << 21;

impl RowColumns<'_> {
    pub(crate) fn new(input: &str) -> RowColumns<'_> {
        use PageCompression::{Uncompressed, Zstd};
        RowColumns {
            input,
            schema: SchemaDescriptor::new(Table::Rows.schema()),
            variants: DictionaryColumn::new(Variant::ALL.len() as u32, Uncompressed),
            inputs: DictionaryColumn::new(1, Uncompressed),
            // Compressed plies and results would save 3 bytes per game, but readers create a zstd context per compressed column.
            plies: DictionaryColumn::new(SHORT, Uncompressed),
            moves: DictionaryColumn::new(NUMBERS.into(), Zstd),
            first_visits: BooleanColumn::new(Zstd),
            results: DictionaryColumn::new(RESULTS.len() as u32, Uncompressed),
            white_elos: DictionaryColumn::new(SHORT, Uncompressed),
            black_elos: DictionaryColumn::new(SHORT, Uncompressed),
            dates: DictionaryColumn::new(DATES, Uncompressed),
            speeds: DictionaryColumn::new(Speed::ALL.len() as u32, Uncompressed),
        }
    }

    /// Adds a page to a group: rows with the facts of their games.
    pub(crate) fn page(&mut self, rows: &[SmallRow], facts: &[Facts]) -> Result<()> {
        let facts = facts.iter();
        self.variants.required(facts.clone().map(|facts| facts.variant as u32))?;
        self.inputs.required(rows.iter().map(|_| 0))?;
        self.plies.required(rows.iter().map(|row| row.ply.into()))?;
        let mv = |row: &SmallRow| Some(row.move_number().into()).filter(|number| *number > 0);
        self.moves.optional(rows.iter().map(mv))?;
        self.first_visits.required(rows.iter().map(SmallRow::is_first))?;
        self.results.required(facts.clone().map(|facts| facts.result as u32))?;
        self.white_elos.optional(facts.clone().map(|facts| facts.white_elo.map(u32::from)))?;
        self.black_elos.optional(facts.clone().map(|facts| facts.black_elo.map(u32::from)))?;
        self.dates.optional(facts.clone().map(|facts| date_bits(facts.date)))?;
        self.speeds.optional(facts.map(|facts| facts.speed.map(|speed| speed as u32)))
    }

    /// Writes a group from all pages added since the last one.
    pub(crate) fn end_group(
        &mut self,
        rows: &[SmallRow],
        writer: &mut SerializedFileWriter<impl Write + Send>,
    ) -> Result<()> {
        let mut group = writer.next_row_group()?;
        let to = &mut group;
        numbers(to, rows, |row| row.key)?;
        numbers(to, rows, |row| row.high)?;
        let variant = |number: u32| Variant::ALL[number as usize].to_string();
        self.variants.finish(to, self.column(row::VARIANT), &Values::Text(&variant))?;
        self.inputs.finish(to, self.column(row::INPUT), &Values::Text(&|_| self.input.to_owned()))?;
        numbers(to, rows, |row| row.game.into())?;
        self.plies.finish(to, self.column(row::PLY), &Values::Number(u32::cast_signed))?;
        let mv = |number: u32| text_of(number as u16).unwrap_or_default().to_owned();
        self.moves.finish(to, self.column(row::MOVE), &Values::Text(&mv))?;
        self.first_visits.finish(to, self.column(row::FIRST))?;
        let result = |number: u32| RESULTS[number as usize].to_string();
        self.results.finish(to, self.column(row::RESULT), &Values::Text(&result))?;
        self.white_elos.finish(to, self.column(row::RESULT + 1), &Values::Number(u32::cast_signed))?;
        self.black_elos.finish(to, self.column(row::RESULT + 2), &Values::Number(u32::cast_signed))?;
        self.dates.finish(to, self.column(row::RESULT + 3), &Values::Number(date_of_bits))?;
        let speed = |number: u32| Speed::ALL[number as usize].to_string();
        self.speeds.finish(to, self.column(row::RESULT + 4), &Values::Text(&speed))?;
        group.close().map(|_| ())
    }

    fn column(&self, index: usize) -> ColumnDescPtr {
        self.schema.column(index)
    }
}

/// Writes a column of mostly distinct numbers.
fn numbers(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    rows: &[SmallRow],
    number: impl Fn(&SmallRow) -> i64,
) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has another column");
    let mut page = Vec::with_capacity(ROWS_OF_A_PAGE);
    for rows in rows.chunks(ROWS_OF_A_PAGE) {
        page.clear();
        page.extend(rows.iter().map(&number));
        column.typed::<Int64Type>().write_batch(&page, None, None)?;
    }
    column.close()
}

/// A date as bits: year, month, day.
fn date_bits(date: Date) -> Option<u32> {
    let part = |part: Option<u8>| u32::from(part.unwrap_or(0));
    date.year().map(|year| u32::from(year) << 9 | part(date.month()) << 5 | part(date.day()))
}

fn date_of_bits(bits: u32) -> i32 {
    let part = |part: u32| Some(part as u8).filter(|part| *part > 0);
    let date = Date::new((bits >> 9) as u16, part(bits >> 5 & 0xf), part(bits & 0x1f));
    date.and_then(date_number).unwrap_or_default()
}
