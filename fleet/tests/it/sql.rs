//! Statistics by SQL: atomic updates of changed parts, and failures of a cluster.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::cluster::Cluster;
use tabiya::{AnyPosition, Variant};
use tabiya_db::{Collection, ExploreOptions, Filter};
use tabiya_fleet::{
    Engine, Fleet, Folder, RowOptions, SqlFleet, StatsManifest, StatsOptions, UpdatedStats, add,
    compute_stats, verify,
};

const LINES: [&str; 5] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
    "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5",
    "1. c4 e6 2. d4 Nf6 3. Nc3 Bb4 4. Qc2 d5",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3",
];

fn games(from: usize, count: usize) -> String {
    let game = |number: usize| {
        let (line, result) = (LINES[number % 5], ["1-0", "0-1", "1/2-1/2", "*"][number % 4]);
        let tags =
            format!("[White \"W{number}\"]\n[WhiteElo \"{}\"]\n[Date \"2020.05.??\"]", 2000 + number % 700);
        format!("{tags}\n[Result \"{result}\"]\n\n{line} {result}\n\n")
    };
    (from..from + count).map(game).collect()
}

fn with_rows(folder: &Path, name: &str, text: &str) -> Folder {
    let pgn = folder.join(name);
    fs::write(&pgn, text).unwrap();
    let rows = Folder::create(&folder.join("rows"), 8).unwrap();
    add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap();
    rows
}

fn local() -> Engine {
    Engine::local(2, 1 << 30).unwrap()
}

fn stats(rows: &Folder, path: &Path) -> tabiya_db::Result<UpdatedStats> {
    compute_stats(&local(), rows, path, StatsOptions::default(), |_| ())
}

/// All files named in the manifest, with their bytes.
fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let manifest = StatsManifest::open(path).unwrap();
    let of_part = |part: u32, generation: u32| {
        ["moves", "lists"].map(|table| {
            let file = path.join(format!("{table}/part={part:04}/{generation}.parquet"));
            (PathBuf::from(format!("{table}/{part}")), fs::read(file).unwrap())
        })
    };
    manifest.computed.iter().flat_map(|part| of_part(part.part, part.generation)).collect()
}

fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"));
    program.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program
}

fn error_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn only_changed_parts_are_computed_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stats");
    let rows = with_rows(folder.path(), "b.pgn", &games(0, 40));
    let first = stats(&rows, &path).unwrap();
    assert!(first.computed > 2 && first.unchanged == 0, "{first:?}");
    let before = files(&path);
    let again = stats(&rows, &path).unwrap();
    assert_eq!((again.computed, again.unchanged, again.bytes), (0, first.computed, first.bytes));
    // A game of one move has rows in at most two parts; its input is the first by name.
    with_rows(folder.path(), "a.pgn", "1. a3 *");
    let after = stats(&rows, &path).unwrap();
    assert!(after.computed <= 2 && after.unchanged + after.computed >= first.computed, "{after:?}");
    let changed = files(&path).iter().filter(|(name, bytes)| before.get(*name) != Some(bytes)).count();
    assert!((1..=4).contains(&changed), "{changed}");
    let (with, without) =
        (Fleet::open(rows.path()).unwrap().with_stats(&path).unwrap(), Fleet::open(rows.path()).unwrap());
    let options = ExploreOptions { top_games: 16, recent_games: 3, history: false };
    let mut position = AnyPosition::start(Variant::Chess);
    for uci in ["", "e2e4", "e7e5", "g1f3", "b8c6"] {
        if !uci.is_empty() {
            position = position.play_legal(position.parse_uci(uci).unwrap());
        }
        let explore = |fleet: &Fleet| fleet.explore(&position, &Filter::default(), &options).unwrap();
        assert_eq!(explore(&with), explore(&without));
    }
}

#[test]
fn outdated_statistics_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stats");
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    stats(&rows, &path).unwrap();
    with_rows(folder.path(), "b.pgn", &games(40, 10));
    let fleet = Fleet::open(rows.path()).unwrap().with_stats(&path).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let explored = fleet.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap();
    assert_eq!(explored.results.games(), 50);
    // A note explains why the query takes longer.
    let unknown = fleet.parts_without_stats();
    assert!(unknown > 0);
    let arguments = ["explore", rows.path().to_str().unwrap(), "--stats", path.to_str().unwrap()];
    let output = program(&arguments).output().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && printed.contains(&format!("is out of date for some parts ({unknown})")),
        "{printed}"
    );
    stats(&rows, &path).unwrap();
    assert_eq!(Fleet::open(rows.path()).unwrap().with_stats(&path).unwrap().parts_without_stats(), 0);
    assert!(program(&arguments).output().unwrap().stderr.is_empty());
}

