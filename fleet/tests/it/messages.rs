//! Error messages and help.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tabiya_fleet::{Folder, Outcome, RowOptions, add, verify};

/// Runs the program in a folder. Returns its exit status, standard output and standard error.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
    let output = program.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A folder with `games.pgn`, its rows `games.rows` and a database `games.tabiya`.
fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *").unwrap();
    let (status, _, printed) = run(folder.path(), &["rows", "games.pgn", "-o", "games.rows"]);
    assert_eq!((status, printed.as_str()), (Some(0), "note: games.pgn: 3 games, 8 rows\n"));
    assert_eq!(run(folder.path(), &["import", "games.rows", "games.tabiya"]).0, Some(0));
    folder
}

#[test]
fn rows_with_a_missing_or_truncated_file_are_written_again() {
    let damages: [fn(&Path); 3] = [
        |file| fs::remove_file(file).unwrap(),
        |file| fs::write(file, "PAR1").unwrap(),
        |file| fs::write(file, [fs::read(file).unwrap(), vec![0]].concat()).unwrap(),
    ];
    for damage in damages {
        let folder = prepared();
        let rows = Folder::open(&folder.path().join("games.rows")).unwrap();
        let inputs = rows.inputs().unwrap();
        let name = format!("rows/part={:04}/games.pgn.0.parquet", inputs[0].files[0].part);
        for name in [name.as_str(), "games/games.pgn.parquet"] {
            damage(&rows.path().join(name));
            let (status, _, printed) = run(folder.path(), &["rows", "games.pgn", "-o", "games.rows"]);
            assert_eq!(status, Some(0), "{printed}");
            assert!(printed.contains(name) && printed.contains("writing its rows again"), "{printed}");
            assert!(printed.ends_with("note: games.pgn: 3 games, 8 rows\n"), "{printed}");
            assert_eq!(rows.inputs().unwrap(), inputs);
            verify(rows.path(), |error| panic!("{error}")).unwrap();
        }
        let (_, _, printed) = run(folder.path(), &["rows", "games.pgn", "-o", "games.rows"]);
        assert_eq!(printed, "note: games.pgn: 3 games were added before\n");
        // Other games with this file name.
        fs::remove_file(rows.path().join(name)).unwrap();
        fs::write(folder.path().join("games.pgn"), "1. d4 *").unwrap();
        let error =
            add(&rows, &folder.path().join("games.pgn"), &RowOptions::default(), &mut ()).unwrap_err();
        assert!(error.to_string().contains("rows of a different file of this name exist"), "{error}");
        assert_eq!(rows.inputs().unwrap(), inputs);
    }
}

#[test]
fn remaining_rows_are_kept_if_they_cannot_be_written_again() {
    let folder = prepared();
    fs::create_dir(folder.path().join("other")).unwrap();
    let rows = Folder::create(&folder.path().join("other/games.rows"), 4).unwrap();
    let database = folder.path().join("games.tabiya");
    add(&rows, &database, &RowOptions::default(), &mut ()).unwrap();
    let inputs = rows.inputs().unwrap();
    let missing =
        rows.path().join(format!("rows/part={:04}/games.tabiya.0.parquet", inputs[0].files[0].part));
    fs::remove_file(&missing).unwrap();
    // The list of segments is unchanged; a segment is damaged.
    let segment =
        fs::read_dir(&database).unwrap().flatten().find(|entry| entry.path().is_dir()).unwrap().path();
    let games = segment.join("games");
    let mut bytes = fs::read(&games).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].iter_mut().for_each(|byte| *byte ^= 0xff);
    fs::write(&games, bytes).unwrap();
    add(&rows, &database, &RowOptions::default(), &mut ()).unwrap_err();
    assert_eq!(rows.inputs().unwrap(), inputs);
    assert!(rows.path().join("games/games.tabiya.parquet").exists());
    let left = inputs[0].files.iter().filter(|file| {
        rows.path().join(format!("rows/part={:04}/games.tabiya.0.parquet", file.part)).exists()
    });
    assert_eq!(left.count(), inputs[0].files.len() - 1);
}

