use alloc::vec;
use alloc::vec::Vec;

use crate::Key;

/// The plies of a game by the key of their position: diagnostic one takes as long in the twenty-thousandth ply as in
/// the first.
///
/// Each bucket is a chain that begins with its latest ply. Plies come and go at the end only, so taking one back
/// is putting its bucket's former beginning back.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The latest ply of each bucket; a power of two of them.
    heads: Vec<u32>,
    /// For each ply, the next older one of its bucket.
    older: Vec<u32>,
}

/// No ply.
const END: u32 = u32::MAX;
const FIRST_BUCKETS: usize = 128;

impl Index {
    pub(super) fn new() -> Index {
        Index { heads: vec![END; FIRST_BUCKETS], older: Vec::new() }
    }

    /// Appends the next ply; the keys are asked by ply, and now and then all again.
    #[inline]
    pub(super) fn push(&mut self, key_of: impl Fn(usize) -> Key) {
        if self.older.len() >= self.heads.len() {
            self.grow(&key_of);
        }
        self.append(&key_of);
    }

    /// Takes back the last ply, whose key this is.
    pub(super) fn pop(&mut self, key: Key) {
        if let Some(older) = self.older.pop() {
            let bucket = self.bucket(key);
            self.heads[bucket] = older;
        }
    }

    /// Forgets every ply; the memory can be used again.
    pub(super) fn clear(&mut self) {
        self.heads.fill(END);
        self.older.clear();
    }

    /// The plies that may have this key, the latest first.
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
    fn plies_are_found_until_they_are_taken_back() {
        let mut index = Index::new();
        // Every key three times, many buckets shared, several growths.
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