#[test]
fn problems_of_statistics_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stats");
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    stats(&rows, &path).unwrap();
    let explore = || {
        let fleet = Fleet::open(rows.path())?.with_stats(&path)?;
        let start = AnyPosition::start(Variant::Chess);
        fleet.explore(&start, &Filter::default(), &ExploreOptions::default()).map(|_| ())
    };
    let error_has = |text: &str| explore().unwrap_err().to_string().contains(text);
    explore().unwrap();
    let manifest = path.join("stats.json");
    let original = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, original.replacen("\"format\":1", "\"format\":9", 1)).unwrap();
    assert!(error_has(
        "stats.json has format 9, but this program reads format 1: it was written by a newer program"
    ));
    fs::write(&manifest, original.replacen("\"parts\":8", "\"parts\":16", 1)).unwrap();
    assert!(error_has("has 16 parts, and the rows have 8"));
    fs::write(&manifest, "{").unwrap();
    assert!(error_has("stats.json is damaged"));
    fs::write(&manifest, &original).unwrap();
    let part = rows.part_of(AnyPosition::start(Variant::Chess).key().0);
    let file = path.join(format!("moves/part={part:04}/1.parquet"));
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(error_has("1.parquet is missing"));
    fs::write(&file, &bytes[1..]).unwrap();
    assert!(error_has("bytes, but"));
    let lists = fs::read(path.join(format!("lists/part={part:04}/1.parquet"))).unwrap();
    fs::write(
        &manifest,
        original.replace(&format!("\"bytes\":{},", bytes.len()), &format!("\"bytes\":{},", lists.len())),
    )
    .unwrap();
    fs::write(&file, lists).unwrap();
    assert!(error_has("it has 7 columns instead of 24"));
    fs::write(&manifest, &original).unwrap();
    fs::write(&file, bytes).unwrap();
    let other_folder = tempfile::tempdir().unwrap();
    let other_rows = with_rows(other_folder.path(), "other.pgn", "1. e4 *");
    let error = stats(&other_rows, &path).unwrap_err().to_string();
    assert!(error.contains("has statistics of other games: these rows do not contain"), "{error}");
    let other = StatsOptions { at_least: 9, listed: 16 };
    let error = compute_stats(&local(), &rows, &path, other, |_| ()).unwrap_err().to_string();
    assert!(error.contains("was computed with --at-least 4, not 9"), "{error}");
    let rows_file =
        fs::read_dir(rows.path().join(format!("rows/part={part:04}"))).unwrap().next().unwrap().unwrap();
    fs::remove_file(rows_file.path()).unwrap();
    let error = stats(&rows, &folder.path().join("new")).unwrap_err().to_string();
    assert!(error.contains("is missing"), "{error}");
    assert!(
        StatsManifest::open(&folder.path().join("new"))
            .unwrap()
            .computed
            .iter()
            .all(|other| other.part != part)
    );
}

#[test]
fn a_folder_may_have_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("a [b]?*:% ü");
    fs::create_dir(&odd).unwrap();
    let rows = with_rows(&odd, "a [1].pgn", &games(0, 40));
    let fleet = SqlFleet::open(rows.path(), local()).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let explore = |fleet: &dyn Collection| {
        fleet.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap()
    };
    assert_eq!(explore(&fleet), explore(&Fleet::open(rows.path()).unwrap()));
    assert!(explore(&fleet).results.games() == 40);
    let path = odd.join("stats");
    stats(&rows, &path).unwrap();
    assert!(files(&path).values().all(|bytes| bytes.len() > 1000));
    assert_eq!(explore(&Fleet::open(rows.path()).unwrap().with_stats(&path).unwrap()), explore(&fleet));
}

