//! The games of a segment.
//!
//! The file `facts` has 24 bytes for each game: the facts (see [`Facts`]), 8 bytes; white, black, event and ECO code as
//! numbers in the dictionaries, 4 bytes each: 0 if there is no such tag, the maximum if the value is stored with the
//! game. The file `games` has for each game the length of the tags (LEB128), the tags, and the moves. The file
//! `offsets` has for each block of 256 games the offset of the first, 8 bytes, and for each game 4 bytes to add.

use std::hint::black_box;
use std::path::Path;

use tabiya::{AnyPosition, Position, Reading, Rules, with_position};
use tabiya_pgn::replay::start_of;

use super::moves::{self, Codes};
use super::numbers::{self, Bytes, u32_at, u64_at};
use super::page::{PageFile, PageWriter};
use super::tags::{TagSource, Tags, column_of, derived_from_facts};
use crate::error::{DbError, Result};
use crate::facts::Facts;

pub(crate) const FACTS_KIND: &[u8; 8] = b"facts   ";
pub(crate) const GAMES_KIND: &[u8; 8] = b"games   ";
pub(crate) const OFFSETS_KIND: &[u8; 8] = b"offsets ";
pub(crate) const FACTS_SIZE: usize = 24;
const BLOCK: usize = 256;
const BLOCK_SIZE: usize = 8 + 4 * BLOCK;

/// The facts and columns of a game, without reading the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactsRow {
    pub(crate) bits: u64,
    /// Dictionary numbers of the tags in [`COLUMNS`](super::tags::COLUMNS).
    pub(crate) columns: [u32; 4],
}

impl FactsRow {
    pub(crate) fn facts(&self) -> Facts {
        Facts::from_bits(self.bits)
    }
}

/// Writes games in order.
#[derive(Debug)]
pub(crate) struct GamesWriter {
    games: PageWriter,
    offsets: PageWriter,
    facts: PageWriter,
    count: u64,
    base: u64,
    bytes: Vec<u8>,
}

impl GamesWriter {
    pub(crate) fn create(folder: &Path) -> Result<GamesWriter> {
        Ok(GamesWriter {
            games: PageWriter::create(&folder.join("games"))?,
            offsets: PageWriter::create(&folder.join("offsets"))?,
            facts: PageWriter::create(&folder.join("facts"))?,
            count: 0,
            base: 0,
            bytes: Vec::new(),
        })
    }

    pub(crate) fn push(&mut self, row: FactsRow, tags: &[u8], moves: &[u8]) -> Result<()> {
        let at = self.games.length();
        if (self.count as usize).is_multiple_of(BLOCK) {
            self.base = at;
            self.offsets.write(&at.to_le_bytes())?;
        }
        self.offsets.write(&((at - self.base) as u32).to_le_bytes())?;
        self.bytes.clear();
        numbers::push(&mut self.bytes, tags.len() as u64);
        self.games.write(&self.bytes)?;
        self.games.write(tags)?;
        self.games.write(moves)?;
        self.facts.write(&row.bits.to_le_bytes())?;
        for number in row.columns {
            self.facts.write(&number.to_le_bytes())?;
        }
        self.count += 1;
        Ok(())
    }

    /// Returns the total size of the files.
    pub(crate) fn finish(self, segment: u64) -> Result<u64> {
        Ok(self.games.finish(GAMES_KIND, segment)?
            + self.offsets.finish(OFFSETS_KIND, segment)?
            + self.facts.finish(FACTS_KIND, segment)?)
    }
}

/// Reads games by index, from 0.
#[derive(Debug)]
pub(crate) struct Games {
    pub(crate) games: PageFile,
    pub(crate) offsets: PageFile,
    pub(crate) facts: PageFile,
    pub(crate) tags: Tags,
    count: usize,
}

impl Games {
    /// Opens the games of a damaged segment, as far as possible. Damaged pages are reported when they are read.
    pub(crate) fn open_damaged(folder: &Path, segment: u64) -> Result<Games> {
        let open = |name, kind| PageFile::open_damaged(&folder.join(name), kind, segment);
        let facts = open("facts", FACTS_KIND)?;
        Ok(Games {
            games: open("games", GAMES_KIND)?,
            offsets: open("offsets", OFFSETS_KIND)?,
            count: facts.length() / FACTS_SIZE,
            facts,
            tags: Tags::new(open("names", super::tags::KIND)?)?,
        })
    }

