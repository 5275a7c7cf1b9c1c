use alloc::vec;
use alloc::vec::Vec;

use crate::Key;

/// Finds the plies of a game by the key of their position in constant time, however long the game is.
///
/// Each bucket is a linked chain, latest ply first. Plies are added and removed only at the end, so removing one
/// restores its bucket's previous head.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The latest ply of each bucket. The length is a power of two.
    heads: Vec<u32>,
    /// For each ply, the next older one in its bucket.
    older: Vec<u32>,
}

/// End of a chain.
const END: u32 = u32::MAX;
const FIRST_BUCKETS: usize = 128;

impl Index {
    pub(super) fn new() -> Index {
        Index { heads: vec![END; FIRST_BUCKETS], older: Vec::new() }
    }

    /// Appends the next ply; calls `key_of` for it, and for all plies when the table grows.
    #[inline]
    pub(super) fn push(&mut self, key_of: impl Fn(usize) -> Key) {
        if self.older.len() >= self.heads.len() {
            self.grow(&key_of);
        }
        self.append(&key_of);
    }

    /// Removes the last ply, which has this key.
    pub(super) fn pop(&mut self, key: Key) {
        if let Some(older) = self.older.pop() {
            let bucket = self.bucket(key);
            self.heads[bucket] = older;
        }
    }

    /// Removes all plies and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.heads.fill(END);
        self.older.clear();
    }

    /// The plies that may have this key, latest first.
    pub(super) fn candidates(&self, key: Key) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.heads[self.bucket(key)];
        core::iter::from_fn(move || {
            let ply = next as usize;
            next = *self.older.get(ply)?;
            Some(ply)
        })
    }

    fn append(&mut self, key_of: &impl Fn(usize) -> Key) {
        let ply = self.older.len();
        let bucket = self.bucket(key_of(ply));
        self.older.push(self.heads[bucket]);
        self.heads[bucket] = ply as u32;
    }

    #[cold]
    fn grow(&mut self, key_of: &impl Fn(usize) -> Key) {
        let plies = self.older.len();
        self.heads = vec![END; self.heads.len() * 4];
        self.older.clear();
        for _ in 0..plies {
            self.append(key_of);
        }
    }

    fn bucket(&self, key: Key) -> usize {
        key.0 as usize & (self.heads.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_found_until_they_are_removed() {
        let mut index = Index::new();
        // Every key three times, shared buckets, several growths.
        let keys = (0..6_000).map(|ply| Key(ply % 2_000 * 64)).collect::<Vec<_>>();
        let found = |index: &Index, key: Key| {
            index.candidates(key).filter(|&ply| keys[ply] == key).collect::<Vec<_>>()
        };
        for _ in &keys {
            index.push(|ply| keys[ply]);
        }
        assert_eq!(found(&index, Key(64)), [4_001, 2_001, 1]);
        assert_eq!(found(&index, Key(63)), []);
        for ply in (2_001..6_000).rev() {
            index.pop(keys[ply]);
        }
        assert_eq!(found(&index, Key(64)), [1]);
        assert_eq!(found(&index, Key(0)), [2_000, 0]);
        index.clear();
        assert_eq!(found(&index, Key(0)), []);
    }
}
