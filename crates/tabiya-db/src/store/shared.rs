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
use crate::tally::StoredTally;

pub(crate) const KIND: &[u8; 8] = b"shared  ";
pub(crate) const INDEX_KIND: &[u8; 8] = b"sharedix";
/// Positions with more games than this store statistics.
pub(crate) const STATISTICS_THRESHOLD: usize = 64;
/// Number of key bits stored with a position.
pub(crate) const TAG_BITS: u32 = 24;
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
            return Err(index.out_of_bounds());
        }
        Ok(Shared { file, index, bits })
    }

    /// Prefetches the index entry of a key.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) -> u8 {
        self.index.prefetch(8 * first_bits(key, self.bits))
    }

    /// All positions that may have this key.
    pub(crate) fn candidates(&self, key: u64) -> Result<Candidates<'_>> {
        let bounds = self.index.bytes(8 * first_bits(key, self.bits), 16)?;
        let bound = |at| u64_at(bounds, at).and_then(|bound| usize::try_from(bound).ok());
        let (at, end) = bound(0).zip(bound(8)).ok_or_else(|| self.index.out_of_bounds())?;
        if at > end || end > self.file.length() {
            return Err(self.index.out_of_bounds());
        }
        Ok(Candidates { file: &self.file, at, end, key_tag: key_tag(key) })
    }
}

pub(crate) fn key_tag(key: u64) -> [u8; 3] {
    let [a, b, c, ..] = (key & ((1 << TAG_BITS) - 1)).to_le_bytes();
    [a, b, c]
}

/// Searches the positions of an index entry for a tag. Reads no more than necessary: a frequent position has megabytes of
/// postings.
pub(crate) struct Candidates<'a> {
    file: &'a PageFile,
    at: usize,
    end: usize,
    key_tag: [u8; 3],
}

/// Maximum size of the tag and length of a position.
const MAX_HEAD: usize = 3 + 10;
/// Number of bytes of a position to read first.
const FIRST_READ: usize = 256;

impl<'a> Candidates<'a> {
    /// The next position with the tag.
    fn find(&mut self) -> Result<Option<SharedPosition<'a>>> {
        while self.at < self.end {
            let mut head = Bytes(self.file.bytes(self.at, MAX_HEAD.min(self.end - self.at))?);
            let before = head.0.len();
            let read = (|| Some((head.take(3)? == self.key_tag, head.size()?)))();
            let (is_match, length) = read.ok_or_else(|| self.invalid())?;
            let start = self.at + (before - head.0.len());
            let after = start.checked_add(length).filter(|after| *after <= self.end);
            self.at = after.ok_or_else(|| self.invalid())?;
            if is_match {
                return self.read_position(start, length).map(Some);
            }
        }
        Ok(None)
    }

    fn read_position(&self, start: usize, length: usize) -> Result<SharedPosition<'a>> {
        let mut read_length = FIRST_READ.min(length);
        loop {
            if let Some(position) = SharedPosition::read(self.file, start, length, read_length)? {
                return Ok(position);
            }
            if read_length == length {
                return Err(self.invalid());
            }
            read_length = read_length.saturating_mul(8).min(length);
        }
    }

    fn invalid(&self) -> DbError {
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
    /// Reads a position from its first `read_length` bytes; `None` if more are needed.
    fn read(
        file: &'a PageFile,
        start: usize,
        length: usize,
        read_length: usize,
    ) -> Result<Option<SharedPosition<'a>>> {
        let available = file.bytes(start, read_length)?;
        let mut bytes = Bytes(available);
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
            let used = available.len() - bytes.0.len();
            SharedPosition { file, ply, codes, moves, statistics, postings: (start + used, length - used) }
        }))
    }

    /// The codes of the moves, in the order of the list.
    pub(crate) fn codes(&self) -> Vec<u16> {
        moves::Codes(self.codes).take(self.moves).collect()
    }

    /// The stored statistics, if there are any.
    pub(crate) fn statistics(&self) -> Result<Option<StoredTally>> {
        if self.statistics.is_empty() {
            return Ok(None);
        }
        let invalid = || DbError::damaged(self.file.path(), "invalid position statistics");
        StoredTally::read(self.statistics, self.moves).map(Some).ok_or_else(invalid)
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
