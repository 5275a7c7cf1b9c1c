//! Writes a segment: games as they arrive, then the sorted positions.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU16;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::encode::EncodedGame;
use super::positions::{self, Part, SegmentGames, Single};
use super::rows::{KeyCheck, PART_BITS, PARTS, PartSource, Parts, fill};
use crate::error::{DbError, Result};
use crate::store::games::{FactsRow, GamesWriter};
use crate::store::meta::Meta;
use crate::store::notes::NotesWriter;
use crate::store::numbers::u64_at;
use crate::store::page::PageWriter;
use crate::store::segment::Segment;
use crate::store::tags::{INLINE, TagWriter};
use crate::store::tail::TailWriter;
use crate::store::{hashes, shared, tail};

/// Memory used for each game by the in-memory tables, without its positions.
const BYTES_PER_GAME: usize = 64;
/// Maximum number of positions of a segment: their numbers have 32 bits.
const MAX_ROWS: u64 = 1 << 31;
/// Statistics of typical collections: one position in 28 is shared, and 36 % are in the tail.
const ROWS_PER_SHARED: u64 = 28;
const TAIL_PERCENT: u64 = 36;

/// A segment being written.
#[derive(Debug)]
pub(crate) struct SegmentWriter {
    folder: PathBuf,
    id: u64,
    memory: usize,
    games: GamesWriter,
    notes: NotesWriter,
    tags: TagWriter,
    parts: Parts,
    facts: Vec<u64>,
    black_begins: Vec<bool>,
    plies: Vec<u16>,
    /// Games with dropped rows.
    with_repeats: Vec<u32>,
    /// The hash of each game.
    hashes: Vec<u64>,
    meta: Meta,
    tag_bytes: Vec<u8>,
}

/// A finished segment.
#[derive(Debug)]
pub(crate) struct FinishedSegment {
    pub(crate) segment: Segment,
    pub(crate) bytes: u64,
}