#[test]
fn open_statistics_stay_valid_during_an_update() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stats");
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    stats(&rows, &path).unwrap();
    let reader = Fleet::open(rows.path()).unwrap().with_stats(&path).unwrap();
    with_rows(folder.path(), "b.pgn", &games(40, 40));
    stats(&rows, &path).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let explored = reader.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap();
    assert_eq!(explored.results.games(), 40);
    // Other engines read all files: each part must exist once.
    for table in ["moves", "lists"] {
        for part in fs::read_dir(path.join(table)).unwrap() {
            assert_eq!(fs::read_dir(part.unwrap().path()).unwrap().count(), 1);
        }
    }
}

#[test]
fn damaged_statistics_are_found_and_computed_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stats");
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    let first = stats(&rows, &path).unwrap();
    let original = files(&path);
    let part = rows.part_of(AnyPosition::start(Variant::Chess).key().0);
    let file = path.join(format!("moves/part={part:04}/1.parquet"));
    let mut damaged = fs::read(&file).unwrap();
    damaged[40] ^= 0x55;
    fs::write(&file, damaged).unwrap();
    let printed = program(&["verify", path.to_str().unwrap()]).output().unwrap();
    let printed = error_of(&printed);
    assert!(printed.contains("1.parquet is damaged: the checksum does not match"), "{printed}");
    fs::remove_file(&file).unwrap();
    let again = stats(&rows, &path).unwrap();
    assert_eq!((again.computed, again.unchanged), (1, first.computed - 1));
    assert_eq!(files(&path), original);
    assert!(program(&["verify", path.to_str().unwrap()]).output().unwrap().status.success());
}

#[test]
fn a_folder_with_other_content_is_not_used_for_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 10));
    let existing = folder.path().join("existing/moves/part=0000");
    fs::create_dir_all(&existing).unwrap();
    fs::write(existing.join("data.parquet"), "data").unwrap();
    let error = stats(&rows, &folder.path().join("existing")).unwrap_err().to_string();
    assert!(error.contains("the folder contains other files"), "{error}");
    assert!(existing.join("data.parquet").exists());
    let error = stats(&rows, rows.path()).unwrap_err().to_string();
    assert!(error.contains("cannot become a folder of statistics: it is a folder of rows"), "{error}");
}

#[test]
fn conflicting_arguments_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 10));
    let rows = rows.path().to_str().unwrap();
    for more in [["--stats", "typo", "--scheduler", "df://127.0.0.1:9"].as_slice(), &["--tasks", "3"]] {
        let output = program(&[&["explore", rows], more].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}");
    }
    let output = program(&["stats", rows, "--explain", "99"]).output().unwrap();
    assert_eq!(error_of(&output), "error: part 99 does not exist: there are 8, numbered from 0\n");
    let output = program(&["stats", rows, "--explain", "0"]).output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(
        output.status.success() && printed.contains("HashJoinExec") || printed.contains("part 0 has no rows"),
        "{printed}"
    );
}

#[test]
fn a_flipped_byte_does_not_crash_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    let part = rows.part_of(AnyPosition::start(Variant::Chess).key().0);
    let file = rows.path().join(format!("rows/part={part:04}/a.pgn.0.parquet"));
    let original = fs::read(&file).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let fleet = SqlFleet::open(rows.path(), local()).unwrap();
    let explore = || fleet.explore(&start, &Filter::default(), &ExploreOptions::default());
    let correct = explore().unwrap();
    let mut rejected = 0;
    // The metadata is at the end, where damage has the most effect.
    let offsets = (0..original.len())
        .step_by(original.len() / 60)
        .chain((original.len() - 2400..original.len()).step_by(17));
    for index in offsets {
        let mut damaged = original.clone();
        damaged[index] ^= 0x55;
        fs::write(&file, damaged).unwrap();
        rejected += usize::from(explore().is_err());
    }
    assert!(rejected > 20, "{rejected}");
    fs::write(&file, original).unwrap();
    assert_eq!(explore().unwrap(), correct);
}

