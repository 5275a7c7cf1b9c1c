//! The annotations of a segment: comments, NAGs and variations. Games without any take no space.
//!
//! The annotations of a game are a list of steps that walk through its tree, a byte each and what follows it:
//!
//! ```text
//! 0 next       LEB128: that many moves of the game are played
//! 1 move       a move of a variation, coded as in `games`
//! 2 null move
//! 3 NAG        1 byte, for the last move
//! 4 before     text: a comment before the last move
//! 5 after      text: a comment after the last move, or before the first
//! 6 variation  what follows replaces the last move
//! 7 end        of a variation
//! ```
//!
//! The file `notes` has blocks of about 64 KiB, compressed with Deflate, then a table, then 8 bytes: the number of blocks. A block
//! has for each annotated game its number minus that of the one before it (minus the first game of the block), the length of its
//! steps (both LEB128), and the steps. The table has for each block its offset, 8 bytes, its length when decompressed, and its
//! first game, 4 bytes each.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use tabiya::{AnyPosition, Move, with_position};
use tabiya_pgn::tree::{MAX_DEPTH, MAX_TEXT_BYTES};
use tabiya_pgn::{Comment, GameResult, NodeId, Step, Tree, TreeBuilder};

use super::moves;
use super::numbers::{self, Bytes, u32_at, u64_at};
use super::page::{PageFile, PageWriter};
use crate::error::{DbError, Result};

pub(crate) const KIND: &[u8; 8] = b"notes   ";
/// A block is compressed when it has this length. A longer one compresses better, a shorter one is read faster.
const BLOCK: usize = 1 << 16;
/// Maximum length of a block: one game with the largest tree, after another block's worth of games.
const MAX_BLOCK: usize = BLOCK + 4 * MAX_TEXT_BYTES;
/// Size of an entry of the table.
const ENTRY: usize = 16;

const NEXT: u8 = 0;
const MOVE: u8 = 1;
const NULL: u8 = 2;
const NAG: u8 = 3;
const BEFORE: u8 = 4;
const AFTER: u8 = 5;
const VARIATION: u8 = 6;
const END: u8 = 7;

/// Encodes the annotations of a game whose main line begins with `played`. Leaves `out` empty if there are none.
pub(crate) fn encode(tree: &Tree, played: &[Move], out: &mut Vec<u8>) {
    let mut encoder = Encoder { tree, played, out, pending: 0 };
    encoder.annotations(Tree::ROOT);
    let mut tasks = vec![Task::Continue { node: Tree::ROOT, position: *tree.start(), ply: Some(0) }];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Continue { node, position, ply } => encoder.line(node, position, ply, &mut tasks),
            Task::Variation { node, position } => {
                encoder.push(VARIATION);
                let after = encoder.play(node, &position);
                tasks.push(Task::End);
                tasks.push(Task::Continue { node, position: after, ply: None });
            }
            Task::End => encoder.push(END),
        }
    }
}

/// Remaining work. An explicit stack, because variations may be nested deeply.
enum Task {
    /// The line after a node; `ply` is that of the node in the main line.
    Continue { node: NodeId, position: AnyPosition, ply: Option<usize> },
    /// A variation, from its first move.
    Variation { node: NodeId, position: AnyPosition },
    /// The end of a variation.
    End,
}

struct Encoder<'a> {
    tree: &'a Tree,
    played: &'a [Move],
    out: &'a mut Vec<u8>,
    /// Moves of the main line that are not written yet.
    pending: u64,
}

impl Encoder<'_> {
    fn push(&mut self, step: u8) {
        if self.pending > 0 {
            self.out.push(NEXT);
            numbers::push(self.out, std::mem::take(&mut self.pending));
        }
        self.out.push(step);
    }

    fn text(&mut self, step: u8, comment: &Comment) {
        self.push(step);
        numbers::push_text(self.out, comment.as_str().as_bytes());
    }

    /// The line after a node, up to the first move with variations.
    fn line(
        &mut self,
        mut node: NodeId,
        mut position: AnyPosition,
        mut ply: Option<usize>,
        tasks: &mut Vec<Task>,
    ) {
        let tree = self.tree;
        while let [main, variations @ ..] = tree.children(node) {
            let before = position;
            position = match ply {
                Some(index) => {
                    let Some(mv) = self.played.get(index) else { return };
                    ply = Some(index + 1);
                    self.pending += 1;
                    self.annotations(*main);
                    position.play_legal(*mv)
                }
                None => self.play(*main, &position),
            };
            node = *main;
            if !variations.is_empty() {
                tasks.push(Task::Continue { node, position, ply });
                let variations = variations.iter().rev();
                tasks.extend(variations.map(|node| Task::Variation { node: *node, position: before }));
                return;
            }
        }
    }

    /// A move of a variation. Returns the position after it.
    fn play(&mut self, node: NodeId, position: &AnyPosition) -> AnyPosition {
        let after = match self.tree.step(node) {
            Some(Step::Move(mv)) => {
                self.push(MOVE);
                moves::push(self.out, with_position!(position, position => moves::code(position, mv)));
                position.play_legal(mv)
            }
            _ => {
                self.push(NULL);
                pass(position).unwrap_or(*position)
            }
        };
        self.annotations(node);
        after
    }

    fn annotations(&mut self, node: NodeId) {
        let tree = self.tree;
        tree.comments_before(node).iter().for_each(|comment| self.text(BEFORE, comment));
        for nag in tree.nags(node) {
            self.push(NAG);
            self.out.push(*nag);
        }
        tree.comments(node).iter().for_each(|comment| self.text(AFTER, comment));
    }
}

