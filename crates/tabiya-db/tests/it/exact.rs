//! Query results equal a scan of all games.

use crate::budget::budget;
use crate::common::{Sample, Scanned, collection, pgn, scan, test_positions};
use tabiya::{AnyPosition, Reading, Variant};
use tabiya_db::{AddOptions, Database, Date, ExploreOptions, Filter, Speed, Writer};
use tabiya_pgn::GameResult;

fn query(database: &Database, position: &AnyPosition, filter: &Filter) -> Scanned {
    let options = ExploreOptions { top_games: 5, recent_games: 5, history: false };
    let explored = database.explore(position, filter, &options).unwrap();
    let counts = |results: tabiya_db::Results| [results.white, results.draws, results.black, results.unknown];
    let games = database.find(position, filter, usize::MAX).unwrap();
    let first = |game| database.first_ply(game, position).unwrap().expect("the game reached the position");
    assert!(explored.top_games.len() as u64 == explored.results.games().min(5));
    Scanned {
        counts: counts(explored.results),
        ended: explored.ended,
        moves: explored.moves.iter().map(|played| (played.mv.to_string(), counts(played.results))).collect(),
        games: games.into_iter().map(|game| (game.0, first(game))).collect(),
    }
}

/// Adds the games in parts, alternating memory limits and numbers of threads.
fn build(folder: &std::path::Path, samples: &[Sample], parts: usize) -> Database {
    let path = folder.join("games.tabiya");
    for (index, part) in samples.chunks(samples.len().div_ceil(parts)).enumerate() {
        // The small limit leads to several segments for one addition, and to files for their rows.
        let memory = [1 << 13, 1 << 30][index % 2];
        let options =
            AddOptions { threads: 1 + index % 2, memory, keep_duplicates: true, ..AddOptions::default() };
        let mut writer = Writer::open(&path, options).unwrap();
        let mut errors = Errors::default();
        assert!(writer.read("games", pgn(part).as_bytes(), &mut errors).unwrap());
        assert_eq!(errors.0, Vec::<String>::new());
        assert_eq!(writer.commit(&mut ()).unwrap().added, part.len() as u64);
    }
    Database::open(&path).unwrap()
}

#[derive(Default)]
struct Errors(Vec<String>);

