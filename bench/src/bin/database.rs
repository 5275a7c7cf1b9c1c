//! Compares the database with scid, Polyglot and key-value stores on one PGN file: `bench/database FILE.pgn`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use redb::{ReadableDatabase, TableDefinition};
use rustix::time::{ClockId, clock_gettime};
use tabiya::keys::SplitMix64;
use tabiya::{AnyPosition, Variant};
use tabiya_db::{AddOptions, Database, ExploreOptions, Filter, GameId, Writer};

type Outcome<T> = Result<T, Box<dyn Error>>;

const HELP: &str = "\
usage: bench/database FILE.pgn [QUERIES]

Builds a database of the games of a file on one thread and queries it; then stores the same rows (position, game, move) in
redb and fjall and queries those; then imports the file with scid and Polyglot, if they are installed.
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, rest @ ..] = words.as_slice() else {
        eprint!("{HELP}");
        return ExitCode::from(2);
    };
    let queries = rest.first().and_then(|text| text.parse().ok()).unwrap_or(50_000);
    match measure(Path::new(file), queries) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(1)
        }
    }
}

/// The CPU time of this process in seconds.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The peak memory of this process in MiB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn size_of(path: &Path) -> u64 {
    let Ok(data) = path.metadata() else { return 0 };
    if data.is_file() {
        return data.len();
    }
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| size_of(&entry.path())).sum()
}

/// The median, the 90th and the 99th percentile, in nanoseconds.
fn percentiles(mut nanoseconds: Vec<u64>) -> String {
    nanoseconds.sort_unstable();
    let at = |share: f64| nanoseconds[((nanoseconds.len() - 1) as f64 * share) as usize] as f64 / 1000.0;
    format!("median {:.1} µs, p90 {:.1}, p99 {:.1}", at(0.5), at(0.9), at(0.99))
}

fn timed<T>(mut run: impl FnMut(&T), queries: &[T]) -> Vec<u64> {
    let mut times = Vec::with_capacity(queries.len());
    for query in queries {
        let started = Instant::now();
        run(query);
        times.push(started.elapsed().as_nanos() as u64);
    }
    times
}

fn measure(file: &Path, queries: usize) -> Outcome<()> {
    let folder = tempfile::tempdir_in(file.parent().unwrap_or(Path::new(".")))?;
    let path = folder.path().join("games.tabiya");
    let before = processor_seconds();
    let mut writer = Writer::open(&path, AddOptions { keep_duplicates: true, ..AddOptions::default() })?;
    writer.read("file", tabiya_pgn::Input::open(file)?, &mut ())?;
    let added = writer.commit(&mut ())?;
    let seconds = processor_seconds() - before;
    let per_game = |bytes: u64| bytes as f64 / added.added as f64;
    println!(
        "tabiya    {} games, {:.0} games per CPU-second, {:.1} bytes per game, {} MiB at most",
        added.added,
        added.read as f64 / seconds,
        per_game(size_of(&path)),
        peak_memory()
    );
    let database = Database::open(&path)?;
    let positions = positions(&database, queries)?;
    let everything = Filter::default();
    let query = |position: &AnyPosition| {
        let explored =
            database.explore(position, &everything, &ExploreOptions::default()).expect("it answers");
        assert!(explored.results.games() > 0);
    };
    timed(query, &positions);
    println!("          queries, warm: {}", percentiles(timed(query, &positions)));
    let start = [AnyPosition::start(Variant::Chess)];
    let top = |position: &AnyPosition| {
        let options = ExploreOptions { top_games: 15, recent_games: 4, history: false };
        database.explore(position, &everything, &options).expect("it answers");
    };
    timed(top, &start);
    println!("          the start with top games: {}", percentiles(timed(top, &start)));
    let filters = [
        ("rating", Filter { elo: Some(2500..=4000), ..Filter::default() }),
        ("player", Filter { player: Some("carlsen".into()), ..Filter::default() }),
        ("event", Filter { event: Some("open".into()), ..Filter::default() }),
        ("years", Filter { since: "2015".parse().ok(), until: "2018".parse().ok(), ..Filter::default() }),
    ];
    for (name, filter) in &filters {
        let query = |position: &AnyPosition| {
            database.explore(position, filter, &ExploreOptions::default()).expect("it answers");
        };
        timed(query, &start);
        println!("          the start by {name}: {}", percentiles(timed(query, &start)));
    }
    stores(folder.path(), &database, &positions, added.added)?;
    others(folder.path(), file, added.added);
    Ok(())
}

/// Positions of random games at random plies.
fn positions(database: &Database, count: usize) -> Outcome<Vec<AnyPosition>> {
    let mut random = SplitMix64::new(1);
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        let game = database.game(GameId(random.next() % database.games() + 1))?.positions();
        all.push(game[random.next() as usize % game.len()]);
    }
    Ok(all)
}

/// Key and game in sort order, and the move.
type Row = ([u8; 20], [u8; 2]);