fn pass(position: &AnyPosition) -> Option<AnyPosition> {
    with_position!(position, position, wrap => position.null_move().map(wrap))
}

/// Decodes the annotations of a game. `None` if they are invalid.
pub(crate) fn decode(notes: &[u8], start: &AnyPosition, played: &[Move]) -> Option<Tree> {
    let (mut bytes, mut played) = (Bytes(notes), played.iter());
    let mut builder = TreeBuilder::new(*start);
    let mut annotations: Vec<(NodeId, Annotations)> = vec![(Tree::ROOT, Annotations::default())];
    // The last node of each line, and the one before it.
    let mut lines = vec![(Tree::ROOT, None)];
    while let Some((&step, rest)) = bytes.0.split_first() {
        bytes.0 = rest;
        let is_main = lines.len() == 1;
        let (node, parent) = *lines.last()?;
        match step {
            NEXT if is_main => {
                for _ in 0..bytes.number()? {
                    let (node, _) = *lines.last()?;
                    add(&mut builder, &mut annotations, &mut lines, node, Step::Move(*played.next()?))?;
                }
            }
            MOVE | NULL if !is_main => {
                let mv = match step {
                    MOVE => {
                        let code = moves::take(&mut bytes)?;
                        let position = builder.position(node);
                        Step::Move(with_position!(position, position => moves::decode(position, code))?)
                    }
                    _ => Step::Null,
                };
                add(&mut builder, &mut annotations, &mut lines, node, mv)?;
            }
            NAG => {
                let nag = *bytes.take(1)?.first()?;
                annotations.get_mut(node.index())?.1.nags.push(nag);
            }
            BEFORE | AFTER => {
                let comment = Comment::new(bytes.text()?)?;
                let annotations = &mut annotations.get_mut(node.index())?.1;
                let comments = if step == BEFORE { &mut annotations.before } else { &mut annotations.after };
                comments.push(comment);
            }
            // The first move of a variation is added after the node before the last one.
            VARIATION if lines.len() <= MAX_DEPTH => lines.push((parent?, None)),
            END if !is_main => drop(lines.pop()),
            _ => return None,
        }
    }
    for mv in played {
        let (node, _) = *lines.last()?;
        add(&mut builder, &mut annotations, &mut lines, node, Step::Move(*mv))?;
    }
    let mut tree = builder.finish();
    for (node, Annotations { nags, before, after }) in annotations {
        tree.set_nags(node, nags);
        tree.set_comments(node, after);
        if !before.is_empty() {
            tree.set_comments_before(node, before);
        }
    }
    (lines.len() == 1).then_some(tree)
}

#[derive(Default)]
struct Annotations {
    nags: Vec<u8>,
    before: Vec<Comment>,
    after: Vec<Comment>,
}

/// Adds a move at the end of the last line.
fn add(
    builder: &mut TreeBuilder,
    annotations: &mut Vec<(NodeId, Annotations)>,
    lines: &mut [(NodeId, Option<NodeId>)],
    node: NodeId,
    step: Step,
) -> Option<()> {
    let added = builder.append_step(node, step).ok()?;
    annotations.push((added, Annotations::default()));
    *lines.last_mut()? = (added, Some(node));
    Some(())
}

/// Writes annotations in the order of the games.
#[derive(Debug)]
pub(crate) struct NotesWriter {
    file: PageWriter,
    block: Vec<u8>,
    first: u32,
    last: u32,
    table: Vec<u8>,
}

impl NotesWriter {
    pub(crate) fn create(folder: &Path) -> Result<NotesWriter> {
        let file = PageWriter::create(&folder.join("notes"))?;
        Ok(NotesWriter { file, block: Vec::new(), first: 0, last: 0, table: Vec::new() })
    }

