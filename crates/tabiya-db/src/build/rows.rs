//! Rows of positions on their way to being sorted: split by the first bits of their keys, in files when there is no room.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya::Key128;
use tabiya::keys::SplitMix64;

use super::code::Step;
use crate::error::{DbError, Result};
use crate::store::numbers::u32_at;

/// A position in a game, and what was played from it, in twenty bytes: rows are written, read and moved by the hundred million.
///
/// ```text
/// bits 104-159  the key of the position but for its first 8 bits, which are those of the part
///       57-103  what tells positions apart that share a key: see [`Check`]
///        25-56  the number of the game in its segment
///        10-24  how many half-moves had been played
///          0-9  0 the game ended, or the code of the move and 1
/// ```
/// Their order as numbers is that of positions, then of games, then of plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Row([u32; 5]);

const _: () = assert!(tabiya_pgn::MOST_PLIES < 1 << 15, "a ply has 15 bits");

/// Makes 47 bits of the upper half of a key by a factor nobody can know in advance: whoever builds positions that share the
/// lower half, which takes a minute, does not know which of them share these (Dietzfelbinger et al., 1997).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    factor: u64,
}

impl Check {
    pub(crate) const BITS: u32 = 47;

    /// From a number that is kept with the segment.
    pub(crate) fn new(secret: u64) -> Check {
        Check { factor: SplitMix64::new(secret).next() | 1 }
    }

    #[inline]
    fn of(self, key: Key128) -> u64 {
        ((key.0 >> 64) as u64).wrapping_mul(self.factor) >> (64 - Check::BITS)
    }
}

impl Row {
    pub(crate) const SIZE: usize = 20;

    pub(crate) fn new(key: Key128, check: Check, game: u32, ply: u16, code: u16) -> Row {
        let check = check.of(key);
        let first = (key.0 as u64) << PART_BITS | check >> 39;
        let last =
            check << 57 | u64::from(game) << 25 | u64::from(ply & 0x7fff) << 10 | u64::from(code & 0x3ff);
        Row([(first >> 32) as u32, first as u32, (check >> 7) as u32, (last >> 32) as u32, last as u32])
    }

    /// The first 64 bits.
    #[inline]
    fn first(self) -> u64 {
        u64::from(self.0[0]) << 32 | u64::from(self.0[1])
    }

    #[inline]
    fn last(self) -> u64 {
        u64::from(self.0[3]) << 32 | u64::from(self.0[4])
    }

    /// The lower half of the position's key.
    pub(crate) fn key(self, part: usize) -> u64 {
        (part as u64) << (64 - PART_BITS) | self.first() >> PART_BITS
    }

    pub(crate) fn is_same_position(self, other: Row) -> bool {
        self.0[..3] == other.0[..3] && self.0[3] >> 25 == other.0[3] >> 25
    }

    pub(crate) fn game(self) -> u32 {
        (self.last() >> 25) as u32
    }

    pub(crate) fn ply(self) -> u16 {
        (self.last() >> 10 & 0x7fff) as u16
    }

    pub(crate) fn code(self) -> u16 {
        (self.last() & 0x3ff) as u16
    }