    pub(crate) fn open(folder: &Path, segment: u64, count: u64) -> Result<Games> {
        let games = Games {
            games: PageFile::open(&folder.join("games"), GAMES_KIND, segment)?,
            offsets: PageFile::open(&folder.join("offsets"), OFFSETS_KIND, segment)?,
            facts: PageFile::open(&folder.join("facts"), FACTS_KIND, segment)?.read_ahead(),
            tags: Tags::open(&folder.join("names"), segment)?,
            count: count as usize,
        };
        if games.facts.length() != games.count * FACTS_SIZE {
            return Err(games.facts.out_of_bounds());
        }
        let last = games.count % BLOCK;
        let expected = games.count / BLOCK * BLOCK_SIZE + if last > 0 { 8 + 4 * last } else { 0 };
        if games.offsets.length() != expected {
            return Err(games.offsets.out_of_bounds());
        }
        Ok(games)
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn row(&self, game: usize) -> Result<FactsRow> {
        let bytes = self.facts.bytes(game.saturating_mul(FACTS_SIZE), FACTS_SIZE)?;
        Ok(FactsRow {
            bits: u64_at(bytes, 0).unwrap_or_default(),
            columns: [8, 12, 16, 20].map(|at| u32_at(bytes, at).unwrap_or_default()),
        })
    }

    fn offset(&self, game: usize) -> Result<usize> {
        if game == self.count {
            return Ok(self.games.length());
        }
        let block = game / BLOCK * BLOCK_SIZE;
        let base = u64_at(self.offsets.bytes(block, 8)?, 0).unwrap_or_default();
        let more = u32_at(self.offsets.bytes(block + 8 + 4 * (game % BLOCK), 4)?, 0).unwrap_or_default();
        usize::try_from(base)
            .ok()
            .and_then(|base| base.checked_add(more as usize))
            .ok_or_else(|| self.offsets.out_of_bounds())
    }

    /// Prefetches the facts and the offset of a game.
    pub(crate) fn prefetch(&self, game: usize) {
        let offset = self.offsets.prefetch(game / BLOCK * BLOCK_SIZE + 8 + 4 * (game % BLOCK));
        black_box((self.facts.prefetch(game * FACTS_SIZE), offset));
    }

    /// Prefetches a game.
    pub(crate) fn prefetch_record(&self, game: usize) {
        black_box(self.offset(game).map_or(0, |start| self.games.prefetch(start)));
    }

    /// The encoded tags and moves of a game.
    pub(crate) fn record(&self, game: usize) -> Result<(&[u8], &[u8])> {
        if game >= self.count {
            return Err(self.offsets.out_of_bounds());
        }
        let (start, end) = (self.offset(game)?, self.offset(game + 1)?);
        let length = end.checked_sub(start).ok_or_else(|| self.offsets.out_of_bounds())?;
        let mut bytes = Bytes(self.games.bytes(start, length)?);
        let tags = bytes.size().and_then(|length| bytes.take(length));
        Ok((tags.ok_or_else(|| self.games.out_of_bounds())?, bytes.0))
    }

    /// The text of a tag value.
    pub(crate) fn text<'a>(
        &'a self,
        row: &FactsRow,
        name: &str,
        source: TagSource<'a>,
    ) -> Result<std::borrow::Cow<'a, str>> {
        Ok(match source {
            TagSource::Text(text) => text.into(),
            TagSource::Number(values, number) => self.tags.value(values, number)?.into(),
            TagSource::Facts => match column_of(name) {
                Some(column) => self.tags.column_value(column, row.columns[column])?.into(),
                None => derived_from_facts(name, &row.facts()).unwrap_or_default().into(),
            },
        })
    }

    /// All tags of a game in their original order.
    pub(crate) fn all_tags(&self, game: usize) -> Result<Vec<(String, String)>> {
        let (row, (record, _)) = (self.row(game)?, self.record(game)?);
        let mut tags = Vec::new();
        self.tags.each(record, &mut |name, source| {
            tags.push((name.to_owned(), self.text(&row, name, source)?.into_owned()));
            Ok(true)
        })?;
        Ok(tags)
    }

    /// The value of one tag.
    pub(crate) fn tag(&self, game: usize, tag_name: &str) -> Result<Option<String>> {
        let (row, (record, _)) = (self.row(game)?, self.record(game)?);
        let mut found = None;
        self.tags.each(record, &mut |name, source| {
            if name.eq_ignore_ascii_case(tag_name) {
                found = Some(self.text(&row, name, source)?.into_owned());
            }
            Ok(found.is_none())
        })?;
        Ok(found)
    }

    /// The start position of a game.
    pub(crate) fn start(&self, game: usize, facts: &Facts) -> Result<AnyPosition> {
        if !facts.has_setup {
            return Ok(start_of(facts.variant));
        }
        let bad = || DbError::damaged(self.games.path(), format!("game {} has no valid FEN tag", game + 1));
        let fen = self.tag(game, "FEN")?.ok_or_else(bad)?;
        AnyPosition::from_fen(facts.variant, &fen, Reading::LENIENT)
            .map(|parsed| parsed.position)
            .map_err(|_| bad())
    }

    /// Replays a game and visits each position, until the visitor returns `false`.
    pub(crate) fn replay(&self, game: usize, visitor: &mut impl ReplayVisitor) -> Result<()> {
        let facts = self.row(game)?.facts();
        let (_, encoded) = self.record(game)?;
        let is_good = with_position!(self.start(game, &facts)?, start => play(start, encoded, visitor));
        if is_good {
            return Ok(());
        }
        Err(DbError::damaged(self.games.path(), format!("game {} has an impossible move", game + 1)))
    }
}

/// Visits the positions of a game.
pub(crate) trait ReplayVisitor {
    /// Called with a position, its ply and the code of the move played from it, if any. Returns whether to continue.
    fn visit<R: Rules>(&mut self, position: &Position<R>, ply: usize, code: Option<u16>) -> bool;
}

fn play<R: Rules>(start: Position<R>, encoded: &[u8], visitor: &mut impl ReplayVisitor) -> bool {
    let mut position = start;
    let mut codes = Codes(encoded);
    for ply in 0.. {
        let code = codes.next();
        if !visitor.visit(&position, ply, code) {
            break;
        }
        let Some(code) = code else { break };
        let Some(mv) = moves::decode(&position, code) else { return false };
        position.advance(mv);
    }
    true
}
