//! Row and game files with changed, missing or repeated bytes and an adjusted manifest: the reader gives a result or an error, and
//! needs no more memory than for a valid file.

use std::fs;
use std::path::PathBuf;

use tabiya::{AnyPosition, Variant};
use tabiya_db::{Collection, ExploreOptions, Filter, GameId};
use tabiya_fleet::{Fleet, Folder, RowOptions, add};

const LINES: [&str; 3] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
    "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5",
];

fn games(count: usize) -> String {
    let game = |number: usize| {
        let (line, result) = (LINES[number % 3], ["1-0", "0-1", "1/2-1/2", "*"][number % 4]);
        let tags =
            format!("[White \"W{number}\"]\n[WhiteElo \"{}\"]\n[Date \"2020.05.??\"]", 2000 + number % 700);
        format!("{tags}\n[Result \"{result}\"]\n\n{line} {result}\n\n")
    };
    (0..count).map(game).collect()
}

/// A deterministic random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// An offset to damage: half of the time near the end, where the metadata is.
    fn offset(&mut self, bytes: &[u8]) -> usize {
        let from = if self.below(2) == 0 { 0 } else { bytes.len().saturating_sub(4000) };
        from + self.below(bytes.len() - from)
    }

    fn damaged(&mut self, original: &[u8]) -> Vec<u8> {
        let mut damaged = original.to_vec();
        for _ in 0..=self.below(4) {
            let offset = self.offset(&damaged);
            match self.below(8) {
                0 => damaged.truncate(offset.max(1)),
                1 => {
                    let end = (offset + 1 + self.below(16)).min(damaged.len());
                    damaged.drain(offset..end.max(offset + 1));
                }
                2 => {
                    let piece = damaged[offset..(offset + 1 + self.below(64)).min(damaged.len())].to_vec();
                    damaged.splice(offset..offset, piece);
                }
                // Large numbers in the encoding of sizes and counts.
                3 => {
                    let end = (offset + 5).min(damaged.len());
                    damaged.splice(offset..end, [0xff, 0xff, 0xff, 0xff, 0x0f]);
                }
                4 => damaged[offset] = [0, 0xff, 0x7f, 0x80][self.below(4)],
                _ => damaged[offset] ^= 1 << self.below(8),
            }
            if damaged.is_empty() {
                damaged.push(0);
            }
        }
        damaged
    }
}

/// The peak memory of this process in MiB, on systems that report it.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

#[test]
fn hostile_files_give_a_result_or_an_error_with_bounded_memory() {
    // Panics of the Parquet reader are caught and reported as errors: do not print them. Other tests run in this process.
    let (print, this_thread) = (std::panic::take_hook(), std::thread::current().id());
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() != this_thread {
            print(panic);
        }
    }));
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, games(300)).unwrap();
    let rows = Folder::create(&folder.path().join("rows"), 2).unwrap();
    add(&rows, &pgn, &RowOptions::default(), &mut ()).unwrap();
    let manifest = rows.path().join("inputs/games.pgn.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let mut positions = vec![AnyPosition::start(Variant::Chess), AnyPosition::start(Variant::Makruk)];
    for number in 1..=3 {
        positions.extend(
            Fleet::open(rows.path())
                .unwrap()
                .game(GameId(number))
                .unwrap()
                .positions()
                .into_iter()
                .step_by(2),
        );
    }
    let options = ExploreOptions { top_games: 4, recent_games: 4, history: true };
    let filters = [
        Filter::default(),
        Filter { player: Some("W1".into()), since: "2019".parse().ok(), ..Filter::default() },
    ];
    let run_queries = || -> tabiya_db::Result<u64> {
        let fleet = Fleet::open(rows.path())?;
        let mut counted = 0;
        for (index, position) in positions.iter().enumerate() {
            counted += fleet.explore(position, &filters[index % 2], &options)?.results.games();
            counted += fleet.found_games(position, &filters[0], 5)?.len() as u64;
        }
        for number in [1, 257, 300] {
            fleet.game(GameId(number))?.write_pgn(&mut Vec::new(), &[]).unwrap();
        }
        Ok(counted)
    };
    let expected = run_queries().unwrap();
    let parts =
        ["rows/part=0000", "rows/part=0001"].map(|part| rows.path().join(part).join("games.pgn.0.parquet"));
    let files: Vec<PathBuf> =
        parts.into_iter().chain([rows.path().join("games/games.pgn.parquet")]).collect();
    let rounds = std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1500);
    let mut random = Random(15);
    let (mut rejected, mut successful) = (0, 0);
    for round in 0..rounds {
        let file = &files[round % files.len()];
        let original = fs::read(file).unwrap();
        let damaged = random.damaged(&original);
        let size = |bytes: usize| format!("\"bytes\":{bytes},\"crc32\"");
        assert!(text.contains(&size(original.len())));
        fs::write(&manifest, text.replace(&size(original.len()), &size(damaged.len()))).unwrap();
        fs::write(file, damaged).unwrap();
        match run_queries() {
            Ok(_) => successful += 1,
            Err(_) => rejected += 1,
        }
        fs::write(file, original).unwrap();
    }
    fs::write(&manifest, text).unwrap();
    assert_eq!(run_queries().unwrap(), expected);
    assert!(rejected > rounds / 4, "{rejected} rejected, {successful} successful");
    assert!(peak_memory() < 1024, "{} MiB", peak_memory());
}
