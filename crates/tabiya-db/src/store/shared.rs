//! Positions that stand in two games or more.
//!
//! The file `shared` has them sorted by key, one after the other:
//! ```text
//! mark                          3 bytes: the lowest bits of the key
//! length                        of what follows
//!   ply                         at which the position stands in the first of its games
//!   moves                       how many different ones, then the code of each, as in a game
//!   statistics length           0 unless there are more than 64 games
//!   statistics                  see below
//!   postings                    to the end: (game − game before) × (moves + 1) + code
//! ```
//! The code is 0 if the game ended there, or the number of the move in the list, from 1. A game that did several things
//! there has several postings. All numbers are LEB128. The file `sharedix` has, for each number that the first bits of a key
//! can be, where the positions with these bits begin, 8 bytes each, and where the last end.
//!
//! Statistics: white, draws, black, unknown, ended; for each move white, draws, black, unknown, games with a rating of who
//! moved, their sum, finished games with a rating of the opponent, their sum, twice the points scored in them, the last
//! date, the first game; how many top games, and each game and code; how many recent ones, and each.

use std::path::Path;

use super::moves;
use super::numbers::{Bytes, u64_at};
use super::page::PageFile;
use crate::error::{DbError, Result};
use crate::tally::Stored;

pub(crate) const KIND: &[u8; 8] = b"shared  ";
pub(crate) const INDEX_KIND: &[u8; 8] = b"sharedix";
/// Positions of more games have their statistics with them.
pub(crate) const CROWDED: usize = 64;
/// How many bits of the key stand with a position.
pub(crate) const MARK_BITS: u32 = 24;
/// How many positions share their first bits, about.
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

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedPosition<'a> {
    file: &'a PageFile,
    /// At which ply it stands in the first of its games.
    pub(crate) ply: usize,
    codes: &'a [u8],
    /// How many moves were played from it.
    pub(crate) moves: usize,
    statistics: &'a [u8],
    /// Where in the file its postings begin, and how many bytes they have.
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

    /// Asks for the page of a key, so that it is there when it is needed.
    #[inline]
    pub(crate) fn touch(&self, key: u64) -> u8 {
        self.index.touch(8 * first_bits(key, self.bits))
    }

    /// Every position that may have this key.
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

/// Positions that share the first bits of a key, searched for its mark. Only what is needed is looked at: a crowded position
/// has megabytes of postings.
pub(crate) struct Candidates<'a> {
    file: &'a PageFile,
    at: usize,
    end: usize,
    mark: [u8; 3],
}

/// The mark and the length of a position take no more bytes.
const LONGEST_HEAD: usize = 3 + 10;
/// So much of a position is looked at first.
const A_LOOK: usize = 256;

impl<'a> Candidates<'a> {
    /// The next position with the mark.
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
        DbError::damaged(self.file.path(), "a position makes no sense")
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
    /// Reads a position of which so many bytes are looked at; `None` if more are needed.
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
            // The last code may be cut: it is whole if something follows, and the length of the statistics always does.
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

    /// What was added up when it was written, if it was.
    pub(crate) fn statistics(&self) -> Result<Option<Stored>> {
        if self.statistics.is_empty() {
            return Ok(None);
        }
        let nonsense = || DbError::damaged(self.file.path(), "the statistics of a position make no sense");
        Stored::read(self.statistics, self.moves).map(Some).ok_or_else(nonsense)
    }

    /// Each game and what it did, in the order of the games.
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

/// What games did in a position: the game and a code.
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
