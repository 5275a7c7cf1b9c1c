//! With any memory limit an input has one file per part, identical to that of unlimited memory.

use crate::common;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use tabiya::AnyPosition;
use tabiya_fleet::{Folder, Outcome, RowOptions, add, verify};

/// All files of a folder by relative path.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(path).unwrap());
            }
        }
    }
    files
}

/// The files written with this memory limit.
fn written_files(pgn: &Path, parts: u32, memory: usize, threads: usize) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let rows = Folder::create(&folder.path().join("rows"), parts).unwrap();
    let options = RowOptions { memory, threads, ..RowOptions::default() };
    let Outcome::Added(input, _) = add(&rows, pgn, &options, &mut ()).unwrap() else { panic!("{pgn:?}") };
    let parts: Vec<u32> = input.files.iter().map(|file| file.part).collect();
    assert!(parts.is_sorted_by(|a, b| a < b), "a part has several files: {parts:?}");
    verify(rows.path(), |error| panic!("{error}")).unwrap();
    let files = files(rows.path());
    let remaining: Vec<_> = files.keys().filter(|path| path.starts_with("_staging")).collect();
    assert_eq!(remaining, [Path::new("_staging/lock-games.pgn")]);
    files
}

#[test]
fn files_do_not_depend_on_the_memory_limit() {
    let samples = common::collection(27, 200);
    let positions: Vec<AnyPosition> = samples.iter().flat_map(common::Sample::positions).collect();
    // Edge cases: one key in several variants, and different keys with the same lower half.
    let (mut variants, mut halves) = (HashMap::<_, BTreeSet<_>>::new(), HashMap::<_, BTreeSet<_>>::new());
    for position in &positions {
        let key = position.key_128().0;
        variants.entry(key).or_default().insert(position.variant().to_string());
        halves.entry(key as u64).or_default().insert(key);
    }
    assert!(variants.values().any(|variants| variants.len() > 1));
    assert!(halves.values().any(|keys| keys.len() > 1));
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    // Each game twice, so that runs have the same positions.
    fs::write(&pgn, common::pgn(&samples).repeat(2)).unwrap();
    for parts in [1, 8] {
        let expected = written_files(&pgn, parts, usize::MAX, 1);
        // A run per game; per some games; of nearly all games.
        for (memory, threads) in [(1, 1), (1 << 12, 3), (1 << 16, 1), (1 << 19, 2)] {
            assert!(written_files(&pgn, parts, memory, threads) == expected, "{memory} bytes, {parts} parts");
        }
    }
}

#[test]
fn any_number_of_runs_is_merged() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let moves = ["e4 e5", "d4 d5", "c4", "Nf3 Nf6 2. Ng1 Ng8 3. e4", "e4 e5"];
    // More than 64 × 64 games, one run each.
    let games = (0..4200).map(|number| format!("[White \"{number}\"]\n\n1. {} *\n\n", moves[number % 5]));
    fs::write(&pgn, games.collect::<String>()).unwrap();
    assert!(written_files(&pgn, 2, 1, 2) == written_files(&pgn, 2, usize::MAX, 1));
}

/// The keys of a position with many games took 16 bytes per row.
#[test]
fn key_columns_are_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, "1. e4 e5 *\n\n".repeat(1000)).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 1).unwrap();
    add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap();
    let file = fs::File::open(rows.path().join("rows/part=0000/games.pgn.0.parquet")).unwrap();
    let reader = parquet::file::reader::SerializedFileReader::new(file).unwrap();
    let group = parquet::file::reader::FileReader::metadata(&reader).row_group(0);
    assert_eq!(group.num_rows(), 3000);
    for (column, name) in ["key", "high"].into_iter().enumerate() {
        assert_eq!(group.column(column).column_path().string(), name);
        let bytes = group.column(column).compressed_size();
        assert!(bytes < 300, "{name}: {bytes} bytes");
    }
}
