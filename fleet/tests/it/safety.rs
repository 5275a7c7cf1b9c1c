//! Atomic updates and error messages.

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tabiya::{AnyPosition, Variant};
use tabiya_db::{AddObserver, AddOptions, Collection, ExploreOptions, Filter, GameId, Writer};
use tabiya_fleet::{Fleet, Folder, Outcome, RowOptions, add, verify, verify_games};

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

fn games_at_start(rows: &Path) -> tabiya_db::Result<u64> {
    let start = AnyPosition::start(Variant::Chess);
    let explored = Fleet::open(rows)?.explore(&start, &Filter::default(), &ExploreOptions::default())?;
    Ok(explored.results.games())
}

fn replace(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(old), "{text}");
    fs::write(path, text.replace(old, new)).unwrap();
}

#[test]
fn an_added_file_is_skipped_and_another_of_its_name_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, pgn) = rows(folder.path());
    assert!(matches!(add(&rows, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::AlreadyAdded(_))));
    assert_eq!(games_at_start(rows.path()).unwrap(), 30);
    fs::write(&pgn, games(31)).unwrap();
    let error = add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap_err().to_string();
    assert!(error.contains("rows of a different file of this name exist"), "{error}");
}

#[test]
fn problems_of_a_folder_are_reported() {
    let error_after = |damage: &dyn Fn(&Path)| {
        let folder = tempfile::tempdir().unwrap();
        let (rows, _) = rows(folder.path());
        damage(rows.path());
        games_at_start(rows.path()).unwrap_err().to_string()
    };
    let some_part = |rows: &Path| {
        let start = AnyPosition::start(Variant::Chess).key().0;
        let part = Folder::open(rows).unwrap().part_of(start);
        rows.join(format!("rows/part={part:04}/games.pgn.0.parquet"))
    };
    let missing = error_after(&|rows| fs::remove_file(some_part(rows)).unwrap());
    assert!(missing.contains("games.pgn.0.parquet is missing"), "{missing}");
    let short = error_after(&|rows| fs::write(some_part(rows), b"PAR1").unwrap());
    assert!(short.contains("it has 4 bytes, but "), "{short}");
    let future = error_after(&|rows| replace(&rows.join("fleet.json"), "\"format\":1", "\"format\":2"));
    assert!(
        future.contains("has format 2, but this program reads format 1: it was written by a newer program")
    );
    let future =
        error_after(&|rows| replace(&rows.join("inputs/games.pgn.json"), "\"format\":1", "\"format\":7"));
    assert!(future.contains("games.pgn.json has format 7"), "{future}");
    let foreign = error_after(&|rows| {
        let part = some_part(rows);
        let bytes = fs::metadata(&part).unwrap().len();
        let games = fs::read(rows.join("games/games.pgn.parquet")).unwrap();
        let size = |bytes: u64| format!("\"bytes\":{bytes},\"crc32\"");
        replace(&rows.join("inputs/games.pgn.json"), &size(bytes), &size(games.len() as u64));
        fs::write(part, games).unwrap();
    });
    assert!(foreign.contains("it has 16 columns instead of 13"), "{foreign}");
    let garbage = error_after(&|rows| {
        let part = some_part(rows);
        let bytes = fs::metadata(&part).unwrap().len();
        fs::write(part, vec![7; bytes as usize]).unwrap();
    });
    assert!(garbage.contains("games.pgn.0.parquet is damaged"), "{garbage}");
    let no_json = error_after(&|rows| fs::write(rows.join("fleet.json"), "{").unwrap());
    assert!(no_json.contains("fleet.json is damaged"), "{no_json}");
    let missing_folder = games_at_start(Path::new("/nowhere")).unwrap_err().to_string();
    assert!(missing_folder.contains("no such folder"), "{missing_folder}");
}