impl SegmentWriter {
    /// Creates a segment in a new folder. `secret` seeds the check bits of the rows.
    pub(crate) fn create(folder: &Path, id: u64, memory: usize, secret: u64) -> Result<SegmentWriter> {
        std::fs::create_dir(folder).map_err(DbError::io(folder))?;
        Ok(SegmentWriter {
            folder: folder.to_owned(),
            id,
            memory,
            games: GamesWriter::create(folder)?,
            notes: NotesWriter::create(folder)?,
            tags: TagWriter::new(memory / 8),
            parts: Parts::new(folder, memory / 2, KeyCheck::new(secret)),
            facts: Vec::new(),
            black_begins: Vec::new(),
            plies: Vec::new(),
            with_repeats: Vec::new(),
            hashes: Vec::new(),
            meta: Meta::default(),
            tag_bytes: Vec::new(),
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.meta.games == 0
    }

    /// Whether the next game belongs to another segment.
    pub(crate) fn is_full(&self) -> bool {
        self.facts.len() * BYTES_PER_GAME > self.memory / 4 || self.parts.total() > MAX_ROWS
    }

    /// Adds a game.
    pub(crate) fn push<'a>(
        &mut self,
        encoded: &EncodedGame,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        hash: u64,
    ) -> Result<()> {
        let game = self.facts.len() as u32;
        self.tag_bytes.clear();
        let columns = self.tags.push(tags, &encoded.facts, &mut self.tag_bytes);
        let bits = encoded.facts.bits();
        self.games.push(FactsRow { bits, columns }, &self.tag_bytes, &encoded.moves)?;
        self.facts.push(bits);
        self.black_begins.push(encoded.black_begins);
        self.plies.push(encoded.plies);
        self.with_repeats.extend(encoded.has_repeats.then_some(game));
        self.hashes.push(hash);
        if !encoded.notes.is_empty() {
            self.notes.push(game, &encoded.notes)?;
            self.meta.annotated += 1;
        }
        self.meta.games += 1;
        self.meta.plies += u64::from(encoded.plies);
        self.meta.variants[encoded.facts.variant as usize] += 1;
        self.meta.inline_games += u64::from(columns.contains(&INLINE));
        self.parts.push(game, &encoded.steps)
    }

    /// Sorts the positions and writes all files.
    pub(crate) fn finish(
        mut self,
        threads: usize,
        progress: &mut dyn FnMut(usize, usize) -> Result<()>,
    ) -> Result<FinishedSegment> {
        let (folder, id) = (self.folder.clone(), self.id);
        let mut bytes = self.games.finish(id)? + self.tags.write(&folder.join("names"), id)?;
        drop(self.tags);
        bytes += self.notes.finish(id)?;
        bytes += hashes::write(&folder, &self.hashes, id)?;
        drop(self.hashes);
        let rows = self.parts.total();
        let meta = &mut self.meta;
        meta.shared_bits = bits_for(rows / ROWS_PER_SHARED, shared::BUCKET);
        meta.tail_bits = bits_for(rows * TAIL_PERCENT / 100, tail::BUCKET);
        meta.game_bits = u64::from((self.facts.len().max(2) as u64 - 1).ilog2()) + 1;
        let mut last_shared: Vec<AtomicU16> = self.plies.iter().map(|_| AtomicU16::new(0)).collect();
        for game in &self.with_repeats {
            // The rows do not show when it left the shared positions: all its positions are needed.
            last_shared[*game as usize] = AtomicU16::new(u16::MAX);
        }
        let known = SegmentGames {
            facts: self.facts,
            black_begins: self.black_begins,
            last_shared,
            plies: self.plies,
        };
        let source = self.parts.into_source();
        let singles = folder.join("singles");
        bytes += write_shared(&folder, id, meta, &source, &known, &singles, threads, progress)?;
        bytes += write_tail(&folder, id, meta, &known, &singles)?;
        std::fs::remove_file(&singles).map_err(DbError::io(&singles))?;
        bytes += meta.write(&folder.join("segment"), id)?;
        // The number of games before it does not matter for comparing games.
        let segment = Segment::open(&folder, id, 0)?;
        Ok(FinishedSegment { segment, bytes })
    }
}

/// The number of index bits for about `bucket` positions per index entry.
fn bits_for(count: u64, bucket: u64) -> u64 {
    u64::from((count / bucket).max(1).ilog2()).clamp(u64::from(PART_BITS), 32)
}

#[expect(clippy::too_many_arguments, reason = "internal, called once")]
fn write_shared(
    folder: &Path,
    segment: u64,
    meta: &mut Meta,
    source: &PartSource,
    known: &SegmentGames,
    singles: &Path,
    threads: usize,
    progress: &mut dyn FnMut(usize, usize) -> Result<()>,
) -> Result<u64> {
    let mut file = PageWriter::create(&folder.join("shared"))?;
    let mut index = PageWriter::create(&folder.join("sharedix"))?;
    let mut kept = File::create_new(singles).map_err(DbError::io(singles))?;
    let mut bytes = Vec::new();
    let bits = meta.shared_bits;
    let mut append = |number: usize, part: Part| -> Result<()> {
        let start = file.length();
        for offset in &part.starts {
            index.write(&(start + *offset as u64).to_le_bytes())?;
        }
        file.write(&part.shared)?;
        meta.shared += part.shared_count;
        meta.shared_pairs += part.shared_pairs;
        meta.single += part.singles.len() as u64;
        for words in part.singles.chunks(1 << 10) {
            bytes.clear();
            for word in words.iter().flat_map(|single| single.words()) {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            kept.write_all(&bytes).map_err(DbError::io(singles))?;
        }
        progress(number + 1, PARTS)
    };
    let build = |number: usize| source.with_part(number, |rows| positions::part(number, rows, bits, known));
    if threads <= 1 {
        (0..PARTS).try_for_each(|number| append(number, build(number)?))?;
    } else {
        build_in_parallel(threads, &build, &mut append)?;
    }
    index.write(&file.length().to_le_bytes())?;
    Ok(file.finish(shared::KIND, segment)? + index.finish(shared::INDEX_KIND, segment)?)
}

/// Builds all partitions on several threads and takes them in order. Each thread builds every Nth partition and waits until its
/// last one is taken, so at most two partitions per thread are in memory.
fn build_in_parallel(
    threads: usize,
    build: &(impl Fn(usize) -> Result<Part> + Sync),
    append: &mut impl FnMut(usize, Part) -> Result<()>,
) -> Result<()> {
    thread::scope(|scope| {
        let mut built = Vec::new();
        for first in 0..threads {
            let (send, parts) = sync_channel(0);
            scope.spawn(move || {
                for number in (first..PARTS).step_by(threads) {
                    if send.send(build(number)).is_err() {
                        return;
                    }
                }
            });
            built.push(parts);
        }
        let stopped =
            || DbError::io(Path::new("worker thread"))(std::io::Error::other("stopped unexpectedly"));
        for (number, parts) in (0..PARTS).zip(built.iter().cycle()) {
            append(number, parts.recv().map_err(|_| stopped())??)?;
        }
        Ok(())
    })
}

fn write_tail(
    folder: &Path,
    segment: u64,
    meta: &mut Meta,
    known: &SegmentGames,
    singles: &Path,
) -> Result<u64> {
    let mut writer = TailWriter::create(folder, meta.tail_bits, meta.game_bits as u32)?;
    let mut file = File::open(singles).map_err(DbError::io(singles))?;
    let mut bytes = vec![0; Single::SIZE << 12];
    loop {
        let filled = fill(&mut file, &mut bytes).map_err(DbError::io(singles))?;
        for words in bytes[..filled].chunks_exact(Single::SIZE) {
            let word = |at| u64_at(words, at).unwrap_or_default();
            let single = Single::from_words([word(0), word(8)]);
            if known.is_needed(&single) {
                writer.push(single.key, single.game)?;
            }
        }
        if filled < bytes.len() {
            break;
        }
    }
    let (count, bytes) = writer.finish(segment)?;
    meta.tail = count;
    Ok(bytes)
}