/// Nine games were missing from a result, without an error.
#[test]
fn damaged_rows_are_rejected_by_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 400));
    let start = AnyPosition::start(Variant::Chess);
    let file = rows.path().join(format!("rows/part={:04}/a.pgn.0.parquet", rows.part_of(start.key().0)));
    let original = fs::read(&file).unwrap();
    for at in (4..original.len() - 68).step_by(original.len() / 20) {
        let mut damaged = original.clone();
        damaged[at..at + 64].iter_mut().for_each(|byte| *byte ^= 0x55);
        fs::write(&file, damaged).unwrap();
        let fleet = SqlFleet::open(rows.path(), local()).unwrap();
        let error = fleet.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap_err();
        assert!(error.to_string().contains("is damaged"), "{error}");
        assert!(stats(&rows, &folder.path().join("stats")).unwrap_err().to_string().contains("is damaged"));
    }
}

/// Rewrites a row file with another result in some rows.
fn with_result(file: &Path, result: &str) {
    use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray};
    use datafusion::parquet::arrow::ArrowWriter;
    use datafusion::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    let reader = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(file).unwrap()).unwrap();
    let schema = std::sync::Arc::clone(reader.schema());
    let batches: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
    let place = schema.index_of("result").unwrap();
    let mut writer = ArrowWriter::try_new(fs::File::create(file).unwrap(), schema.clone(), None).unwrap();
    for batch in batches {
        let mut columns = batch.columns().to_vec();
        let changed =
            |text: Option<&str>| text.map(|text| if text == "1/2-1/2" { result } else { text }.to_owned());
        let texts: StringArray = columns[place].as_string::<i32>().iter().map(changed).collect();
        columns[place] = std::sync::Arc::new(texts) as ArrayRef;
        writer.write(&RecordBatch::try_new(schema.clone(), columns).unwrap()).unwrap();
    }
    writer.close().unwrap();
}

#[test]
fn an_invalid_result_is_rejected_by_all_readers() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    let start = AnyPosition::start(Variant::Chess);
    let part = rows.part_of(start.key().0);
    let file = rows.path().join(format!("rows/part={part:04}/a.pgn.0.parquet"));
    let manifest = rows.path().join("inputs/a.pgn.json");
    let (original, printed) = (fs::read(&file).unwrap(), fs::read_to_string(&manifest).unwrap());
    let explore = |fleet: &dyn Collection, history: bool| {
        let options = ExploreOptions { history, ..ExploreOptions::default() };
        fleet.explore(&start, &Filter::default(), &options).map(|explored| explored.results.draws)
    };
    for (index, result) in ["1/2-1/2", "1/2", "½", ""].into_iter().enumerate() {
        fs::write(&file, &original).unwrap();
        with_result(&file, result);
        let sum = |bytes: &[u8]| format!("\"bytes\":{},\"crc32\":{}", bytes.len(), crc32fast::hash(bytes));
        let changed = sum(&fs::read(&file).unwrap());
        fs::write(&manifest, printed.replace(&sum(&original), &changed)).unwrap();
        let fleets: [Box<dyn Collection>; 2] = [
            Box::new(Fleet::open(rows.path()).unwrap()),
            Box::new(SqlFleet::open(rows.path(), local()).unwrap()),
        ];
        let results = fleets.iter().flat_map(|fleet| [explore(&**fleet, false), explore(&**fleet, true)]);
        let computed = stats(&rows, &folder.path().join(format!("stats{index}"))).map(|_| 10);
        for draws in results.chain([computed]) {
            match draws {
                Ok(draws) => assert_eq!((draws, index), (10, 0), "{result}"),
                Err(error) => {
                    assert!(index > 0 && error.to_string().contains("invalid result"), "{error}")
                }
            }
        }
    }
}

#[test]
fn a_timeout_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    let engine = local().with_time_limit(std::time::Duration::ZERO);
    let fleet = SqlFleet::open(rows.path(), engine).unwrap();
    let start = AnyPosition::start(Variant::Chess);
    let error =
        fleet.explore(&start, &Filter::default(), &ExploreOptions::default()).unwrap_err().to_string();
    assert_eq!(error, "the engine has not responded within 0 seconds");
    // A scheduler without executors waits forever.
    let cluster = Cluster::start_with(0);
    let rows = rows.path().to_str().unwrap();
    let mut explore = program(&["explore", rows, "--scheduler", &cluster.address, "--timeout", "1"]);
    let error = error_of(&explore.output().unwrap());
    let timed_out = "executors have not responded within 1 seconds";
    assert!(error.contains(timed_out), "{error}");
    let stats = folder.path().join("stats");
    let arguments =
        ["stats", rows, "-o", stats.to_str().unwrap(), "--scheduler", &cluster.address, "--timeout", "1"];
    let error = error_of(&program(&arguments).output().unwrap());
    assert!(error.contains(timed_out), "{error}");
}