#[test]
fn a_missing_file_affects_only_queries_that_need_it() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    let start = rows.part_of(AnyPosition::start(Variant::Chess).key().0);
    fs::remove_file(rows.path().join(format!("rows/part={:04}/games.pgn.0.parquet", 1 - start))).unwrap();
    assert_eq!(games_at_start(rows.path()).unwrap(), 30);
    let exported = run(&[Path::new("export"), rows.path()]);
    assert_eq!(exported, (Some(0), String::new()));
}

/// Results missed the games of an input without a warning, when a copy of the folder lacked its manifest.
#[test]
fn every_command_warns_about_games_without_a_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    let more = folder.path().join("more.pgn");
    fs::write(&more, games(3)).unwrap();
    add(&rows, &more, &RowOptions::default(), &mut ()).unwrap();
    assert_eq!(rows.missing_manifests().unwrap(), Vec::<PathBuf>::new());
    let manifest = rows.path().join("inputs/games.pgn.json");
    fs::remove_file(&manifest).unwrap();
    assert_eq!(rows.missing_manifests().unwrap(), std::slice::from_ref(&manifest));
    let warning = format!("warning: {} is missing, so the games of this input", manifest.display());
    let (database, stats) = (folder.path().join("games.tabiya"), folder.path().join("stats"));
    let [output, sql] = ["-o", "--sql"].map(Path::new);
    let commands: [&[&Path]; 7] = [
        &[Path::new("explore"), rows.path()],
        &[Path::new("find"), rows.path()],
        &[Path::new("info"), rows.path()],
        &[Path::new("export"), rows.path()],
        &[Path::new("import"), rows.path(), &database],
        &[Path::new("stats"), rows.path(), output, &stats],
        &[Path::new("explore"), rows.path(), sql],
    ];
    for command in if cfg!(feature = "sql") { &commands[..] } else { &commands[..5] } {
        let (status, printed) = run(command);
        assert_eq!(status, Some(0), "{printed}");
        assert!(printed.contains(&warning), "{printed}");
    }
    let (status, printed) = run(&[Path::new("verify"), rows.path()]);
    assert!(status == Some(1) && printed.contains("no manifest names it"), "{printed}");
    // A file of rows is enough.
    fs::remove_file(rows.path().join("games/games.pgn.parquet")).unwrap();
    assert_eq!(rows.missing_manifests().unwrap(), [manifest]);
}

#[test]
#[cfg(feature = "serve")]
fn serve_warns_about_games_without_a_manifest() {
    use std::io::{BufRead, BufReader};

    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    fs::copy(rows.path().join("games/games.pgn.parquet"), rows.path().join("games/more.pgn.parquet"))
        .unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
    let mut child =
        program.arg("serve").arg(rows.path()).args(["--port", "0"]).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("warning: ") && line.contains("more.pgn.json is missing"), "{line}");
}

/// After a failed `rows`, results were zeros.
#[test]
fn a_folder_without_a_finished_input_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("games.rows");
    let (status, printed) =
        run(&[Path::new("rows"), &folder.path().join("none.pgn"), Path::new("-o"), &rows]);
    assert_eq!(status, Some(1), "{printed}");
    let stats = folder.path().join("stats");
    let [output, sql] = ["-o", "--sql"].map(Path::new);
    let commands: [&[&Path]; 7] = [
        &[Path::new("explore"), &rows],
        &[Path::new("find"), &rows],
        &[Path::new("info"), &rows],
        &[Path::new("export"), &rows],
        &[Path::new("verify"), &rows],
        &[Path::new("stats"), &rows, output, &stats],
        &[Path::new("explore"), &rows, sql],
    ];
    for command in if cfg!(feature = "sql") { &commands[..] } else { &commands[..5] } {
        let (status, printed) = run(command);
        assert_eq!(status, Some(1), "{printed}");
        assert!(printed.contains("it contains no finished input"), "{printed}");
    }
}