#[test]
fn several_files_of_a_part_are_replaced_by_one() {
    let test_data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/several_files");
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::copy(test_data.join("games.pgn"), &pgn).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    for name in ["inputs/games.pgn.json", "games/games.pgn.parquet"] {
        fs::create_dir_all(rows.path().join(name).parent().unwrap()).unwrap();
        fs::copy(test_data.join("games.rows").join(name), rows.path().join(name)).unwrap();
    }
    // One of four files is left, the second of its part.
    let left = rows.path().join("rows/part=0001/games.pgn.1.parquet");
    fs::create_dir_all(left.parent().unwrap()).unwrap();
    fs::copy(test_data.join("games.rows/rows/part=0001/games.pgn.1.parquet"), &left).unwrap();
    assert!(matches!(add(&rows, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::Added(..))));
    assert!(!left.exists());
    assert_eq!(verify(rows.path(), |error| panic!("{error}")).unwrap(), 3);
}

#[test]
fn a_folder_without_a_finished_input_fails_verification() {
    let folder = tempfile::tempdir().unwrap();
    Folder::create(&folder.path().join("games.rows"), 4).unwrap();
    let (status, output, printed) = run(folder.path(), &["verify", "games.rows"]);
    assert_eq!((status, output.as_str()), (Some(1), ""));
    assert_eq!(printed, "error: games.rows: it contains no finished input\n");
}

#[test]
fn errors_name_the_kind_of_folder_and_its_command() {
    let folder = prepared();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("games.stats")).unwrap();
    fs::write(at("games.stats/stats.json"), "{}").unwrap();
    fs::create_dir(at("nothing")).unwrap();
    fs::create_dir(at("letters")).unwrap();
    fs::write(at("letters/letter.txt"), "Dear").unwrap();
    let database =
        "it is a database of games: query it with `tabiya explore`, convert it with `tabiya-fleet rows`";
    let stats = "it is a folder of statistics: query them together with their rows (`--stats DIR`)";
    let rows = "it is a folder of rows: query it with `tabiya-fleet explore`, compute statistics with `tabiya-fleet stats`";
    let expected: [(&[&str], String); 14] = [
        (&["explore", "games.tabiya"], format!("games.tabiya is not a folder of rows: {database}")),
        (&["info", "games.tabiya"], format!("games.tabiya is not a folder of rows: {database}")),
        (&["verify", "games.tabiya"], format!("games.tabiya is not a folder of rows or statistics: {database}")),
        (&["find", "games.stats"], format!("games.stats is not a folder of rows: {stats}")),
        (&["export", "games.stats"], format!("games.stats is not a folder of rows: {stats}")),
        (&["info", "nothing"], "nothing is not a folder of rows: it has no fleet.json".to_owned()),
        (&["info", "none"], "none is not a folder of rows: no such folder".to_owned()),
        (
            &["info", "games.pgn"],
            "games.pgn is not a folder of rows: it is a file; `tabiya-fleet rows` converts games to rows".to_owned(),
        ),
        (
            &["explore", "games.rows", "--stats", "games.rows"],
            format!("games.rows is not a folder of statistics: {rows}"),
        ),
        (
            &["explore", "games.rows", "--stats", "nothing"],
            "nothing is not a folder of statistics: it has no stats.json".to_owned(),
        ),
        (
            &["rows", "games.pgn", "-o", "games.tabiya"],
            format!("games.tabiya cannot become a folder of rows: {database}"),
        ),
        (
            &["rows", "games.pgn", "-o", "letters"],
            "letters cannot become a folder of rows: the folder contains other files".to_owned(),
        ),
        (
            &["rows", "games.rows", "-o", "other.rows"],
            format!("games.rows is not a database of games: {rows}; `tabiya-fleet export` writes its games as PGN"),
        ),
        (
            &["rows", "-", "-o", "other.rows"],
            "standard input (-) is not supported, because rows are identified by a file name: save the games as a file first"
                .to_owned(),
        ),
    ];
    for (arguments, expected) in expected {
        let (status, output, printed) = run(folder.path(), arguments);
        assert_eq!((status, output.as_str()), (Some(1), ""), "{arguments:?}");
        assert_eq!(printed, format!("error: {expected}\n"), "{arguments:?}");
    }
}