    fn bytes(self) -> [u8; Row::SIZE] {
        let mut bytes = [0; Row::SIZE];
        for (place, word) in bytes.chunks_exact_mut(4).zip(self.0) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn of_bytes(bytes: &[u8]) -> Row {
        Row([0, 4, 8, 12, 16].map(|at| u32_at(bytes, at).unwrap_or_default()))
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
    check: Check,
    parts: Vec<Blocks>,
    /// Blocks to be used again: new memory takes the system longer than all we do with it.
    spare: Blocks,
    /// Rows in memory, and how many are allowed.
    held: usize,
    most: usize,
    total: u64,
    has_files: bool,
}

impl Parts {
    /// What does not fit into so many bytes goes to files in this folder.
    pub(crate) fn new(folder: &Path, memory: usize, check: Check) -> Parts {
        Parts {
            folder: folder.to_owned(),
            check,
            parts: vec![Vec::new(); PARTS],
            spare: Vec::new(),
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

    /// Takes the positions of a game.
    pub(crate) fn push(&mut self, game: u32, steps: &[Step]) -> Result<()> {
        for step in steps {
            let row = Row::new(step.key, self.check, game, step.ply, step.code);
            let blocks = &mut self.parts[(step.key.0 as u64 >> (64 - PART_BITS)) as usize];
            match blocks.last_mut() {
                Some(block) if block.len() < BLOCK => block.push(row),
                _ => {
                    let mut block = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(BLOCK));
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
            for mut block in self.parts[part].drain(..) {
                block.drain(..).for_each(|row| bytes.extend_from_slice(&row.bytes()));
                self.spare.push(block);
            }
            let file = OpenOptions::new().create(true).append(true).open(&path);
            file.and_then(|mut file| file.write_all(&bytes)).map_err(DbError::io(&path))?;
        }
        self.held = 0;
        Ok(())
    }

    /// Gives the parts to whoever sorts them, each once; their files go as they are taken.
    pub(crate) fn into_source(self) -> Source {
        let Parts { parts, folder, has_files, .. } = self;
        let parts = parts.into_iter().map(Mutex::new).collect();
        Source { parts, folder, has_files, spare: Mutex::default() }
    }
}

/// Rows to be taken part by part, by any number of threads.
#[derive(Debug)]
pub(crate) struct Source {
    parts: Vec<Mutex<Blocks>>,
    folder: PathBuf,
    has_files: bool,
    spare: Mutex<Blocks>,
}

impl Source {
    /// Does something with the rows of a part, sorted.
    pub(crate) fn with_part<T>(&self, part: usize, work: impl FnOnce(&[Row]) -> T) -> Result<T> {
        let mut earlier = self.spare();
        if self.has_files {
            let path = self.folder.join(format!("rows-{part:03}"));
            read(&path, &mut earlier).map_err(DbError::io(&path))?;
            std::fs::remove_file(&path).map_err(DbError::io(&path))?;
        }
        let mut blocks = vec![earlier];
        blocks.append(&mut locked(&self.parts[part]));
        let mut rows = self.spare();
        sort(&blocks, &mut rows);
        locked(&self.spare).extend(blocks.into_iter().next());
        let done = work(&rows);
        locked(&self.spare).push(rows);
        Ok(done)
    }

    /// Memory that held rows before.
    fn spare(&self) -> Vec<Row> {
        let mut rows = locked(&self.spare).pop().unwrap_or_default();
        rows.clear();
        rows
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many rows are dealt out again at once, about: so few that they stay in the nearest cache.
const NEAR: usize = 512;
/// How many rows are then sorted as they are, about.
const FEW: usize = 2;

/// Sorts the rows of a part. Their keys are as good as random: they are dealt out by the next bits, twice, and hardly any are
/// left to sort. Rows come in the order of their games and stay in it where their keys are the same.
fn sort(blocks: &Blocks, dealt: &mut Vec<Row>) {
    let count = blocks.iter().map(Vec::len).sum::<usize>();
    dealt.resize(count, Row::default());
    let bits = (count / NEAR).max(1).ilog2();
    let ends = deal(blocks.iter().flatten(), dealt, 0, bits);
    let (mut near, mut start) = (Vec::new(), 0);
    for end in ends {
        sort_near(&mut dealt[start..end], &mut near, bits);
        start = end;
    }
}

/// Deals rows out by some bits of their keys: where those of each number end comes back.
fn deal<'a>(
    rows: impl Iterator<Item = &'a Row> + Clone,
    dealt: &mut [Row],
    skipped: u32,
    bits: u32,
) -> Vec<usize> {
    // Shifted in two steps, so that no bits at all are no special case.
    let bucket = |row: &Row| (row.first() << skipped >> 1 >> (63 - bits)) as usize;
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

fn read(path: &Path, rows: &mut Vec<Row>) -> std::io::Result<()> {
    let mut file = File::open(path)?;
    rows.reserve(file.metadata()?.len() as usize / Row::SIZE);
    let mut bytes = vec![0; Row::SIZE << 12];
    loop {
        let filled = fill(&mut file, &mut bytes)?;
        rows.extend(bytes[..filled].chunks_exact(Row::SIZE).map(Row::of_bytes));
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

    fn steps() -> Vec<Step> {
        let mut random = tabiya::keys::SplitMix64::new(7);
        let mut step = |index: u16| {
            // Some positions many games share.
            let key = if random.next().is_multiple_of(3) { u128::from(index % 7) << 60 } else { 0 };
            let key = if key > 0 { key } else { u128::from(random.next()) << 64 | u128::from(random.next()) };
            Step { key: Key128(key), ply: index % 80, code: (random.next() % 513) as u16 }
        };
        (0..20_000).map(&mut step).collect()
    }

    #[test]
    fn rows_come_back_sorted_from_memory_and_from_files() {
        let steps = steps();
        let games = || steps.chunks(80).zip(0..);
        let of_game = |(steps, game): (&[Step], u32)| -> Vec<(u64, u32, u16, u16)> {
            steps.iter().map(|step| (step.key.0 as u64, game, step.ply, step.code)).collect()
        };
        let mut expected: Vec<_> = games().flat_map(of_game).collect();
        expected.sort_unstable();
        for memory in [1 << 30, 1 << 10] {
            let folder = tempfile::tempdir().unwrap();
            let mut parts = Parts::new(folder.path(), memory, Check::new(1));
            games().for_each(|(steps, game)| parts.push(game, steps).unwrap());
            assert_eq!(parts.total(), 20_000);
            let source = parts.into_source();
            let told = |part: usize, row: &Row| (row.key(part), row.game(), row.ply(), row.code());
            let of_part = |part| {
                let rows = |rows: &[Row]| rows.iter().map(|row| told(part, row)).collect::<Vec<_>>();
                source.with_part(part, rows).unwrap()
            };
            let all: Vec<_> = (0..PARTS).flat_map(of_part).collect();
            assert_eq!(all, expected, "{memory}");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn keys_that_share_a_half_are_other_positions() {
        let check = Check::new(9);
        let row = |key: u128, game| Row::new(Key128(key), check, game, 3, 4);
        let mut random = SplitMix64::new(5);
        for _ in 0..10_000 {
            let key = u128::from(random.next()) << 64 | u128::from(random.next());
            let other = key ^ 1 << (64 + random.next() % 64);
            assert!(row(key, 1).is_same_position(row(key, u32::MAX)));
            assert!(!row(key, 1).is_same_position(row(other, 1)));
        }
    }
}
