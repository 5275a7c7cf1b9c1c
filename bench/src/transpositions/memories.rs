use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use dashmap::DashMap;
use tabiya::Key;
use tabiya_table::{Bound, Entry, Table};

use super::work::{Memory, random};

/// Keys different from those of the visits.
const BEFORE: u64 = 1 << 60;

fn entry(key: Key) -> Entry {
    let depth = (key.0 >> 60) as u8;
    Entry { score: key.0 as i16, eval: 20, depth, bound: Bound::Lower, ..Entry::default() }
}

/// Tabiya's table, as full as after a long search, without prefetch.
pub struct Shared(Table);

impl Shared {
    pub fn new(mebibytes: usize) -> io::Result<Shared> {
        let table = Table::new(mebibytes).map_err(io::Error::other)?;
        // Four times the capacity.
        for number in 0..(mebibytes as u64) << 17 {
            let key = Key(random(BEFORE + number));
            table.store(key, entry(key));
        }
        Ok(Shared(table))
    }
}

impl Memory for Shared {
    fn visit(&self, key: Key) -> u64 {
        let found = self.0.probe(key).map_or(0, |entry| entry.score as u64);
        self.0.store(key, entry(key));
        found
    }

    fn contains(&self, key: Key) -> bool {
        self.0.probe(key) == Some(entry(key))
    }
}

/// The same table with prefetch.
pub struct Prefetched<'a>(pub &'a Shared);

impl Memory for Prefetched<'_> {
    fn prefetch(&self, key: Key) {
        self.0.0.prefetch(key);
    }

    fn visit(&self, key: Key) -> u64 {
        self.0.visit(key)
    }

    fn contains(&self, key: Key) -> bool {
        self.0.contains(key)
    }
}

/// The number of positions a map holds in about this much memory. Maps replace nothing, so all visits use these positions.
fn room(mebibytes: usize) -> u64 {
    (mebibytes as u64) << 14
}

/// A standard map behind a lock.
pub struct Locked {
    map: Mutex<HashMap<Key, Entry>>,
    room: u64,
}

impl Locked {
    pub fn new(mebibytes: usize) -> Locked {
        let room = room(mebibytes);
        let map = (0..room).map(|number| Key(random(number))).map(|key| (key, entry(key))).collect();
        Locked { map: Mutex::new(map), room }
    }
}

impl Memory for Locked {
    fn key(&self, number: u64) -> Key {
        Key(random(number % self.room))
    }

    // Two locks per visit: an engine searches between probe and store.
    fn visit(&self, key: Key) -> u64 {
        let found = self.map.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        self.map.lock().unwrap_or_else(PoisonError::into_inner).insert(key, entry(key));
        found.map_or(0, |entry| entry.score as u64)
    }

    fn contains(&self, key: Key) -> bool {
        self.map.lock().unwrap_or_else(PoisonError::into_inner).get(&key) == Some(&entry(key))
    }
}

/// A sharded map with a lock per shard.
pub struct Sharded {
    map: DashMap<Key, Entry>,
    room: u64,
}

impl Sharded {
    pub fn new(mebibytes: usize) -> Sharded {
        let room = room(mebibytes);
        let map = (0..room).map(|number| Key(random(number))).map(|key| (key, entry(key))).collect();
        Sharded { map, room }
    }
}

impl Memory for Sharded {
    fn key(&self, number: u64) -> Key {
        Key(random(number % self.room))
    }

    fn visit(&self, key: Key) -> u64 {
        let found = self.map.get(&key).map_or(0, |entry| entry.score as u64);
        self.map.insert(key, entry(key));
        found
    }

    fn contains(&self, key: Key) -> bool {
        self.map.get(&key).is_some_and(|found| *found == entry(key))
    }
}
