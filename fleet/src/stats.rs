//! Queries of finished statistics.

use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::reader::RowGroupReader;
use tabiya::{AnyPosition, Color, Move};
use tabiya_db::{ExploreOptions, Explored, GameId, MoveStats, Result, Results, Summary};

use crate::column::{date, read, read_optional, text};
use crate::error::{damaged, other, unreadable};
use crate::folder::{InputManifest, MAX_COUNT};
use crate::lazy_file::{LazyFile, OpenFiles, check_listed};
use crate::rows_file::{self, each_group};
use crate::stats_folder::{StatsManifest, StatsPart, rows_of};

/// Statistics of a folder of rows, as far as they are current.
#[derive(Debug)]
pub(crate) struct Stats {
    listed: usize,
    /// By part; `None` if rows were added since.
    parts: Vec<Option<Part>>,
}

#[derive(Debug)]
struct Part {
    moves: LazyFile,
    lists: LazyFile,
    numbers: GameNumbers,
}

/// Maps game numbers in statistics to current ones: inputs may have been added in between.
#[derive(Debug)]
struct GameNumbers(Vec<InputRange>);

#[derive(Debug)]
struct InputRange {
    first: u64,
    games: u64,
    current: u64,
}

impl GameNumbers {
    /// The current number of a game.
    fn current(&self, number: i64) -> Option<GameId> {
        let index = u64::try_from(number).ok()?.checked_sub(1)?;
        let range = self.0.get(self.0.partition_point(|range| range.first + range.games <= index))?;
        Some(GameId(range.current + index - range.first + 1))
    }
}

impl Stats {
    /// Opens the statistics of rows in another folder. Outdated parts are skipped.
    pub(crate) fn open(
        path: &Path,
        parts: u32,
        inputs: &[InputManifest],
        open: &Arc<OpenFiles>,
    ) -> Result<Stats> {
        loop {
            let manifest = StatsManifest::open(path)?;
            if manifest.parts != parts {
                let parts_of_stats = tabiya_cli::args::counted(manifest.parts.into(), "part");
                return Err(other(format!(
                    "{} has {parts_of_stats}, and the rows have {parts}",
                    path.display()
                )));
            }
            match Stats::listed(path, &manifest, inputs, open) {
                // They were updated in the meantime, and the old files removed.
                Err(_) if StatsManifest::open(path)? != manifest => {}
                opened => return opened,
            }
        }
    }

    fn listed(
        path: &Path,
        manifest: &StatsManifest,
        inputs: &[InputManifest],
        open: &Arc<OpenFiles>,
    ) -> Result<Stats> {
        let mut all: Vec<Option<Part>> = (0..manifest.parts).map(|_| None).collect();
        for part in &manifest.computed {
            if part.inputs == rows_of(inputs, part.part) {
                all[part.part as usize] = Some(Part::open(path, part, inputs, open)?);
            }
        }
        Ok(Stats { listed: manifest.listed, parts: all })
    }

    /// Whether the statistics of a part are current.
    pub(crate) fn is_current(&self, part: usize) -> bool {
        self.parts[part].is_some()
    }

