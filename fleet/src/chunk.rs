//! Rows in memory: those of consecutive games, by part.

use tabiya_db::rows::GameRows;
use tabiya_db::{Facts, Result};

use crate::error::other;
use crate::folder::Folder;
use crate::small_row::{SmallRow, sort_by_key};

/// Rows of consecutive games.
#[derive(Debug)]
pub(crate) struct Chunk {
    parts: Vec<Vec<SmallRow>>,
    games: ChunkGames,
    parts_bits: u32,
    rows: usize,
}

/// The facts of a chunk's games.
#[derive(Debug, Default)]
pub(crate) struct ChunkGames {
    /// The number of the first game.
    first: u32,
    facts: Vec<Facts>,
    /// Whether games have different variants.
    has_variants: bool,
}

impl Chunk {
    pub(crate) fn new(parts: u32) -> Chunk {
        let (parts_bits, parts) = (parts.trailing_zeros(), vec![Vec::new(); parts as usize]);
        Chunk { parts, games: ChunkGames::default(), parts_bits, rows: 0 }
    }

    pub(crate) fn push(&mut self, folder: &Folder, game: &GameRows<'_>) -> Result<()> {
        let games = &mut self.games;
        let number = u32::try_from(games.facts.len()).ok().and_then(|count| games.first.checked_add(count));
        // One less than the maximum, so that the count fits too.
        let number = number.filter(|number| *number < u32::MAX);
        let number =
            number.ok_or_else(|| other("more than four billion games: split the file".to_owned()))?;
        games.has_variants |= games.facts.last().is_some_and(|last| last.variant != game.facts.variant);
        games.facts.push(game.facts);
        self.rows += game.rows.len();
        for row in game.rows {
            self.parts[folder.part_of(row.key.0 as u64) as usize].push(SmallRow::new(number, row));
        }
        Ok(())
    }

    /// The memory of the rows in bytes, with the buffers for sorting on this many threads. Unused capacity of vectors is not
    /// counted: it was never touched, so the system has not allocated it.
    pub(crate) fn size(&self, threads: usize) -> usize {
        let parts = self.parts.len();
        (self.rows + self.rows / parts * threads.clamp(1, parts)) * size_of::<SmallRow>()
    }

    /// The rows of each part, and the facts of their games.
    pub(crate) fn parts(&mut self) -> (Vec<UnsortedPart<'_>>, &ChunkGames) {
        let same_bits = self.parts_bits;
        let parts = self.parts.iter_mut().map(|rows| UnsortedPart { rows, same_bits });
        (parts.collect(), &self.games)
    }

    /// Continues with the next games.
    pub(crate) fn clear(&mut self) {
        self.parts.iter_mut().for_each(Vec::clear);
        // Cannot overflow: each game was numbered.
        self.games.first += self.games.facts.len() as u32;
        self.games.facts.clear();
        self.games.has_variants = false;
        self.rows = 0;
    }
}

impl ChunkGames {
    pub(crate) fn facts_of(&self, row: &SmallRow) -> Facts {
        self.facts[(row.game - self.first) as usize]
    }
}

/// The rows of a part, unsorted.
pub(crate) struct UnsortedPart<'a> {
    rows: &'a mut Vec<SmallRow>,
    /// The number of highest bits that all keys share.
    same_bits: u32,
}

impl<'a> UnsortedPart<'a> {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Sorts the rows by key, variant, game and ply; `buffer` is swapped with them.
    pub(crate) fn sort(self, games: &ChunkGames, buffer: &mut Vec<SmallRow>) -> &'a [SmallRow] {
        let rows = self.rows;
        sort_by_key(rows, self.same_bits, buffer);
        for equal_keys in rows.chunk_by_mut(|a, b| a.key == b.key).filter(|equal_keys| equal_keys.len() > 1) {
            // The sort is stable, so games and plies are in order. Variants are in the order of their names.
            let order = |row: &SmallRow| (row.high, games.facts_of(row).variant as u8);
            if games.has_variants || equal_keys.iter().any(|row| row.high != equal_keys[0].high) {
                equal_keys.sort_by_key(order);
            }
        }
        rows
    }
}
