//! The file `segment`: the counts of a segment, 8 bytes each, in the order of the fields below.

use std::path::Path;

use super::numbers::u64_at;
use super::page::{PageFile, PageWriter};
use crate::error::{DbError, Result};

pub(crate) const KIND: &[u8; 8] = b"segment ";

/// The counts of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meta {
    /// Games.
    pub(crate) games: u64,
    /// Half-moves.
    pub(crate) plies: u64,
    /// Positions that occur in two or more games.
    pub(crate) shared: u64,
    /// Pairs of a shared position and a game.
    pub(crate) shared_pairs: u64,
    /// Positions that occur in one game.
    pub(crate) single: u64,
    /// The number of these in the tail.
    pub(crate) tail: u64,
    /// Index bits of shared positions.
    pub(crate) shared_bits: u64,
    /// Index bits of the tail.
    pub(crate) tail_bits: u64,
    /// Bits of a game number.
    pub(crate) game_bits: u64,
    /// Games of chess, Chess960 and Makruk.
    pub(crate) variants: [u64; 3],
    /// Games with a name, event or ECO code that is not in a dictionary.
    pub(crate) inline_games: u64,
    /// Games with annotations.
    pub(crate) annotated: u64,
}

const FIELDS: usize = 14;

impl Meta {
    fn numbers(&self) -> [u64; FIELDS] {
        let [chess, chess960, makruk] = self.variants;
        [
            self.games,
            self.plies,
            self.shared,
            self.shared_pairs,
            self.single,
            self.tail,
            self.shared_bits,
            self.tail_bits,
            self.game_bits,
            chess,
            chess960,
            makruk,
            self.inline_games,
            self.annotated,
        ]
    }

    pub(crate) fn write(&self, path: &Path, segment: u64) -> Result<u64> {
        let mut file = PageWriter::create(path)?;
        for number in self.numbers() {
            file.write(&number.to_le_bytes())?;
        }
        file.finish(KIND, segment)
    }

    pub(crate) fn open(path: &Path, segment: u64) -> Result<(Meta, PageFile)> {
        let file = PageFile::open(path, KIND, segment)?;
        let bytes = file.bytes(0, 8 * FIELDS)?;
        let number = |index: usize| u64_at(bytes, 8 * index).unwrap_or_default();
        let meta = Meta {
            games: number(0),
            plies: number(1),
            shared: number(2),
            shared_pairs: number(3),
            single: number(4),
            tail: number(5),
            shared_bits: number(6),
            tail_bits: number(7),
            game_bits: number(8),
            variants: [number(9), number(10), number(11)],
            inline_games: number(12),
            annotated: number(13),
        };
        let is_valid = meta.games <= u64::from(u32::MAX)
            && meta.numbers().iter().all(|number| *number < 1 << 48)
            && (1..=40).contains(&meta.shared_bits)
            && (1..=40).contains(&meta.tail_bits)
            && (1..=32).contains(&meta.game_bits);
        if !is_valid {
            return Err(DbError::damaged(path, "invalid counts"));
        }
        Ok((meta, file))
    }
}
