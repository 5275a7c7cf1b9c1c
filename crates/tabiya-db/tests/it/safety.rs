//! Damaged, foreign, incomplete and concurrently written databases.

use crate::budget::budget;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{collection, pgn, test_positions};
use tabiya::{AnyPosition, Variant};
use tabiya_db::{
    AddOptions, Database, DbError, ExploreOptions, Explored, Filter, GameId, Writer, compact, verify,
};

fn add(path: &Path, pgn: &str) {
    let options = AddOptions { keep_duplicates: true, ..AddOptions::default() };
    let mut writer = Writer::open(path, options).unwrap();
    writer.read("games", pgn.as_bytes(), &mut ()).unwrap();
    writer.commit(&mut ()).unwrap();
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all.sort();
    all
}

/// All query results of a database, or the error.
fn everything(path: &Path, positions: &[AnyPosition]) -> Result<Vec<String>, DbError> {
    let database = Database::open(path)?;
    let options = ExploreOptions { top_games: 3, recent_games: 3, history: true };
    let mut results = Vec::new();
    for position in positions {
        let explored: Explored = database.explore(position, &Filter::default(), &options)?;
        results.push(format!("{explored:?}"));
    }
    for game in 1..=database.games() {
        results.push(format!("{:?}", database.game(GameId(game))?));
    }
    let filter = Filter { player: Some("player 1".into()), event: Some("event".into()), ..Filter::default() };
    results.push(format!("{:?}", database.explore(&positions[0], &filter, &options)?));
    Ok(results)
}

#[test]
fn flipped_bytes_are_detected_and_verify_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let samples = collection(1, 12);
    add(&path, &pgn(&samples));
    let positions: Vec<AnyPosition> = test_positions(&samples).into_iter().step_by(9).collect();
    let expected = everything(&path, &positions).unwrap();
    let mut noticed = 0;
    for file in files(&path).iter().filter(|file| !file.ends_with("lock")) {
        let good = fs::read(file).unwrap();
        let step = budget(1 + good.len() / 400, 1);
        for at in (0..good.len()).step_by(step) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(file, &bad).unwrap();
            match everything(&path, &positions) {
                Ok(results) => assert_eq!(results, expected, "{} byte {at}", file.display()),
                Err(_) => noticed += 1,
            }
            let faults = verify(&path, false, &mut ());
            let named = faults.iter().any(|fault| fault.to_string().contains(&file.display().to_string()));
            assert!(named, "{} byte {at}: {faults:?}", file.display());
        }
        fs::write(file, &good).unwrap();
    }
    assert!(noticed > 1000, "{noticed}");
    assert!(verify(&path, true, &mut ()).is_empty());
}

#[test]
fn damaged_and_missing_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    add(&path, &pgn(&collection(2, 12)));
    let all = files(&path);
    for file in all.iter().filter(|file| !file.ends_with("lock")) {
        let good = fs::read(file).unwrap();
        let name = file.display().to_string();
        for bad in [&good[..good.len() / 2], b"", b"[Event \"x\"]\n\n1. e4 *\n", &good.repeat(2)] {
            fs::write(file, bad).unwrap();
            let error = Database::open(&path).map(|_| ()).expect_err(&name);
            assert!(error.to_string().contains(&name), "{error}");
            assert!(verify(&path, false, &mut ())[0].to_string().contains(&name));
        }
        fs::remove_file(file).unwrap();
        assert!(Database::open(&path).is_err(), "{name}");
        fs::write(file, &good).unwrap();
    }
    // An intact file of another kind, and one of another segment.
    add(&path, &pgn(&collection(3, 12)));
    let of = |name: &str| -> Vec<PathBuf> {
        files(&path).into_iter().filter(|file| file.ends_with(name)).collect()
    };
    for (taken, put) in
        [(of("facts")[0].clone(), of("games")[0].clone()), (of("facts")[0].clone(), of("facts")[1].clone())]
    {
        let good = fs::read(&put).unwrap();
        fs::copy(&taken, &put).unwrap();
        let error = Database::open(&path).unwrap_err();
        assert!(matches!(error, DbError::Damaged { .. }), "{error}");
        fs::write(&put, good).unwrap();
    }
    assert_eq!(Database::open(&path).unwrap().games(), 24);
}