#[test]
fn damaged_games_are_neither_exported_nor_imported() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    let games = rows.path().join("games/games.pgn.parquet");
    let original = fs::read(&games).unwrap();
    for index in (0..original.len()).step_by(97) {
        let mut damaged = original.clone();
        damaged[index] ^= 1;
        fs::write(&games, damaged).unwrap();
        assert!(verify_games(rows.path()).is_err(), "byte {index}");
    }
    for arguments in [vec!["export"], vec!["import"]] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
        program.args(&arguments).arg(rows.path());
        if arguments == ["import"] {
            program.arg(folder.path().join("games.tabiya"));
        }
        let output = program.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("the checksum does not match"), "{error}");
        assert!(output.stdout.is_empty());
    }
    assert!(!folder.path().join("games.tabiya").exists());
}

#[test]
fn a_flipped_byte_causes_no_panic_and_is_found_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    let damages = || {
        let mut damages = Vec::new();
        verify(rows.path(), |error| damages.push(error.to_string())).unwrap();
        damages
    };
    assert_eq!(damages(), Vec::<String>::new());
    let a_game = || Fleet::open(rows.path())?.game(GameId(17)).map(|_| ());
    let parts = fs::read_dir(rows.path().join("rows")).unwrap().map(|part| part.unwrap().path());
    let files = parts.map(|part| part.join("games.pgn.0.parquet")).filter(|file| file.exists());
    let (mut flipped, mut rejected) = (0, 0);
    for path in files.chain([rows.path().join("games/games.pgn.parquet")]) {
        let original = fs::read(&path).unwrap();
        for index in (0..original.len()).step_by(11) {
            let mut damaged = original.clone();
            damaged[index] ^= 0x55;
            fs::write(&path, damaged).unwrap();
            flipped += 1;
            rejected += usize::from(games_at_start(rows.path()).is_err() || a_game().is_err());
            assert_eq!(damages(), [format!("{} is damaged: the checksum does not match", path.display())]);
        }
        fs::write(&path, original).unwrap();
    }
    // Not every byte is read by the query.
    assert!(rejected > flipped / 5, "{rejected} of {flipped}");
    a_game().unwrap();
    assert_eq!(games_at_start(rows.path()).unwrap(), 30);
}

#[test]
fn more_files_than_the_open_file_limit_are_queried() {
    let folder = tempfile::tempdir().unwrap();
    let samples = common::collection(22, 90);
    let make = |parts: u32, inputs: usize| {
        let rows = Folder::create(&folder.path().join(parts.to_string()), parts).unwrap();
        for (index, games) in samples.chunks(samples.len() / inputs).enumerate() {
            let pgn = folder.path().join(format!("{index:02}.pgn"));
            fs::write(&pgn, common::pgn(games)).unwrap();
            add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap();
        }
        let files: usize = rows.inputs().unwrap().iter().map(|input| input.files.len()).sum();
        (files, Fleet::open(rows.path()).unwrap())
    };
    let ((one, plain), (many, fleet)) = (make(1, 1), make(64, 30));
    assert!(one == 1 && many > 800, "{one} {many}");
    let positions: Vec<AnyPosition> = samples.iter().flat_map(common::Sample::positions).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(position) =
                    positions.get(next.fetch_add(3, std::sync::atomic::Ordering::Relaxed))
                {
                    let query = |fleet: &Fleet| {
                        fleet.explore(position, &Filter::default(), &ExploreOptions::default()).unwrap()
                    };
                    assert_eq!(query(&fleet), query(&plain));
                }
            });
        }
    });
    let open = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    assert!(open < 700, "{open}");
}

/// Copies a folder recursively.
fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if from.is_dir() { copy_all(&from, &to) } else { fs::copy(from, to).map(|_| ()).unwrap() }
    }
}

