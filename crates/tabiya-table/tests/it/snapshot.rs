//! Snapshots: round trips, damaged files, failed writes.

use std::fs;
use std::path::PathBuf;

use tabiya::PackedMove;
use tabiya::{Key, Variant};
use tabiya_table::{Bound, Entry, SnapshotError, Table};

const GAME: Variant = Variant::Chess;
const SCHEME: &str = "tabiya 1";
const HEADER: usize = 64;
const BLOCK: usize = (1 << 20) + 4;

/// A temporary file, deleted on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("tabiya-table-{test}-{}", std::process::id())))
    }

    /// Loads a snapshot with these bytes.
    fn load(&self, bytes: &[u8]) -> Result<Table, SnapshotError> {
        fs::write(&self.0, bytes).expect("the disk has space");
        Table::load(&self.0, GAME, SCHEME)
    }

    /// The error for a snapshot with these bytes.
    fn refusal(&self, bytes: &[u8]) -> String {
        self.load(bytes).expect_err("it should be refused").to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn key(number: u64) -> Key {
    Key(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number << 7)
}

fn entry(number: u64) -> Entry {
    Entry {
        mv: PackedMove::from_bits(number as u16),
        score: (number >> 3) as i16,
        eval: !(number as i16),
        depth: (number % 100) as u8,
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][number as usize % 4],
        was_pv: number.is_multiple_of(5),
    }
}

/// Two mebibytes, half full, in its third search.
fn table() -> Table {
    let table = Table::new(2).expect("two mebibytes");
    table.new_search();
    table.new_search();
    (0..100_000).for_each(|number| table.store(key(number), entry(number)));
    table
}

fn saved(scratch: &Scratch) -> Vec<u8> {
    table().save(&scratch.0, GAME, SCHEME).expect("the disk has space");
    fs::read(&scratch.0).expect("it was saved")
}

#[test]
fn snapshots_round_trip() {
    let scratch = Scratch::new("round-trip");
    let before = table();
    before.save(&scratch.0, GAME, SCHEME).expect("the disk has space");
    let after = Table::load(&scratch.0, GAME, SCHEME).expect("nothing is wrong with it");
    assert_eq!((after.mebibytes(), after.hashfull()), (2, before.hashfull()));
    let mut hits = 0;
    for number in 0..200_000 {
        assert_eq!(after.probe(key(number)), before.probe(key(number)));
        hits += u32::from(after.probe(key(number)).is_some());
    }
    assert!(hits > 90_000, "{hits} of 100,000 were still there");
    // The generation is restored: entries of the next search are newer.
    after.new_search();
    assert_eq!(after.hashfull(), 0);
    let again = saved(&scratch);
    assert_eq!(again, saved(&scratch), "the same table makes the same file");
}

#[test]
fn every_flipped_bit_is_detected_and_located() {
    let scratch = Scratch::new("bits");
    let good = saved(&scratch);
    assert_eq!(good.len(), HEADER + 2 * BLOCK + 4);
    let refusal_of_a_flip_at = |at: usize, bit: usize| {
        let mut bad = good.clone();
        bad[at] ^= 1 << bit;
        scratch.refusal(&bad)
    };
    for at in 0..HEADER {
        let refusal = refusal_of_a_flip_at(at, at % 8);
        match at {
            0..8 => assert_eq!(refusal, "not a snapshot of a transposition table"),
            8..12 => assert!(refusal.starts_with("the snapshot has version "), "{refusal}"),
            _ => assert_eq!(refusal, "the snapshot is damaged: its header does not match its checksum"),
        }
    }
    // The first and last bytes of each block and of its checksum, and some between.
    for place in [0, 1, 31, 32, 4096, 524_288, BLOCK - 5, BLOCK - 4, BLOCK - 1] {
        for number in 0..2 {
            let refusal = refusal_of_a_flip_at(HEADER + number * BLOCK + place, place % 8);
            let expected = format!("the snapshot is damaged: mebibyte {number} does not match its checksum");
            assert_eq!(refusal, expected);
        }
    }
    for place in 0..4 {
        let refusal = refusal_of_a_flip_at(HEADER + 2 * BLOCK + place, 3);
        assert_eq!(refusal, "the snapshot is damaged: its end does not match its checksum");
    }
}

#[test]
fn truncated_and_extended_files_are_refused_by_their_length() {
    let scratch = Scratch::new("lengths");
    let good = saved(&scratch);
    for len in [0, 1, 8, 63] {
        assert_eq!(scratch.refusal(&good[..len]), "not a snapshot of a transposition table");
    }
    for len in [64, 65, HEADER + 1000, HEADER + BLOCK, HEADER + 2 * BLOCK, good.len() - 1] {
        let expected = format!("the snapshot has {len} bytes, expected {}", good.len());
        assert_eq!(scratch.refusal(&good[..len]), expected);
    }
    let longer = [&good[..], b"x"].concat();
    assert!(scratch.refusal(&longer).starts_with("the snapshot has "));
}

