//! Positions that occur in two or more games.
//!
//! The file `shared` has them sorted by key:
//! ```text
//! tag                           3 bytes: the lowest bits of the key
//! length                        of what follows
//!   ply                         of the position in the first of its games
//!   moves                       the number of moves, then the code of each, as in a game
//!   statistics length           0 unless there are more than 64 games
//!   statistics                  see below
//!   postings                    to the end: (game − game before) × (moves + 1) + code
//! ```
//! The code is 0 if the game ended here, or the index of the move in the list plus one. A game that played several moves
//! from the position has several postings. All numbers are LEB128. The file `sharedix` is an index by the first bits of the
//! key: for each value the offset of its first position, 8 bytes each, and the end of the last.
//!
//! Statistics: white, draws, black, unknown, ended; for each move white, draws, black, unknown, the number of games with a
//! rating of the side to move, the sum of these ratings, the number of finished games with a rating of the opponent, their
//! sum, twice the points scored in them, the last date, the first game; the number of top games, and each game and code;
//! the number of recent games, and each game and code.

use std::path::Path;

use super::moves;
use super::numbers::{Bytes, u64_at};
use super::page::PageFile;
use crate::error::{DbError, Result};
use crate::tally::Stored;

pub(crate) const KIND: &[u8; 8] = b"shared  ";
pub(crate) const INDEX_KIND: &[u8; 8] = b"sharedix";
/// Positions with more games than this store statistics.
pub(crate) const CROWDED: usize = 64;
/// Number of key bits stored with a position.
pub(crate) const MARK_BITS: u32 = 24;
/// Average number of positions per index entry.
pub(crate) const BUCKET: u64 = 16;

/// The first bits of a key.
#[inline]
pub(crate) fn first_bits(key: u64, bits: u64) -> usize {
    (key >> (64 - bits)) as usize
}

/// The shared positions of a segment.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) file: PageFile,
    pub(crate) index: PageFile,
    bits: u64,
}

/// A shared position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedPosition<'a> {
    file: &'a PageFile,
    /// The ply of the position in the first of its games.
    pub(crate) ply: usize,
    codes: &'a [u8],
    /// The number of moves played from it.
    pub(crate) moves: usize,
    statistics: &'a [u8],
    /// Offset and length of its postings.
    postings: (usize, usize),
}

impl Shared {
    pub(crate) fn open(folder: &Path, segment: u64, bits: u64) -> Result<Shared> {
        let file = PageFile::open(&folder.join("shared"), KIND, segment)?;
        let index = PageFile::open(&folder.join("sharedix"), INDEX_KIND, segment)?;
        if index.length() as u64 != ((1 << bits) + 1) * 8 {
            return Err(index.beyond());
        }
        Ok(Shared { file, index, bits })
    }

    /// Prefetches the index entry of a key.
    #[inline]
    pub(crate) fn touch(&self, key: u64) -> u8 {
        self.index.touch(8 * first_bits(key, self.bits))
    }

    /// All positions that may have this key.
    pub(crate) fn candidates(&self, key: u64) -> Result<Candidates<'_>> {
        let bounds = self.index.bytes(8 * first_bits(key, self.bits), 16)?;
        let bound = |at| u64_at(bounds, at).and_then(|bound| usize::try_from(bound).ok());
        let (at, end) = bound(0).zip(bound(8)).ok_or_else(|| self.index.beyond())?;
        if at > end || end > self.file.length() {
            return Err(self.index.beyond());
        }
        Ok(Candidates { file: &self.file, at, end, mark: mark(key) })
    }
}

pub(crate) fn mark(key: u64) -> [u8; 3] {
    let [a, b, c, ..] = (key & ((1 << MARK_BITS) - 1)).to_le_bytes();
    [a, b, c]
}

/// Searches the positions of an index entry for a tag. Reads no more than necessary: a frequent position has megabytes of
/// postings.
pub(crate) struct Candidates<'a> {
    file: &'a PageFile,
    at: usize,
    end: usize,
    mark: [u8; 3],
}

/// Maximum size of the tag and length of a position.
const LONGEST_HEAD: usize = 3 + 10;
/// Number of bytes of a position to read first.
const A_LOOK: usize = 256;