#[test]
fn several_files_of_an_input_and_part_are_supported() {
    // Written by a version without merging.
    let test_data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/several_files");
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old");
    copy_all(&test_data.join("games.rows"), &old);
    let pgn = folder.path().join("games.pgn");
    fs::copy(test_data.join("games.pgn"), &pgn).unwrap();
    let new = Folder::create(&folder.path().join("new"), 2).unwrap();
    add(&new, &pgn, &RowOptions::default(), &mut ()).unwrap();
    let old = Folder::open(&old).unwrap();
    let files = |folder: &Folder| folder.inputs().unwrap()[0].files.len();
    assert_eq!((files(&old), files(&new)), (4, 2));
    let same = || {
        let (old, new) = (Fleet::open(old.path()).unwrap(), Fleet::open(new.path()).unwrap());
        assert_eq!(old.games(), new.games());
        let mut queries = 0;
        for number in 1..=new.games() {
            let game = new.game(GameId(number)).unwrap();
            assert_eq!(old.game(GameId(number)).unwrap(), game);
            let mut position = game.start;
            for mv in &game.moves {
                let query = |fleet: &Fleet| {
                    let options = ExploreOptions { top_games: 5, recent_games: 5, history: true };
                    let explored = fleet.explore(&position, &Filter::default(), &options).unwrap();
                    (explored, fleet.found_games(&position, &Filter::default(), 3).unwrap())
                };
                assert_eq!(query(&old), query(&new));
                queries += 1;
                position = position.play_legal(*mv);
            }
        }
        queries
    };
    assert_eq!(same(), 99);
    assert_eq!(verify(old.path(), |error| panic!("{error}")).unwrap(), 5);
    assert!(matches!(add(&old, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::AlreadyAdded(_))));
    let other = folder.path().join("other.pgn");
    fs::write(&other, games(30)).unwrap();
    for folder in [&old, &new] {
        add(folder, &other, &RowOptions::default(), &mut ()).unwrap();
    }
    assert!(same() > 99);
}

#[test]
fn a_folder_with_other_content_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letter.txt"), "Dear").unwrap();
    let error = Folder::create(folder.path(), 2).unwrap_err().to_string();
    assert!(error.contains("the folder contains other files"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // `_staging` alone does not make it a folder of rows.
    fs::create_dir(folder.path().join("_staging")).unwrap();
    assert!(Folder::create(folder.path(), 2).is_err());
    for parts in [0, 3, 8192] {
        assert!(Folder::create(&folder.path().join("rows"), parts).is_err());
    }
}

#[test]
fn a_truncated_text_adds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, [b"\xff\xfe1\0.\0".as_slice(), &[0; 64]].concat()).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    assert_eq!(add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap(), Outcome::Incomplete);
    assert!(games_at_start(rows.path()).unwrap_err().to_string().contains("it contains no finished input"));
    assert!(!rows.path().join("rows").exists() && !rows.path().join("games").exists());
}

#[test]
fn a_file_that_changes_while_it_is_read_adds_nothing() {
    /// Appends to the file while its games are read.
    struct AppendingObserver(PathBuf);
    impl AddObserver for AppendingObserver {
        fn game(&mut self) {
            let mut text = fs::read_to_string(&self.0).unwrap();
            text.push_str("1. e4 *\n\n");
            fs::write(&self.0, text).unwrap();
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, games(3)).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    let error = add(&rows, &pgn, &RowOptions::default(), &mut AppendingObserver(pgn.clone())).unwrap_err();
    assert!(error.to_string().contains("changed while it was read"), "{error}");
    assert_eq!(rows.inputs().unwrap(), []);
    assert!(matches!(add(&rows, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::Added(..))));
}

#[test]
fn a_damaged_database_adds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.tabiya");
    let mut writer =
        Writer::open(&database, AddOptions { keep_duplicates: true, ..AddOptions::default() }).unwrap();
    writer.read("games", games(20_000).as_bytes(), &mut ()).unwrap();
    writer.commit(&mut ()).unwrap();
    let segment =
        fs::read_dir(&database).unwrap().flatten().map(|entry| entry.path()).find(|path| path.is_dir());
    let mut rejected = 0;
    for (index, name) in ["facts", "offsets", "games", "names"].iter().enumerate() {
        let file = segment.as_ref().unwrap().join(name);
        let original = fs::read(&file).unwrap();
        let mut damaged = original.clone();
        let offset = damaged.len() * 2 / 3;
        damaged[offset] ^= 0x55;
        fs::write(&file, damaged).unwrap();
        let rows = Folder::create(&folder.path().join(format!("rows{index}")), 2).unwrap();
        let added = add(&rows, &database, &RowOptions::default(), &mut ());
        rejected += u32::from(added.is_err());
        assert!(matches!(added, Err(_) | Ok(Outcome::Added(..))), "{added:?}");
        assert_eq!(rows.inputs().unwrap().len(), usize::from(added.is_ok()), "{name}: {added:?}");
        fs::write(&file, original).unwrap();
    }
    assert!(rejected >= 2, "{rejected}");
}

