//! The same questions to the rows and to the database: equal answers.

#[path = "../../crates/tabiya-db/tests/common/mod.rs"]
mod common;

use std::path::Path;

use common::{Sample, collection, pgn, questions};
use tabiya::{AnyPosition, Variant};
use tabiya_db::protocol::{Answer, Shape};
use tabiya_db::{AddOptions, Collection, Database, Filter, GameId, Speed, Wanted, Writer};
use tabiya_fleet::{Fleet, Folder, Outcome, RowOptions, add};
use tabiya_pgn::GameResult;

/// So little memory makes several files of one input.
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
    // In whatever order they come, names decide.
    for (index, (name, part)) in names.iter().zip(&parts).enumerate().rev() {
        let path = folder.join(name);
        std::fs::write(&path, pgn(part)).unwrap();
        let options = RowOptions { memory: [LITTLE, 1 << 30][index % 2], threads: 1 + index % 2, ..options };
        let Outcome::Added(input, added) = add(&rows, &path, &options, &mut ()).unwrap() else {
            panic!("{name}")
        };
        assert_eq!((input.games, added.broken), (part.len() as u64, 0));
        assert_eq!(input.files.iter().any(|file| file.chunk > 0), index % 2 == 0);
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
    wanted: &Wanted,
) -> (tabiya_db::Explored, String, String) {
    let explored = games.explore(position, filter, wanted).unwrap();
    let answer = Answer::new(games, position, &explored, None, &Shape::everything(wanted.history)).unwrap();
    let found = games.found_games(position, filter, 7).unwrap();
    (explored, serde_json::to_string(&answer).unwrap(), serde_json::to_string(&found).unwrap())
}

#[test]
fn a_thousand_questions_have_the_answers_of_the_database() {
    let samples = collection(15, 600);
    let folder = tempfile::tempdir().unwrap();
    let (fleet, database) = both(folder.path(), &samples);
    assert_eq!(fleet.games(), database.games());
    let positions = questions(&samples);
    let starts = Variant::ALL.map(AnyPosition::start);
    let step = positions.len() / 1000;
    let asked = starts.iter().cycle().take(3 * filters().len()).chain(positions.iter().step_by(step));
    let filters = filters();
    let (mut count, mut crowded, mut rare, mut ended, mut absent, mut filtered) = (0, 0, 0, 0, 0, 0);
    for (index, position) in asked.enumerate() {
        // The starts meet every filter, and every third of the others is asked without one.
        let filter =
            if index >= 30 && index % 3 == 0 { &filters[0] } else { &filters[index / 3 % filters.len()] };
        let wanted = Wanted { top_games: index % 20, recent_games: index % 4, history: index % 2 == 0 };
        let expected = answers(&database, position, filter, &wanted);
        assert_eq!(answers(&fleet, position, filter, &wanted), expected, "{filter:?} {position:?}");
        count += 1;
        let games = expected.0.results.games();
        crowded += usize::from(games > 20);
        rare += usize::from(games == 1);
        ended += usize::from(expected.0.ended > 0);
        absent += usize::from(games == 0 && filter.is_empty());
        filtered += usize::from(games > 0 && !filter.is_empty());
    }
    assert!(count >= 1000, "{count}");
    let enough = [crowded, rare, ended, absent, filtered].iter().all(|count| *count > 12);
    assert!(enough, "{crowded} crowded, {rare} rare, {ended} final, {absent} absent, {filtered} filtered");
}

#[test]
fn games_come_back_with_every_tag_and_move() {
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
