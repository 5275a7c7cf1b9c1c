//! Rows of positions on their way to being sorted: split by the first bits of their keys, in files when there is no room.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::error::{DbError, Result};
use crate::store::numbers::u64_at;

/// A position in a game, and what was played from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
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

/// Rows in pieces of one size, which never have to be moved as they become more.
type Blocks = Vec<Vec<Row>>;

/// How many rows a block has.
const BLOCK: usize = 1 << 10;

/// All rows of a segment.
#[derive(Debug)]
pub(crate) struct Parts {
    folder: PathBuf,
    parts: Vec<Blocks>,
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
            // The last block of each part may be nearly empty.
            most: (memory / Row::SIZE).saturating_sub(PARTS * BLOCK).max(1 << 8),
            total: 0,
            has_files: false,
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn push(&mut self, rows: impl Iterator<Item = Row>) -> Result<()> {
        for row in rows {
            let blocks = &mut self.parts[(row.key >> (64 - PART_BITS)) as usize];
            match blocks.last_mut() {
                Some(block) if block.len() < BLOCK => block.push(row),
                _ => {
                    let mut block = Vec::with_capacity(BLOCK);
                    block.push(row);
                    blocks.push(block);
                }
            }
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
            for word in self.parts[part].drain(..).flatten().flat_map(Row::words) {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
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
    parts: Vec<Mutex<Blocks>>,
    folder: PathBuf,
    has_files: bool,
}

impl Source {
    /// The rows of a part, sorted.
    pub(crate) fn take(&self, part: usize) -> Result<Vec<Row>> {
        let mut blocks =
            std::mem::take(&mut *self.parts[part].lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        if self.has_files {
            let path = self.folder.join(format!("rows-{part:03}"));
            blocks = vec![read(&path).map_err(DbError::io(&path))?];
            std::fs::remove_file(&path).map_err(DbError::io(&path))?;
        }
        Ok(sort(blocks))
    }
}

/// How many rows are dealt out again at once, about: so few that they stay in the nearest cache.
const NEAR: usize = 512;
/// How many rows are then sorted as they are, about.
const FEW: usize = 2;

/// Sorts the rows of a part. Their keys are as good as random: they are dealt out by the next bits, twice, and hardly any are
/// left to sort. Rows come in the order of their games and stay in it where their keys are the same.
fn sort(blocks: Blocks) -> Vec<Row> {
    let count = blocks.iter().map(Vec::len).sum::<usize>();
    let mut dealt = vec![Row::default(); count];
    let bits = (count / NEAR).max(1).ilog2();
    let ends = deal(blocks.iter().flatten(), &mut dealt, PART_BITS, bits);
    drop(blocks);
    let (mut near, mut start) = (Vec::new(), 0);
    for end in ends {
        sort_near(&mut dealt[start..end], &mut near, PART_BITS + bits);
        start = end;
    }
    dealt
}

/// Deals rows out by some bits of their keys: where those of each number end comes back.
fn deal<'a>(
    rows: impl Iterator<Item = &'a Row> + Clone,
    dealt: &mut [Row],
    skipped: u32,
    bits: u32,
) -> Vec<usize> {
    // Shifted in two steps, so that no bits at all are no special case.
    let bucket = |row: &Row| (row.key << skipped >> 1 >> (63 - bits)) as usize;
    let mut ends = vec![0; 1 << bits];
    rows.clone().for_each(|row| ends[bucket(row)] += 1);
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    rows.for_each(|row| {
        let place = &mut ends[bucket(row)];
        dealt[*place] = *row;
        *place += 1;
    });
    ends
}

/// Sorts rows whose keys begin with the same bits, by dealing out a copy of them.
fn sort_near(rows: &mut [Row], copy: &mut Vec<Row>, same: u32) {
    copy.clear();
    copy.extend_from_slice(rows);
    let bits = (rows.len() / FEW).max(1).ilog2().min(10);
    let mut start = 0;
    for end in deal(copy.iter(), rows, same, bits) {
        sort_few(&mut rows[start..end]);
        start = end;
    }
}

/// Nearly always there is nothing to do: a row, or many of one position, in the order of their games.
fn sort_few(rows: &mut [Row]) {
    if !rows.is_sorted() {
        rows.sort_unstable();
    }
}

fn read(path: &Path) -> std::io::Result<Vec<Row>> {
    let mut file = File::open(path)?;
    let mut rows = Vec::with_capacity(file.metadata()?.len() as usize / Row::SIZE);
    let mut bytes = vec![0; Row::SIZE << 12];
    loop {
        let filled = fill(&mut file, &mut bytes)?;
        let word = |row: &[u8], at| u64_at(row, at).unwrap_or_default();
        let row = |row: &[u8]| Row::from_words([word(row, 0), word(row, 8), word(row, 16)]);
        rows.extend(bytes[..filled].chunks_exact(Row::SIZE).map(row));
        if filled < bytes.len() {
            return Ok(rows);
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