impl<'a> Candidates<'a> {
    /// The next position with the tag.
    fn find(&mut self) -> Result<Option<SharedPosition<'a>>> {
        while self.at < self.end {
            let mut head = Bytes(self.file.bytes(self.at, LONGEST_HEAD.min(self.end - self.at))?);
            let before = head.0.len();
            let read = (|| Some((head.take(3)? == self.mark, head.size()?)))();
            let (is_meant, length) = read.ok_or_else(|| self.nonsense())?;
            let start = self.at + (before - head.0.len());
            let after = start.checked_add(length).filter(|after| *after <= self.end);
            self.at = after.ok_or_else(|| self.nonsense())?;
            if is_meant {
                return self.read_position(start, length).map(Some);
            }
        }
        Ok(None)
    }

    fn read_position(&self, start: usize, length: usize) -> Result<SharedPosition<'a>> {
        let mut look = A_LOOK.min(length);
        loop {
            if let Some(position) = SharedPosition::read(self.file, start, length, look)? {
                return Ok(position);
            }
            if look == length {
                return Err(self.nonsense());
            }
            look = look.saturating_mul(8).min(length);
        }
    }

    fn nonsense(&self) -> DbError {
        DbError::damaged(self.file.path(), "invalid position entry")
    }
}

impl<'a> Iterator for Candidates<'a> {
    type Item = Result<SharedPosition<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.find().transpose();
        if matches!(found, Some(Err(_))) {
            self.at = self.end;
        }
        found
    }
}

impl<'a> SharedPosition<'a> {
    /// Reads a position from its first `look` bytes; `None` if more are needed.
    fn read(
        file: &'a PageFile,
        start: usize,
        length: usize,
        look: usize,
    ) -> Result<Option<SharedPosition<'a>>> {
        let whole = file.bytes(start, look)?;
        let mut bytes = Bytes(whole);
        let read = (|| {
            let (ply, moves) = (bytes.size()?, bytes.size()?);
            let codes = bytes.0;
            let mut after = moves::Codes(codes);
            if moves > 0 {
                after.nth(moves - 1)?;
            }
            // The last code may be cut. It is complete if something follows, and the length of the statistics always does.
            bytes = Bytes(after.0);
            let length = bytes.size()?;
            Some((ply, moves, codes, bytes.take(length)?))
        })();
        Ok(read.map(|(ply, moves, codes, statistics)| {
            let used = whole.len() - bytes.0.len();
            SharedPosition { file, ply, codes, moves, statistics, postings: (start + used, length - used) }
        }))
    }

    /// The codes of the moves, in the order of the list.
    pub(crate) fn codes(&self) -> Vec<u16> {
        moves::Codes(self.codes).take(self.moves).collect()
    }

    /// The stored statistics, if there are any.
    pub(crate) fn statistics(&self) -> Result<Option<Stored>> {
        if self.statistics.is_empty() {
            return Ok(None);
        }
        let nonsense = || DbError::damaged(self.file.path(), "invalid position statistics");
        Stored::read(self.statistics, self.moves).map(Some).ok_or_else(nonsense)
    }

    /// Each game and its move, in the order of the games.
    pub(crate) fn postings(&self) -> Result<Postings<'a>> {
        let (start, length) = self.postings;
        self.some_postings(start, length)
    }

    /// The first of its games.
    pub(crate) fn first_game(&self) -> Result<Option<u64>> {
        let (start, length) = self.postings;
        Ok(self.some_postings(start, length.min(10))?.next().map(|(game, _)| game))
    }

    fn some_postings(&self, start: usize, length: usize) -> Result<Postings<'a>> {
        let bytes = Bytes(self.file.bytes(start, length)?);
        Ok(Postings { bytes, base: self.moves as u64 + 1, game: 0 })
    }
}

/// Games that reached a position, each with the index of its move plus one, or 0 if it ended.
#[derive(Clone, Debug)]
pub(crate) struct Postings<'a> {
    bytes: Bytes<'a>,
    base: u64,
    game: u64,
}

impl Iterator for Postings<'_> {
    type Item = (u64, usize);

    #[inline]
    fn next(&mut self) -> Option<(u64, usize)> {
        let number = self.bytes.number()?;
        self.game = self.game.saturating_add(number / self.base);
        Some((self.game, (number % self.base) as usize))
    }
}