    pub(crate) fn push(&mut self, game: u32, notes: &[u8]) -> Result<()> {
        if self.block.is_empty() {
            (self.first, self.last) = (game, game);
        }
        numbers::push(&mut self.block, u64::from(game - self.last));
        self.last = game;
        numbers::push_text(&mut self.block, notes);
        if self.block.len() >= BLOCK { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<()> {
        self.table.extend(self.file.length().to_le_bytes());
        self.table.extend((self.block.len() as u32).to_le_bytes());
        self.table.extend(self.first.to_le_bytes());
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(LEVEL));
        let written = encoder.write_all(&self.block).and_then(|()| encoder.finish());
        self.block.clear();
        self.block.shrink_to(2 * BLOCK);
        self.file.write(&written.expect("writing to a vector cannot fail"))
    }

    /// Returns the size of the file.
    pub(crate) fn finish(mut self, segment: u64) -> Result<u64> {
        if !self.block.is_empty() {
            self.end_block()?;
        }
        self.file.write(&self.table)?;
        self.file.write(&((self.table.len() / ENTRY) as u64).to_le_bytes())?;
        self.file.finish(KIND, segment)
    }
}

/// Compression level of Deflate: higher levels save 3 % and take twice as long.
const LEVEL: u32 = 5;

/// Reads annotations.
#[derive(Debug)]
pub(crate) struct Notes {
    pub(crate) file: PageFile,
    blocks: usize,
    /// The block read last, which often has the next game, too.
    last: Mutex<Option<(usize, Arc<Vec<u8>>)>>,
}

/// A block of the table.
struct Entry {
    offset: usize,
    length: usize,
    first: u32,
}

impl Notes {
    pub(crate) fn open(folder: &Path, segment: u64) -> Result<Notes> {
        Notes::new(PageFile::open(&folder.join("notes"), KIND, segment)?)
    }

    /// Opens the annotations of a damaged segment, as far as possible.
    pub(crate) fn open_damaged(folder: &Path, segment: u64) -> Result<Notes> {
        Notes::new(PageFile::open_damaged(&folder.join("notes"), KIND, segment)?)
    }

    fn new(file: PageFile) -> Result<Notes> {
        let end = file.length().checked_sub(8).ok_or_else(|| file.out_of_bounds())?;
        let blocks = u64_at(file.bytes(end, 8)?, 0).and_then(|blocks| usize::try_from(blocks).ok());
        let fits = |blocks: &usize| blocks.checked_mul(ENTRY).is_some_and(|size| size <= end);
        let blocks = blocks.filter(fits).ok_or_else(|| file.out_of_bounds())?;
        Ok(Notes { file, blocks, last: Mutex::default() })
    }

    /// Whether a game has annotations.
    pub(crate) fn has(&self, game: usize) -> Result<bool> {
        Ok(self.get(game)?.is_some())
    }

    /// The encoded annotations of a game, if it has any.
    fn get(&self, game: usize) -> Result<Option<Vec<u8>>> {
        let Ok(game) = u32::try_from(game) else { return Ok(None) };
        let (mut low, mut high) = (0, self.blocks);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.entry(middle)?.first <= game { low = middle + 1 } else { high = middle }
        }
        let Some(block) = low.checked_sub(1) else { return Ok(None) };
        let (text, mut found) = (self.block(block)?, self.entry(block)?.first);
        let mut bytes = Bytes(&text);
        while !bytes.is_empty() {
            let next = bytes.number().and_then(|more| found.checked_add(u32::try_from(more).ok()?));
            let notes = bytes.size().and_then(|length| bytes.take(length));
            let (Some(next), Some(notes)) = (next, notes) else { return Err(self.damaged()) };
            found = next;
            if found >= game {
                return Ok((found == game).then(|| notes.to_vec()));
            }
        }
        Ok(None)
    }

    /// The tree of an annotated game, without its tags.
    pub(crate) fn tree(
        &self,
        game: usize,
        start: &AnyPosition,
        played: &[Move],
        result: GameResult,
    ) -> Result<Option<Tree>> {
        let Some(notes) = self.get(game)? else { return Ok(None) };
        let Some(mut tree) = decode(&notes, start, played) else {
            let what = format!("invalid annotations of game {}", game + 1);
            return Err(DbError::damaged(self.file.path(), what));
        };
        tree.set_result(result);
        Ok(Some(tree))
    }

    fn entry(&self, block: usize) -> Result<Entry> {
        let table = self.table();
        let bytes = self.file.bytes(table + block * ENTRY, ENTRY)?;
        let offset = u64_at(bytes, 0).and_then(|offset| usize::try_from(offset).ok());
        let offset = offset.filter(|offset| *offset <= table).ok_or_else(|| self.file.out_of_bounds())?;
        let length = u32_at(bytes, 8).unwrap_or_default() as usize;
        Ok(Entry { offset, length, first: u32_at(bytes, 12).unwrap_or_default() })
    }

