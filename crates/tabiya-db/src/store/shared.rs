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
    /// At which ply it stands in the first of its games.
    pub(crate) ply: usize,
    codes: &'a [u8],
    /// How many moves were played from it.
    pub(crate) moves: usize,
    statistics: &'a [u8],
    postings: Bytes<'a>,
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
        let (start, end) = (u64_at(bounds, 0).unwrap_or_default(), u64_at(bounds, 8).unwrap_or_default());
        let length = end.checked_sub(start).ok_or_else(|| self.index.beyond())?;
        let bytes = self.file.bytes(start as usize, length as usize)?;
        Ok(Candidates { path: self.file.path(), bytes: Bytes(bytes), mark: mark(key) })
    }
}

pub(crate) fn mark(key: u64) -> [u8; 3] {
    let [a, b, c, ..] = (key & ((1 << MARK_BITS) - 1)).to_le_bytes();
    [a, b, c]
}

fn entry<'a>(bytes: &mut Bytes<'a>) -> Option<(&'a [u8], SharedPosition<'a>)> {
    let mark = bytes.take(3)?;
    let length = bytes.size()?;
    let mut inner = Bytes(bytes.take(length)?);
    let (ply, moves) = (inner.size()?, inner.size()?);
    let codes = inner.0;
    let mut after = moves::Codes(codes);
    if moves > 0 {
        after.nth(moves - 1)?;
    }
    inner = Bytes(after.0);
    let length = inner.size()?;
    let statistics = inner.take(length)?;
    Some((mark, SharedPosition { ply, codes, moves, statistics, postings: inner }))
}

/// Positions that share the first bits of a key, searched for its mark.
pub(crate) struct Candidates<'a> {
    path: &'a Path,
    bytes: Bytes<'a>,
    mark: [u8; 3],
}

impl<'a> Iterator for Candidates<'a> {
    type Item = Result<SharedPosition<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.bytes.is_empty() {
            let start = self.bytes;
            // Only the length is looked at, unless the mark is right.
            let skipped = (|| {
                let mark = self.bytes.take(3)?;
                let length = self.bytes.size()?;
                self.bytes.take(length)?;
                Some(mark == self.mark)
            })();
            match skipped {
                Some(false) => continue,
                Some(true) => {
                    let mut bytes = start;
                    if let Some((_, position)) = entry(&mut bytes) {
                        return Some(Ok(position));
                    }
                }
                None => {}
            }
            self.bytes = Bytes(&[]);
            return Some(Err(DbError::damaged(self.path, "a position makes no sense")));
        }
        None
    }
}

impl<'a> SharedPosition<'a> {
    /// The codes of the moves, in the order of the list.
    pub(crate) fn codes(&self) -> Vec<u16> {
        moves::Codes(self.codes).take(self.moves).collect()
    }

    /// What was added up when it was written, if it was.
    pub(crate) fn statistics(&self) -> Option<Stored> {
        if self.statistics.is_empty() { None } else { Stored::read(self.statistics, self.moves) }
    }

    /// Each game and what it did, in the order of the games.
    pub(crate) fn postings(&self) -> Postings<'a> {
        Postings { bytes: self.postings, base: self.moves as u64 + 1, game: 0 }
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