#[test]
fn newer_versions_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("manifest"), "tabiya database 9\nsomething else\n").unwrap();
    let error = Database::open(&path).unwrap_err();
    assert!(matches!(error, DbError::Version { found: 9, .. }), "{error}");
    assert!(Writer::open(&path, AddOptions::default()).is_err());
}

#[test]
fn folders_without_database_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let error = |path: &Path| Database::open(path).unwrap_err().to_string();
    assert!(error(&folder.path().join("nowhere")).ends_with("no such folder"));
    assert!(
        error(folder.path())
            .ends_with("it has no manifest: an addition of games was interrupted, or it is another folder")
    );
    let file = folder.path().join("games.pgn");
    fs::write(&file, "1. e4 *").unwrap();
    assert!(Database::open(&file).is_err());
    // A folder with other files does not become a database.
    let error = Writer::open(folder.path(), AddOptions::default()).unwrap_err();
    assert!(error.to_string().ends_with("the folder has other files"), "{error}");
    assert!(file.exists());
}

#[test]
fn a_second_writer_is_rejected_and_readers_continue() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    add(&path, "1. e4 e5 1-0\n");
    let reader = Database::open(&path).unwrap();
    let mut writer = Writer::open(&path, AddOptions::default()).unwrap();
    let second = Writer::open(&path, AddOptions::default()).unwrap_err();
    assert!(matches!(second, DbError::Locked { .. }), "{second}");
    assert!(matches!(compact(&path, AddOptions::default(), &mut ()), Err(DbError::Locked { .. })));
    writer.read("more", &b"1. d4 d5 0-1\n"[..], &mut ()).unwrap();
    assert_eq!(reader.games(), 1);
    writer.commit(&mut ()).unwrap();
    assert_eq!(reader.games(), 1);
    assert!(reader.refresh().unwrap() && !reader.refresh().unwrap());
    assert_eq!(reader.games(), 2);
    // Open readers can still use segments that were merged.
    let old = Database::open(&path).unwrap();
    compact(&path, AddOptions::default(), &mut ()).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    assert_eq!(
        old.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap().results.games(),
        2
    );
    assert!(old.refresh().unwrap());
    assert_eq!((old.info().segments, old.games()), (1, 2));
}

#[test]
fn a_missing_manifest_is_not_an_empty_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    add(&path, "1. e4 e5 1-0\n");
    let before = files(&path);
    let manifest = fs::read(path.join("manifest")).unwrap();
    fs::remove_file(path.join("manifest")).unwrap();
    let error = Writer::open(&path, AddOptions::default()).unwrap_err();
    assert!(matches!(error, DbError::NotADatabase { .. }), "{error}");
    fs::write(path.join("manifest"), manifest).unwrap();
    assert_eq!(files(&path), before);
    assert_eq!(Database::open(&path).unwrap().games(), 1);
    // A folder that only has the name of a segment is not removed.
    fs::create_dir(path.join("0123456789abcdef")).unwrap();
    add(&path, "1. d4 d5 1-0\n");
    assert!(path.join("0123456789abcdef").exists());
}

#[test]
fn makruk_games_are_written_with_a_variant_tag() {
    for variant in [Variant::Makruk, Variant::Chess960] {
        let options = AddOptions { variant, ..AddOptions::default() };
        let database = Database::temporary_with(&b"1. e4 e5 *"[..], options, &mut ()).unwrap();
        let mut pgn = Vec::new();
        database.game(GameId(1)).unwrap().write_pgn(&mut pgn, &[]).unwrap();
        let again = Database::temporary(pgn.as_slice()).unwrap();
        assert_eq!(again.game(GameId(1)).unwrap().start.variant(), variant);
    }
}

#[test]
fn an_aborted_addition_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let mut writer = Writer::open(&path, AddOptions::default()).unwrap();
    writer.read("games", &b"1. e4 *"[..], &mut ()).unwrap();
    drop(writer);
    assert!(!path.exists());
    add(&path, "1. e4 e5 1-0\n");
    let before = files(&path);
    let mut writer = Writer::open(&path, AddOptions::default()).unwrap();
    writer.read("games", &b"1. d4 *"[..], &mut ()).unwrap();
    drop(writer);
    assert_eq!(files(&path), before);
}