    /// The offset of the table.
    fn table(&self) -> usize {
        self.file.length() - 8 - self.blocks * ENTRY
    }

    /// A block, decompressed.
    fn block(&self, block: usize) -> Result<Arc<Vec<u8>>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((number, text)) = &*last
            && *number == block
        {
            return Ok(Arc::clone(text));
        }
        let Entry { offset, length, .. } = self.entry(block)?;
        let end = if block + 1 < self.blocks { self.entry(block + 1)?.offset } else { self.table() };
        let size = end.checked_sub(offset).ok_or_else(|| self.damaged())?;
        if length > MAX_BLOCK {
            return Err(self.damaged());
        }
        let mut text = Vec::with_capacity(length);
        let mut decoder = DeflateDecoder::new(self.file.bytes(offset, size)?).take(length as u64 + 1);
        decoder.read_to_end(&mut text).map_err(|_| self.damaged())?;
        if text.len() != length {
            return Err(self.damaged());
        }
        let text = Arc::new(text);
        *last = Some((block, Arc::clone(&text)));
        Ok(text)
    }

    fn damaged(&self) -> DbError {
        DbError::damaged(self.file.path(), "invalid annotations")
    }
}

#[cfg(test)]
mod tests {
    use tabiya::Variant;
    use tabiya::keys::SplitMix64;

    use super::*;

    const GAME: &str = "{start} 1. e4 $1 {[%clk 0:01:00]} (1. d4 {why} d5 (1... Nf6 2. -- g6) 2. c4) (1. c4) 1... e5 2. Nf3 \
        {one} {two} (2. f4 {before} exf4) 2... Nc6 $22 *";

    #[test]
    fn annotations_round_trip() {
        let tree = Tree::parse(GAME, Variant::Chess).unwrap().tree;
        let steps = tree.main_line().filter_map(|node| tree.step(node));
        let played: Vec<Move> =
            steps.filter_map(|step| if let Step::Move(mv) = step { Some(mv) } else { None }).collect();
        let mut notes = Vec::new();
        encode(&tree, &played, &mut notes);
        let decoded = decode(&notes, tree.start(), &played).unwrap();
        assert_eq!(decoded, tree);
        assert!(notes.len() < 100, "{}", notes.len());
    }

    /// Whatever the bytes are, decoding ends with a tree or without one.
    #[test]
    fn damaged_annotations_are_rejected_or_decoded() {
        let tree = Tree::parse(GAME, Variant::Chess).unwrap().tree;
        let steps = tree.main_line().filter_map(|node| tree.step(node));
        let played: Vec<Move> =
            steps.filter_map(|step| if let Step::Move(mv) = step { Some(mv) } else { None }).collect();
        let mut good = Vec::new();
        encode(&tree, &played, &mut good);
        let (mut random, mut rejected) = (SplitMix64::new(5), 0);
        for _ in 0..20_000 {
            let mut bad = good.clone();
            for _ in 0..=random.next() % 3 {
                let at = random.next() as usize % bad.len();
                match random.next() % 3 {
                    0 => bad[at] = random.next() as u8,
                    1 => bad.truncate(at.max(1)),
                    _ => bad.insert(at, random.next() as u8 % 9),
                }
            }
            rejected += u32::from(decode(&bad, tree.start(), &played).is_none());
        }
        assert!((1_000..20_000).contains(&rejected), "{rejected}");
    }

    #[test]
    fn games_without_annotations_take_no_space() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = NotesWriter::create(folder.path()).unwrap();
        for game in [3, 4, 900_000] {
            writer.push(game, &[NAG, game as u8]).unwrap();
        }
        let size = writer.finish(7).unwrap();
        let notes = Notes::open(folder.path(), 7).unwrap();
        assert!(size < 150, "{size}");
        for (game, expected) in
            [(0, None), (3, Some(vec![NAG, 3])), (5, None), (900_000, Some(vec![NAG, 160])), (900_001, None)]
        {
            assert_eq!(notes.get(game).unwrap(), expected, "{game}");
        }
    }

    #[test]
    fn annotations_of_many_blocks_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = NotesWriter::create(folder.path()).unwrap();
        let text = |game: u32| game.to_le_bytes().repeat(1 + game as usize % 700);
        (0..1500).filter(|game| game % 3 != 1).for_each(|game| writer.push(game, &text(game)).unwrap());
        writer.finish(7).unwrap();
        let notes = Notes::open(folder.path(), 7).unwrap();
        assert!(notes.blocks > 10);
        for game in (0..1500).rev() {
            let expected = (game % 3 != 1).then(|| text(game));
            assert_eq!(notes.get(game as usize).unwrap(), expected, "{game}");
        }
    }
}
