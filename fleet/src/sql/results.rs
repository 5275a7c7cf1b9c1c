//! Assembles an engine's results by position.

use std::collections::{HashMap, HashSet};

use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use tabiya::{AnyPosition, Color, Move};
use tabiya_db::{DbError, ExploreOptions, Explored, Facts, GameId, MoveStats, Result, Results, Summary};
use tabiya_pgn::GameResult;

use super::text::List;
use crate::column::date_of;
use crate::error::other;
use crate::games::result_of;
use crate::rows_file;
use crate::stats::count_of;

/// Partial results for some positions.
pub(super) struct PartialResults<'a> {
    positions: &'a [AnyPosition],
    summaries: Vec<Summary<'a>>,
    /// For each position, the rows counted in the last aggregate, and the games that pass the filter.
    counted: Vec<Counted>,
    /// The queries for a position.
    queries: HashMap<(i64, i64, String), Vec<usize>>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Counted {
    rows: u64,
    games: u64,
}

impl<'a> PartialResults<'a> {
    pub(super) fn new(positions: &'a [AnyPosition], options: &ExploreOptions) -> PartialResults<'a> {
        let mut queries: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, position) in positions.iter().enumerate() {
            let row_key = rows_file::RowKey::new(position.key_128(), position.variant());
            queries.entry((row_key.key, row_key.high, row_key.variant.to_string())).or_default().push(index);
        }
        let summaries = positions.iter().map(|position| Summary::new(position, *options)).collect();
        PartialResults { positions, summaries, counted: vec![Counted::default(); positions.len()], queries }
    }

    pub(super) fn finish(self) -> Vec<Explored> {
        self.summaries.into_iter().map(Summary::finish).collect()
    }