fn run(arguments: &[&Path]) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
    let output = program.args(arguments).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
#[cfg(unix)]
fn inputs_without_a_file_name_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let rows = folder.path().join("rows");
    for input in [&pipe, Path::new("/dev/null")] {
        let (status, printed) = run(&[Path::new("rows"), input, Path::new("-o"), &rows]);
        assert_eq!(status, Some(1), "{printed}");
        assert!(printed.contains("is not a regular file: save it as a file first"), "{printed}");
    }
}

#[test]
fn inputs_are_identified_by_content_and_options() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, pgn) = rows(folder.path());
    let add_with = |options: RowOptions| add(&rows, &pgn, &options, &mut ());
    let error = add_with(RowOptions { keep_broken: true, ..RowOptions::default() }).unwrap_err().to_string();
    assert!(error.contains("its rows were written without --keep-broken"), "{error}");
    let error =
        add_with(RowOptions { variant: Variant::Makruk, ..RowOptions::default() }).unwrap_err().to_string();
    assert!(error.contains("its rows were written with --variant chess"), "{error}");
    fs::write(&pgn, games(30).replacen("1-0", "0-1", 1)).unwrap();
    let error = add_with(RowOptions::default()).unwrap_err().to_string();
    assert!(error.contains("rows of a different file of this name exist"), "{error}");
}

#[test]
fn missing_games_are_reported_on_each_run() {
    let folder = tempfile::tempdir().unwrap();
    let (pgn, rows) = (folder.path().join("games.pgn"), folder.path().join("rows"));
    fs::write(&pgn, "1. e4 e5 1-0\n\n1. e4 Ke5 0-1\n\n1. d4 *").unwrap();
    for expected in ["games.pgn: 2 games, ", "games.pgn: 2 games were added before; 1 was broken"] {
        let (status, printed) = run(&[Path::new("rows"), &pgn, Path::new("-o"), &rows]);
        assert!(status == Some(1) && printed.contains(expected), "{printed}");
    }
}

#[test]
fn a_copy_of_a_manifest_is_not_another_input() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    let inputs = rows.path().join("inputs");
    fs::copy(inputs.join("games.pgn.json"), inputs.join("games.pgn.old.json")).unwrap();
    let error = games_at_start(rows.path()).unwrap_err().to_string();
    assert!(error.contains("games.pgn.old.json is damaged: it is the manifest of games.pgn"), "{error}");
}

#[test]
fn numbers_out_of_range_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    replace(&rows.path().join("inputs/games.pgn.json"), "\"games\":30", "\"games\":18446744073709551615");
    let error = games_at_start(rows.path()).unwrap_err().to_string();
    assert!(error.contains("games.pgn.json is damaged: it has 18446744073709551615 games"), "{error}");
}

#[test]
fn a_failed_rename_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, games(30)).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    fs::create_dir(rows.path().join("rows")).unwrap();
    let in_the_way = rows.path().join("rows/part=0001");
    fs::write(&in_the_way, "").unwrap();
    add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap_err();
    let remaining = |name: &str| fs::read_dir(rows.path().join(name)).map_or(0, Iterator::count);
    assert_eq!((remaining("games"), remaining("rows/part=0000"), remaining("inputs")), (0, 0, 0));
    fs::remove_file(in_the_way).unwrap();
    assert!(matches!(add(&rows, &pgn, &RowOptions::default(), &mut ()), Ok(Outcome::Added(..))));
}