/// A missing file of one part was an error of every query.
#[test]
fn a_missing_file_affects_only_sql_queries_that_need_it() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 40));
    let start = AnyPosition::start(Variant::Chess);
    let of_start = rows.part_of(start.key().0);
    let is_other = |part: &PathBuf| !part.ends_with(format!("part={of_start:04}"));
    let mut parts = fs::read_dir(rows.path().join("rows")).unwrap().map(|part| part.unwrap().path());
    fs::remove_file(parts.find(is_other).unwrap().join("a.pgn.0.parquet")).unwrap();
    let explore = || {
        let fleet = SqlFleet::open(rows.path(), local()).unwrap();
        fleet.explore(&start, &Filter::default(), &ExploreOptions::default())
    };
    assert_eq!(explore().unwrap().results.games(), 40);
    fs::remove_file(rows.path().join(format!("rows/part={of_start:04}/a.pgn.0.parquet"))).unwrap();
    assert!(explore().unwrap_err().to_string().contains("is missing"));
}

/// A scheduler read missing files as empty: results were zeros, and statistics were empty.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_a_cluster_does_not_have_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    with_rows(folder.path(), "a.pgn", &games(0, 40));
    let cluster = Cluster::start();
    // A different folder in each process.
    let rows = "/proc/self/cwd/rows";
    for arguments in [["explore", rows].as_slice(), &["find", rows], &["stats", rows, "-o", "stats"]] {
        let mut program = program(&[arguments, &["--scheduler", &cluster.address]].concat());
        let error = error_of(&program.current_dir(folder.path()).output().unwrap());
        assert!(
            error.contains("a machine of the cluster does not have the folder at the same path"),
            "{error}"
        );
    }
    assert_eq!(StatsManifest::open(&folder.path().join("stats")).unwrap().computed, []);
}

#[test]
fn a_missing_scheduler_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 10));
    let rows = rows.path().to_str().unwrap();
    let output = program(&["explore", rows, "--scheduler", "df://127.0.0.1:9"]).output().unwrap();
    assert_eq!(error_of(&output), "error: df://127.0.0.1:9: no scheduler responds at this address\n");
    for invalid in ["127.0.0.1:50050", "df://127.0.0.1", "df://:5", "df://x:y"] {
        let output = program(&["explore", rows, "--scheduler", invalid]).output().unwrap();
        assert!(error_of(&output).contains("expected an address such as df://127.0.0.1:50050"), "{invalid}");
    }
}

#[test]
fn a_cluster_ends_on_a_signal() {
    let mut cluster = Cluster::start();
    assert!(cluster.end_script("TERM").success());
}

#[test]
fn a_cluster_whose_port_is_in_use_reports_it_and_ends() {
    let occupied = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = occupied.local_addr().unwrap().port();
    let mut script = crate::cluster::script(port, 0).stderr(Stdio::piped()).spawn().unwrap();
    // Without a signal.
    let _input = script.stdin.take();
    let output = script.wait_with_output().unwrap();
    assert!(error_of(&output).contains("Address already in use"), "{output:?}");
}

/// Starts computing statistics and waits until the first part is finished.
fn start_stats(
    rows: &str,
    path: &str,
    cluster: &Cluster,
) -> (std::process::Child, BufReader<std::process::ChildStderr>) {
    // More tasks than threads of executors, so that waiting tasks can be lost too.
    let arguments = ["stats", rows, "-o", path, "--scheduler", &cluster.address, "--tasks", "8"];
    let mut child = program(&arguments).spawn().unwrap();
    let mut printed = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    printed.read_line(&mut line).unwrap();
    assert!(line.starts_with("note: part "), "{line}");
    (child, printed)
}