fn rows(database: &Database) -> Outcome<Vec<Row>> {
    let mut all = Vec::new();
    for number in 1..=database.games() {
        let game = database.game(GameId(number))?;
        for (ply, position) in game.positions().iter().enumerate() {
            let mut key = [0; 20];
            key[..16].copy_from_slice(&position.key_128().0.to_be_bytes());
            key[16..].copy_from_slice(&(number as u32).to_be_bytes());
            let played = game.moves.get(ply).map_or(0, |mv| 1 + mv.from as u16 * 64 + mv.to as u16);
            all.push((key, played.to_be_bytes()));
        }
    }
    // Sorted, which is fastest for these stores.
    all.sort_unstable();
    all.dedup_by_key(|(key, _)| *key);
    Ok(all)
}

fn prefix(position: &AnyPosition) -> ([u8; 20], [u8; 20]) {
    let (mut low, mut high) = ([0; 20], [0xff; 20]);
    low[..16].copy_from_slice(&position.key_128().0.to_be_bytes());
    high[..16].copy_from_slice(&low[..16]);
    (low, high)
}

fn stores(folder: &Path, database: &Database, positions: &[AnyPosition], games: u64) -> Outcome<()> {
    let rows = rows(database)?;
    // Not the start position, which would be counted game by game: these positions occur in few games.
    let few: Vec<AnyPosition> = positions
        .iter()
        .filter(|position| {
            database.find(position, &Filter::default(), 65).is_ok_and(|found| found.len() <= 64)
        })
        .copied()
        .collect();
    println!("{} rows; {} queries of positions of at most 64 games", rows.len(), few.len());
    const TABLE: TableDefinition<'_, [u8; 20], [u8; 2]> = TableDefinition::new("rows");
    let path = folder.join("redb");
    let before = processor_seconds();
    let store = redb::Database::create(&path)?;
    let writing = store.begin_write()?;
    {
        let mut table = writing.open_table(TABLE)?;
        for (key, played) in &rows {
            table.insert(key, played)?;
        }
    }
    writing.commit()?;
    report("redb", processor_seconds() - before, games, size_of(&path));
    let reading = store.begin_read()?;
    let table = reading.open_table(TABLE)?;
    let query = |position: &AnyPosition| {
        let (low, high) = prefix(position);
        assert!(table.range(low..=high).expect("it answers").count() > 0);
    };
    timed(query, &few);
    println!("          queries, warm: {}", percentiles(timed(query, &few)));
    let path = folder.join("fjall");
    let before = processor_seconds();
    let store = fjall::Database::builder(&path).open()?;
    let keyspace = store.keyspace("rows", fjall::KeyspaceCreateOptions::default)?;
    for (key, played) in &rows {
        keyspace.insert(key, played)?;
    }
    store.persist(fjall::PersistMode::SyncAll)?;
    keyspace.major_compact()?;
    report("fjall", processor_seconds() - before, games, size_of(&path));
    let query = |position: &AnyPosition| {
        let (low, high) = prefix(position);
        assert!(keyspace.range(low..=high).count() > 0);
    };
    timed(query, &few);
    println!("          queries, warm: {}", percentiles(timed(query, &few)));
    let query = |position: &AnyPosition| {
        database.explore(position, &Filter::default(), &ExploreOptions::default()).expect("it answers");
    };
    timed(query, &few);
    println!("tabiya    the same queries: {}", percentiles(timed(query, &few)));
    Ok(())
}

fn report(name: &str, seconds: f64, games: u64, size: u64) {
    let speed = games as f64 / seconds;
    println!(
        "{name:<9} rows alone: {speed:.0} games per CPU-second, {:.1} bytes per game",
        size as f64 / games as f64
    );
}

/// Installed programs that read the file themselves.
fn others(folder: &Path, file: &Path, games: u64) {
    let (scid, book, script) = (folder.join("scid"), folder.join("book.bin"), folder.join("import.tcl"));
    let _ = fs::write(
        &script,
        "sc_base create [lindex $argv 0]\nsc_base import [sc_base current] [lindex $argv 1]\nexit\n",
    );
    let text = |path: &Path| path.display().to_string();
    let (file, scid, book, script) = (text(file), text(&scid), text(&book), text(&script));
    // Debian installs both outside of the usual PATH.
    let runs: [(&str, &str, Vec<&str>, String); 2] = [
        ("scid", "/usr/games/tkscid", vec![&script, &scid, &file], scid.clone()),
        ("polyglot", "/usr/games/polyglot", vec!["make-book", "-pgn", &file, "-bin", &book], book.clone()),
    ];
    for (name, program, arguments, made) in runs {
        let before = children_seconds();
        let mut command = Command::new(program);
        command.args(&arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => {
                let seconds = children_seconds() - before;
                let size: u64 = if name == "scid" {
                    ["si4", "sg4", "sn4"].iter().map(|end| size_of(Path::new(&format!("{made}.{end}")))).sum()
                } else {
                    size_of(Path::new(&made))
                };
                if size == 0 {
                    println!("{name:<9} failed: no output");
                    continue;
                }
                let speed = games as f64 / seconds;
                println!(
                    "{name:<9} {speed:.0} games per CPU-second, {:.1} bytes per game",
                    size as f64 / games as f64
                );
            }
            Ok(status) => println!("{name:<9} failed: {status}"),
            Err(error) => println!("{name:<9} is not installed ({program}: {error})"),
        }
    }
}

/// The CPU time of child processes in seconds.
fn children_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |index: usize| fields.get(index).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(13) + ticks(14)) / 100.0
}