    /// Calls a function for each line of a result and each query of its position, which is in the first three columns.
    fn each(
        &mut self,
        batch: &RecordBatch,
        mut add: impl FnMut(&AnyPosition, &mut Summary<'a>, &mut Counted, usize) -> Result<()>,
    ) -> Result<()> {
        let (keys, highs, variants) = (numbers(batch, 0)?, numbers(batch, 1)?, texts(batch, 2)?);
        for (line, variant) in variants.into_iter().enumerate() {
            let (Some(key), Some(high), Some(variant)) = (keys[line], highs[line], variant) else { continue };
            for &index in self.queries.get(&(key, high, variant)).into_iter().flatten() {
                let (summary, counted) = (&mut self.summaries[index], &mut self.counted[index]);
                add(&self.positions[index], summary, counted, line)?;
            }
        }
        Ok(())
    }

    /// Compares the rows of the last aggregate with the numbers of rows in the files, if these are known.
    fn check_rows(&mut self, rows: Option<&[u64]>, what: &str) -> Result<()> {
        let found = self.counted.iter_mut().map(|counted| std::mem::take(&mut counted.rows));
        let found: Vec<u64> = found.collect();
        if rows.is_some_and(|rows| rows != found) { Err(inconsistent(what)) } else { Ok(()) }
    }

    /// Adds results by move. `rows`: the number of rows of each position, if the result must account for all of them.
    pub(super) fn add_outcomes(&mut self, batch: &RecordBatch, rows: Option<&[u64]>) -> Result<()> {
        let (moves_played, results, firsts) = (texts(batch, 3)?, texts(batch, 4)?, numbers(batch, 5)?);
        let columns = (6..11).map(|column| numbers(batch, column)).collect::<Result<Vec<_>>>()?;
        let (dates, games, passes) = (numbers(batch, 11)?, numbers(batch, 12)?, numbers(batch, 13)?);
        self.each(batch, |position, summary, counted, line| {
            let result = results[line].as_ref().and_then(|text| result_of(text.as_bytes()));
            let result = result.ok_or_else(invalid_result)?;
            let counts: Option<Vec<u64>> =
                columns.iter().map(|column| count_of(column[line].unwrap_or(0))).collect();
            let counts =
                counts.ok_or_else(|| other("the engine returned an invalid number of games".to_owned()))?;
            counted.rows += counts[0];
            if passes[line] != Some(1) {
                return Ok(());
            }
            if firsts[line] == Some(1) {
                counted.games += counts[0];
            }
            let stats = MoveStats {
                again: if firsts[line] == Some(0) {
                    of_result(result, counts[0])
                } else {
                    Results::default()
                },
                last: dates[line].and_then(|date| date_of(i32::try_from(date).ok()?)).unwrap_or_default(),
                first_game: Some(game_id(games[line])?),
                ..counted_as(position.turn(), result, &counts)
            };
            summary.add(parse_move(position, moves_played[line].as_deref())?, &stats);
            Ok(())
        })?;
        self.check_rows(rows, "results by move")
    }

    /// Adds a sorted list of at most `limit` games. It must contain each game once, and as many as the results by move.
    pub(super) fn add_list(&mut self, batch: &RecordBatch, list: List, limit: usize) -> Result<()> {
        let (moves_played, games) = (texts(batch, 3)?, numbers(batch, 4)?);
        let mut listed_games = HashSet::new();
        self.each(batch, |position, summary, counted, line| {
            let (game, mv) = (game_id(games[line])?, parse_move(position, moves_played[line].as_deref())?);
            if !listed_games.insert((position.key_128(), game)) {
                return Err(inconsistent("lists of games"));
            }
            counted.rows += 1;
            match list {
                List::Top => summary.add_top(game, mv),
                List::Recent => summary.add_recent(game, mv),
            }
            Ok(())
        })?;
        let expected: Vec<u64> = self.counted.iter().map(|counted| counted.games.min(limit as u64)).collect();
        self.check_rows(Some(&expected), "lists of games")
    }

    /// Adds lists with ranks.
    pub(super) fn add_lists(&mut self, batch: &RecordBatch, lists: [(List, usize); 2]) -> Result<()> {
        for ((list, limit), column) in lists.into_iter().zip([5, 6]) {
            let places = numbers(batch, column)?;
            let mut listed: Vec<(i64, u64)> =
                places.iter().zip(0..).filter_map(|(place, line)| Some(((*place)?, line))).collect();
            listed.sort_unstable();
            let lines = datafusion::arrow::array::UInt64Array::from_iter_values(
                listed.into_iter().map(|(_, line)| line),
            );
            let ordered = datafusion::arrow::compute::take_record_batch(batch, &lines);
            self.add_list(&ordered.map_err(|error| other(error.to_string()))?, list, limit)?;
        }
        Ok(())
    }

    /// Adds results by month. `rows` as in [`add_outcomes`](Self::add_outcomes).
    pub(super) fn add_months(&mut self, batch: &RecordBatch, rows: Option<&[u64]>) -> Result<()> {
        let (months, results, games) = (numbers(batch, 3)?, texts(batch, 4)?, numbers(batch, 5)?);
        let counts = numbers(batch, 6)?;
        self.each(batch, |_, summary, counted, line| {
            let date = months[line].and_then(|month| date_of(i32::try_from(month * 100).ok()?));
            let count = games[line].and_then(|games| u64::try_from(games).ok()).unwrap_or(0);
            counted.rows += count;
            if counts[line] != Some(1) {
                return Ok(());
            }
            let result = results[line].as_ref().and_then(|text| result_of(text.as_bytes()));
            let all = of_result(result.ok_or_else(invalid_result)?, count);
            if let Some((date, year)) = date.and_then(|date| Some((date, date.year()?))) {
                summary.add_month((year, date.month().unwrap_or(0)), all);
            }
            Ok(())
        })?;
        self.check_rows(rows, "results by month")
    }
}

/// The error for results that contradict each other or the files.
pub(super) fn inconsistent(what: &str) -> DbError {
    other(format!(
        "the engine returned inconsistent {what}: an executor was lost (run the same command again), \
         or a machine of the cluster does not have the folder at the same path"
    ))
}

/// The rows that pass the filter, by the last column of [`text::all_rows`](super::text::all_rows), of `count` rows in all.
pub(super) fn passing_rows(batch: &RecordBatch, count: u64) -> Result<RecordBatch> {
    if batch.num_rows() as u64 != count {
        return Err(inconsistent("rows"));
    }
    let passes = numbers(batch, 7)?.into_iter().map(|passes| Some(passes == Some(1)));
    let passes = datafusion::arrow::array::BooleanArray::from_iter(passes);
    let passing = datafusion::arrow::compute::filter_record_batch(batch, &passes);
    passing.map_err(|error| other(error.to_string()))
}

/// A number of games with one result.
fn of_result(result: GameResult, games: u64) -> Results {
    let mut all = Results::default();
    match result {
        GameResult::WhiteWins => all.white = games,
        GameResult::Draw => all.draws = games,
        GameResult::BlackWins => all.black = games,
        GameResult::Unknown => all.unknown = games,
    }
    all
}

/// Games with one result: their number, the numbers with known ratings of White and Black, and the sums of these ratings.
fn counted_as(mover: Color, result: GameResult, counts: &[u64]) -> MoveStats {
    let [games, white, black, white_sum, black_sum] = *counts else { return MoveStats::default() };
    let (own, opponents, own_sum, opponent_sum, won) = match mover {
        Color::White => (white, black, white_sum, black_sum, GameResult::WhiteWins),
        Color::Black => (black, white, black_sum, white_sum, GameResult::BlackWins),
    };
    let half_points = match result {
        GameResult::Draw => opponents,
        result if result == won => 2 * opponents,
        _ => 0,
    };
    let mut counted = MoveStats { rated: own, rating_sum: own_sum, half_points, ..MoveStats::default() };
    counted.results = of_result(result, games);
    if result != GameResult::Unknown {
        (counted.opponents, counted.opponent_sum) = (opponents, opponent_sum);
    }
    counted
}

/// Counts the unordered rows of a position.
pub(super) fn explore_rows(
    position: &AnyPosition,
    options: &ExploreOptions,
    rows: &RecordBatch,
) -> Result<Explored> {
    let [games, plies] = [numbers(rows, 0)?, numbers(rows, 1)?];
    let (moves, results) = (texts(rows, 2)?, texts(rows, 3)?);
    let [white, black, dates] = [numbers(rows, 4)?, numbers(rows, 5)?, numbers(rows, 6)?];
    let mut order: Vec<usize> = (0..rows.num_rows()).collect();
    order.sort_unstable_by_key(|line| (games[*line], plies[*line]));
    // Ballista may return rows twice when an executor is lost.
    let is_same = |a: usize, b: usize| games[a] == games[b] && plies[a] == plies[b];
    if order.windows(2).any(|pair| is_same(pair[0], pair[1])) {
        return Err(inconsistent("rows"));
    }
    let elo = |elo: Option<i64>| {
        let wrong = |_| other("rows are damaged: invalid rating".to_owned());
        elo.map(u16::try_from).transpose().map_err(wrong)
    };
    let mut summary = Summary::new(position, *options);
    for line in order {
        let result = results[line].as_ref().and_then(|text| result_of(text.as_bytes()));
        let date = dates[line].and_then(|date| date_of(i32::try_from(date).ok()?));
        let facts = Facts {
            variant: position.variant(),
            result: result.ok_or_else(invalid_result)?,
            white_elo: elo(white[line])?,
            black_elo: elo(black[line])?,
            date: date.unwrap_or_default(),
            ..Facts::default()
        };
        summary.count(game_id(games[line])?, parse_move(position, moves[line].as_deref())?, &facts);
    }
    Ok(summary.finish())
}

/// Lines of the table of moves. Invalid results are an error, as in the direct reader.
pub(super) fn check_results(batch: &RecordBatch) -> Result<RecordBatch> {
    let last = batch.num_columns().saturating_sub(1);
    if numbers(batch, last)?.into_iter().any(|invalid_count| invalid_count != Some(0)) {
        return Err(invalid_result());
    }
    let stored_columns: Vec<usize> = (0..last).collect();
    batch.project(&stored_columns).map_err(|error| other(error.to_string()))
}

fn invalid_result() -> DbError {
    other("rows are damaged: invalid result".to_owned())
}

/// Parses a move.
fn parse_move(position: &AnyPosition, uci: Option<&str>) -> Result<Option<Move>> {
    let Some(uci) = uci else { return Ok(None) };
    position
        .parse_uci(uci)
        .map(Some)
        .map_err(|error| other(format!("invalid move `{uci}` in the rows: {error}")))
}

pub(super) fn game_id(number: Option<i64>) -> Result<GameId> {
    let number = number.and_then(|number| u64::try_from(number).ok());
    number.map(GameId).ok_or_else(|| other("the engine returned an invalid game number".to_owned()))
}

pub(super) fn numbers(batch: &RecordBatch, column: usize) -> Result<Vec<Option<i64>>> {
    let values = cast(batch.column(column), &DataType::Int64).map_err(|error| other(error.to_string()))?;
    Ok(values.as_primitive::<Int64Type>().iter().collect())
}

pub(super) fn texts(batch: &RecordBatch, column: usize) -> Result<Vec<Option<String>>> {
    let values = cast(batch.column(column), &DataType::Utf8).map_err(|error| other(error.to_string()))?;
    Ok(values.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::array::{ArrayRef, Int32Array, Int64Array, StringArray};
    use tabiya::Variant;

    use super::*;

    /// A game, a ply, its move, and its result.
    type Line<'a> = (i64, i32, Option<&'a str>, &'a str);

    fn rows(lines: &[Line<'_>]) -> RecordBatch {
        let numbers = |of: fn(&Line<'_>) -> Option<i32>| -> ArrayRef {
            Arc::new(lines.iter().map(of).collect::<Int32Array>())
        };
        let games = lines.iter().map(|line| line.0).collect::<Vec<_>>();
        let columns: [(&str, ArrayRef); 7] = [
            ("number", Arc::new(Int64Array::from(games))),
            ("ply", numbers(|line| Some(line.1))),
            ("move", Arc::new(lines.iter().map(|line| line.2).collect::<StringArray>())),
            ("result", Arc::new(lines.iter().map(|line| Some(line.3)).collect::<StringArray>())),
            ("white_elo", numbers(|_| None)),
            ("black_elo", numbers(|_| Some(2000))),
            ("date", numbers(|_| Some(20_190_531))),
        ];
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true))).unwrap()
    }