#[test]
fn a_killed_executor_gives_the_same_tables_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    // Several files, so that every task has work.
    let names = ["a.pgn", "b.pgn", "c.pgn", "d.pgn"];
    let rows = names.map(|name| with_rows(folder.path(), name, &games(0, 1000)))[0].clone();
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    stats(&rows, &here).unwrap();
    let cluster = Cluster::start();
    let (rows, path) = (rows.path().to_str().unwrap(), there.to_str().unwrap());
    let (mut child, mut printed) = start_stats(rows, path, &cluster);
    cluster.kill_executor();
    let status = child.wait().unwrap();
    if !status.success() {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut printed, &mut text).unwrap();
        assert!(status.code() == Some(1) && text.contains("an executor was lost"), "{text}");
    }
    // Finished parts are complete; the remaining executor does the rest.
    verify(&there, |error| panic!("{error}")).unwrap();
    let again = program(&["stats", rows, "-o", path, "--scheduler", &cluster.address]).output().unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(files(&there), files(&here));
}

/// Results of positions with many games were compared with nothing.
#[test]
fn a_killed_executor_gives_a_correct_result_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.pgn", "b.pgn", "c.pgn", "d.pgn"];
    let rows = names.map(|name| with_rows(folder.path(), name, &games(0, 1500)))[0].clone();
    let start = AnyPosition::start(Variant::Chess);
    let filters = [Filter::default(), Filter { since: "2020".parse().ok(), ..Filter::default() }];
    let options = ExploreOptions { recent_games: 9, history: true, ..ExploreOptions::default() };
    let fleet = Fleet::open(rows.path()).unwrap();
    let expected: Vec<_> =
        filters.iter().map(|filter| fleet.explore(&start, filter, &options).unwrap()).collect();
    let cluster = Cluster::start();
    let engine = Engine::remote(&cluster.address, 8).unwrap();
    let engine = engine.with_time_limit(std::time::Duration::from_secs(60));
    let fleet = SqlFleet::open(rows.path(), engine).unwrap();
    let killed = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            cluster.kill_executor();
            killed.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let (mut after, mut correct) = (0, 0);
        while after < 4 {
            after += usize::from(killed.load(std::sync::atomic::Ordering::Relaxed));
            for (filter, expected) in filters.iter().zip(&expected) {
                match fleet.explore(&start, filter, &options) {
                    Ok(found) => {
                        assert_eq!(found, *expected);
                        correct += 1;
                    }
                    Err(error) => {
                        let error = error.to_string();
                        assert!(error.contains("an executor was lost"), "{error}");
                    }
                }
            }
        }
        assert!(correct > 0);
    });
}

#[test]
fn a_lost_or_hanging_scheduler_is_reported_and_leaves_finished_parts() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 1000));
    let path = folder.path().join("stats");
    for signal in ["STOP", "KILL"] {
        let cluster = Cluster::start();
        let _ = fs::remove_dir_all(&path);
        let (child, mut printed) =
            start_stats(rows.path().to_str().unwrap(), path.to_str().unwrap(), &cluster);
        cluster.signal_scheduler(signal);
        let output = child.wait_with_output().unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut printed, &mut text).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(
            text.contains("no scheduler responds at this address") || text.contains("the query failed"),
            "{text}"
        );
        if signal == "STOP" {
            // A new command reports it too.
            let mut again =
                program(&["explore", rows.path().to_str().unwrap(), "--scheduler", &cluster.address]);
            let error = error_of(&again.output().unwrap());
            assert!(error.contains("no scheduler responds at this address"), "{error}");
            cluster.signal_scheduler("CONT");
        }
        verify(&path, |error| panic!("{error}")).unwrap();
    }
    // Finished parts are kept.
    let rest = stats(&rows, &path).unwrap();
    assert!(rest.computed > 0 && rest.unchanged > 0, "{rest:?}");
    let complete = folder.path().join("complete");
    stats(&rows, &complete).unwrap();
    assert_eq!(files(&path), files(&complete));
}

#[test]
fn with_little_memory_statistics_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let rows = with_rows(folder.path(), "a.pgn", &games(0, 4000));
    let (little, ample) = (folder.path().join("little"), folder.path().join("ample"));
    stats(&rows, &ample).unwrap();
    let engine = Engine::local(2, 32 << 20).unwrap();
    compute_stats(&engine, &rows, &little, StatsOptions::default(), |_| ()).unwrap();
    assert_eq!(files(&little), files(&ample));
    let engine = Engine::local(2, 1 << 10).unwrap();
    let error = compute_stats(&engine, &rows, &folder.path().join("none"), StatsOptions::default(), |_| ());
    assert!(error.unwrap_err().to_string().contains("the engine failed"));
}
