//! A folder of rows with bytes of one file changed and the manifest adjusted, so that only the readers' validation protects them.
//!
//! The first byte selects the file. Edits follow: offset (three bytes, from the end, where the metadata is), number of bytes to
//! remove (one), number of bytes to insert (one), and these bytes.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tabiya::{AnyPosition, Variant};
use tabiya_db::{Collection, ExploreOptions, Filter, GameId};
use tabiya_fleet::{Fleet, Folder, RowOptions, add, verify};

const PGN: &str = include_str!("../seeds/games.pgn");

struct Rows {
    path: PathBuf,
    manifest: (PathBuf, String),
    files: Vec<(PathBuf, Vec<u8>)>,
    positions: Vec<AnyPosition>,
    _temporary: tempfile::TempDir,
}

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    // Panics of the Parquet reader are caught and reported as errors; an uncaught panic ends the process.
    std::panic::set_hook(Box::new(|_| ()));
    let temporary = tempfile::tempdir().expect("there is room");
    let pgn = temporary.path().join("games.pgn");
    // Many equal games make a position with many games.
    fs::write(&pgn, PGN.to_owned() + &"1. e4 e5 2. Nf3 1-0\n\n".repeat(300)).expect("there is room");
    let folder = Folder::create(&temporary.path().join("rows"), 2).expect("it is made");
    add(&folder, &pgn, &RowOptions::default(), &mut ()).expect("it is written");
    let path = folder.path().to_owned();
    let open = Fleet::open(&path).expect("it opens");
    let mut positions = vec![AnyPosition::start(Variant::Chess960), AnyPosition::start(Variant::Makruk)];
    for game in 1..=8 {
        positions.extend(open.game(GameId(game)).expect("it is there").positions().into_iter().step_by(3));
    }
    let manifest = path.join("inputs/games.pgn.json");
    let names = [
        "rows/part=0000/games.pgn.0.parquet",
        "rows/part=0001/games.pgn.0.parquet",
        "games/games.pgn.parquet",
    ];
    let files =
        names.map(|name| path.join(name)).into_iter().chain([manifest.clone(), path.join("fleet.json")]);
    let files = files.map(|file| (file.clone(), fs::read(file).expect("it reads"))).collect();
    let text = fs::read_to_string(&manifest).expect("it reads");
    Rows { path, manifest: (manifest, text), files, positions, _temporary: temporary }
});

fn edited(good: &[u8], mut edits: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    while let [low, middle, high, away, count, rest @ ..] = edits {
        let from_end = u32::from_le_bytes([*low, *middle, *high, 0]) as usize;
        let at = bytes.len().saturating_sub(from_end);
        let end = (at + usize::from(*away)).min(bytes.len());
        let (put, rest) = rest.split_at(usize::from(*count).min(rest.len()));
        bytes.splice(at..end, put.iter().copied());
        edits = rest;
    }
    bytes
}

fn query(path: &Path, positions: &[AnyPosition]) {
    let _ = verify(path, |_| ());
    let Ok(fleet) = Fleet::open(path) else { return };
    let options = ExploreOptions { top_games: 20, recent_games: 2, history: true };
    let filters = [
        Filter::default(),
        Filter {
            player: Some("a".into()),
            event: Some("e".into()),
            eco: Some("B".into()),
            ..Filter::default()
        },
    ];
    for (index, position) in positions.iter().enumerate() {
        let _ = fleet.explore(position, &filters[index % 2], &options);
        let _ = fleet.found_games(position, &filters[(index + 1) % 2], 10);
    }
    for game in [0, 1, 2, 5, 255, 256, 257, 300] {
        let _ = fleet.game(GameId(game)).map(|game| game.write_pgn(&mut Vec::new(), &[]));
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, edits)) = bytes.split_first() else { return };
    let rows = &*ROWS;
    let (path, good) = &rows.files[usize::from(*choice) % rows.files.len()];
    let bad = edited(good, edits);
    let size = |bytes: &[u8]| format!("\"bytes\":{},\"crc32\":{}", bytes.len(), crc32fast::hash(bytes));
    let (manifest, text) = &rows.manifest;
    fs::write(manifest, text.replace(&size(good), &size(&bad))).expect("there is room");
    fs::write(path, bad).expect("there is room");
    query(&rows.path, &rows.positions);
    fs::write(path, good).expect("there is room");
    fs::write(manifest, text).expect("there is room");
});
