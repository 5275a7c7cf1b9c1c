//! Rows of positions on their way to being sorted: split by the first bits of their keys, in files when there is no room.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::error::{DbError, Result};
use crate::store::numbers::u64_at;

/// A position in a game, and what was played from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Row {
    /// The lower half of the position's key, with its variant in it.
    pub(crate) key: u64,
    /// The upper half.
    pub(crate) check: u64,
    /// The number of the game in its segment.
    pub(crate) game: u32,
    /// How many half-moves had been played.
    pub(crate) ply: u16,
    /// 0 the game ended, or the code of the move and 1.
    pub(crate) code: u16,
}

impl Row {
    pub(crate) const SIZE: usize = 24;

    /// As three numbers: a file of them is read and written a number at a time.
    fn words(self) -> [u64; 3] {
        [self.key, self.check, u64::from(self.game) | u64::from(self.ply) << 32 | u64::from(self.code) << 48]
    }

    fn from_words([key, check, rest]: [u64; 3]) -> Row {
        Row { key, check, game: rest as u32, ply: (rest >> 32) as u16, code: (rest >> 48) as u16 }
    }
}

/// How many parts there are: by the first bits of the keys.
pub(crate) const PARTS: usize = 1 << PART_BITS;
pub(crate) const PART_BITS: u32 = 8;

/// All rows of a segment.
#[derive(Debug)]
pub(crate) struct Parts {
    folder: PathBuf,
    parts: Vec<Vec<Row>>,
    /// Rows in memory, and how many are allowed.
    held: usize,
    most: usize,
    total: u64,
    has_files: bool,
}

impl Parts {
    /// What does not fit into so many bytes goes to files in this folder.
    pub(crate) fn new(folder: &Path, memory: usize) -> Parts {
        Parts {
            folder: folder.to_owned(),
            parts: vec![Vec::new(); PARTS],
            held: 0,
            // A vector that grows has up to twice the room it needs.
            most: (memory / Row::SIZE / 2).max(1 << 8),
            total: 0,
            has_files: false,
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn push(&mut self, rows: impl Iterator<Item = Row>) -> Result<()> {
        for row in rows {
            self.parts[(row.key >> (64 - PART_BITS)) as usize].push(row);
            self.held += 1;
            self.total += 1;
        }
        if self.held >= self.most { self.spill() } else { Ok(()) }
    }

    fn path(&self, part: usize) -> PathBuf {
        self.folder.join(format!("rows-{part:03}"))
    }

    fn spill(&mut self) -> Result<()> {
        self.has_files = true;
        let mut bytes = Vec::new();
        for part in 0..PARTS {
            let path = self.path(part);
            bytes.clear();
            for word in self.parts[part].iter().flat_map(|row| row.words()) {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            self.parts[part].clear();
            let file = OpenOptions::new().create(true).append(true).open(&path);
            file.and_then(|mut file| file.write_all(&bytes)).map_err(DbError::io(&path))?;
        }
        self.held = 0;
        Ok(())
    }

    /// Gives the parts to whoever sorts them, each once; their files go as they are taken.
    pub(crate) fn into_source(mut self) -> Result<Source> {
        if self.has_files {
            self.spill()?;
        }
        let has_files = self.has_files;
        let parts = std::mem::take(&mut self.parts).into_iter().map(Mutex::new).collect();
        Ok(Source { parts, folder: self.folder, has_files })
    }
}

/// Rows to be taken part by part, by any number of threads.
#[derive(Debug)]
pub(crate) struct Source {
    parts: Vec<Mutex<Vec<Row>>>,
    folder: PathBuf,
    has_files: bool,
}

impl Source {
    /// The rows of a part, sorted.
    pub(crate) fn take(&self, part: usize) -> Result<Vec<Row>> {
        let mut rows =
            std::mem::take(&mut *self.parts[part].lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        if self.has_files {
            rows = Vec::new();
            let path = self.folder.join(format!("rows-{part:03}"));
            read(&path, &mut rows).map_err(DbError::io(&path))?;
            std::fs::remove_file(&path).map_err(DbError::io(&path))?;
        }
        Ok(sort(rows))
    }
}

/// How many rows are sorted at once, about: so few that they stay in the nearest cache.
const SORTED_AT_ONCE: usize = 512;

/// Sorts rows of a part. Their keys are as good as random: they are dealt out by the next bits, and few are left to sort.
fn sort(rows: Vec<Row>) -> Vec<Row> {
    let bits = (rows.len() / SORTED_AT_ONCE).max(1).ilog2();
    if bits == 0 {
        return sorted(rows);
    }
    let bucket = |row: &Row| (row.key << PART_BITS >> (64 - bits)) as usize;
    let mut ends = vec![0; 1 << bits];
    rows.iter().for_each(|row| ends[bucket(row)] += 1);
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut dealt = rows.clone();
    for row in &rows {
        let place = &mut ends[bucket(row)];
        dealt[*place] = *row;
        *place += 1;
    }
    let mut start = 0;
    for end in ends {
        sort_few(&mut dealt[start..end]);
        start = end;
    }
    dealt
}

fn sorted(mut rows: Vec<Row>) -> Vec<Row> {
    sort_few(&mut rows);
    rows
}

/// Most rows differ in their keys, which are one number to compare; the few groups that do not are sorted after.
fn sort_few(rows: &mut [Row]) {
    rows.sort_unstable_by_key(|row| row.key);
    for group in rows.chunk_by_mut(|a, b| a.key == b.key) {
        if group.len() > 1 {
            group.sort_unstable();
        }
    }
}

fn read(path: &Path, rows: &mut Vec<Row>) -> std::io::Result<()> {
    let mut file = File::open(path)?;
    rows.reserve(file.metadata()?.len() as usize / Row::SIZE);
    let mut bytes = vec![0; Row::SIZE << 12];
    loop {
        let filled = fill(&mut file, &mut bytes)?;
        let word = |row: &[u8], at| u64_at(row, at).unwrap_or_default();
        let row = |row: &[u8]| Row::from_words([word(row, 0), word(row, 8), word(row, 16)]);
        rows.extend(bytes[..filled].chunks_exact(Row::SIZE).map(row));
        if filled < bytes.len() {
            return Ok(());
        }
    }
}

/// Reads until the buffer is full or the file ends.
pub(super) fn fill(file: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let mut random = tabiya::keys::SplitMix64::new(7);
        let mut row = |game| {
            let number = random.next();
            Row {
                key: random.next(),
                check: number,
                game,
                ply: number as u16,
                code: (number >> 16) as u16 % 400,
            }
        };
        (0..20_000).map(|index| row(index / 80)).collect()
    }

    #[test]
    fn rows_come_back_sorted_from_memory_and_from_files() {
        let mut expected = rows();
        expected.sort_unstable();
        for memory in [1 << 30, 1 << 10] {
            let folder = tempfile::tempdir().unwrap();
            let mut parts = Parts::new(folder.path(), memory);
            for some in rows().chunks(97) {
                parts.push(some.iter().copied()).unwrap();
            }
            assert_eq!(parts.total(), 20_000);
            let source = parts.into_source().unwrap();
            let all: Vec<Row> = (0..PARTS).flat_map(|part| source.take(part).unwrap()).collect();
            assert_eq!(all, expected, "{memory}");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
