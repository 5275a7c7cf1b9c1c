//! A database with bytes of one file changed and all checksums recomputed, so that only the readers' validation protects them.
//!
//! The first byte selects the file. Edits follow: offset (two bytes), number of bytes to remove (one), number of bytes to insert
//! (one), and these bytes.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tabiya::{AnyPosition, Variant};
use tabiya_db::{AddOptions, Database, ExploreOptions, Filter, GameId, Writer, verify};

const PGN: &str = include_str!("../seeds/games.pgn");
const PAGE: usize = 4096;
const TRAILER: usize = 48;

struct Folder {
    database: PathBuf,
    files: Vec<(PathBuf, Vec<u8>)>,
    positions: Vec<AnyPosition>,
    _temporary: tempfile::TempDir,
}

static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
    let temporary = tempfile::tempdir().expect("there is room");
    let database = temporary.path().join("games.tabiya");
    // Many equal games make a position with many games.
    let text = PGN.to_owned() + &"1. e4 e5 2. Nf3 1-0\n\n".repeat(70);
    let mut writer = Writer::open(&database, AddOptions { keep_duplicates: true, ..AddOptions::default() })
        .expect("it opens");
    writer.read("seed", text.as_bytes(), &mut ()).expect("it reads");
    writer.commit(&mut ()).expect("it writes");
    let open = Database::open(&database).expect("it opens");
    let mut positions = vec![AnyPosition::start(Variant::Chess960), AnyPosition::start(Variant::Makruk)];
    for game in 1..=8 {
        positions.extend(open.game(GameId(game)).expect("it is there").positions().into_iter().step_by(3));
    }
    let segment = fs::read_dir(&database).expect("it is there").flatten().find(|entry| entry.path().is_dir());
    let segment = segment.expect("it has a segment").path();
    let mut files: Vec<_> =
        fs::read_dir(segment).expect("it is there").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let files = files.into_iter().map(|path| (path.clone(), fs::read(path).expect("it reads"))).collect();
    Folder { database, files, positions, _temporary: temporary }
});

/// The file with another payload and matching checksums.
fn sealed(good: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut bytes = payload.to_vec();
    let checks: Vec<u8> = payload.chunks(PAGE).flat_map(|page| crc32fast::hash(page).to_le_bytes()).collect();
    let mut trailer = good[good.len() - TRAILER..].to_vec();
    trailer[12..16].copy_from_slice(&crc32fast::hash(&checks).to_le_bytes());
    trailer[16..24].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    let check = crc32fast::hash(&trailer[..36]);
    trailer[36..40].copy_from_slice(&check.to_le_bytes());
    bytes.extend(checks);
    bytes.extend(trailer);
    bytes
}

fn edited(payload: &[u8], mut edits: &[u8]) -> Vec<u8> {
    let mut payload = payload.to_vec();
    while let [low, high, away, count, rest @ ..] = edits {
        let at = usize::from(u16::from_le_bytes([*low, *high])).min(payload.len());
        let end = (at + usize::from(*away)).min(payload.len());
        let (put, rest) = rest.split_at(usize::from(*count).min(rest.len()));
        payload.splice(at..end, put.iter().copied());
        edits = rest;
    }
    payload
}

fn query(folder: &Folder) {
    let Ok(database) = Database::open(&folder.database) else { return };
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
    for position in &folder.positions {
        for filter in &filters {
            let _ = database.explore(position, filter, &options);
        }
        let _ = database.find(position, &filters[1], 10);
    }
    for game in 0..=database.games().min(20) + 1 {
        let _ = database.game(GameId(game)).map(|game| game.write_pgn(&mut Vec::new(), &[]));
    }
    let _ = database.info();
    let _ = verify(&folder.database, false, &mut ());
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, edits)) = bytes.split_first() else { return };
    let folder = &*FOLDER;
    let (path, good) = &folder.files[usize::from(*choice) % folder.files.len()];
    let length = u64::from_le_bytes(good[good.len() - 32..good.len() - 24].try_into().expect("eight bytes"));
    let payload = edited(&good[..length as usize], edits);
    fs::write(path, sealed(good, &payload)).expect("there is room");
    query(folder);
    fs::write(path, good).expect("there is room");
});
