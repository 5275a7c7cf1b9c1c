//! Equal queries of rows and database have equal results.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Sample, collection, pgn, test_positions};
use tabiya::{AnyPosition, Variant};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{AddOptions, Collection, Database, ExploreOptions, Filter, GameId, Speed, Writer};
use tabiya_fleet::{Fleet, Folder, Outcome, RowOptions, add};
use tabiya_pgn::GameResult;

/// With this little memory rows are sorted on disk.
const LITTLE: usize = 1 << 13;

/// The games in three files, as rows and as a database.
fn both(folder: &Path, samples: &[Sample]) -> (Fleet, Database) {
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
        let options = RowOptions { memory: [LITTLE, 1 << 30][index % 2], threads: 1 + index % 2, ..options };
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

fn answers(
    games: &dyn Collection,
    position: &AnyPosition,
    filter: &Filter,
    wanted: &ExploreOptions,
) -> (tabiya_db::Explored, String, String) {
    let explored = games.explore(position, filter, wanted).unwrap();
    let answer = answer(games, position, &explored, wanted);
    let found = games.found_games(position, filter, 7).unwrap();
    (explored, answer, serde_json::to_string(&found).unwrap())
}

fn answer(
    games: &dyn Collection,
    position: &AnyPosition,
    explored: &tabiya_db::Explored,
    wanted: &ExploreOptions,
) -> String {
    let answer =
        ExplorerResponse::new(games, position, explored, None, &ResponseOptions::everything(wanted.history))
            .unwrap();
    serde_json::to_string(&answer).unwrap()
}

/// A query: position, filter and options.
struct Question<'a> {
    position: &'a AnyPosition,
    filter: &'a Filter,
    wanted: ExploreOptions,
    expected: (tabiya_db::Explored, String, String),
}

/// Options; queries without a filter, which statistics can answer, use all of them.
const WANTED: [ExploreOptions; 4] = [
    ExploreOptions { top_games: 16, recent_games: 3, history: false },
    ExploreOptions { top_games: 4, recent_games: 0, history: true },
    ExploreOptions { top_games: 0, recent_games: 0, history: false },
    ExploreOptions { top_games: 2, recent_games: 16, history: false },
];

/// A thousand queries of all kinds, with the results of the database.
fn asked<'a>(positions: &'a [AnyPosition], filters: &'a [Filter], database: &Database) -> Vec<Question<'a>> {
    let step = (positions.len() - 30) / 1000;
    let asked = positions[..30].iter().chain(positions[30..].iter().step_by(step));
    let (mut crowded, mut rare, mut ended, mut absent, mut filtered) = (0, 0, 0, 0, 0);
    let mut all = Vec::new();
    for (index, position) in asked.enumerate() {
        // The start positions use every filter; every third of the others has none.
        let kind = if index >= 30 && index % 3 == 0 { 0 } else { index / 3 % filters.len() };
        let filter = &filters[kind];
        let wanted = WANTED[if kind == 0 { index / 3 } else { kind } % WANTED.len()];
        let expected = answers(database, position, filter, &wanted);
        let games = expected.0.results.games();
        crowded += usize::from(games > 20);
        rare += usize::from(games == 1);
        ended += usize::from(expected.0.ended > 0);
        absent += usize::from(games == 0 && filter.is_empty());
        filtered += usize::from(games > 0 && !filter.is_empty());
        all.push(Question { position, filter, wanted, expected });
    }
    assert!(all.len() >= 1000, "{}", all.len());
    let enough = [crowded, rare, ended, absent, filtered].iter().all(|count| *count > 12);
    assert!(enough, "{crowded} crowded, {rare} rare, {ended} final, {absent} absent, {filtered} filtered");
    all
}

/// Runs every `step`th query, several concurrently.
fn agree(who: &str, games: &(dyn Collection + Sync), questions: &[Question<'_>], step: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(question) = questions.get(next.fetch_add(step, Ordering::Relaxed)) {
                    let Question { position, filter, wanted, expected } = question;
                    let found = answers(games, position, filter, wanted);
                    assert_eq!(found, *expected, "{who}: {filter:?} {position:?}");
                }
            });
        }
    });
}