#[test]
fn leftovers_of_an_interrupted_removal_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    add(&path, "1. e4 *");
    let half = path.join("0123456789abcdef");
    let foreign = path.join("fedcba9876543210");
    for folder in [&half, &foreign] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("facts"), "leftover").unwrap();
    }
    fs::write(foreign.join("notes.txt"), "foreign").unwrap();
    add(&path, "1. d4 *");
    assert!(!half.exists() && foreign.join("notes.txt").exists());
    assert_eq!(Database::open(&path).unwrap().games(), 2);
}

#[test]
fn compacting_keeps_results_and_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let samples = collection(4, 150);
    samples.chunks(40).for_each(|part| add(&path, &pgn(part)));
    let positions = test_positions(&samples);
    let before = everything(&path, &positions).unwrap();
    assert_eq!(Database::open(&path).unwrap().info().segments, 4);
    compact(&path, AddOptions { threads: 2, ..AddOptions::default() }, &mut ()).unwrap();
    assert_eq!(Database::open(&path).unwrap().info().segments, 1);
    assert_eq!(everything(&path, &positions).unwrap(), before);
    assert!(verify(&path, true, &mut ()).is_empty());
}

#[test]
fn games_added_during_compaction_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    add(&path, "[Round \"0\"]\n\n1. e4 *");
    let options = AddOptions { keep_duplicates: true, ..AddOptions::default() };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..15 {
                    until_unlocked(|| {
                        let mut writer = Writer::open(&path, options)?;
                        writer.read("test", &b"1. d4 *"[..], &mut ())?;
                        writer.commit(&mut ())
                    });
                }
            });
        }
        scope.spawn(|| (0..15).for_each(|_| until_unlocked(|| compact(&path, options, &mut ()))));
    });
    assert_eq!(Database::open(&path).unwrap().games(), 31);
    assert!(verify(&path, true, &mut ()).is_empty());
}

fn until_unlocked<T>(mut work: impl FnMut() -> Result<T, DbError>) {
    loop {
        match work() {
            Err(DbError::Locked { .. }) => std::thread::yield_now(),
            result => break drop(result.unwrap()),
        }
    }
}

#[test]
fn duplicates_are_skipped_unless_requested() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let game = |white: &str, date: &str, moves: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"B\"]\n[Date \"{date}\"]\n[Event \"{date}{moves}\"]\n\n{moves} 1-0\n\n"
        )
    };
    let text = [
        game("A", "2020.01.01", "1. e4 e5"),
        game("a ", "2020.01.01", "1. e4 e5"),
        game("C", "2020.01.01", "1. e4 e5"),
        game("A", "2020.01.02", "1. e4 e5"),
        game("A", "2020.01.01", "1. e4 c5"),
    ]
    .concat();
    let read = |keep_duplicates| {
        let mut writer =
            Writer::open(&path, AddOptions { keep_duplicates, ..AddOptions::default() }).unwrap();
        writer.read("games", text.as_bytes(), &mut ()).unwrap();
        let added = writer.commit(&mut ()).unwrap();
        (added.added, added.duplicates)
    };
    assert_eq!(read(false), (4, 1));
    assert_eq!(read(false), (0, 5));
    assert_eq!(read(true), (5, 0));
}

#[test]
fn faulty_games_are_skipped_or_truncated() {
    #[derive(Default)]
    struct Messages(Vec<String>);
    impl tabiya_db::AddObserver for Messages {
        fn error(&mut self, text: &str) {
            self.0.push(format!("error: {text}"));
        }
        fn warning(&mut self, text: &str) {
            self.0.push(format!("warning: {text}"));
        }
    }
    let text = "[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"b\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. d4 *\n";
    let built = |keep_broken| {
        let mut messages = Messages::default();
        let options = AddOptions { keep_broken, ..AddOptions::default() };
        let database = Database::temporary_with(text.as_bytes(), options, &mut messages).unwrap();
        (database, messages.0)
    };
    let (database, messages) = built(false);
    assert_eq!(database.games(), 1);
    assert_eq!(messages.len(), 2);
    assert!(messages[0].starts_with("error: input: line 3, ply 3: `Ke3`: illegal move"), "{messages:?}");
    assert!(messages[1].starts_with("error: input: line 5: invalid FEN tag"), "{messages:?}");
    let (database, messages) = built(true);
    assert_eq!(database.games(), 2);
    assert_eq!(database.game(GameId(1)).unwrap().moves.len(), 2);
    assert!(messages[0].starts_with("warning: ") && messages[1].starts_with("error: "), "{messages:?}");
}