    #[test]
    fn rows_are_counted_in_any_order_but_not_twice() {
        let start = AnyPosition::start(Variant::Chess);
        let explored = |lines: &[_]| explore_rows(&start, &ExploreOptions::default(), &rows(lines));
        let (one, other) = ((1, 0, Some("e2e4"), "1-0"), (2, 0, None, "*"));
        let found = explored(&[other, one]).unwrap();
        assert_eq!((found.results.white, found.results.unknown, found.ended), (1, 1, 1));
        assert_eq!(found, explored(&[one, other]).unwrap());
        // The same game again, later and with another move.
        assert_eq!(explored(&[one, (1, 4, Some("d2d4"), "1-0")]).unwrap().results.games(), 1);
        let error = explored(&[one, other, one]).unwrap_err().to_string();
        assert_eq!(
            error,
            "the engine returned inconsistent rows: an executor was lost (run the same command again), \
             or a machine of the cluster does not have the folder at the same path"
        );
        let error = explored(&[(1, 0, None, "1/2")]).unwrap_err().to_string();
        assert_eq!(error, "rows are damaged: invalid result");
    }

    /// Results by move as in the columns of [`text::outcomes`](crate::sql::text::outcomes): result, games, whether they pass.
    fn outcomes(position: &AnyPosition, lines: &[(&str, i64, bool)]) -> RecordBatch {
        use datafusion::arrow::array::BooleanArray;
        let key = rows_file::RowKey::new(position.key_128(), position.variant());
        let count = lines.len();
        let constant = |number: i64| -> ArrayRef { Arc::new(Int64Array::from(vec![number; count])) };
        let text = |text: &str| -> ArrayRef { Arc::new(StringArray::from(vec![text; count])) };
        let flags = |flags: Vec<bool>| -> ArrayRef { Arc::new(BooleanArray::from(flags)) };
        let games: ArrayRef = Arc::new(lines.iter().map(|line| Some(line.1)).collect::<Int64Array>());
        let results: ArrayRef = Arc::new(lines.iter().map(|line| Some(line.0)).collect::<StringArray>());
        let columns = [
            constant(key.key),
            constant(key.high),
            text("chess"),
            text("e2e4"),
            results,
            flags(vec![true; count]),
            games,
            constant(0),
            constant(0),
            constant(0),
            constant(0),
            constant(20_190_531),
            constant(1),
            flags(lines.iter().map(|line| line.2).collect()),
        ];
        let names = (0..).map(|index: usize| index.to_string());
        RecordBatch::try_from_iter(names.zip(columns)).unwrap()
    }

    #[test]
    fn aggregates_must_account_for_all_rows() {
        let start = [AnyPosition::start(Variant::Chess)];
        let options = ExploreOptions::default();
        let lines = [("1-0", 30, true), ("*", 12, false)];
        let mut partial_results = PartialResults::new(&start, &options);
        partial_results.add_outcomes(&outcomes(&start[0], &lines), Some(&[42])).unwrap();
        assert_eq!(partial_results.finish()[0].results.games(), 30);
        // A task whose rows were returned twice, and one whose rows were lost.
        for wrong in [&[("1-0", 60, true), ("*", 12, false)][..], &lines[..1], &[]] {
            let mut partial_results = PartialResults::new(&start, &options);
            let error = partial_results.add_outcomes(&outcomes(&start[0], wrong), Some(&[42])).unwrap_err();
            assert!(error.to_string().contains("inconsistent results by move"), "{error}");
        }
    }
}
