//! What is half there is not there; what is wrong is told.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tabiya::{AnyPosition, Variant};
use tabiya_db::{Collection, Filter, Wanted};
use tabiya_fleet::{Fleet, Folder, Outcome, RowOptions, add, verify};

fn games(count: usize) -> String {
    let openings = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. d4 Nf6 2. c4 e6", "1. c4 e6 2. d4 Nf6 3. Nc3"];
    (0..count).map(|number| format!("[White \"{number}\"]\n\n{} 1-0\n\n", openings[number % 3])).collect()
}

/// A folder with the rows of one file.
fn rows(folder: &Path) -> (Folder, PathBuf) {
    let pgn = folder.join("games.pgn");
    fs::write(&pgn, games(30)).unwrap();
    let rows = Folder::create(&folder.join("rows"), 2).unwrap();
    assert!(matches!(add(&rows, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::Added(..))));
    (rows, pgn)
}

fn answer(rows: &Path) -> tabiya_db::Result<u64> {
    let start = AnyPosition::start(Variant::Chess);
    let explored = Fleet::open(rows)?.explore(&start, &Filter::default(), &Wanted::default())?;
    Ok(explored.results.games())
}

fn replace(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(old), "{text}");
    fs::write(path, text.replace(old, new)).unwrap();
}

#[test]
fn a_file_that_is_there_is_not_read_again_and_another_of_its_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, pgn) = rows(folder.path());
    assert!(matches!(add(&rows, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::WasThere(_))));
    assert_eq!(answer(rows.path()).unwrap(), 30);
    fs::write(&pgn, games(31)).unwrap();
    let error = add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap_err().to_string();
    assert!(error.contains("another file of this name"), "{error}");
}

#[test]
fn what_is_wrong_with_a_folder_is_told() {
    let wrong = |spoil: &dyn Fn(&Path)| {
        let folder = tempfile::tempdir().unwrap();
        let (rows, _) = rows(folder.path());
        spoil(rows.path());
        answer(rows.path()).unwrap_err().to_string()
    };
    let some_part = |rows: &Path| {
        let start = AnyPosition::start(Variant::Chess).key().0;
        let part = Folder::open(rows).unwrap().part_of(start);
        rows.join(format!("rows/part={part:04}/games.pgn.0.parquet"))
    };
    let missing = wrong(&|rows| fs::remove_file(some_part(rows)).unwrap());
    assert!(missing.contains("games.pgn.0.parquet, which it names, is missing"), "{missing}");
    let short = wrong(&|rows| fs::write(some_part(rows), b"PAR1").unwrap());
    assert!(short.contains("it has 4 bytes, and "), "{short}");
    let future = wrong(&|rows| replace(&rows.join("fleet.json"), "\"format\":1", "\"format\":2"));
    assert!(future.contains("is of version 2, and this program reads version 1: a newer program wrote it"));
    let future = wrong(&|rows| replace(&rows.join("inputs/games.pgn.json"), "\"format\":1", "\"format\":7"));
    assert!(future.contains("games.pgn.json is of version 7"), "{future}");
    let foreign = wrong(&|rows| {
        let part = some_part(rows);
        let bytes = fs::metadata(&part).unwrap().len();
        let games = fs::read(rows.join("games/games.pgn.parquet")).unwrap();
        let size = |bytes: u64| format!("\"bytes\":{bytes},\"crc32\"");
        replace(&rows.join("inputs/games.pgn.json"), &size(bytes), &size(games.len() as u64));
        fs::write(part, games).unwrap();
    });
    assert!(foreign.contains("it has 16 columns in place of 13"), "{foreign}");
    let garbage = wrong(&|rows| {
        let part = some_part(rows);
        let bytes = fs::metadata(&part).unwrap().len();
        fs::write(part, vec![7; bytes as usize]).unwrap();
    });
    assert!(garbage.contains("games.pgn.0.parquet is damaged"), "{garbage}");
    let no_json = wrong(&|rows| fs::write(rows.join("fleet.json"), "{").unwrap());
    assert!(no_json.contains("fleet.json is damaged"), "{no_json}");
    let nothing = answer(Path::new("/nowhere")).unwrap_err().to_string();
    assert!(nothing.contains("there is no such folder"), "{nothing}");
}

#[test]
fn a_flipped_byte_brings_nobody_down_and_is_found_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    let damages = || {
        let mut damages = Vec::new();
        verify(&rows, |error| damages.push(error.to_string())).unwrap();
        damages
    };
    assert_eq!(damages(), Vec::<String>::new());
    let mut refused = 0;
    for part in fs::read_dir(rows.path().join("rows")).unwrap() {
        let path = part.unwrap().path().join("games.pgn.0.parquet");
        let Ok(good) = fs::read(&path) else { continue };
        for index in (0..good.len()).step_by(11) {
            let mut bad = good.clone();
            bad[index] ^= 0x55;
            fs::write(&path, bad).unwrap();
            refused += usize::from(answer(rows.path()).is_err());
            assert_eq!(
                damages(),
                [format!("{} is damaged: it has other bytes than were written", path.display())]
            );
        }
        fs::write(&path, good).unwrap();
    }
    assert!(refused > 0);
    assert_eq!(answer(rows.path()).unwrap(), 30);
}

#[test]
fn a_folder_of_somebody_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letter.txt"), "Dear").unwrap();
    let error = Folder::create(folder.path(), 2).unwrap_err().to_string();
    assert!(error.contains("there are other files in the folder"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    for parts in [0, 3, 8192] {
        assert!(Folder::create(&folder.path().join("rows"), parts).is_err());
    }
}

#[test]
fn a_text_that_breaks_off_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, [b"\xff\xfe1\0.\0".as_slice(), &[0; 64]].concat()).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    assert_eq!(add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap(), Outcome::Broken);
    assert_eq!(answer(rows.path()).unwrap(), 0);
    assert!(!rows.path().join("rows").exists() && !rows.path().join("games").exists());
}

#[test]
fn killed_at_any_moment_a_file_is_there_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, games(20_000)).unwrap();
    let (mut before, mut after) = (0, 0);
    for round in 0..12 {
        let rows = folder.path().join(format!("rows{round}"));
        let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
        program.arg("rows").arg(&pgn).arg("-o").arg(&rows).stderr(Stdio::null());
        let mut child = program.spawn().unwrap();
        // The last one is left in peace.
        if round < 11 {
            std::thread::sleep(Duration::from_millis(40 * round * round));
            child.kill().unwrap();
        }
        child.wait().unwrap();
        let found = if rows.join("fleet.json").exists() { answer(&rows).unwrap() } else { 0 };
        assert!(found == 0 || found == 20_000, "{found}");
        before += u32::from(found == 0);
        after += u32::from(found > 0);
        let again = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"))
            .args(["info".as_ref(), rows.as_os_str()])
            .output();
        assert!(round > 0 || again.is_ok());
        if found == 0 {
            let folder = Folder::create(&rows, 16).unwrap();
            assert!(matches!(add(&folder, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::Added(..))));
            assert_eq!(answer(&rows).unwrap(), 20_000);
        }
    }
    assert!(before > 0 && after > 0, "{before} before, {after} after");
}
