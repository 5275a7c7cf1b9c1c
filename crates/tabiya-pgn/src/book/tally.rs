use std::io;
use std::path::Path;

use super::runs::Runs;

/// How often a move was played, and its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    pub(crate) key: u64,
    /// Two for each win of the side to move, one for each draw.
    pub(crate) score: u32,
    pub(crate) games: u32,
    pub(crate) mv: u16,
}

impl Count {
    pub(crate) fn place(&self) -> (u64, u16) {
        (self.key, self.mv)
    }

    /// Adds a count of the same move.
    pub(crate) fn merge_count(&mut self, other: &Count) {
        self.score = self.score.saturating_add(other.score);
        self.games = self.games.saturating_add(other.games);
    }
}

/// Counts moves in a fixed amount of memory. When it is full, sorted runs are written to files and merged at the end.
pub(crate) struct Tally {
    counts: Vec<Count>,
    limit: usize,
    runs: Runs,
}

impl Tally {
    /// Uses at most this many bytes of memory, and creates files in this folder.
    pub(crate) fn new(bytes: usize, folder: &Path) -> Tally {
        Tally { counts: Vec::new(), limit: (bytes / size_of::<Count>()).max(16), runs: Runs::new(folder) }
    }

    pub(crate) fn add(&mut self, count: Count) -> io::Result<()> {
        if self.counts.len() >= self.limit {
            condense(&mut self.counts);
            // If few moves were equal, condensing again soon would not help.
            if self.counts.len() > self.limit / 2 {
                self.runs.spill(&self.counts)?;
                self.counts.clear();
            }
        }
        if self.counts.len() == self.counts.capacity() {
            // Doubling the capacity would exceed the limit.
            let more = self.counts.capacity().max(1024).min(self.limit - self.counts.len());
            self.counts.try_reserve_exact(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
        }
        self.counts.push(count);
        Ok(())
    }

    /// Passes on every move once, sorted by key and move.
    pub(crate) fn finish(mut self, mut emit: impl FnMut(Count) -> io::Result<()>) -> io::Result<()> {
        condense(&mut self.counts);
        if self.runs.is_empty() {
            return self.counts.into_iter().try_for_each(emit);
        }
        self.runs.spill(&self.counts)?;
        drop(self.counts);
        self.runs.merge(&mut emit)
    }
}

/// Sorts the counts and adds up those of the same move.
fn condense(counts: &mut Vec<Count>) {
    counts.sort_unstable_by_key(Count::place);
    counts.dedup_by(|next, kept| {
        let is_same = next.place() == kept.place();
        if is_same {
            kept.merge_count(next);
        }
        is_same
    });
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn counts_do_not_depend_on_the_memory_limit() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        let counts: Vec<Count> = (0..20_000)
            .map(|_| Count {
                key: next() % 700,
                mv: (next() % 3) as u16,
                games: 1,
                score: (next() % 3) as u32,
            })
            .collect();
        let mut expected: BTreeMap<(u64, u16), (u32, u32)> = BTreeMap::new();
        for count in &counts {
            let sum = expected.entry(count.place()).or_default();
            *sum = (sum.0 + count.games, sum.1 + count.score);
        }
        for bytes in [400, 5_000, 50_000, 10_000_000] {
            let mut tally = Tally::new(bytes, &std::env::temp_dir());
            counts.iter().try_for_each(|count| tally.add(*count)).expect("the runs are written");
            assert!(tally.counts.capacity() * size_of::<Count>() <= bytes.max(16 * size_of::<Count>()));
            let mut found = Vec::new();
            let emit = |count: Count| {
                found.push((count.place(), (count.games, count.score)));
                Ok(())
            };
            tally.finish(emit).expect("the files can be read");
            assert_eq!(found, expected.clone().into_iter().collect::<Vec<_>>(), "{bytes} bytes");
        }
    }
}
