//! Rows in memory: those of some games that follow each other, in parts, sorted and written.

use std::path::Path;
use std::sync::Mutex;
use std::thread;

use parquet::file::writer::SerializedFileWriter;
use tabiya_db::rows::GameRows;
use tabiya_db::{Facts, Result};

use crate::error::unwritable;
use crate::folder::{Folder, PartFile};
use crate::row_columns::RowColumns;
use crate::schema::{ROW_GROUP, Table};
use crate::small_row::{SmallRow, sort_by_key};
use crate::summed::SummedFile;

/// Rows of some games.
#[derive(Debug)]
pub(crate) struct Chunk {
    number: u32,
    first_game: u64,
    facts: Vec<Facts>,
    /// Whether not all games are of the same variant.
    has_variants: bool,
    parts: Vec<Vec<SmallRow>>,
    parts_bits: u32,
    rows: usize,
}

impl Chunk {
    pub(crate) fn new(parts: u32) -> Chunk {
        Chunk {
            number: 0,
            first_game: 0,
            facts: Vec::new(),
            has_variants: false,
            parts: vec![Vec::new(); parts as usize],
            parts_bits: parts.trailing_zeros(),
            rows: 0,
        }
    }

    pub(crate) fn push(&mut self, folder: &Folder, game: &GameRows<'_>) {
        let number = self.facts.len() as u32;
        self.has_variants |= self.facts.last().is_some_and(|last| last.variant != game.facts.variant);
        self.facts.push(game.facts);
        self.rows += game.rows.len();
        for row in game.rows {
            self.parts[folder.part_of(row.key.0 as u64) as usize].push(SmallRow::new(number, row));
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
                let (mut files, mut columns, mut room) = (Vec::new(), RowColumns::new(input), Vec::new());
                loop {
                    let next = work.lock().expect("no worker panics").next();
                    let Some((part, rows)) = next else { return Ok(files) };
                    if !rows.is_empty() {
                        chunk.sort(rows, &mut room);
                        files.push(chunk.write_part(part as u32, rows, &mut columns, staging)?);
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
        self.has_variants = false;
        Ok(files)
    }

    /// Sorts the rows of a part, which change places with those of `room`.
    fn sort(&self, rows: &mut Vec<SmallRow>, room: &mut Vec<SmallRow>) {
        sort_by_key(rows, self.parts_bits, room);
        for alike in rows.chunk_by_mut(|a, b| a.key == b.key).filter(|alike| alike.len() > 1) {
            // Games and plies came in their order. Variants in the order of their names.
            let place = |row: &SmallRow| (row.high, self.facts[row.game as usize].variant as u8);
            if self.has_variants || alike.iter().any(|row| row.high != alike[0].high) {
                alike.sort_by_key(place);
            }
        }
    }

    fn write_part(
        &self,
        part: u32,
        rows: &[SmallRow],
        columns: &mut RowColumns<'_>,
        staging: &Path,
    ) -> Result<PartFile> {
        let path = staging.join(format!("{part:04}.{}.parquet", self.number));
        let file = SummedFile::create(&path)?;
        let table = Table::Rows;
        let written =
            SerializedFileWriter::new(file, table.schema(), table.properties()).and_then(|mut writer| {
                for rows in rows.chunks(ROW_GROUP) {
                    columns.write(rows, self.first_game, &self.facts, &mut writer)?;
                }
                writer.into_inner()
            });
        let sum = written.map_err(unwritable(&path))?.finish(&path)?;
        Ok(PartFile { part, chunk: self.number, sum })
    }
}
