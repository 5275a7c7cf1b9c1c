//! Positions that occur in one game only: some bits of the key and the game, indexed by the first bits of the key.
//!
//! The file `tail` has entries of `game bits + 12` bits, sorted by key: the game, and above it the lowest 12 bits of the
//! key. `tailix` has, for each value of the first bits of a key, the number of entries before it, 4 bytes each, and the
//! total number.
//!
//! Of two consecutive positions of a game only the second is stored: a query for the first also looks up its successors.
//! So the tail has positions at even plies, and at odd plies only if the next position is not in the tail.

use std::path::Path;

use super::numbers::{u32_at, u64_at};
use super::page::{PageFile, PageWriter};
use super::shared::first_bits;
use crate::error::Result;

pub(crate) const KIND: &[u8; 8] = b"tail    ";
pub(crate) const INDEX_KIND: &[u8; 8] = b"tailix  ";
/// Number of key bits in each entry.
const TAG_BITS: u32 = 12;
/// Average number of entries per index entry.
pub(crate) const BUCKET: u64 = 16;

/// Writes entries in the order of their keys.
#[derive(Debug)]
pub(crate) struct TailWriter {
    file: PageWriter,
    index: PageWriter,
    bits: u64,
    width: u32,
    game_bits: u32,
    count: u64,
    next_bucket: u64,
    pending: u128,
    pending_bits: u32,
}

impl TailWriter {
    pub(crate) fn create(folder: &Path, bits: u64, game_bits: u32) -> Result<TailWriter> {
        Ok(TailWriter {
            file: PageWriter::create(&folder.join("tail"))?,
            index: PageWriter::create(&folder.join("tailix"))?,
            bits,
            width: game_bits + TAG_BITS,
            game_bits,
            count: 0,
            next_bucket: 0,
            pending: 0,
            pending_bits: 0,
        })
    }

    pub(crate) fn push(&mut self, key: u64, game: u32) -> Result<()> {
        self.fill_index(first_bits(key, self.bits) as u64)?;
        let entry = (key & ((1 << TAG_BITS) - 1)) << self.game_bits | u64::from(game);
        self.pending |= u128::from(entry) << self.pending_bits;
        self.pending_bits += self.width;
        self.count += 1;
        if self.pending_bits >= 64 {
            self.file.write(&(self.pending as u64).to_le_bytes())?;
            self.pending >>= 64;
            self.pending_bits -= 64;
        }
        Ok(())
    }

    /// Writes the index for all buckets up to this one.
    fn fill_index(&mut self, bucket: u64) -> Result<()> {
        while self.next_bucket <= bucket {
            self.index.write(&(self.count as u32).to_le_bytes())?;
            self.next_bucket += 1;
        }
        Ok(())
    }

    /// Returns the number of entries and the total size of both files.
    pub(crate) fn finish(mut self, segment: u64) -> Result<(u64, u64)> {
        self.fill_index(1 << self.bits)?;
        // Entries are read eight bytes at a time, including the last.
        self.file.write(&(self.pending as u64).to_le_bytes())?;
        self.file.write(&[0; 8])?;
        Ok((self.count, self.file.finish(KIND, segment)? + self.index.finish(INDEX_KIND, segment)?))
    }
}

/// The tail of a segment.
#[derive(Debug)]
pub(crate) struct Tail {
    pub(crate) file: PageFile,
    pub(crate) index: PageFile,
    bits: u64,
    game_bits: u32,
}

impl Tail {
    pub(crate) fn open(folder: &Path, segment: u64, bits: u64, game_bits: u32) -> Result<Tail> {
        let file = PageFile::open(&folder.join("tail"), KIND, segment)?;
        let index = PageFile::open(&folder.join("tailix"), INDEX_KIND, segment)?;
        if index.length() as u64 != ((1 << bits) + 1) * 4 {
            return Err(index.out_of_bounds());
        }
        Ok(Tail { file, index, bits, game_bits })
    }

    /// Prefetches the index entry of a key.
    #[inline]
    pub(crate) fn prefetch_index(&self, key: u64) -> u8 {
        self.index.prefetch(4 * first_bits(key, self.bits))
    }

    /// The range of entries with the first bits of the key.
    #[inline]
    pub(crate) fn bucket(&self, key: u64) -> Result<(usize, usize)> {
        let bounds = self.index.bytes(4 * first_bits(key, self.bits), 8)?;
        let at = |at| u32_at(bounds, at).unwrap_or_default() as usize;
        if at(0) > at(4) {
            return Err(self.index.out_of_bounds());
        }
        Ok((at(0), at(4)))
    }

    /// Prefetches the entries of a bucket.
    #[inline]
    pub(crate) fn prefetch(&self, bucket: (usize, usize)) -> u8 {
        let width = (self.game_bits + TAG_BITS) as usize;
        self.file.prefetch(bucket.0 * width / 8).wrapping_add(self.file.prefetch(bucket.1 * width / 8))
    }

    /// Calls `visit` with every game that may have the key.
    #[inline]
    pub(crate) fn games(
        &self,
        key: u64,
        (start, end): (usize, usize),
        mut visit: impl FnMut(u32) -> Result<()>,
    ) -> Result<()> {
        if start == end {
            return Ok(());
        }
        let width = (self.game_bits + TAG_BITS) as usize;
        let first_byte = start * width / 8;
        let bytes = self.file.bytes(first_byte, end * width / 8 + 8 - first_byte)?;
        let key_tag = key & ((1 << TAG_BITS) - 1);
        for index in start..end {
            let bit = index * width - first_byte * 8;
            let Some(entry) = u64_at(bytes, bit / 8) else { return Err(self.file.out_of_bounds()) };
            let entry = entry >> (bit % 8) & ((1 << width) - 1);
            if entry >> self.game_bits == key_tag {
                visit((entry & ((1 << self.game_bits) - 1)) as u32)?;
            }
        }
        Ok(())
    }
}
