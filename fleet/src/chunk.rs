//! Rows in memory: those of some games that follow each other, in parts, sorted and written.

use std::path::Path;
use std::sync::Mutex;
use std::thread;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::writer::SerializedFileWriter;
use tabiya_db::rows::{GameRows, Row};
use tabiya_db::{Facts, Result};

use crate::column::{constant, lasting, optional, required, variants, write_facts};
use crate::error::unwritable;
use crate::folder::{Folder, PartFile};
use crate::move_texts::{NUMBERS, number_of, text_of};
use crate::schema::Table;
use crate::summed::SummedFile;

/// A row, small. The game is counted from the first of the chunk.
#[derive(Clone, Copy, Debug)]
struct SmallRow {
    key: i64,
    high: i64,
    game: u32,
    ply: u16,
    /// The move, and the highest bit if it is the first thing the game did there.
    mv: u16,
}

const FIRST: u16 = NUMBERS;
/// Rows that are compressed and described together.
const ROW_GROUP: usize = 1 << 20;

/// Rows of some games.
#[derive(Debug)]
pub(crate) struct Chunk {
    number: u32,
    first_game: u64,
    facts: Vec<Facts>,
    parts: Vec<Vec<SmallRow>>,
    rows: usize,
}

impl Chunk {
    pub(crate) fn new(parts: u32) -> Chunk {
        Chunk {
            number: 0,
            first_game: 0,
            facts: Vec::new(),
            parts: vec![Vec::new(); parts as usize],
            rows: 0,
        }
    }

    pub(crate) fn push(&mut self, folder: &Folder, game: &GameRows<'_>) {
        let number = self.facts.len() as u32;
        self.facts.push(game.facts);
        self.rows += game.rows.len();
        for row in game.rows {
            let key = row.key.0 as u64;
            let small = SmallRow {
                key: key.cast_signed(),
                high: ((row.key.0 >> 64) as u64).cast_signed(),
                game: number,
                ply: row.ply,
                mv: move_number(row),
            };
            self.parts[folder.part_of(key) as usize].push(small);
        }
    }

    /// The bytes the rows take, about: vectors grow by doubling.
    pub(crate) fn size(&self) -> usize {
        2 * self.rows * size_of::<SmallRow>()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Writes all rows into a folder, a file a part, and goes on with the next chunk.
    pub(crate) fn write(&mut self, input: &str, staging: &Path, threads: usize) -> Result<Vec<PartFile>> {
        let mut parts = std::mem::take(&mut self.parts);
        let work = Mutex::new(parts.iter_mut().enumerate());
        let chunk = &*self;
        let written = thread::scope(|scope| {
            let worker = || -> Result<Vec<PartFile>> {
                let mut files = Vec::new();
                loop {
                    let next = work.lock().expect("no worker panics").next();
                    let Some((part, rows)) = next else { return Ok(files) };
                    if !rows.is_empty() {
                        files.push(chunk.write_part(input, part as u32, rows, staging)?);
                    }
                    rows.clear();
                }
            };
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
            let joined = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
            joined.collect::<Result<Vec<_>>>()
        })?;
        let mut files: Vec<PartFile> = written.into_iter().flatten().collect();
        files.sort_by_key(|file| file.part);
        self.parts = parts;
        self.first_game += self.facts.len() as u64;
        self.number += 1;
        self.rows = 0;
        self.facts.clear();
        Ok(files)
    }

    fn write_part(&self, input: &str, part: u32, rows: &mut [SmallRow], staging: &Path) -> Result<PartFile> {
        // Keys decide alone for most rows, and numbers alone are quickly sorted.
        rows.sort_unstable_by_key(|row| row.key);
        for alike in rows.chunk_by_mut(|a, b| a.key == b.key).filter(|alike| alike.len() > 1) {
            // Variants in the order of their names.
            let variant = |row: &SmallRow| self.facts[row.game as usize].variant as u8;
            alike.sort_unstable_by_key(|row| (row.high, variant(row), row.game, row.ply));
        }
        let path = staging.join(format!("{part:04}.{}.parquet", self.number));
        let file = SummedFile::create(&path)?;
        let table = Table::Rows;
        let written =
            SerializedFileWriter::new(file, table.schema(), table.properties()).and_then(|mut writer| {
                for rows in rows.chunks(ROW_GROUP) {
                    self.write_group(input, rows, &mut writer)?;
                }
                writer.into_inner()
            });
        let sum = written.map_err(unwritable(&path))?.finish(&path)?;
        Ok(PartFile { part, chunk: self.number, sum })
    }

    fn write_group(
        &self,
        input: &str,
        rows: &[SmallRow],
        writer: &mut SerializedFileWriter<SummedFile>,
    ) -> parquet::errors::Result<()> {
        let facts = rows.iter().map(|row| &self.facts[row.game as usize]);
        let mut group = writer.next_row_group()?;
        let group_ref = &mut group;
        required::<Int64Type>(group_ref, &all(rows, |row| row.key))?;
        required::<Int64Type>(group_ref, &all(rows, |row| row.high))?;
        required::<ByteArrayType>(group_ref, &variants(facts.clone()))?;
        constant::<ByteArrayType>(group_ref, &ByteArray::from(input), rows.len())?;
        required::<Int64Type>(group_ref, &all(rows, |row| (self.first_game + u64::from(row.game)) as i64))?;
        required::<Int32Type>(group_ref, &all(rows, |row| i32::from(row.ply)))?;
        let text = |row: &SmallRow| text_of(row.mv & !FIRST).map(lasting);
        optional::<ByteArrayType>(group_ref, rows.iter().map(text))?;
        required::<BoolType>(group_ref, &all(rows, |row| row.mv & FIRST != 0))?;
        write_facts(group_ref, facts)?;
        group.close().map(|_| ())
    }
}

fn move_number(row: &Row) -> u16 {
    let first = if row.is_first { FIRST } else { 0 };
    row.mv.map_or(0, number_of) | first
}

fn all<T>(rows: &[SmallRow], value: impl Fn(&SmallRow) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}
