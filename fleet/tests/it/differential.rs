//! Equal queries of rows and of the database have equal results.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Sample, collection, pgn, test_positions};
use tabiya::{AnyPosition, Variant};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{AddOptions, Collection, Database, ExploreOptions, Filter, GameId, Speed, Writer};
use tabiya_fleet::{Fleet, Folder, Outcome, RowOptions, add};
use tabiya_pgn::GameResult;

/// So little memory that rows are sorted on disk.
const LITTLE_MEMORY: usize = 1 << 13;

/// The games in three files, as rows and as a database.
fn rows_and_database(folder: &Path, samples: &[Sample]) -> (Fleet, Database) {
    let rows = Folder::create(&folder.join("rows"), 4).unwrap();
    let database = folder.join("games.tabiya");
    let options = AddOptions { keep_duplicates: true, ..AddOptions::default() };
    let mut writer = Writer::open(&database, options).unwrap();
    let parts: Vec<&[Sample]> = samples.chunks(samples.len().div_ceil(3)).collect();
    let names = ["a games.pgn", "b.pgn", "c.pgn"];
    for (name, part) in names.iter().zip(&parts) {
        writer.read(name, pgn(part).as_bytes(), &mut ()).unwrap();
    }
    writer.commit(&mut ()).unwrap();
    // The order of adding does not matter: inputs are ordered by name.
    for (index, (name, part)) in names.iter().zip(&parts).enumerate().rev() {
        let path = folder.join(name);
        std::fs::write(&path, pgn(part)).unwrap();
        let options =
            RowOptions { memory: [LITTLE_MEMORY, 1 << 30][index % 2], threads: 1 + index % 2, ..options };
        let Outcome::Added(input, added) = add(&rows, &path, &options, &mut ()).unwrap() else {
            panic!("{name}")
        };
        assert_eq!((input.games, added.broken), (part.len() as u64, 0));
        assert_eq!(input.files.len(), 4);
    }
    (Fleet::open(rows.path()).unwrap(), Database::open(&database).unwrap())
}

fn filters() -> Vec<Filter> {
    let none = Filter::default;
    let text = |text: &str| Some(text.to_owned());
    vec![
        none(),
        Filter { player: text("player 1"), ..none() },
        Filter { player: text("gambler 3"), ..none() },
        Filter { white: text("Gambler, 3"), ..none() },
        Filter { black: text("GAMBLER, 2"), elo: Some(1200..=2500), ..none() },
        Filter { event: text("event"), eco: text("B"), ..none() },
        Filter { mean_elo: vec![1000..=1499, 2000..=u16::MAX], ..none() },
        Filter { since: "2019.05".parse().ok(), until: "2020".parse().ok(), ..none() },
        Filter { results: vec![GameResult::Draw, GameResult::Unknown], ..none() },
        Filter { speeds: vec![Speed::Blitz, Speed::Correspondence], ..none() },
    ]
}

fn results(
    games: &dyn Collection,
    position: &AnyPosition,
    filter: &Filter,
    options: &ExploreOptions,
) -> (tabiya_db::Explored, String, String) {
    let explored = games.explore(position, filter, options).unwrap();
    let response = response(games, position, &explored, options);
    let found = games.found_games(position, filter, 7).unwrap();
    (explored, response, serde_json::to_string(&found).unwrap())
}

fn response(
    games: &dyn Collection,
    position: &AnyPosition,
    explored: &tabiya_db::Explored,
    options: &ExploreOptions,
) -> String {
    let response =
        ExplorerResponse::new(games, position, explored, None, &ResponseOptions::everything(options.history))
            .unwrap();
    serde_json::to_string(&response).unwrap()
}

/// A query: position, filter and options.
struct Query<'a> {
    position: &'a AnyPosition,
    filter: &'a Filter,
    options: ExploreOptions,
    expected: (tabiya_db::Explored, String, String),
}

/// Queries without a filter, whose results can come from statistics, use all of these options.
const OPTIONS: [ExploreOptions; 4] = [
    ExploreOptions { top_games: 16, recent_games: 3, history: false },
    ExploreOptions { top_games: 4, recent_games: 0, history: true },
    ExploreOptions { top_games: 0, recent_games: 0, history: false },
    ExploreOptions { top_games: 2, recent_games: 16, history: false },
];

/// A thousand queries of all kinds, with their results from the database.
fn queries<'a>(positions: &'a [AnyPosition], filters: &'a [Filter], database: &Database) -> Vec<Query<'a>> {
    let step = (positions.len() - 30) / 1000;
    let selected = positions[..30].iter().chain(positions[30..].iter().step_by(step));
    let (mut frequent, mut rare, mut ended, mut absent, mut filtered) = (0, 0, 0, 0, 0);
    let mut all = Vec::new();
    for (index, position) in selected.enumerate() {
        // The start positions use every filter; every third of the others has none.
        let kind = if index >= 30 && index % 3 == 0 { 0 } else { index / 3 % filters.len() };
        let filter = &filters[kind];
        let options = OPTIONS[if kind == 0 { index / 3 } else { kind } % OPTIONS.len()];
        let expected = results(database, position, filter, &options);
        let games = expected.0.results.games();
        frequent += usize::from(games > 20);
        rare += usize::from(games == 1);
        ended += usize::from(expected.0.ended > 0);
        absent += usize::from(games == 0 && filter.is_empty());
        filtered += usize::from(games > 0 && !filter.is_empty());
        all.push(Query { position, filter, options, expected });
    }
    assert!(all.len() >= 1000, "{}", all.len());
    let is_varied = [frequent, rare, ended, absent, filtered].iter().all(|count| *count > 12);
    assert!(
        is_varied,
        "{frequent} frequent, {rare} rare, {ended} final, {absent} absent, {filtered} filtered"
    );
    all
}

