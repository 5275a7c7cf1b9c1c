//! K-way merge of sorted rows.

use tabiya_db::Result;

use crate::chunk::ChunkGames;
use crate::small_row::SmallRow;
use crate::sorted_run::{RunReader, RunRow};

/// A source of sorted rows.
pub(crate) enum Source<'a> {
    Run(RunReader<'a>),
    Memory(std::slice::Iter<'a, SmallRow>, &'a ChunkGames),
}

impl Source<'_> {
    #[inline]
    fn next(&mut self) -> Result<Option<RunRow>> {
        match self {
            Source::Run(reader) => reader.next(),
            Source::Memory(rows, games) => Ok(rows.next().map(|row| RunRow::new(*row, &games.facts_of(row)))),
        }
    }
}

/// Merges sources with a loser tree: a tournament between the next rows of all sources.
pub(crate) struct Merge<'a> {
    sources: Vec<Source<'a>>,
    /// The next row of each source.
    next: Vec<Head>,
    /// The losers of all matches, from the final at index 1; the overall winner is at index 0.
    losers: Vec<usize>,
}

/// The next row of a source.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Both halves of the key, mapped to unsigned numbers in the order of rows; the maximum for an exhausted source.
    order: u128,
    row: Option<RunRow>,
}

impl Head {
    fn new(row: Option<RunRow>) -> Head {
        let half = |half: i64| u128::from(half.cast_unsigned() ^ 1 << 63);
        let order = |RunRow { row, .. }: &RunRow| half(row.key) << 64 | half(row.high);
        Head { order: row.as_ref().map_or(u128::MAX, order), row }
    }

    #[inline]
    fn comes_before(&self, other: &Head) -> bool {
        self.order < other.order || self.order == other.order && self.comes_first_of_equal_keys(other)
    }

    /// The order of rows with equal keys: variant, then game, which is different in all sources. Exhausted sources come last.
    fn comes_first_of_equal_keys(&self, other: &Head) -> bool {
        let order = |head: &Head| {
            head.row.map_or((true, 0, 0), |row| (false, row.facts().variant as u8, row.row.game))
        };
        order(self) < order(other)
    }
}

impl<'a> Merge<'a> {
    pub(crate) fn new(mut sources: Vec<Source<'a>>) -> Result<Merge<'a>> {
        let next = sources.iter_mut().map(|source| source.next().map(Head::new));
        let next = next.collect::<Result<Vec<Head>>>()?;
        let mut merge = Merge { losers: vec![EMPTY; sources.len().max(1)], sources, next };
        (0..merge.sources.len()).rev().for_each(|source| merge.play(source));
        Ok(merge)
    }

    /// Replays the matches of a source from its leaf.
    #[inline]
    fn play(&mut self, source: usize) {
        let mut winner = source;
        let mut match_number = (source + self.sources.len()) / 2;
        while match_number > 0 {
            let other = self.losers[match_number];
            // While the tree is built, the first source of a match waits for the second.
            if other == EMPTY || self.next[other].comes_before(&self.next[winner]) {
                (self.losers[match_number], winner) = (winner, other);
            }
            if winner == EMPTY {
                return;
            }
            match_number /= 2;
        }
        self.losers[0] = winner;
    }
}

/// A match without a source yet.
const EMPTY: usize = usize::MAX;

impl Iterator for Merge<'_> {
    type Item = Result<RunRow>;

    fn next(&mut self) -> Option<Result<RunRow>> {
        let winner = self.losers[0];
        let row = self.next.get(winner)?.row?;
        match self.sources[winner].next() {
            Ok(next) => self.next[winner] = Head::new(next),
            Err(error) => return Some(Err(error)),
        }
        self.play(winner);
        Some(Ok(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorted_run::SortedRun;
    use tabiya::Variant;
    use tabiya_db::Facts;

    fn sort_key(row: &RunRow) -> (i64, i64, u8, u32, u16) {
        let SmallRow { key, high, game, ply, .. } = row.row;
        (key, high, row.facts().variant as u8, game, ply)
    }

    #[test]
    fn any_number_of_runs_is_merged_in_order() {
        let mut seed = 1_u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed ^ seed >> 29) % below
        };
        let folder = tempfile::tempdir().unwrap();
        // The maximum key is a valid key, not the end.
        let halves = [i64::MIN, -1, 0, 7, i64::MAX];
        for count in [0, 1, 2, 3, 5, 8, 13, 64] {
            let mut game = 0;
            let mut sorted_rows = || {
                let rows = (0..random(40)).map(|_| {
                    game += random(2) as u32;
                    let mut half = || halves[random(5) as usize].cast_unsigned();
                    let row = SmallRow::from_words([half(), half(), game.into()]);
                    let variant = Variant::ALL[game as usize % Variant::ALL.len()];
                    RunRow::new(row, &Facts { variant, ..Facts::default() })
                });
                let mut rows: Vec<RunRow> = rows.collect();
                game += 1;
                rows.sort_by_key(sort_key);
                rows
            };
            let runs: Vec<Vec<RunRow>> = (0..count).map(|_| sorted_rows()).collect();
            let mut expected = runs.concat();
            expected.sort_by_key(sort_key);
            let written = runs.iter().enumerate().map(|(index, rows)| {
                let run = SortedRun::create(
                    &folder.path().join(index.to_string()),
                    [0, rows.len() as u64].into_iter(),
                );
                let run = run.unwrap();
                run.write(1, rows.iter().map(|row| Ok(*row))).unwrap();
                run
            });
            let written: Vec<SortedRun> = written.collect();
            let sources = written.iter().map(|run| Source::Run(run.read(1, 100))).collect();
            let merged = Merge::new(sources).unwrap().collect::<Result<Vec<RunRow>>>().unwrap();
            assert!(merged.is_sorted_by_key(sort_key));
            assert_eq!(
                merged.iter().map(sort_key).collect::<Vec<_>>(),
                expected.iter().map(sort_key).collect::<Vec<_>>()
            );
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "temporary files are removed");
    }
}
