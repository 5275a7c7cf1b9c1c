//! Hashes of games, for finding duplicates: entries of 9 bytes, sorted: the upper 40 bits of the hash, the highest byte first, and
//! the game, 4 bytes.

use std::path::Path;

use super::page::{PageFile, PageWriter};
use crate::error::Result;

pub(crate) const KIND: &[u8; 8] = b"hashes  ";
const ENTRY: usize = 9;
/// Bytes kept of a hash. Games with equal hashes are compared, so a few false candidates do no harm.
const HASH: usize = 5;

/// Writes the hashes of all games of a segment, in their order. Returns the size of the file.
pub(crate) fn write(folder: &Path, hashes: &[u64], segment: u64) -> Result<u64> {
    let mut entries: Vec<[u8; ENTRY]> = Vec::with_capacity(hashes.len());
    for (game, hash) in (0u32..).zip(hashes) {
        let mut entry = [0; ENTRY];
        entry[..HASH].copy_from_slice(&hash.to_be_bytes()[..HASH]);
        entry[HASH..].copy_from_slice(&game.to_be_bytes());
        entries.push(entry);
    }
    entries.sort_unstable();
    let mut file = PageWriter::create(&folder.join("hashes"))?;
    entries.iter().try_for_each(|entry| file.write(entry))?;
    file.finish(KIND, segment)
}

/// Finds games by their hash.
#[derive(Debug)]
pub(crate) struct Hashes {
    pub(crate) file: PageFile,
}

impl Hashes {
    pub(crate) fn open(folder: &Path, segment: u64) -> Result<Hashes> {
        Ok(Hashes { file: PageFile::open(&folder.join("hashes"), KIND, segment)? })
    }

    fn entry(&self, index: usize) -> Result<&[u8]> {
        self.file.bytes(ENTRY * index, ENTRY)
    }

    /// The games whose hash has the same upper 40 bits.
    pub(crate) fn games(&self, hash: u64) -> Result<Vec<usize>> {
        let (prefix, count) = (&hash.to_be_bytes()[..HASH], self.file.length() / ENTRY);
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.entry(middle)?[..HASH] < *prefix { low = middle + 1 } else { high = middle }
        }
        let mut games = Vec::new();
        for index in low..count {
            let Some(game) = self.entry(index)?.strip_prefix(prefix) else { break };
            let game = game.iter().fold(0, |game, byte| game << 8 | usize::from(*byte));
            games.push(game);
        }
        Ok(games)
    }
}