impl tabiya_db::AddObserver for Errors {
    fn error(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

#[test]
fn queries_equal_a_scan_of_all_games() {
    let games = budget(120, 400);
    for seed in 0..budget(2, 8) {
        let samples = collection(seed, games);
        let folder = tempfile::tempdir().unwrap();
        let database = build(folder.path(), &samples, 1 + seed as usize % 3);
        for position in test_positions(&samples) {
            let expected = scan(&samples, &position, &|_| true);
            assert_eq!(query(&database, &position, &Filter::default()), expected, "seed {seed} {position:?}");
            assert_eq!(database.contains(&position).unwrap(), !expected.games.is_empty());
        }
    }
}

#[test]
fn repeated_moves_of_a_game_count_once() {
    let mut pgn = "Nf3 Nf6 Ng1 Ng8 ".repeat(2000);
    pgn.push_str("Nf3 Nf6 Ng1 e5 *\n\n1. e4 *\n");
    let database = Database::temporary(pgn.as_bytes()).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let explored = database.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap();
    assert_eq!((explored.results.games(), explored.moves.len()), (2, 2));
    let last =
        ["Nf3", "Nf6", "Ng1", "e5"].iter().fold(start, |position, san| position.play_san(san).unwrap());
    let games = database.find(&last, &Filter::default(), 9).unwrap();
    assert_eq!(database.first_ply(games[0], &last).unwrap(), Some(8004));
    assert_eq!(database.info().plies, 8005);
}

#[test]
fn filters_equal_a_scan() {
    let samples = collection(77, 300);
    let folder = tempfile::tempdir().unwrap();
    let database = build(folder.path(), &samples, 2);
    let date = |text: &str| Some(text.parse::<Date>().unwrap());
    type Predicate = Box<dyn Fn(&Sample) -> bool>;
    let cases: Vec<(Filter, Predicate)> = vec![
        (
            Filter { player: Some("player 1".into()), ..Filter::default() },
            Box::new(|sample| sample.tag("White") == Some("Player 1")),
        ),
        (
            Filter { black: Some("gambler 3".into()), ..Filter::default() },
            Box::new(|sample| sample.tag("Black") == Some("Gambler, 3")),
        ),
        (Filter { white: Some("Gambler, 3".into()), ..Filter::default() }, Box::new(|_| false)),
        (
            Filter { event: Some("EVENT 2".into()), eco: Some("B".into()), ..Filter::default() },
            Box::new(|sample| {
                sample.tag("Event") == Some("Event 2")
                    && sample.tag("ECO").is_some_and(|eco| eco.starts_with('B'))
            }),
        ),
        (
            Filter { elo: Some(1200..=2500), ..Filter::default() },
            Box::new(|sample| {
                let fits = |name| sample.elo(name).is_some_and(|elo| (1200..=2500).contains(&elo));
                fits("WhiteElo") && fits("BlackElo")
            }),
        ),
        (
            Filter { since: date("2019.05"), until: date("2020"), ..Filter::default() },
            Box::new(|sample| {
                sample.tag("Date").is_some_and(|date| date.starts_with("2019") || date.starts_with("2020"))
            }),
        ),
        (
            Filter { results: vec![GameResult::Draw, GameResult::Unknown], ..Filter::default() },
            Box::new(|sample| matches!(sample.result, GameResult::Draw | GameResult::Unknown)),
        ),
        (
            Filter { speeds: vec![Speed::Bullet, Speed::Correspondence], ..Filter::default() },
            Box::new(|sample| matches!(sample.tag("TimeControl"), Some("60+0" | "-"))),
        ),
    ];
    for (filter, admits) in &cases {
        for position in test_positions(&samples).iter().step_by(5) {
            let expected = scan(&samples, position, admits);
            assert_eq!(query(&database, position, filter), expected, "{filter:?} {position:?}");
        }
    }
}

#[test]
fn exact_names_outside_of_dictionaries_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    // With this memory limit the first names fill the dictionary.
    let options = AddOptions { memory: 1 << 14, ..AddOptions::default() };
    let mut writer = Writer::open(&path, options).unwrap();
    let others = (0..40).map(|number| format!("Player with a long name, Number {number}"));
    let names = std::iter::once("Short, Nigel".to_owned()).chain(others).chain(["Short".to_owned()]);
    let pgn: String =
        names.map(|name| format!("[White \"{name}\"]\n[Event \"{name}\"]\n\n1. e4 *\n\n")).collect();
    writer.read("names", pgn.as_bytes(), &mut ()).unwrap();
    writer.commit(&mut ()).unwrap();
    let database = Database::open(&path).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let games =
        |filter| database.explore(&start, &filter, &ExploreOptions::default()).unwrap().results.games();
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(games(Filter::default()), 42);
    assert_eq!(games(Filter { player: name("short"), ..Filter::default() }), 1);
    assert_eq!(games(Filter { white: name("SHORT"), ..Filter::default() }), 1);
    assert_eq!(games(Filter { event: name("short"), ..Filter::default() }), 1);
    assert_eq!(games(Filter { player: name("shor"), ..Filter::default() }), 2);
    assert_eq!(games(Filter { player: name("player number"), ..Filter::default() }), 40);
    assert_eq!(games(Filter { black: name("short"), ..Filter::default() }), 0);
}

/// Keys are linear, so positions that share most key bits can be constructed: these share the lower 79.
#[test]
fn positions_with_similar_keys_are_distinguished() {
    let one = "nb4nk/1qRN2pp/1QRQQ3/2N1NqR1/1RB3b1/4qq1B/PP2rqbn/KNn5 w - - 0 1";
    let other = "rqN3nk/1Q2N1pp/2qRBn2/q3rr1R/b4B1N/5rB1/PP1r3N/KNR1b1Rb w - - 0 1";
    let position = |fen| AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT).unwrap().position;
    let differ = position(one).key_128().0 ^ position(other).key_128().0;
    assert!(differ != 0 && differ.trailing_zeros() >= 79);
    let game = |fen: &str, result: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{result}\n\n");
    let pgn =
        [game(one, "1-0"), game(one, "1-0"), game(other, "0-1"), game(other, "0-1"), game(other, "0-1")];
    let database = Database::temporary(pgn.concat().as_bytes()).unwrap();
    let explore =
        |fen| database.explore(&position(fen), &Filter::default(), &ExploreOptions::default()).unwrap();
    assert_eq!((explore(one).results.white, explore(one).results.games(), explore(one).ended), (2, 2, 2));
    assert_eq!((explore(other).results.black, explore(other).results.games()), (3, 3));
}

