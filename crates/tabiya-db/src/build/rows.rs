//! Rows of positions before sorting, partitioned by the first bits of their keys and spilled to files if necessary.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya::Key128;
use tabiya::keys::SplitMix64;

use super::encode::Step;
use crate::error::{DbError, Result};
use crate::store::numbers::u32_at;

/// A position of a game and the move played from it, in 20 bytes: rows are written, read and moved by the hundred million.
///
/// ```text
/// bits 104-159  the key of the position without its first 8 bits, which are the number of the partition
///       57-103  distinguishes positions with equal keys, see [`KeyCheck`]
///        25-56  the number of the game in its segment
///        10-24  the ply
///          0-9  the code of the move plus one, 0 if the game ended
/// ```
/// Comparing rows as numbers sorts by position, then game, then ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Row([u32; 5]);

const _: () = assert!(tabiya_pgn::MAX_PLIES < 1 << 15, "a ply has 15 bits");

/// A 47-bit hash of the upper half of a key by multiplication with a secret factor. Positions with equal lower halves can be
/// constructed in a minute, but without the factor not positions with equal hashes too (Dietzfelbinger et al., 1997).
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyCheck {
    factor: u64,
}

impl KeyCheck {
    pub(crate) const BITS: u32 = 47;

    /// Derives the factor from a number stored with the segment.
    pub(crate) fn new(secret: u64) -> KeyCheck {
        KeyCheck { factor: SplitMix64::new(secret).next() | 1 }
    }

    #[inline]
    fn of(self, key: Key128) -> u64 {
        ((key.0 >> 64) as u64).wrapping_mul(self.factor) >> (64 - KeyCheck::BITS)
    }
}

impl Row {
    pub(crate) const SIZE: usize = 20;

    pub(crate) fn new(key: Key128, check: KeyCheck, game: u32, ply: u16, code: u16) -> Row {
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

/// The number of partitions, by the first bits of the key.
pub(crate) const PARTS: usize = 1 << PART_BITS;
pub(crate) const PART_BITS: u32 = 8;

/// Rows in blocks of fixed size, so that growing does not move them.
type Blocks = Vec<Vec<Row>>;

/// Rows per block.
const BLOCK: usize = 1 << 10;

/// The partitioned rows of a segment.
#[derive(Debug)]
pub(crate) struct Parts {
    folder: PathBuf,
    check: KeyCheck,
    parts: Vec<Blocks>,
    /// Free blocks for reuse: allocating fresh pages costs more than filling them.
    spare: Blocks,
    /// Number of rows in memory, and its limit.
    in_memory: usize,
    limit: usize,
    total: u64,
    has_files: bool,
}

impl Parts {
    /// Rows beyond the memory limit are written to files in this folder.
    pub(crate) fn new(folder: &Path, memory: usize, check: KeyCheck) -> Parts {
        Parts {
            folder: folder.to_owned(),
            check,
            parts: vec![Vec::new(); PARTS],
            spare: Vec::new(),
            in_memory: 0,
            // The last block of each partition may be nearly empty.
            limit: (memory / Row::SIZE).saturating_sub(PARTS * BLOCK).max(1 << 8),
            total: 0,
            has_files: false,
        }
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Adds the positions of a game.
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
            self.in_memory += 1;
            self.total += 1;
        }
        if self.in_memory >= self.limit { self.spill() } else { Ok(()) }
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
        self.in_memory = 0;
        Ok(())
    }

    /// Ends writing. Each partition can then be read once; its file is deleted afterwards.
    pub(crate) fn into_source(self) -> PartSource {
        let Parts { parts, folder, has_files, .. } = self;
        let parts = parts.into_iter().map(Mutex::new).collect();
        PartSource { parts, folder, has_files, spare: Mutex::default() }
    }
}

/// Partitions to be read by several threads.
#[derive(Debug)]
pub(crate) struct PartSource {
    parts: Vec<Mutex<Blocks>>,
    folder: PathBuf,
    has_files: bool,
    spare: Mutex<Blocks>,
}

impl PartSource {
    /// Calls `work` with the sorted rows of a partition.
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

