//! Sorted rows on disk: a run of an external merge sort.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use crc32fast::Hasher;
use tabiya_db::{Facts, Result};

use crate::error::{WRONG_CHECKSUM, damaged, io_error};
use crate::shared_file::Cursor;
use crate::small_row::SmallRow;

/// A row with the facts of its game.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct RunRow {
    pub(crate) row: SmallRow,
    /// The bits of [`Facts`].
    facts: u64,
}

/// The size of a row in bytes.
const ROW: usize = 32;
type RowBytes = [u8; ROW];
/// The number of rows per write.
const ROWS_PER_WRITE: usize = 1 << 12;

impl RunRow {
    pub(crate) fn new(row: SmallRow, facts: &Facts) -> RunRow {
        RunRow { row, facts: facts.bits() }
    }

    pub(crate) fn facts(&self) -> Facts {
        Facts::from_bits(self.facts)
    }

    fn to_bytes(self) -> RowBytes {
        let [key, high, rest] = self.row.words();
        let mut bytes = [0; ROW];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip([key, high, rest, self.facts]) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }

    fn from_bytes(bytes: &RowBytes) -> RunRow {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        let [key, high, rest, facts] = words;
        RunRow { row: SmallRow::from_words([key, high, rest]), facts }
    }
}

/// Sorted rows of all parts, one part after the other, in a temporary file.
#[derive(Debug)]
pub(crate) struct SortedRun {
    path: PathBuf,
    file: Arc<File>,
    /// The offsets of the parts in rows, and the end.
    bounds: Vec<u64>,
    /// The CRC-32 of each written part.
    sums: Vec<AtomicU32>,
}

impl SortedRun {
    /// A new file for this many rows of each part.
    pub(crate) fn create(path: &Path, rows: impl Iterator<Item = u64>) -> Result<SortedRun> {
        let file = File::options().read(true).write(true).create_new(true).open(path);
        let mut bounds = vec![0];
        bounds.extend(rows.scan(0, |sum, rows| {
            *sum += rows;
            Some(*sum)
        }));
        let sums = bounds.iter().skip(1).map(|_| AtomicU32::default()).collect();
        Ok(SortedRun { path: path.to_owned(), file: Arc::new(file.map_err(io_error(path))?), bounds, sums })
    }

    /// The number of parts.
    pub(crate) fn parts(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The number of rows of a part.
    pub(crate) fn rows(&self, part: usize) -> u64 {
        self.bounds[part + 1] - self.bounds[part]
    }

    /// Writes a part, with the number of rows given to [`create`](Self::create).
    pub(crate) fn write(&self, part: usize, rows: impl Iterator<Item = Result<RunRow>>) -> Result<()> {
        let mut to = Cursor::new(&self.file, self.bounds[part] * ROW as u64);
        let mut block = Vec::with_capacity(ROWS_PER_WRITE);
        let mut hasher = Hasher::new();
        let mut write = |block: &mut Vec<RowBytes>| {
            hasher.update(block.as_flattened());
            to.write_all(block.as_flattened()).map_err(io_error(&self.path))?;
            block.clear();
            Ok(())
        };
        for row in rows {
            block.push(row?.to_bytes());
            if block.len() == ROWS_PER_WRITE {
                write(&mut block)?;
            }
        }
        write(&mut block)?;
        self.sums[part].store(hasher.finalize(), Relaxed);
        Ok(())
    }

    /// Reads a part with a buffer of this size.
    pub(crate) fn read(&self, part: usize, buffer_size: usize) -> RunReader<'_> {
        RunReader {
            path: &self.path,
            cursor: Cursor::new(&self.file, self.bounds[part] * ROW as u64),
            remaining: self.rows(part),
            hasher: Hasher::new(),
            sum: self.sums[part].load(Relaxed),
            rows_per_read: buffer_size.div_ceil(ROW),
            block: Vec::new(),
            next: 0,
        }
    }

    /// Truncates the file to the parts before this one, to free disk space. Errors are ignored.
    pub(crate) fn truncate_from(&self, part: usize) {
        let _ = self.file.set_len(self.bounds[part] * ROW as u64);
    }
}

impl Drop for SortedRun {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The rows of a part of a run.
pub(crate) struct RunReader<'a> {
    path: &'a Path,
    cursor: Cursor,
    /// The number of rows not yet read.
    remaining: u64,
    hasher: Hasher,
    sum: u32,
    rows_per_read: usize,
    block: Vec<RowBytes>,
    next: usize,
}

impl RunReader<'_> {
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<RunRow>> {
        if self.next == self.block.len() {
            self.read_block()?;
        }
        let row = self.block.get(self.next).map(RunRow::from_bytes);
        self.next += usize::from(row.is_some());
        Ok(row)
    }

    /// The next rows, verified by the checksum; empty at the end.
    #[cold]
    fn read_block(&mut self) -> Result<()> {
        let rows = self.remaining.min(self.rows_per_read as u64);
        self.remaining -= rows;
        self.block.resize(rows as usize, [0; ROW]);
        self.next = 0;
        let bytes = self.block.as_flattened_mut();
        self.cursor.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => damaged(self.path, "rows are missing"),
            _ => io_error(self.path)(error),
        })?;
        self.hasher.update(bytes);
        if self.remaining == 0 && self.hasher.clone().finalize() != self.sum {
            return Err(damaged(self.path, WRONG_CHECKSUM));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_run_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let run = SortedRun::create(&path, [0, 3, 2].into_iter()).unwrap();
        let row = |game: u32| {
            let row = SmallRow::from_words([u64::MAX, 5, u64::from(game) | 0x8123_0045 << 32]);
            RunRow::new(row, &Facts { white_elo: Some(2000), ..Facts::default() })
        };
        run.write(2, (3..5).map(|game| Ok(row(game)))).unwrap();
        run.write(1, (0..3).map(|game| Ok(row(game)))).unwrap();
        let read = |part: usize| {
            let mut reader = run.read(part, 50);
            std::iter::from_fn(|| reader.next().transpose()).collect::<Result<Vec<RunRow>>>()
        };
        assert_eq!(read(0).unwrap(), []);
        assert_eq!(read(1).unwrap(), [0, 1, 2].map(row));
        assert_eq!(read(2).unwrap(), [3, 4].map(row));
        run.truncate_from(2);
        assert_eq!(read(1).unwrap(), [0, 1, 2].map(row));
        let mut bytes = fs::read(&path).unwrap();
        bytes[70] ^= 1;
        fs::write(&path, bytes).unwrap();
        let error = read(1).unwrap_err().to_string();
        assert_eq!(error, format!("{} is damaged: the checksum does not match", path.display()));
        run.file.set_len(3 * ROW as u64 - 1).unwrap();
        let error = read(1).unwrap_err().to_string();
        assert_eq!(error, format!("{} is damaged: rows are missing", path.display()));
    }
}
