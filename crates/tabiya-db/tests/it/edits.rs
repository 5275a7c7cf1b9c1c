//! Deleting games, changing tags, recovering games, near duplicates.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tabiya::keys::SplitMix64;
use tabiya_db::{
    AddOptions, Database, DbError, ExploreOptions, Filter, GameId, Selection, Writer, delete, edit_tags,
    recover, verify,
};

use crate::annotations::Reports;
use crate::budget::budget;
use crate::common::{collection, pgn, test_positions};

const KEEP_ALL: AddOptions = AddOptions {
    threads: 1,
    memory: 1 << 24,
    keep_duplicates: true,
    keep_broken: false,
    annotations: true,
    variant: tabiya::Variant::Chess,
};

/// A database with a segment for each text.
fn database(folder: &Path, texts: &[String]) -> PathBuf {
    let path = folder.join("games.tabiya");
    for text in texts {
        let mut writer = Writer::open(&path, KEEP_ALL).unwrap();
        writer.read("test", text.as_bytes(), &mut ()).unwrap();
        writer.commit(&mut ()).unwrap();
    }
    path
}

fn games(path: &Path) -> Vec<String> {
    let database = Database::open(path).unwrap();
    (1..=database.games()).map(|number| database.game(GameId(number)).unwrap().to_pgn()).collect()
}

/// The games with exactly their stored tags.
fn exported(path: &Path) -> Vec<String> {
    let database = Database::open(path).unwrap();
    let written = |number| {
        let mut text = Vec::new();
        database.game(GameId(number)).unwrap().write_pgn(&mut text, &[]).unwrap();
        String::from_utf8(text).unwrap()
    };
    (1..=database.games()).map(written).collect()
}

#[test]
fn deleted_games_are_gone_from_every_result() {
    for seed in 0..budget(2, 10) {
        let samples = collection(seed, 90);
        let folder = tempfile::tempdir().unwrap();
        let texts: Vec<String> = samples.chunks(30).map(pgn).collect();
        let path = database(folder.path(), &texts);
        // Games of the first and the last segment.
        let selected: BTreeSet<GameId> = [1, 2, 17, 30, 61, 75, 90].map(GameId).into();
        let before = Database::open(&path).unwrap();
        assert_eq!(delete(&path, &Selection::Games(selected.clone()), KEEP_ALL, &mut ()).unwrap(), 7);
        assert_eq!(before.games(), 90, "an open database keeps its games");
        assert!(before.refresh().unwrap());
        let kept = (1..).zip(&samples).filter(|(number, _)| !selected.contains(&GameId(*number)));
        let kept: Vec<_> = kept.map(|(_, sample)| sample.clone()).collect();
        let other = tempfile::tempdir().unwrap();
        let expected = database(other.path(), &[pgn(&kept)]);
        assert_eq!(games(&path), games(&expected), "seed {seed}");
        let (after, expected) = (before, Database::open(&expected).unwrap());
        let (everything, options) = (Filter::default(), ExploreOptions::default());
        for position in test_positions(&samples) {
            let found = |database: &Database| {
                let explored = database.explore(&position, &everything, &options).unwrap();
                (explored.results, explored.ended, database.find(&position, &everything, usize::MAX).unwrap())
            };
            assert_eq!(found(&after), found(&expected), "seed {seed}");
        }
        assert!(verify(&path, true, &mut ()).is_empty());
    }
}

#[test]
fn the_space_of_deleted_games_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<String> = collection(1, 60).chunks(30).map(pgn).collect();
    let path = database(folder.path(), &texts);
    let before = Database::open(&path).unwrap().info();
    let all = Selection::Games((1..=30).map(GameId).collect());
    assert_eq!(delete(&path, &all, KEEP_ALL, &mut ()).unwrap(), 30);
    let after = Database::open(&path).unwrap().info();
    assert_eq!((after.games, after.segments), (30, 1));
    assert!(after.bytes < before.bytes * 2 / 3);
    let folders = fs::read_dir(&path).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(folders.count(), 1);
    assert_eq!(delete(&path, &Selection::Filter(Filter::default()), KEEP_ALL, &mut ()).unwrap(), 30);
    assert_eq!(Database::open(&path).unwrap().games(), 0);
}

#[test]
fn a_number_beyond_the_last_game_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path(), &["1. e4 *\n".to_owned()]);
    let beyond = Selection::Games([GameId(1), GameId(2)].into());
    let error = delete(&path, &beyond, KEEP_ALL, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "no game 2: the database has 1 games");
    assert_eq!(Database::open(&path).unwrap().games(), 1);
}

#[test]
fn edited_tags_are_stored_and_filtered() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[Event \"Club\"]\n[White \"Carlsen,M\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 1-0\n\n[White \"Ann\"]\n\n1. d4 *\n";
    let path = database(folder.path(), &[text.to_owned(), "[White \"Bob\"]\n\n1. c4 *\n".to_owned()]);
    let carlsen = Selection::Filter(Filter { white: Some("carlsen".into()), ..Filter::default() });
    let changes = ["White=Carlsen, Magnus", "WhiteElo=2850", "Event=", "Date=2020.01.02", "result=1/2-1/2"];
    let changes = changes.map(|change| change.parse().unwrap());
    assert_eq!(edit_tags(&path, &carlsen, &changes, KEEP_ALL, &mut ()).unwrap(), 1);
    let pgn = &games(&path)[0];
    assert!(pgn.contains("[White \"Carlsen, Magnus\"]\n") && pgn.contains("[Event \"?\"]\n"), "{pgn}");
    assert!(
        pgn.contains("[Result \"1/2-1/2\"]\n") && pgn.ends_with("\n1. e4 {best} 1... e5 1/2-1/2\n\n"),
        "{pgn}"
    );
    let database = Database::open(&path).unwrap();
    let facts = database.facts(GameId(1)).unwrap();
    assert_eq!((facts.white_elo, facts.date.year()), (Some(2850), Some(2020)));
    let strong =
        Filter { white: Some("Carlsen, Magnus".into()), since: "2020".parse().ok(), ..Filter::default() };
    assert_eq!(database.selected(&Selection::Filter(strong)).unwrap(), [GameId(1)].into());
    assert!(verify(&path, true, &mut ()).is_empty());
}