    /// A recycled vector.
    fn spare(&self) -> Vec<Row> {
        let mut rows = locked(&self.spare).pop().unwrap_or_default();
        rows.clear();
        rows
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Rows per bucket of the first pass, approximately: small enough for the L1 cache.
const CACHED_ROWS: usize = 512;
/// Rows per bucket of the second pass, approximately.
const SMALL_BUCKET: usize = 2;

/// Sorts the rows of a partition: two passes of bucket sort by the next bits, since keys are uniformly distributed, and a final
/// sort of small buckets. Rows arrive in the order of games, and the passes are stable.
fn sort(blocks: &Blocks, sorted: &mut Vec<Row>) {
    let count = blocks.iter().map(Vec::len).sum::<usize>();
    sorted.resize(count, Row::default());
    let bits = (count / CACHED_ROWS).max(1).ilog2();
    let ends = distribute(blocks.iter().flatten(), sorted, 0, bits);
    let (mut buffer, mut start) = (Vec::new(), 0);
    for end in ends {
        sort_bucket(&mut sorted[start..end], &mut buffer, bits);
        start = end;
    }
}

/// Distributes rows to buckets by some bits of their keys; returns the end of each bucket.
fn distribute<'a>(
    rows: impl Iterator<Item = &'a Row> + Clone,
    sorted: &mut [Row],
    skipped: u32,
    bits: u32,
) -> Vec<usize> {
    // Shifted in two steps, so that zero bits need no special case.
    let bucket = |row: &Row| (row.first() << skipped >> 1 >> (63 - bits)) as usize;
    let mut ends = vec![0; 1 << bits];
    rows.clone().for_each(|row| ends[bucket(row)] += 1);
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    rows.for_each(|row| {
        let place = &mut ends[bucket(row)];
        sorted[*place] = *row;
        *place += 1;
    });
    ends
}

/// Sorts rows whose keys share the first bits, by distributing a copy.
fn sort_bucket(rows: &mut [Row], copy: &mut Vec<Row>, same: u32) {
    copy.clear();
    copy.extend_from_slice(rows);
    let bits = (rows.len() / SMALL_BUCKET).max(1).ilog2().min(10);
    let mut start = 0;
    for end in distribute(copy.iter(), rows, same, bits) {
        sort_small(&mut rows[start..end]);
        start = end;
    }
}

/// Usually there is nothing to do: one row, or several of one position already in order.
fn sort_small(rows: &mut [Row]) {
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
            // Some positions are shared by several games.
            let key = if random.next().is_multiple_of(3) { u128::from(index % 7) << 60 } else { 0 };
            let key = if key > 0 { key } else { u128::from(random.next()) << 64 | u128::from(random.next()) };
            Step { key: Key128(key), ply: index % 80, code: (random.next() % 513) as u16 }
        };
        (0..20_000).map(&mut step).collect()
    }

    #[test]
    fn rows_are_sorted_in_memory_and_from_files() {
        let steps = steps();
        let games = || steps.chunks(80).zip(0..);
        let of_game = |(steps, game): (&[Step], u32)| -> Vec<(u64, u32, u16, u16)> {
            steps.iter().map(|step| (step.key.0 as u64, game, step.ply, step.code)).collect()
        };
        let mut expected: Vec<_> = games().flat_map(of_game).collect();
        expected.sort_unstable();
        for memory in [1 << 30, 1 << 10] {
            let folder = tempfile::tempdir().unwrap();
            let mut parts = Parts::new(folder.path(), memory, KeyCheck::new(1));
            games().for_each(|(steps, game)| parts.push(game, steps).unwrap());
            assert_eq!(parts.total(), 20_000);
            let source = parts.into_source();
            let columns = |part: usize, row: &Row| (row.key(part), row.game(), row.ply(), row.code());
            let of_part = |part| {
                let rows = |rows: &[Row]| rows.iter().map(|row| columns(part, row)).collect::<Vec<_>>();
                source.with_part(part, rows).unwrap()
            };
            let all: Vec<_> = (0..PARTS).flat_map(of_part).collect();
            assert_eq!(all, expected, "{memory}");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn equal_half_keys_are_distinguished() {
        let check = KeyCheck::new(9);
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