#[test]
fn orphaned_files_are_found_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, _) = rows(folder.path());
    let remaining = rows.path().join("rows/part=0000/cut.pgn.0.parquet");
    fs::write(&remaining, "PAR1").unwrap();
    let mut printed = Vec::new();
    verify(rows.path(), |error| printed.push(error.to_string())).unwrap();
    let what =
        "no manifest names it: it belongs to an interrupted or running command, but other engines read it";
    assert_eq!(printed, [format!("{} is damaged: {what}", remaining.display())]);
}

#[test]
fn concurrent_programs_create_one_folder() {
    for _ in 0..40 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|_| scope.spawn(|| Folder::create(&path, 4).map(|_| ()))).collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap().unwrap());
        });
    }
}

#[test]
fn two_programs_cannot_write_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, games(30)).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    fs::create_dir_all(rows.path().join("_staging")).unwrap();
    let lock = fs::File::create(rows.path().join("_staging/lock-games.pgn")).unwrap();
    lock.try_lock().unwrap();
    let error = add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap_err().to_string();
    assert_eq!(error, "games.pgn: another program is writing it");
    drop(lock);
    add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap();
}

#[test]
fn concurrent_programs_write_each_file_once() {
    let folder = tempfile::tempdir().unwrap();
    let samples = common::collection(25, 240);
    let names = ["a.pgn", "b.pgn", "c.pgn"];
    for (name, games) in names.iter().zip(samples.chunks(80)) {
        fs::write(folder.path().join(name), common::pgn(games)).unwrap();
    }
    let rows = folder.path().join("rows");
    // Each program begins with another file and continues with those of the others.
    let start = |first: usize| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
        let files = (0..3).map(|index| folder.path().join(names[(first + index) % 3]));
        program.arg("rows").args(files).arg("-o").arg(&rows).args(["--parts", "4", "--memory", "1"]);
        program.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let programs: Vec<Child> = (0..6).map(start).collect();
    let mut added = 0;
    for program in programs {
        let output = program.wait_with_output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        let is_expected = |line: &str| {
            let was_there = line.contains("games were added before");
            line.contains(" games, ") || was_there || line.ends_with("another program is writing it")
        };
        assert!(printed.lines().all(is_expected), "{printed}");
        assert_eq!(output.status.success(), !printed.contains("another program"), "{printed}");
        added += printed.lines().filter(|line| line.contains(" games, ")).count();
    }
    // Each file was written by exactly one of them.
    let inputs = Folder::open(&rows).unwrap().inputs().unwrap();
    assert_eq!((added, inputs.len()), (inputs.len(), 3));
    verify(&rows, |error| panic!("{error}")).unwrap();
    let fleet = Fleet::open(&rows).unwrap();
    let found: Vec<String> = (1..=240).map(|game| fleet.game(GameId(game)).unwrap().to_pgn()).collect();
    let alone = folder.path().join("alone");
    let files = names.map(|name| folder.path().join(name));
    let [a, b, c] = &files;
    assert_eq!(run(&[Path::new("rows"), a, b, c, Path::new("-o"), &alone]).0, Some(0));
    let alone = Fleet::open(&alone).unwrap();
    assert_eq!(found, (1..=240).map(|game| alone.game(GameId(game)).unwrap().to_pgn()).collect::<Vec<_>>());
}

