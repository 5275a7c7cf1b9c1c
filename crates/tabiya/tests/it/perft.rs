//! Perft counts of other programs: `testdata/perft/*.tsv` hold FEN, depth and count.

use crate::budget::budget;
use std::sync::atomic::AtomicBool;

use tabiya::{Chess, Makruk, Position, Reading, Rules, perft};

/// Some positions cannot occur in a game; strict reading refuses them.
const LENIENT: Reading = Reading::LENIENT;
/// Larger counts are skipped with the quick budget.
fn nodes_a_line() -> u64 {
    budget(1_000_000, u64::MAX)
}

/// With the quick budget, at most this many nodes per file.
fn nodes_a_file() -> u64 {
    budget(10_000_000, u64::MAX)
}

/// Counts this small are always included.
const SMALL: u64 = 20_000;

#[track_caller]
fn counts_agree<R: Rules>(table: &str, reading: Reading) {
    let mut spent = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or_else(|| panic!("three columns: {line}"));
        let (fen, depth, leaves) = (column(), column(), column());
        let leaves: u64 = leaves.parse().expect("a count");
        if leaves > SMALL && (leaves > nodes_a_line() || spent + leaves > nodes_a_file()) {
            continue;
        }
        spent += leaves;
        let parsed = Position::<R>::from_fen(fen, reading).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(
            perft::count(&parsed.position, depth.parse().expect("a depth")),
            leaves,
            "{fen} to depth {depth}"
        );
    }
    assert!(spent > 0, "the table holds no lines");
}

#[test]
fn well_known_positions() {
    counts_agree::<Chess>(include_str!("../../testdata/perft/well-known.tsv"), LENIENT);
}

#[test]
fn chess_counts_equal_other_programs() {
    counts_agree::<Chess>(include_str!("../../testdata/perft/chess.tsv"), LENIENT);
}

#[test]
fn chess960_counts_equal_other_programs() {
    counts_agree::<Chess>(include_str!("../../testdata/perft/chess960.tsv"), LENIENT.chess960());
}

#[test]
fn makruk_counts_equal_fairy_stockfish() {
    counts_agree::<Makruk>(include_str!("../../testdata/perft/makruk.tsv"), LENIENT);
}

#[test]
fn an_interruptible_count_is_equal() {
    let position: Position<Chess> = Chess::START.parse().expect("a legal position");
    let (going, stopped) = (AtomicBool::new(false), AtomicBool::new(true));
    for depth in 0..=3 {
        assert_eq!(perft::count_until(&position, depth, &going), Some(perft::count(&position, depth)));
        assert_eq!(perft::count_until(&position, depth, &stopped), None);
    }
}

/// Each king always has one legal move: there is one leaf at every depth.
const BLOCKED: &str = "5b1k/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 w - - 0 1";

#[test]
fn deep_counts_do_not_overflow_the_stack() {
    let position: Position<Chess> = BLOCKED.parse().expect("a legal position");
    for depth in [0, 1, 2, perft::MAX_DEPTH, 1_000_000, u32::MAX] {
        assert_eq!(perft::count(&position, depth), 1, "{depth}");
        assert_eq!(perft::count_until(&position, depth, &AtomicBool::new(false)), Some(1), "{depth}");
        let divided = perft::divide(&position, depth).iter().map(|(_, leaves)| leaves).sum::<u64>();
        assert_eq!(divided, u64::from(depth != 0), "{depth}");
    }
}