#[test]
fn impossible_changes_of_tags_are_refused() {
    use tabiya_db::TagChange;
    for text in ["Event", "=x", "FEN=8/8", "variant=Makruk", "Result=won", "Two words=x", "Site=a\nb"] {
        assert!(text.parse::<TagChange>().is_err(), "{text}");
    }
}

#[test]
fn undamaged_games_are_recovered() {
    let mut random = SplitMix64::new(3);
    let samples = collection(5, 600);
    let texts: Vec<String> =
        samples.chunks(300).map(|part| pgn(part).replace("\n1-0\n", " {resigns} 1-0\n")).collect();
    let (mut lost, mut recovered_all) = (0, 0);
    for trial in 0..budget(15, 150) {
        let folder = tempfile::tempdir().unwrap();
        let path = database(folder.path(), &texts);
        let originals: BTreeSet<String> = exported(&path).into_iter().collect();
        let total = Database::open(&path).unwrap().games();
        let files: Vec<PathBuf> = fs::read_dir(&path)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir())
            .flat_map(|segment| {
                ["facts", "offsets", "games", "names", "notes", "shared", "segment"]
                    .map(|name| segment.join(name))
            })
            .chain([path.join("manifest")])
            .collect();
        let damaged = &files[(random.next() % files.len() as u64) as usize];
        let mut bytes = fs::read(damaged).unwrap();
        let at = (random.next() % bytes.len() as u64) as usize;
        bytes[at] ^= 1 << (random.next() % 8);
        fs::write(damaged, &bytes).unwrap();
        let new = folder.path().join("new.tabiya");
        let mut reports = Reports::default();
        let recovered = recover(&path, &new, KEEP_ALL, &mut reports).unwrap();
        assert!(verify(&new, true, &mut ()).is_empty());
        // Without its comment, a line may break elsewhere.
        let plain = |pgn: &str| pgn.replace("{resigns}", "").split_whitespace().collect::<Vec<_>>().join(" ");
        let without: BTreeSet<String> = originals.iter().map(|pgn| plain(pgn)).collect();
        for pgn in exported(&new) {
            assert!(without.contains(&plain(&pgn)), "trial {trial}, {}: {pgn}", damaged.display());
        }
        let missing = total - recovered.games;
        assert!(
            missing == 0 || !reports.0.is_empty(),
            "trial {trial}: {missing} games lost without a report"
        );
        lost += missing;
        recovered_all += u64::from(missing == 0);
    }
    assert!(lost > 0 && recovered_all > 0, "{lost} games lost, all recovered in {recovered_all} trials");
}

#[test]
fn recovery_does_not_overwrite() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path(), &["1. e4 *\n".to_owned()]);
    assert!(matches!(recover(&path, &path, KEEP_ALL, &mut ()), Err(DbError::Exists { .. })));
}

/// A segment that the manifest lists twice was counted twice.
#[test]
fn a_segment_listed_twice_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path(), &["1. e4 *\n".to_owned()]);
    let manifest = fs::read_to_string(path.join("manifest")).unwrap();
    let lines: Vec<&str> = manifest.lines().collect();
    let body = format!("{}\n{}\n{}", lines[0], lines[1], lines[1]);
    let mut crc = !0u32;
    for byte in body.bytes() {
        crc ^= u32::from(byte);
        (0..8).for_each(|_| crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 });
    }
    fs::write(path.join("manifest"), format!("{body}\nchecksum {:08x}\n", !crc)).unwrap();
    let error = Database::open(&path).unwrap_err().to_string();
    assert!(error.contains("it lists segment ") && error.ends_with(" twice"), "{error}");
}

#[test]
fn near_duplicates_are_grouped() {
    let game = |white: &str, date: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"Anand, V\"]\n[Date \"{date}\"]\n\n{moves} *\n\n")
    };
    let opening = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    let text = [
        game("Carlsen,M", "2014.11.08", opening),
        game("Carlsen, Magnus", "2014.11.09", &format!("{opening} 6. Re1 b5")),
        // Other moves, another day, another player, a short game.
        game("Carlsen, Magnus", "2014.11.09", &format!("{opening} 6. Re1 d6")),
        game("Carlsen, Magnus", "2014.11.11", &format!("{opening} 6. Re1 b5")),
        game("Carlsen, Henrik", "2014.11.09", &format!("{opening} 6. Re1 b5")),
        game("Carlsen, Magnus", "2014.11.09", "1. e4 e5"),
        game("Carlsen M", "2014.??.??", "1. e4 e5"),
    ]
    .concat();
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path(), &[text]);
    let groups = Database::open(&path).unwrap().near_duplicates(&mut || ()).unwrap();
    // The shortest one continues to two different games: it belongs to one group only.
    let groups: Vec<Vec<u64>> =
        groups.iter().map(|group| group.iter().map(|game| game.0).collect()).collect();
    assert_eq!(groups.len(), 2, "{groups:?}");
    assert!(
        groups.contains(&vec![6, 7])
            && groups.iter().any(|group| group[1..] == [1] && [2, 3].contains(&group[0])),
        "{groups:?}"
    );
}