#[test]
fn a_limited_list_is_a_prefix_and_games_can_be_read_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    // Several inputs and pages of games.
    for (index, count) in [290, 1, 600].into_iter().enumerate() {
        let pgn = folder.path().join(format!("{index}.pgn"));
        fs::write(&pgn, games(count)).unwrap();
        add(&rows, &pgn, &RowOptions { memory: 1 << 15, ..RowOptions::default() }, &mut ()).unwrap();
    }
    let fleet = Fleet::open(rows.path()).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    for uci in ["", "e2e4", "d2d4"] {
        let position = if uci.is_empty() { start } else { start.play_legal(start.parse_uci(uci).unwrap()) };
        let found = |limit: usize| fleet.found_games(&position, &Filter::default(), limit).unwrap();
        let all = found(usize::MAX);
        assert!(all.len() > 290 && all.is_sorted_by_key(|found| found.game));
        for limit in [0, 1, 2, 255, 256, 257, 290, 291, 292, all.len() - 1, all.len(), all.len() + 1] {
            assert_eq!(found(limit), all[..limit.min(all.len())], "{limit}");
        }
    }
    let white = |game: u64| fleet.tags(GameId(game)).unwrap()[0].1.clone();
    let number = |game: u64| match game {
        1..=290 => game - 1,
        291 => 0,
        game => game - 292,
    };
    std::thread::scope(|scope| {
        for seed in [1_u64, 7, 13] {
            scope.spawn(move || {
                for step in 0..891_u64 {
                    let game = (step * 337 * seed) % 891 + 1;
                    assert_eq!(white(game), number(game).to_string());
                }
            });
        }
    });
    assert!(fleet.game(GameId(892)).is_err() && fleet.game(GameId(0)).is_err());
}

/// Runs the program and returns its peak memory in MiB.
#[cfg(target_os = "linux")]
fn peak_memory(mut program: Command) -> u64 {
    let mut child = program.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
        peak = now.unwrap_or(0).max(peak);
        if let Some(ended) = child.try_wait().unwrap() {
            assert!(ended.success());
            return peak / 1024;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn rows_respect_the_memory_limit() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let games = common::pgn(&common::collection(26, 300));
    fs::write(&pgn, games.repeat(320)).unwrap();
    let with = |memory: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
        program.arg("rows").arg(&pgn).arg("-o").arg(folder.path().join(memory)).args(["--memory", memory]);
        (peak_memory(program), Folder::open(&folder.path().join(memory)).unwrap().inputs().unwrap().remove(0))
    };
    let ((little, in_pieces), (ample, at_once)) = (with("4"), with("4096"));
    assert_eq!(at_once.files.len(), 16);
    assert_eq!(in_pieces, at_once);
    // The size of all rows; games are written in batches of some thousands.
    let rows = (at_once.rows * 24) >> 20;
    assert!(rows > 30 && ample > little + rows / 2, "{little} and {ample} MiB for {rows} MiB of rows");
    assert!(little < 150, "{little} MiB");
}

#[test]
#[cfg(unix)]
fn a_full_disk_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (pgn, database) = (folder.path().join("games.pgn"), folder.path().join("games.tabiya"));
    fs::write(&pgn, games(20_000)).unwrap();
    let mut writer =
        Writer::open(&database, AddOptions { keep_duplicates: true, ..AddOptions::default() }).unwrap();
    writer.read("games", games(20_000).as_bytes(), &mut ()).unwrap();
    writer.commit(&mut ()).unwrap();
    let rows = folder.path().join("rows");
    assert_eq!(run(&[Path::new("rows"), &pgn, Path::new("-o"), &rows]).0, Some(0));
    let other = folder.path().join("other");
    let sorted = folder.path().join("sorted");
    let little = [Path::new("--memory"), Path::new("1")];
    let commands: [(&[&Path], &str); 3] = [
        (&[Path::new("rows"), &database, Path::new("-o"), &other], "other"),
        (
            &[Path::new("rows"), &pgn, Path::new("-o"), &sorted, little[0], little[1]],
            "writing-games.pgn/run-1",
        ),
        (&[Path::new("import"), &rows, &folder.path().join("new.tabiya")], ""),
    ];
    for (arguments, what) in commands {
        // A limit on file sizes simulates a full disk, with another message.
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_tabiya-fleet")])
            .args(arguments)
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && printed.contains("File too large"), "{printed}");
        assert!(printed.contains(what), "{printed}");
    }
    for rows in [&other, &sorted] {
        assert!(!rows.join("inputs").exists() && !rows.join("rows").exists());
        assert!(fs::read_dir(rows.join("_staging")).unwrap().all(|entry| !entry.unwrap().path().is_dir()));
    }
    // With enough space the same command succeeds.
    let again = run(&[Path::new("rows"), &pgn, Path::new("-o"), &sorted, little[0], little[1]]);
    assert_eq!(again.0, Some(0), "{}", again.1);
    let files = |rows: &Path| Folder::open(rows).unwrap().inputs().unwrap().remove(0).files;
    assert_eq!(files(&sorted), files(&rows));
}

