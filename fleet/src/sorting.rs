//! Sorts the rows of an input by part: in memory if they fit, otherwise with an external merge sort.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tabiya_db::Result;
use tabiya_db::rows::GameRows;

use crate::chunk::Chunk;
use crate::folder::{Folder, PartFile};
use crate::lazy_file::locked;
use crate::merge::{Merge, Source};
use crate::rows_writer::RowsWriter;
use crate::sorted_run::{RunRow, SortedRun};
use crate::workers;

/// The rows of an input while they are sorted.
pub(crate) struct Sorting {
    staging: PathBuf,
    limits: Limits,
    chunk: Chunk,
    /// Runs on disk, earlier games first, by level, highest first. Enough runs of a level are merged to one of the next.
    runs: Vec<(u32, SortedRun)>,
    run_count: u32,
}

/// The resources for sorting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) threads: usize,
    /// Memory in bytes.
    pub(crate) memory: usize,
}

/// The maximum number of runs of a level: all runs are open at the end, and each needs a buffer.
const MAX_RUNS: usize = 64;
/// The sizes of all buffers of a merging thread, and the limits of each, in bytes.
const BUFFERS: usize = 4 << 20;
const BUFFER: std::ops::RangeInclusive<usize> = 1 << 14..=1 << 16;

impl Sorting {
    pub(crate) fn new(folder: &Folder, staging: &Path, limits: Limits) -> Sorting {
        let chunk = Chunk::new(folder.parts());
        Sorting { staging: staging.to_owned(), limits, chunk, runs: Vec::new(), run_count: 0 }
    }

    pub(crate) fn push(&mut self, folder: &Folder, game: &GameRows<'_>) -> Result<()> {
        self.chunk.push(folder, game)?;
        if self.chunk.size(self.limits.threads) >= self.limits.memory { self.spill() } else { Ok(()) }
    }

    /// Writes the rows in memory to disk as a sorted run.
    fn spill(&mut self) -> Result<()> {
        let path = self.next_path();
        let (parts, games) = self.chunk.parts();
        let run = SortedRun::create(&path, parts.iter().map(|part| part.len() as u64))?;
        workers::each(
            self.limits.threads,
            parts.into_iter().enumerate(),
            Vec::new,
            |buffer, (part, rows)| {
                let rows = rows.sort(games, buffer).iter();
                run.write(part, rows.map(|row| Ok(RunRow::new(*row, &games.facts_of(row)))))
            },
        )?;
        self.chunk.clear();
        self.runs.push((0, run));
        while let Some(level) = self.full_level() {
            let path = self.next_path();
            let merged = merge(&path, &self.runs[self.runs.len() - MAX_RUNS..], self.limits.threads)?;
            self.runs.truncate(self.runs.len() - MAX_RUNS);
            self.runs.push((level + 1, merged));
        }
        Ok(())
    }

    /// The level of the last runs, if it is full.
    fn full_level(&self) -> Option<u32> {
        let (level, _) = *self.runs.last()?;
        let count = self.runs.iter().rev().take_while(|(other, _)| *other == level).count();
        (count == MAX_RUNS).then_some(level)
    }

    fn next_path(&mut self) -> PathBuf {
        self.run_count += 1;
        self.staging.join(format!("run-{}", self.run_count))
    }

    /// Writes a file for each part that has rows.
    pub(crate) fn finish(mut self, input: &str) -> Result<Vec<PartFile>> {
        let (parts, games) = self.chunk.parts();
        let merging = Merging::new(&self.runs, parts.len());
        let state = || (RowsWriter::new(input), Vec::new());
        let parts = parts.into_iter().enumerate().rev();
        let files = workers::each(self.limits.threads, parts, state, |(writer, buffer), (part, rows)| {
            let path = staged(&self.staging, part as u32, CHUNK);
            let rows = rows.sort(games, buffer);
            let sum = if self.runs.iter().any(|(_, run)| run.rows(part) > 0) {
                let rows = Source::Memory(rows.iter(), games);
                Some(writer.write_each(&path, merging.part(part, Some(rows))?)?)
            } else if !rows.is_empty() {
                Some(writer.write(&path, rows, |row| games.facts_of(row))?)
            } else {
                None
            };
            merging.finish_part(part);
            Ok(sum.map(|sum| PartFile { part: part as u32, chunk: CHUNK, sum }))
        })?;
        let mut files: Vec<PartFile> = files.into_iter().flatten().collect();
        files.sort_by_key(|file| file.part);
        Ok(files)
    }
}

/// An input has one file of each part.
const CHUNK: u32 = 0;

/// The path of a row file while it is written.
pub(crate) fn staged(staging: &Path, part: u32, chunk: u32) -> PathBuf {
    staging.join(format!("{part:04}.{chunk}.parquet"))
}

/// Merges runs to one.
fn merge(path: &Path, runs: &[(u32, SortedRun)], threads: usize) -> Result<SortedRun> {
    let parts = runs.first().map_or(0, |(_, run)| run.parts());
    let merged =
        SortedRun::create(path, (0..parts).map(|part| runs.iter().map(|(_, run)| run.rows(part)).sum()))?;
    let merging = Merging::new(runs, parts);
    workers::each(
        threads,
        (0..parts).rev(),
        || (),
        |(), part| {
            merged.write(part, merging.part(part, None)?)?;
            merging.finish_part(part);
            Ok(())
        },
    )?;
    Ok(merged)
}

/// Runs being merged, part by part, last part first.
struct Merging<'a> {
    runs: &'a [(u32, SortedRun)],
    /// The minimum number of parts by which runs are truncated.
    step: usize,
    remaining: Mutex<Remaining>,
}

/// The parts that runs still have to keep.
struct Remaining {
    /// Parts not yet done.
    parts: BTreeSet<usize>,
    /// The number of parts that the files still contain.
    parts_in_files: usize,
}

/// The approximate number of truncations: one per part would take longer than merging.
const STEPS: usize = 64;

impl<'a> Merging<'a> {
    fn new(runs: &'a [(u32, SortedRun)], parts: usize) -> Merging<'a> {
        let remaining = Remaining { parts: (0..parts).collect(), parts_in_files: parts };
        Merging { runs, step: parts.div_ceil(STEPS), remaining: Mutex::new(remaining) }
    }

    /// The rows of a part: those of the runs, and those in memory.
    fn part(&self, part: usize, others: Option<Source<'a>>) -> Result<Merge<'a>> {
        let buffer = (BUFFERS / self.runs.len().max(1)).clamp(*BUFFER.start(), *BUFFER.end());
        let runs = self.runs.iter().filter(|(_, run)| run.rows(part) > 0);
        Merge::new(runs.map(|(_, run)| Source::Run(run.read(part, buffer))).chain(others).collect())
    }

    /// Truncates the runs after the last part that is still needed.
    fn finish_part(&self, part: usize) {
        let mut remaining = locked(&self.remaining);
        remaining.parts.remove(&part);
        let end = remaining.parts.last().map_or(0, |last| last + 1);
        if remaining.parts_in_files - end >= self.step || end == 0 {
            remaining.parts_in_files = end;
            self.runs.iter().for_each(|(_, run)| run.truncate_from(end));
        }
    }
}