#[test]
fn positions_of_repetitive_games_are_found() {
    let round = ["Nf3", "Nf6", "Nc3", "Nc6", "Nb1", "Nb8", "Ng1", "Ng8"];
    for plies in [603, 701, 707, 1003] {
        let mut pgn: String = round.iter().cycle().take(plies).flat_map(|san| [san, " "]).collect();
        pgn += "*\n\n1. e4 *\n";
        let database = Database::temporary(pgn.as_bytes()).unwrap();
        let mut position = AnyPosition::start(Variant::Chess);
        for san in round {
            let found = database.explore(&position, &Filter::default(), &ExploreOptions::default()).unwrap();
            assert!(found.results.games() > 0, "{plies} half-moves, before {san}");
            position = position.play_legal(position.parse_san(san).unwrap());
        }
    }
}

#[test]
fn filters_use_the_displayed_date() {
    let pgn = "[DATE \"2020.01.01\"]\n\n1. e4 *\n\n[UTCDate \"2021.02.03\"]\n[Date \"2020.01.01\"]\n\n1. d4 *\n\n\
               [Date \"????.??.??\"]\n[UTCDate \"2020.05.05\"]\n[WhiteElo \"2000\"]\n[WhiteElo \"2100\"]\n\n1. c4 *\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let mut writer = Writer::open(&path, AddOptions::default()).unwrap();
    writer.read("dates", pgn.as_bytes(), &mut ()).unwrap();
    writer.commit(&mut ()).unwrap();
    let database = Database::open(&path).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let count =
        |filter| database.explore(&start, &filter, &ExploreOptions::default()).unwrap().results.games();
    let date = |text: &str| Some(text.parse().unwrap());
    assert_eq!(count(Filter { since: date("2019"), until: date("2020"), ..Filter::default() }), 3);
    assert_eq!(count(Filter { since: date("2021"), ..Filter::default() }), 0);
    assert!(tabiya_db::verify(&path, true, &mut ()).is_empty());
}

#[test]
fn games_round_trip() {
    let samples = collection(5, 200);
    let folder = tempfile::tempdir().unwrap();
    let database = build(folder.path(), &samples, 3);
    assert_eq!(database.games(), 200);
    for (number, sample) in samples.iter().enumerate() {
        let game = database.game(tabiya_db::GameId(number as u64 + 1)).unwrap();
        assert_eq!((&game.tags, &game.moves), (&sample.tags, &sample.moves));
        assert_eq!((game.start, game.facts.result), (sample.start, sample.result));
    }
}

#[test]
fn stored_statistics_equal_those_of_the_games() {
    // More games than the threshold for stored statistics, and filters that match all of them.
    let mut samples = collection(3, 200);
    samples.retain(|sample| sample.start == AnyPosition::start(Variant::Chess));
    assert!(samples.len() > 70);
    let folder = tempfile::tempdir().unwrap();
    let database = build(folder.path(), &samples, 1);
    let start = AnyPosition::start(Variant::Chess);
    let options = ExploreOptions { top_games: 16, recent_games: 16, history: false };
    let ready = database.explore(&start, &Filter::default(), &options).unwrap();
    let all = vec![GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    let counted = database.explore(&start, &Filter { results: all, ..Filter::default() }, &options).unwrap();
    assert_eq!(ready, counted);
    let elo = |sample: &Sample, name| sample.elo(name).unwrap_or(0);
    let strength = |sample: &Sample| elo(sample, "WhiteElo") + elo(sample, "BlackElo");
    let best = samples.iter().map(strength).max().unwrap();
    let top = database.game(ready.top_games[0].game).unwrap();
    assert_eq!(top.facts.white_elo.unwrap_or(0) + top.facts.black_elo.unwrap_or(0), best);
}