/// Kills the program as soon as a condition holds. Returns false if the program ended first.
fn kill_when(mut child: Child, is_there: impl Fn() -> bool) -> bool {
    loop {
        if is_there() {
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_program_adds_a_file_completely_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let all = 400;
    fs::write(&pgn, common::pgn(&common::collection(21, all))).unwrap();
    let count = |path: PathBuf| fs::read_dir(path).map_or(0, Iterator::count);
    // At each observable step except the last.
    let moments: [&dyn Fn(&Path) -> bool; 6] = [
        &|rows| rows.exists(),
        &|rows| rows.join("_staging/writing-games.pgn").exists(),
        &|rows| count(rows.join("_staging/writing-games.pgn")) > 20,
        &|rows| rows.join("games/games.pgn.parquet").exists(),
        &|rows| count(rows.join("rows")) > 20,
        &|_| false,
    ];
    for (round, is_there) in moments.into_iter().enumerate() {
        let rows = folder.path().join(format!("rows{round}"));
        let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
        program.arg("rows").arg(&pgn).arg("-o").arg(&rows).args(["--parts", "64"]).stderr(Stdio::null());
        let is_killed = kill_when(program.spawn().unwrap(), || is_there(&rows));
        assert_eq!(is_killed, round < 5);
        let found: u64 = Folder::open(&rows)
            .map_or(0, |rows| rows.inputs().unwrap().iter().map(|input| input.games).sum());
        assert!(found == all as u64 || (found == 0 && is_killed), "{found}");
        if found == 0 {
            let again = run(&[
                Path::new("rows"),
                &pgn,
                Path::new("-o"),
                &rows,
                Path::new("--parts"),
                Path::new("64"),
            ]);
            assert_eq!(again.0, Some(0), "{}", again.1);
        }
        let info = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet")).arg("info").arg(&rows).output().unwrap();
        assert!(String::from_utf8(info.stdout).unwrap().contains(&format!("games      {all}\n")));
        // Nothing is left of the killed run.
        verify(&rows, |error| panic!("{error}")).unwrap();
    }
}

#[test]
fn a_program_killed_while_sorting_on_disk_adds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, common::pgn(&common::collection(28, 300)).repeat(60)).unwrap();
    let command = |rows: &Path| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
        program.arg("rows").arg(&pgn).arg("-o").arg(rows).args(["--memory", "1"]).stderr(Stdio::null());
        program
    };
    let staged = |rows: &Path, name: &str| rows.join("_staging/writing-games.pgn").join(name).exists();
    let all = folder.path().join("all");
    assert!(command(&all).status().unwrap().success());
    let all = Folder::open(&all).unwrap().inputs().unwrap();
    // While the first run is written, after some runs, and while the last part is merged.
    for (round, name) in ["run-1", "run-5", "0015.0.parquet"].into_iter().enumerate() {
        let rows = folder.path().join(format!("rows{round}"));
        let is_killed = kill_when(command(&rows).spawn().unwrap(), || staged(&rows, name));
        let inputs_found = Folder::open(&rows).unwrap().inputs().unwrap();
        // The last step may be too quick to be interrupted.
        assert!(inputs_found.is_empty() && is_killed || inputs_found == all && round == 2, "{name}");
        let games = inputs_found.first().map(|input| input.games);
        assert_eq!(Fleet::open(&rows).ok().map(|fleet| fleet.games()), games);
        assert!(command(&rows).status().unwrap().success());
        assert!(!staged(&rows, ""));
        assert_eq!(Folder::open(&rows).unwrap().inputs().unwrap(), all);
        verify(&rows, |error| panic!("{error}")).unwrap();
    }
}
