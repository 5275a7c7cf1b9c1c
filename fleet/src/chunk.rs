//! Rows in memory: those of some games that follow each other, in parts.

use tabiya_db::rows::GameRows;
use tabiya_db::{Facts, Result};

use crate::error::other;
use crate::folder::Folder;
use crate::small_row::{SmallRow, sort_by_key};

/// Rows of some games.
#[derive(Debug)]
pub(crate) struct Chunk {
    parts: Vec<Vec<SmallRow>>,
    games: ChunkGames,
    parts_bits: u32,
    rows: usize,
}

/// What is known of the games of a chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkGames {
    /// The number of the first one.
    first: u32,
    facts: Vec<Facts>,
    /// Whether not all games are of the same variant.
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
        // One less than there are numbers, so that all that are there can be counted.
        let number = number.filter(|number| *number < u32::MAX);
        let number =
            number.ok_or_else(|| other("it has more than four billion games: split it".to_owned()))?;
        games.has_variants |= games.facts.last().is_some_and(|last| last.variant != game.facts.variant);
        games.facts.push(game.facts);
        self.rows += game.rows.len();
        for row in game.rows {
            self.parts[folder.part_of(row.key.0 as u64) as usize].push(SmallRow::new(number, row));
        }
        Ok(())
    }

    /// The bytes that the rows take, and the room in which so many threads sort a part each. What vectors that grow have in reserve nobody has touched, so that
    /// it is no memory yet.
    pub(crate) fn size(&self, threads: usize) -> usize {
        let parts = self.parts.len();
        (self.rows + self.rows / parts * threads.clamp(1, parts)) * size_of::<SmallRow>()
    }

    /// The rows of each part, to be sorted, and what is known of their games.
    pub(crate) fn parts(&mut self) -> (Vec<UnsortedPart<'_>>, &ChunkGames) {
        let same_bits = self.parts_bits;
        let parts = self.parts.iter_mut().map(|rows| UnsortedPart { rows, same_bits });
        (parts.collect(), &self.games)
    }

    /// Goes on with the games that follow.
    pub(crate) fn clear(&mut self) {
        self.parts.iter_mut().for_each(Vec::clear);
        // There are fewer than it can count: each was numbered.
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

/// The rows of a part as they came.
pub(crate) struct UnsortedPart<'a> {
    rows: &'a mut Vec<SmallRow>,
    /// So many of the highest bits of keys are the same in all of them.
    same_bits: u32,
}

impl<'a> UnsortedPart<'a> {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Sorts the rows, which change places with those of `room`, by key, variant, game and ply.
    pub(crate) fn sort(self, games: &ChunkGames, room: &mut Vec<SmallRow>) -> &'a [SmallRow] {
        let rows = self.rows;
        sort_by_key(rows, self.same_bits, room);
        for alike in rows.chunk_by_mut(|a, b| a.key == b.key).filter(|alike| alike.len() > 1) {
            // Games and plies came in their order. Variants in the order of their names.
            let place = |row: &SmallRow| (row.high, games.facts_of(row).variant as u8);
            if games.has_variants || alike.iter().any(|row| row.high != alike[0].high) {
                alike.sort_by_key(place);
            }
        }
        rows
    }
}