#[test]
fn exchanged_blocks_are_detected() {
    let scratch = Scratch::new("places");
    let mut bytes = saved(&scratch);
    let (first, second) = bytes[HEADER..HEADER + 2 * BLOCK].split_at_mut(BLOCK);
    first.swap_with_slice(second);
    assert_eq!(scratch.refusal(&bytes), "the snapshot is damaged: mebibyte 0 does not match its checksum");
}

#[test]
fn blocks_of_another_snapshot_are_detected() {
    let scratch = Scratch::new("halves");
    let mut bytes = saved(&scratch);
    let other = table();
    other.store(Key(1 << 63), entry(77));
    other.save(&scratch.0, GAME, SCHEME).expect("the disk has space");
    let theirs = fs::read(&scratch.0).expect("it was saved");
    bytes[HEADER + BLOCK..HEADER + 2 * BLOCK].copy_from_slice(&theirs[HEADER + BLOCK..HEADER + 2 * BLOCK]);
    assert_eq!(scratch.refusal(&bytes), "the snapshot is damaged: its end does not match its checksum");
}

#[test]
fn memory_is_allocated_only_for_what_the_file_contains() {
    let scratch = Scratch::new("promises");
    let good = saved(&scratch);
    for mebibytes in [0_u64, 1, 3, 1 << 20, 1 << 40, u64::MAX] {
        let mut bytes = good.clone();
        bytes[16..24].copy_from_slice(&mebibytes.to_le_bytes());
        // With a valid checksum.
        let checksum = crc32fast::hash(&bytes[..60]);
        bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
        let refusal = scratch.refusal(&bytes);
        assert!(refusal.starts_with("the snapshot has 2097228 bytes, expected "), "{refusal}");
    }
    let mut nothing = good[..64].to_vec();
    nothing[16..24].copy_from_slice(&0_u64.to_le_bytes());
    let checksum = crc32fast::hash(&nothing[..60]);
    nothing[60..64].copy_from_slice(&checksum.to_le_bytes());
    nothing.extend([0; 4]);
    assert_eq!(scratch.refusal(&nothing), "a table needs at least 1 MiB");
}

#[test]
fn another_key_scheme_is_refused() {
    let scratch = Scratch::new("schemes");
    table().save(&scratch.0, GAME, "poly\u{1b}glot").expect("the disk has space");
    let error = Table::load(&scratch.0, GAME, SCHEME).expect_err("other keys").to_string();
    assert_eq!(error, "the snapshot has keys of \"poly\\u{1b}glot\", expected \"tabiya 1\"");
    let error = table().save(&scratch.0, GAME, &"x".repeat(37)).expect_err("too long").to_string();
    assert_eq!(error, "the name of the key scheme has more than 36 bytes");
    assert!(Table::load(&scratch.0, GAME, "poly\u{1b}glot").is_ok(), "the old file is still there");
}

#[test]
fn folders_and_missing_files_are_errors() {
    for path in ["/no/such/file", "/", "/dev/zero"] {
        assert!(matches!(Table::load(path, GAME, SCHEME), Err(SnapshotError::Io(_))), "{path}");
    }
    let failed = Table::new(1).expect("1 MiB is available").save("/no/such/folder/file", GAME, SCHEME);
    let error = failed.expect_err("there is no such folder");
    let source = std::error::Error::source(&error).expect("the system's error is behind it");
    assert_eq!(source.to_string(), error.to_string());
    assert!(std::error::Error::source(&SnapshotError::NotASnapshot).is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let error = table().save("/dev/full", GAME, SCHEME).expect_err("it is always full");
    assert!(matches!(error, SnapshotError::Io(error) if error.kind() == std::io::ErrorKind::StorageFull));
}

#[test]
fn entries_may_be_stored_during_a_save() {
    let scratch = Scratch::new("while-searching");
    let table = table();
    std::thread::scope(|scope| {
        let storing = scope.spawn(|| {
            for number in 0..1_000_000 {
                table.store(key(number % 100_000), entry(number % 100_000));
            }
        });
        table.save(&scratch.0, GAME, SCHEME).expect("the disk has space");
        storing.join().expect("storing cannot fail");
    });
    let after = Table::load(&scratch.0, GAME, SCHEME).expect("nothing is wrong with it");
    let right = |number: &u64| {
        let found = after.probe(key(*number));
        found.is_some_and(|found| found.depth == entry(*number).depth && found.mv == entry(*number).mv)
    };
    let hits = (0..100_000).filter(right).count();
    assert!(hits > 90_000, "{hits} of 100,000");
}