#[test]
fn a_thousand_queries_agree_with_the_database() {
    let samples = collection(15, 600);
    let folder = tempfile::tempdir().unwrap();
    let (fleet, database) = both(folder.path(), &samples);
    assert_eq!(fleet.games(), database.games());
    let starts = Variant::ALL.map(AnyPosition::start);
    let positions: Vec<AnyPosition> =
        starts.into_iter().cycle().take(30).chain(test_positions(&samples)).collect();
    let filters = filters();
    let asked = asked(&positions, &filters, &database);
    agree("the rows", &fleet, &asked, 1);
    by_sql(&folder.path().join("rows"), &folder.path().join("stats"), fleet, &asked);
}

#[cfg(not(feature = "sql"))]
fn by_sql(_: &Path, _: &Path, _: Fleet, _: &[Question<'_>]) {}

/// Compares statistics, DataFusion, and Ballista with two executors.
#[cfg(feature = "sql")]
fn by_sql(rows: &Path, stats: &Path, fleet: Fleet, asked: &[Question<'_>]) {
    use tabiya_fleet::{Engine, SqlFleet, StatsOptions, compute_stats};
    let local = || Engine::local(2, 1 << 30).unwrap();
    let folder = Folder::open(rows).unwrap();
    let make = |stats: &Path, at_least: u64| {
        let options = StatsOptions { at_least, listed: 16 };
        assert_eq!(compute_stats(&local(), &folder, stats, options, |_| ()).unwrap().computed, 4);
    };
    make(stats, 2);
    agree("statistics", &fleet.with_stats(stats).unwrap(), asked, 1);
    let of_all = stats.with_extension("all");
    make(&of_all, 1);
    agree_without_rows(rows, &Fleet::open(rows).unwrap().with_stats(&of_all).unwrap(), asked);
    let by_us = SqlFleet::open(rows, local()).unwrap();
    agree("DataFusion, few rows counted by us", &by_us, asked, 7);
    agree_together("DataFusion", &by_us.with_few(0), asked);
    let cluster = crate::cluster::Cluster::start();
    let engine = Engine::remote(&cluster.address, 8).unwrap();
    let by_us = SqlFleet::open(rows, engine).unwrap();
    agree("Ballista, few rows counted by us", &by_us, asked, 53);
    agree_together("Ballista", &by_us.with_few(0), asked);
}

/// Removes the rows: all remaining results come from the statistics.
#[cfg(feature = "sql")]
fn agree_without_rows(rows: &Path, fleet: &Fleet, questions: &[Question<'_>]) {
    let (files, aside) = (rows.join("rows"), rows.join("_aside"));
    std::fs::rename(&files, &aside).unwrap();
    let mut answered = 0;
    for Question { position, filter, wanted, expected } in questions {
        if let Ok(explored) = fleet.explore(position, filter, wanted) {
            assert_eq!(explored, expected.0);
            answered += 1;
        }
    }
    std::fs::rename(aside, files).unwrap();
    assert!(answered > 100, "{answered}");
}

/// Runs all queries, those with equal filter and options together, and some of them one by one.
#[cfg(feature = "sql")]
fn agree_together(who: &str, games: &tabiya_fleet::SqlFleet, questions: &[Question<'_>]) {
    let mut asked = 0;
    let filters = filters();
    for (filter, wanted) in filters.iter().flat_map(|filter| WANTED.map(|wanted| (filter, wanted))) {
        let is_alike = |one: &&Question<'_>| one.filter == filter && one.wanted == wanted;
        let alike: Vec<&Question<'_>> = questions.iter().filter(is_alike).collect();
        let positions: Vec<AnyPosition> = alike.iter().map(|question| *question.position).collect();
        if alike.is_empty() {
            continue;
        }
        let explored = games.explore_many(&positions, filter, &wanted).unwrap();
        for (explored, question) in explored.iter().zip(&alike) {
            let answer = answer(games, question.position, explored, &wanted);
            let found = (explored, answer);
            assert_eq!(found, (&question.expected.0, question.expected.1.clone()), "{who}: {filter:?}");
            asked += 1;
        }
    }
    assert_eq!(asked, questions.len());
    agree(who, games, questions, 53);
}

#[test]
fn exported_games_have_every_tag_and_move() {
    let samples = collection(16, 90);
    let folder = tempfile::tempdir().unwrap();
    let (fleet, database) = both(folder.path(), &samples);
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