/// Runs every `step`th query, several concurrently.
fn assert_equal_results(source: &str, games: &(dyn Collection + Sync), queries: &[Query<'_>], step: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(query) = queries.get(next.fetch_add(step, Ordering::Relaxed)) {
                    let Query { position, filter, options, expected } = query;
                    let found = results(games, position, filter, options);
                    assert_eq!(found, *expected, "{source}: {filter:?} {position:?}");
                }
            });
        }
    });
}

#[test]
fn a_thousand_queries_agree_with_the_database() {
    let samples = collection(15, 600);
    let folder = tempfile::tempdir().unwrap();
    let (fleet, database) = rows_and_database(folder.path(), &samples);
    assert_eq!(fleet.games(), database.games());
    let starts = Variant::ALL.map(AnyPosition::start);
    let positions: Vec<AnyPosition> =
        starts.into_iter().cycle().take(30).chain(test_positions(&samples)).collect();
    let filters = filters();
    let queries = queries(&positions, &filters, &database);
    assert_equal_results("the rows", &fleet, &queries, 1);
    compare_with_sql(&folder.path().join("rows"), &folder.path().join("stats"), fleet, &queries);
}

#[cfg(not(feature = "sql"))]
fn compare_with_sql(_: &Path, _: &Path, _: Fleet, _: &[Query<'_>]) {}

/// Compares statistics, DataFusion, and Ballista with two executors.
#[cfg(feature = "sql")]
fn compare_with_sql(rows: &Path, stats: &Path, fleet: Fleet, queries: &[Query<'_>]) {
    use tabiya_fleet::{Engine, SqlFleet, StatsOptions, compute_stats};
    let local = || Engine::local(2, 1 << 30).unwrap();
    let folder = Folder::open(rows).unwrap();
    let compute = |stats: &Path, at_least: u64| {
        let options = StatsOptions { at_least, listed: 16 };
        assert_eq!(compute_stats(&local(), &folder, stats, options, |_| ()).unwrap().computed, 4);
    };
    compute(stats, 2);
    assert_equal_results("statistics", &fleet.with_stats(stats).unwrap(), queries, 1);
    let complete_stats = stats.with_extension("all");
    compute(&complete_stats, 1);
    assert_equal_results_without_rows(
        rows,
        &Fleet::open(rows).unwrap().with_stats(&complete_stats).unwrap(),
        queries,
    );
    let fleet = SqlFleet::open(rows, local()).unwrap();
    assert_equal_results("DataFusion, few rows fetched", &fleet, queries, 7);
    assert_equal_results_of_batches("DataFusion", &fleet.with_max_fetched_rows(0), queries);
    let cluster = crate::cluster::Cluster::start();
    let engine = Engine::remote(&cluster.address, 8).unwrap();
    let fleet = SqlFleet::open(rows, engine).unwrap();
    assert_equal_results("Ballista, few rows fetched", &fleet, queries, 53);
    assert_equal_results_of_batches("Ballista", &fleet.with_max_fetched_rows(0), queries);
}

/// Removes the rows: all remaining results come from the statistics.
#[cfg(feature = "sql")]
fn assert_equal_results_without_rows(rows: &Path, fleet: &Fleet, queries: &[Query<'_>]) {
    let (files, moved) = (rows.join("rows"), rows.join("_moved"));
    std::fs::rename(&files, &moved).unwrap();
    let mut successful = 0;
    for Query { position, filter, options, expected } in queries {
        if let Ok(explored) = fleet.explore(position, filter, options) {
            assert_eq!(explored, expected.0);
            successful += 1;
        }
    }
    std::fs::rename(moved, files).unwrap();
    assert!(successful > 100, "{successful}");
}

/// Runs all queries, those with equal filter and options in one batch, and some of them one by one.
#[cfg(feature = "sql")]
fn assert_equal_results_of_batches(source: &str, games: &tabiya_fleet::SqlFleet, queries: &[Query<'_>]) {
    let mut compared = 0;
    let filters = filters();
    for (filter, options) in filters.iter().flat_map(|filter| OPTIONS.map(|options| (filter, options))) {
        let is_in_batch = |one: &&Query<'_>| one.filter == filter && one.options == options;
        let batch: Vec<&Query<'_>> = queries.iter().filter(is_in_batch).collect();
        let positions: Vec<AnyPosition> = batch.iter().map(|query| *query.position).collect();
        if batch.is_empty() {
            continue;
        }
        let explored = games.explore_many(&positions, filter, &options).unwrap();
        for (explored, query) in explored.iter().zip(&batch) {
            let response = response(games, query.position, explored, &options);
            let found = (explored, response);
            assert_eq!(found, (&query.expected.0, query.expected.1.clone()), "{source}: {filter:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, queries.len());
    assert_equal_results(source, games, queries, 53);
}

#[test]
fn exported_games_have_every_tag_and_move() {
    let samples = collection(16, 90);
    let folder = tempfile::tempdir().unwrap();
    let (fleet, database) = rows_and_database(folder.path(), &samples);
    for number in 1..=fleet.games() {
        let game = GameId(number);
        assert_eq!(fleet.game(game).unwrap(), database.game(game).unwrap());
        assert_eq!(Collection::facts(&fleet, game).unwrap(), database.facts(game).unwrap());
    }
    for number in [0, fleet.games() + 1] {
        let error = fleet.game(GameId(number)).unwrap_err().to_string();
        assert_eq!(error, database.game(GameId(number)).unwrap_err().to_string());
    }
}
