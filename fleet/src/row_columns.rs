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
use crate::few_values::{Bits, FewValues, Meaning, Packing};
use crate::move_texts::{NUMBERS, text_of};
use crate::schema::{ROWS_OF_A_PAGE, Table, row};
use crate::small_row::SmallRow;

/// The columns of rows of one input.
pub(crate) struct RowColumns<'a> {
    input: &'a str,
    described: SchemaDescriptor,
    variants: FewValues,
    inputs: FewValues,
    plies: FewValues,
    moves: FewValues,
    first: Bits,
    results: FewValues,
    white_elos: FewValues,
    black_elos: FewValues,
    dates: FewValues,
    speeds: FewValues,
}

const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
/// Plies and ratings have 16 bits.
const SHORT: u32 = 1 << 16;
/// Years have 12 bits, months 4 and days 5.
const DATES: u32 = 1 << 21;

impl RowColumns<'_> {
    pub(crate) fn new(input: &str) -> RowColumns<'_> {
        use Packing::{Plain, Zstd};
        RowColumns {
            input,
            described: SchemaDescriptor::new(Table::Rows.schema()),
            variants: FewValues::new(Variant::ALL.len() as u32, Plain),
            inputs: FewValues::new(1, Plain),
            plies: FewValues::new(SHORT, Zstd),
            moves: FewValues::new(NUMBERS.into(), Zstd),
            first: Bits::new(Zstd),
            results: FewValues::new(RESULTS.len() as u32, Zstd),
            white_elos: FewValues::new(SHORT, Plain),
            black_elos: FewValues::new(SHORT, Plain),
            dates: FewValues::new(DATES, Plain),
            speeds: FewValues::new(Speed::ALL.len() as u32, Plain),
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
        self.first.required(rows.iter().map(SmallRow::is_first))?;
        self.results.required(facts.clone().map(|facts| facts.result as u32))?;
        self.white_elos.optional(facts.clone().map(|facts| facts.white_elo.map(u32::from)))?;
        self.black_elos.optional(facts.clone().map(|facts| facts.black_elo.map(u32::from)))?;
        self.dates.optional(facts.clone().map(|facts| packed_date(facts.date)))?;
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
        self.variants.finish(to, self.column(row::VARIANT), &Meaning::Text(&variant))?;
        self.inputs.finish(to, self.column(row::INPUT), &Meaning::Text(&|_| self.input.to_owned()))?;
        numbers(to, rows, |row| row.game.into())?;
        self.plies.finish(to, self.column(row::PLY), &Meaning::Number(u32::cast_signed))?;
        let mv = |number: u32| text_of(number as u16).unwrap_or_default().to_owned();
        self.moves.finish(to, self.column(row::MOVE), &Meaning::Text(&mv))?;
        self.first.finish(to, self.column(row::FIRST))?;
        let result = |number: u32| RESULTS[number as usize].to_string();
        self.results.finish(to, self.column(row::RESULT), &Meaning::Text(&result))?;
        self.white_elos.finish(to, self.column(row::RESULT + 1), &Meaning::Number(u32::cast_signed))?;
        self.black_elos.finish(to, self.column(row::RESULT + 2), &Meaning::Number(u32::cast_signed))?;
        self.dates.finish(to, self.column(row::RESULT + 3), &Meaning::Number(unpacked_date))?;
        let speed = |number: u32| Speed::ALL[number as usize].to_string();
        self.speeds.finish(to, self.column(row::RESULT + 4), &Meaning::Text(&speed))?;
        group.close().map(|_| ())
    }

    fn column(&self, index: usize) -> ColumnDescPtr {
        self.described.column(index)
    }
}

/// Writes a column of mostly distinct numbers.
fn numbers(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    rows: &[SmallRow],
    number: impl Fn(&SmallRow) -> i64,
) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has a column more");
    let mut page = Vec::with_capacity(ROWS_OF_A_PAGE);
    for rows in rows.chunks(ROWS_OF_A_PAGE) {
        page.clear();
        page.extend(rows.iter().map(&number));
        column.typed::<Int64Type>().write_batch(&page, None, None)?;
    }
    column.close()
}

/// A packed date.
fn packed_date(date: Date) -> Option<u32> {
    let part = |part: Option<u8>| u32::from(part.unwrap_or(0));
    date.year().map(|year| u32::from(year) << 9 | part(date.month()) << 5 | part(date.day()))
}

fn unpacked_date(bits: u32) -> i32 {
    let part = |part: u32| Some(part as u8).filter(|part| *part > 0);
    let date = Date::new((bits >> 9) as u16, part(bits >> 5 & 0xf), part(bits & 0x1f));
    date.and_then(date_number).unwrap_or_default()
}
