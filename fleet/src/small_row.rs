//! Compact rows in memory, and sorting them.

use tabiya_db::rows::Row;

use crate::move_texts::{NUMBERS, number_of};

/// A compact row. The game is counted from the first of the input.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct SmallRow {
    pub(crate) key: i64,
    pub(crate) high: i64,
    pub(crate) game: u32,
    pub(crate) ply: u16,
    /// The move; the highest bit is set for the game's first visit of the position.
    mv: u16,
}

const FIRST: u16 = NUMBERS;

impl SmallRow {
    pub(crate) fn new(game: u32, row: &Row) -> SmallRow {
        let first = if row.is_first { FIRST } else { 0 };
        SmallRow {
            key: (row.key.0 as u64).cast_signed(),
            high: ((row.key.0 >> 64) as u64).cast_signed(),
            game,
            ply: row.ply,
            mv: row.mv.map_or(0, number_of) | first,
        }
    }

    /// The number of the move; 0 for none.
    pub(crate) fn move_number(&self) -> u16 {
        self.mv & !FIRST
    }

    pub(crate) fn is_first(&self) -> bool {
        self.mv & FIRST != 0
    }

    /// Encodes the row as three numbers.
    pub(crate) fn words(self) -> [u64; 3] {
        let rest = u64::from(self.game) | u64::from(self.ply) << 32 | u64::from(self.mv) << 48;
        [self.key.cast_unsigned(), self.high.cast_unsigned(), rest]
    }

    /// Decodes the row.
    pub(crate) fn from_words([key, high, rest]: [u64; 3]) -> SmallRow {
        let (key, high) = (key.cast_signed(), high.cast_signed());
        SmallRow { key, high, game: rest as u32, ply: (rest >> 32) as u16, mv: (rest >> 48) as u16 }
    }
}

/// A number of rows that fits in the cache.
const BUCKET_ROWS: usize = 128;
/// The maximum number of buckets, as a power of two; filling more is slow.
const MAX_BUCKET_BITS: u32 = 11;

/// Stable sort by key. All keys share `same_bits` highest bits. `buffer` is swapped with the rows.
pub(crate) fn sort_by_key(rows: &mut Vec<SmallRow>, same_bits: u32, buffer: &mut Vec<SmallRow>) {
    let bits = (rows.len() / BUCKET_ROWS).max(1).ilog2().min(MAX_BUCKET_BITS).min(64 - same_bits);
    // One step of a radix sort: keys are uniform, so buckets by their next bits have about equal sizes. The order is that of signed
    // numbers.
    let bucket_of = |row: &SmallRow| {
        let ordered = (row.key.cast_unsigned() ^ 1 << 63) << same_bits;
        ordered.checked_shr(64 - bits).unwrap_or(0) as usize
    };
    let mut ends = vec![0_usize; 1 << bits];
    rows.iter().for_each(|row| ends[bucket_of(row)] += 1);
    let mut next = 0;
    for end in &mut ends {
        (*end, next) = (next, next + *end);
    }
    buffer.clear();
    buffer.resize(rows.len(), SmallRow::default());
    for row in &*rows {
        let end = &mut ends[bucket_of(row)];
        buffer[*end] = *row;
        *end += 1;
    }
    std::mem::swap(rows, buffer);
    let mut start = 0;
    for end in ends {
        rows[start..end].sort_by_key(|row| row.key);
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_stably_by_signed_key() {
        let mut seed = 1_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        let mut buffer = Vec::new();
        for same_bits in [0, 1, 4, 12] {
            for count in [0, 1, 2, 100, 1000, 70_000] {
                let part = random() & !(u64::MAX >> same_bits);
                let key = |random: u64| {
                    (part | (if random.is_multiple_of(5) { 7 } else { random }) & (u64::MAX >> same_bits))
                        .cast_signed()
                };
                let rows =
                    (0..count).map(|game| SmallRow { key: key(random()), game, ..SmallRow::default() });
                let mut rows: Vec<SmallRow> = rows.collect();
                let mut expected = rows.clone();
                expected.sort_by_key(|row| (row.key, row.game));
                sort_by_key(&mut rows, same_bits, &mut buffer);
                assert_eq!(rows, expected, "{count} rows, {same_bits} bits");
            }
        }
    }
}