#[test]
fn one_game_is_singular() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("one.pgn"), "[Event \"One\"]\n\n*\n").unwrap();
    fs::write(at("none.pgn"), "\n").unwrap();
    let rows = ["rows", "one.pgn", "-o", "one.rows", "--parts", "1"];
    assert_eq!(run(folder.path(), &rows).2, "note: one.pgn: 1 game, 1 row\n");
    assert_eq!(run(folder.path(), &rows).2, "note: one.pgn: 1 game was added before\n");
    assert_eq!(run(folder.path(), &["import", "one.rows", "one.tabiya"]).2, "note: one.tabiya: 1 game\n");
    assert_eq!(run(folder.path(), &["verify", "one.rows"]).1, "2 files match their checksums\n");
    let more = ["rows", "one.pgn", "-o", "one.rows", "--parts", "2"];
    assert_eq!(run(folder.path(), &more).2, "error: one.rows has 1 part, not 2\n");
    assert_eq!(
        run(folder.path(), &["rows", "none.pgn", "-o", "none.rows"]).2,
        "note: none.pgn: 0 games, 0 rows\n"
    );
    assert_eq!(run(folder.path(), &["verify", "none.rows"]).1, "1 file matches its checksum\n");
}

/// The commands of this program.
fn commands(folder: &Path) -> Vec<String> {
    let (_, help, _) = run(folder, &["--help"]);
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

#[test]
#[cfg(unix)]
fn every_help_has_examples_and_they_run() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tabiya-fleet"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let names = commands(prepared().path());
    assert!(names.len() >= 7, "{names:?}");
    let mut ran = 0;
    for name in names {
        let folder = prepared();
        let at = |name: &str| folder.path().join(name);
        // Games with rows in every part.
        fs::remove_dir_all(at("games.rows")).unwrap();
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/several_files/games.pgn");
        fs::copy(games, at("games.pgn")).unwrap();
        assert_eq!(run(folder.path(), &["rows", "games.pgn", "-o", "games.rows"]).0, Some(0));
        assert_eq!(fs::read_dir(at("games.rows/rows")).unwrap().count(), 16);
        for copy in ["twic.pgn", "lichess_2013-01.pgn.zst", "lichess_2013-02.pgn.zst"] {
            fs::copy(at("games.pgn"), at(copy)).unwrap();
        }
        let (_, help, _) = run(folder.path(), &[&name, "--help"]);
        let examples =
            help.split("Example").nth(1).unwrap_or_else(|| panic!("{name} has no example: {help}"));
        fs::remove_dir_all(at("games.tabiya")).unwrap();
        if name == "rows" {
            fs::remove_dir_all(at("games.rows")).unwrap();
        } else if cfg!(feature = "sql") && name != "stats" {
            assert_eq!(run(folder.path(), &["stats", "games.rows", "-o", "games.stats"]).0, Some(0));
        }
        for line in examples.lines().filter(|line| line.starts_with("  tabiya-fleet ")) {
            // The others are servers, or need one.
            let waits = ["serve", "scheduler", "executor"].iter().any(|name| line.contains(name));
            if waits || line.contains("games.stats") && cfg!(not(feature = "sql")) {
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-e", "-c", line]).current_dir(folder.path()).env("PATH", &path);
            let output = shell.stdin(Stdio::null()).output().unwrap();
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
            ran += 1;
        }
    }
    assert!(ran >= 9, "{ran}");
}