    /// The statistics of a position, if enough games reached it, and they are current and sufficient for the options.
    pub(crate) fn explore(
        &self,
        part: u32,
        position: &AnyPosition,
        options: &ExploreOptions,
    ) -> Result<Option<Explored>> {
        let Some(part) = &self.parts[part as usize] else { return Ok(None) };
        if options.history || options.top_games.max(options.recent_games) > self.listed {
            return Ok(None);
        }
        let mut query = StatsQuery {
            part,
            key: rows_file::RowKey::new(position.key_128(), position.variant()),
            position,
            summary: Summary::new(position, *options),
        };
        match query.read(options) {
            Ok(is_known) => Ok(is_known.then(|| query.summary.finish())),
            // The statistics were updated: use the rows of this part.
            Err(_) if !(part.moves.path.exists() && part.lists.path.exists()) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Part {
    fn open(path: &Path, part: &StatsPart, inputs: &[InputManifest], open: &Arc<OpenFiles>) -> Result<Part> {
        let manifest = StatsManifest::path_in(path);
        for (_, file, sum) in part.files(path) {
            check_listed(&file, sum.bytes, &manifest)?;
        }
        let [moves, lists] = part
            .files(path)
            .map(|(table, file, sum)| LazyFile::listed(file, table, sum.bytes, &manifest, open));
        let (mut ranges, mut first) = (Vec::new(), 0);
        for listed in &part.inputs {
            let before = inputs.iter().take_while(|input| input.input != listed.input);
            let current = before.map(|input| input.games).sum();
            ranges.push(InputRange { first, games: listed.games, current });
            first += listed.games;
        }
        Ok(Part { moves, lists, numbers: GameNumbers(ranges) })
    }
}

/// A running query.
struct StatsQuery<'a> {
    part: &'a Part,
    position: &'a AnyPosition,
    key: rows_file::RowKey,
    summary: Summary<'a>,
}

impl StatsQuery<'_> {
    /// Adds the statistics; returns whether there are any.
    fn read(&mut self, options: &ExploreOptions) -> Result<bool> {
        let is_known = self.moves()?;
        if is_known && options.top_games.max(options.recent_games) > 0 {
            self.lists()?;
        }
        Ok(is_known)
    }

    fn moves(&mut self) -> Result<bool> {
        let file = &self.part.moves;
        let mut found = false;
        file.with(|opened| {
            each_group(&file.path, opened, self.key, &mut |group, range| {
                found = true;
                let lines = Lines::read(group, range.start, range.len()).map_err(unreadable(&file.path))?;
                for index in 0..range.len() {
                    let (mv, counted) = self.line(&lines, index)?;
                    self.summary.add(mv, &counted);
                }
                Ok(true)
            })
        })?;
        Ok(found)
    }

    fn line(&self, lines: &Lines, index: usize) -> Result<(Option<Move>, MoveStats)> {
        let path = &self.part.moves.path;
        let first_game = self.game(path, lines.numbers[lines.numbers.len() - 1][index])?;
        let numbers = lines.numbers.iter().take(18).map(|column| count_of(column[index]));
        let numbers: Option<Vec<u64>> = numbers.collect();
        let numbers = numbers.ok_or_else(|| damaged(path, "numbers of games are out of range"))?;
        let mut counted = counted(self.position.turn(), &numbers);
        counted.last = date(lines.last[index]).map_err(unreadable(path))?;
        counted.first_game = Some(first_game);
        Ok((self.played(path, lines.moves[index].as_ref())?, counted))
    }

    fn lists(&mut self) -> Result<()> {
        let file = &self.part.lists;
        let (mut top, mut recent) = (Vec::new(), Vec::new());
        file.with(|opened| {
            each_group(&file.path, opened, self.key, &mut |group, range| {
                let (from, count) = (range.start, range.len());
                let read_all = || -> parquet::errors::Result<_> {
                    let moves = read_optional::<ByteArrayType>(group, 3, from, count)?;
                    let games = read::<Int64Type>(group, 4, from, count)?;
                    let top = read_optional::<Int32Type>(group, 5, from, count)?;
                    Ok((moves, games, top, read_optional::<Int32Type>(group, 6, from, count)?))
                };
                let (moves, games, tops, recents) = read_all().map_err(unreadable(&file.path))?;
                for index in 0..count {
                    let game = self.game(&file.path, games[index])?;
                    let mv = self.played(&file.path, moves[index].as_ref())?;
                    top.extend(tops[index].map(|place| (place, game, mv)));
                    recent.extend(recents[index].map(|place| (place, game, mv)));
                }
                Ok(true)
            })
        })?;
        top.sort_unstable_by_key(|(place, ..)| *place);
        recent.sort_unstable_by_key(|(place, ..)| *place);
        top.into_iter().for_each(|(_, game, mv)| self.summary.add_top(game, mv));
        recent.into_iter().for_each(|(_, game, mv)| self.summary.add_recent(game, mv));
        Ok(())
    }

    fn game(&self, path: &Path, number: i64) -> Result<GameId> {
        self.part
            .numbers
            .current(number)
            .ok_or_else(|| damaged(path, format!("game {number} does not exist")))
    }

    fn played(&self, path: &Path, uci: Option<&ByteArray>) -> Result<Option<Move>> {
        let Some(uci) = uci else { return Ok(None) };
        let uci = text(uci).map_err(unreadable(path))?;
        self.position.parse_uci(uci).map(Some).map_err(|error| damaged(path, error))
    }
}

/// Lines of the table of moves.
struct Lines {
    moves: Vec<Option<ByteArray>>,
    /// All columns of non-null numbers, in order.
    numbers: Vec<Vec<i64>>,
    last: Vec<Option<i32>>,
}

/// The columns of the table of moves.
const MOVE: usize = 3;
const LAST_DATE: usize = 22;
const FIRST_GAME: usize = 23;

impl Lines {
    fn read(group: &dyn RowGroupReader, from: usize, count: usize) -> parquet::errors::Result<Lines> {
        let numbers = (MOVE + 1..LAST_DATE).chain([FIRST_GAME]);
        Ok(Lines {
            moves: read_optional::<ByteArrayType>(group, MOVE, from, count)?,
            numbers: numbers
                .map(|column| read::<Int64Type>(group, column, from, count))
                .collect::<parquet::errors::Result<_>>()?,
            last: read_optional::<Int32Type>(group, LAST_DATE, from, count)?,
        })
    }
}

/// A number of games, or a sum over them, if it is in range.
pub(crate) fn count_of(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|number| *number < MAX_COUNT)
}

/// Converts the eighteen counts of a line to those of the side to move.
pub(crate) fn counted(mover: Color, numbers: &[u64]) -> MoveStats {
    let results = |at: usize| Results {
        white: numbers[at],
        draws: numbers[at + 1],
        black: numbers[at + 2],
        unknown: numbers[at + 3],
    };
    let all = results(0);
    // For White and Black: the sum of ratings and the number without one, in all games and in those without a result.
    let (own, opponent) = match mover {
        Color::White => (8, 10),
        Color::Black => (10, 8),
    };
    let (won, unrated_points) = match mover {
        Color::White => (all.white, numbers[16]),
        Color::Black => (all.black, numbers[17]),
    };
    let minus = u64::saturating_sub;
    let unrated = minus(numbers[opponent + 1], numbers[opponent + 5]);
    MoveStats {
        results: all,
        again: results(4),
        rated: minus(all.games(), numbers[own + 1]),
        rating_sum: numbers[own],
        opponents: minus(minus(all.games(), all.unknown), unrated),
        opponent_sum: minus(numbers[opponent], numbers[opponent + 4]),
        half_points: minus(2 * won + all.draws, unrated_points),
        ..MoveStats::default()
    }
}
