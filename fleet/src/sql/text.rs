//! SQL statements: moves, lists of games, months.

use crate::rows_file::RowKey;

/// The rows of a statement, with the number of each game.
///
/// ```text
/// rows      the files of a part
/// selected  the positions with statistics
/// games     the games, if a filter needs them
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// All rows of the positions, with a column `passes`: whether they pass the filter. Statistics have no filter and no such column.
    rows: String,
    /// The rows that pass the filter.
    passing: String,
    /// The position as constant columns, if there is only one.
    position: Option<String>,
}

/// An input and the number of games before it.
pub(crate) type InputOffset<'a> = (&'a str, u64);

impl Source {
    /// The rows of the positions in `selected`, which is small enough to be broadcast, so that rows are not repartitioned.
    pub(crate) fn selected(inputs: &[InputOffset<'_>]) -> Source {
        let number = number(inputs);
        let rows = format!(
            "(SELECT rows.*, {number} AS number FROM selected \
             JOIN rows ON rows.key = selected.key AND rows.high = selected.high AND rows.variant = selected.variant)"
        );
        Source { passing: rows.clone(), rows, position: None }
    }

    /// The rows of positions, and those that pass a filter; both are SQL conditions.
    pub(crate) fn filtered(
        inputs: &[InputOffset<'_>],
        positions: &str,
        filter: Option<&str>,
        uses_games: bool,
    ) -> Source {
        let number = number(inputs);
        let games = if uses_games {
            " JOIN games ON rows.input = games.input AND rows.game = games.game"
        } else {
            ""
        };
        let filter = filter.unwrap_or("true");
        let rows = format!(
            "(SELECT rows.*, {number} AS number, coalesce({filter}, false) AS passes FROM rows{games} \
             WHERE {positions})"
        );
        let passing =
            format!("(SELECT rows.*, {number} AS number FROM rows{games} WHERE {positions} AND ({filter}))");
        Source { rows, passing, position: None }
    }

    /// Restricts the rows to one position.
    pub(crate) fn of_one(self, RowKey { key, high, variant }: &RowKey) -> Source {
        let variant = quoted(&variant.to_string());
        Source { position: Some(format!("{key} AS key, {high} AS high, {variant} AS variant")), ..self }
    }
}

/// The number of a game, from 1, as in a database to which the inputs were added in the order of their names.
fn number(inputs: &[InputOffset<'_>]) -> String {
    let cases: Vec<String> =
        inputs.iter().map(|(input, first)| format!("WHEN {} THEN {first}", quoted(input))).collect();
    format!("rows.game + 1 + CASE rows.input {} END", cases.join(" "))
}

/// An SQL string literal.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

const ROW_COLUMNS: &str = "number, ply, \"move\", result, white_elo, black_elo, \"date\"";

/// The rows that pass the filter, up to a limit.
pub(crate) fn rows(source: &Source, limit: usize) -> String {
    format!("SELECT {ROW_COLUMNS} FROM {} LIMIT {}", source.passing, bound(limit))
}

/// All rows. The last column is whether they pass the filter.
pub(crate) fn all_rows(source: &Source) -> String {
    format!("SELECT {ROW_COLUMNS}, passes FROM {}", source.rows)
}

/// The positions reached by at least a number of games, with their numbers of games.
pub(crate) fn select_positions(at_least: u64) -> String {
    format!(
        "SELECT key, high, variant, count(*) AS games FROM rows WHERE \"first\" GROUP BY key, high, variant \
         HAVING count(*) >= {at_least} ORDER BY key, high, variant"
    )
}

/// The moves: a line for each position and move, in the order of the table.
///
/// Rows do not contain the side to move: ratings are summed for both sides. Where two counts are equivalent, the one that is almost always 0 is
/// stored, because a column of zeros compresses to nothing. The last column is the number of invalid results; it is not stored.
pub(crate) fn moves(source: &Source) -> String {
    let results = [("white", "1-0"), ("draws", "1/2-1/2"), ("black", "0-1"), ("unknown", "*")];
    let counts = |suffix: &str, condition: &str| {
        let count = |(name, result): &(&str, &str)| {
            format!("count(*) FILTER (WHERE result = '{result}'{condition}) AS {name}{suffix}")
        };
        results.iter().map(count).collect::<Vec<_>>().join(", ")
    };
    let ratings = |suffix: &str, condition: &str| {
        let sums = |color: &str| {
            format!(
                "coalesce(sum({color}_elo) FILTER (WHERE {condition}), 0) AS {color}_rating{suffix}, \
                 count(*) FILTER (WHERE {color}_elo IS NULL AND {condition}) AS {color}_unrated{suffix}"
            )
        };
        format!("{}, {}", sums("white"), sums("black"))
    };
    let points = |color: &str, other: &str, won: &str| {
        format!(
            "sum(CASE WHEN {other}_elo IS NOT NULL THEN 0 WHEN result = '{won}' THEN 2 \
             WHEN result = '1/2-1/2' THEN 1 ELSE 0 END) AS {color}_points_unrated"
        )
    };
    format!(
        "SELECT key, high, variant, \"move\", {}, {}, {}, {}, {}, {}, \
         max(\"date\") AS last_date, min(number) AS first_game, \
         count(*) FILTER (WHERE result NOT IN ('1-0', '1/2-1/2', '0-1', '*')) AS invalid \
         FROM {} GROUP BY key, high, variant, \"move\" ORDER BY key, high, variant, \"move\" NULLS FIRST",
        counts("", ""),
        counts("_again", " AND NOT \"first\""),
        ratings("", "true"),
        ratings("_open", "result = '*'"),
        points("white", "black", "1-0"),
        points("black", "white", "0-1"),
        source.passing,
    )
}

/// Which rows an aggregate counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Those that pass the filter.
    Passing,
    /// All rows of the positions, so that their number can be checked. The last column is whether a line's rows pass the filter.
    All,
}

/// Results by move: a line for each move, result and whether it was the game's first visit. The caller adds them up: in total this takes less
/// than half the time of [`moves`].
pub(crate) fn outcomes(source: &Source, scope: Scope) -> String {
    let (position, group) = match &source.position {
        Some(position) => (position.as_str(), ""),
        None => ("key, high, variant", "key, high, variant, "),
    };
    let (rows, passes, by_passes) = match scope {
        Scope::Passing => (&source.passing, "true AS passes", ""),
        Scope::All => (&source.rows, "passes", ", passes"),
    };
    format!(
        "SELECT {position}, \"move\", result, \"first\", count(*) AS games, \
         count(white_elo) AS white_rated, count(black_elo) AS black_rated, \
         sum(white_elo) AS white_rating, sum(black_elo) AS black_rating, \
         max(\"date\") AS last_date, min(number) AS first_game, {passes} \
         FROM {rows} GROUP BY {group}\"move\", result, \"first\"{by_passes}"
    )
}

/// The games of a position are split into this number of buckets: its top games are selected from the top games of each bucket, so that no task
/// sorts all games of the start position.
const BUCKETS: u32 = 64;

/// The order of a list: by rating, or by date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum List {
    Top,
    Recent,
}

impl List {
    fn order(self) -> &'static str {
        match self {
            List::Top => "strength DESC, day DESC, number",
            List::Recent => "day DESC, number DESC",
        }
    }
}

/// The games that reached a position, each once, with the sort keys.
fn reached(source: &Source) -> String {
    format!(
        "(SELECT key, high, variant, \"move\", number, coalesce(white_elo, 0) + coalesce(black_elo, 0) AS strength, \
         coalesce(\"date\", 0) AS day FROM {} WHERE \"first\")",
        source.passing
    )
}

/// A list of the games of one position.
pub(crate) fn list(source: &Source, list: List, limit: usize) -> String {
    let columns = "key, high, variant, \"move\", number";
    format!("SELECT {columns} FROM {} ORDER BY {} LIMIT {}", reached(source), list.order(), bound(limit))
}

/// Lists of games of each position: those with the highest ratings, and the latest, with their ranks.
pub(crate) fn lists(source: &Source, top: usize, recent: usize) -> String {
    let ranks = |bucket: &str| {
        let rank = |list: List| {
            let order = list.order();
            format!("row_number() OVER (PARTITION BY key, high, variant{bucket} ORDER BY {order})")
        };
        format!("{} AS top, {} AS recent", rank(List::Top), rank(List::Recent))
    };
    let columns = "key, high, variant, \"move\", number";
    let (top, recent) = (bound(top), bound(recent));
    let is_listed = format!("top <= {top} OR recent <= {recent}");
    format!(
        "WITH reached AS (SELECT *, number % {BUCKETS} AS bucket FROM {reached}), \
         in_buckets AS (SELECT *, {rank_in_bucket} FROM reached), \
         ranked AS (SELECT {columns}, {rank} FROM \
         (SELECT {columns}, strength, day FROM in_buckets WHERE {is_listed})) \
         SELECT {columns}, CASE WHEN top <= {top} THEN top END AS top, \
         CASE WHEN recent <= {recent} THEN recent END AS recent \
         FROM ranked WHERE {is_listed} ORDER BY key, high, variant, number",
        reached = reached(source),
        rank_in_bucket = ranks(", bucket"),
        rank = ranks(""),
    )
}

/// Results by month of the games' first visits. The last column is false for rows that are not counted: later visits, and games without a date.
pub(crate) fn months(source: &Source, scope: Scope) -> String {
    let (rows, counts) = match scope {
        Scope::Passing => (&source.passing, "\"first\" AND \"date\" IS NOT NULL"),
        Scope::All => (&source.rows, "\"first\" AND passes AND \"date\" IS NOT NULL"),
    };
    let only = if scope == Scope::All { String::new() } else { format!(" WHERE {counts}") };
    format!(
        "SELECT key, high, variant, \"date\" / 100 AS month, result, count(*) AS games, {counts} AS counts FROM {rows}{only} \
         GROUP BY key, high, variant, \"date\" / 100, result, {counts}"
    )
}

/// The games with the lowest numbers, with the ply of their first visit.
pub(crate) fn found(source: &Source, limit: usize) -> String {
    let limit = bound(limit);
    format!("SELECT number, ply FROM {} WHERE \"first\" ORDER BY number LIMIT {limit}", source.passing)
}

/// A limit that fits in SQL's integer type.
fn bound(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
