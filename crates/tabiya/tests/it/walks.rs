//! Random legal walks through all three games, with every property checked after every ply.

use crate::budget::budget;
use crate::common::properties::noisy_moves_are_captures_and_promotions;
use crate::common::random::{Choices, Seed};
use crate::common::walk::{read, walk};
use crate::common::{chess960, slow};
use proptest::prelude::*;
use tabiya::{Chess, Makruk, Position, Reading, Rules};

/// The maximum length of a walk.
const PLIES: usize = 200;
/// The number of plies per game.
fn long_run_plies() -> usize {
    budget(2_000, 60_000)
}

fn walk_chess(seed: u64) -> usize {
    walk(Position::<Chess>::start(), PLIES, &mut Seed::new(seed))
}

/// Every second walk begins with different arrangements of the two sides.
fn walk_chess960(seed: u64) -> usize {
    let mut choices = Seed::new(seed);
    let mut number = || choices.below(960).expect("a seed is never exhausted");
    let (white, other) = (number(), number());
    let black = if seed.is_multiple_of(2) { white } else { other };
    walk(read::<Chess>(&chess960::start(white, black)), PLIES, &mut choices)
}

fn walk_makruk(seed: u64) -> usize {
    walk(Position::<Makruk>::start(), PLIES, &mut Seed::new(seed))
}

/// Endings, where Makruk counts and chess ends by insufficient material.
fn walk_from_few_pieces<R: Rules>(seed: u64) -> usize {
    let ending = match R::NAME {
        "makruk" => ["3k4/2m5/8/2p1P3/3S4/8/8/R2K1N2 w - - 0 1", "4k3/2s5/2n1r3/8/4P3/2P5/8/3K4 b - - 0 1"],
        _ => ["4k3/P5pp/8/8/8/8/PP5p/4K3 w - - 0 1", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1"],
    };
    walk(read::<R>(ending[seed as usize % 2]), PLIES, &mut Seed::new(seed))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: budget(2, 32), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn properties_hold_on_any_walk(seed: u64) {
        walk_chess(seed);
        walk_chess960(seed);
        walk_makruk(seed);
        walk_from_few_pieces::<Chess>(seed);
        walk_from_few_pieces::<Makruk>(seed);
    }
}

fn long_run(walk: fn(u64) -> usize) {
    let mut plies = 0;
    for seed in 0.. {
        plies += walk(seed);
        if plies >= long_run_plies() {
            return;
        }
    }
}

#[test]
fn properties_hold_on_long_walks_in_chess() {
    long_run(walk_chess);
}

#[test]
fn properties_hold_on_long_walks_in_chess960() {
    long_run(walk_chess960);
}

#[test]
fn properties_hold_on_long_walks_in_makruk() {
    long_run(walk_makruk);
}

#[test]
fn properties_hold_on_long_walks_in_endings() {
    long_run(walk_from_few_pieces::<Chess>);
    long_run(walk_from_few_pieces::<Makruk>);
}

/// Starts from Chess960 endings with rights: every check that arises is accepted by strict reading.
fn walk_from_a_castling_ending(seed: u64) {
    let mut choices = Seed::new(seed);
    let Some(mut position) = chess960::ending(&mut choices) else { return };
    for _ in 0..6 {
        let moves = position.legal_moves();
        for child in moves.iter().map(|&mv| position.play_legal(mv)).filter(Position::is_check) {
            read::<Chess>(&child.to_fen());
        }
        let Some(&mv) = choices.below(moves.len().max(1)).and_then(|nth| moves.get(nth)) else { return };
        position = position.play_legal(mv);
    }
}

#[test]
fn positions_reached_from_chess960_endings_are_not_refused() {
    for seed in 0..budget(10_000, 100_000) {
        walk_from_a_castling_ending(seed);
    }
}

#[test]
fn chess960_start_positions_have_scharnagls_numbers() {
    let all = (0..960).map(chess960::first_rank).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(all.len(), 960);
    assert_eq!(chess960::first_rank(518), "rnbqkbnr");
    assert_eq!(chess960::first_rank(0), "bbqnnrkr");
    assert_eq!(chess960::first_rank(959), "rkrnnqbb");
    for rank in &all {
        let king = rank.find('k');
        assert!(rank.find('r') < king && king < rank.rfind('r'), "{rank}");
        let bishops = rank.match_indices('b').map(|(square, _)| square % 2).sum::<usize>();
        assert_eq!(bishops, 1, "{rank}");
    }
}

/// The FENs in the first column of a file.
fn noisy_and_quiet_moves_are_told_apart_in<R: Rules>(table: &str, reading: Reading) {
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fen = line.split('\t').next().expect("a line has a first column");
        let parsed = Position::<R>::from_fen(fen, reading).unwrap_or_else(|error| panic!("{fen}: {error}"));
        noisy_moves_are_captures_and_promotions(&parsed.position);
        parsed.position.for_each_child(|_, child| noisy_moves_are_captures_and_promotions(child));
    }
}

#[test]
fn legal_moves_are_noisy_or_quiet() {
    use noisy_and_quiet_moves_are_told_apart_in as told_apart;
    told_apart::<Chess>(include_str!("../../testdata/perft/well-known.tsv"), Reading::LENIENT);
    told_apart::<Chess>(include_str!("../../testdata/perft/chess.tsv"), Reading::LENIENT);
    told_apart::<Chess>(include_str!("../../testdata/perft/chess960.tsv"), Reading::LENIENT.chess960());
    told_apart::<Makruk>(include_str!("../../testdata/perft/makruk.tsv"), Reading::LENIENT);
}

#[test]
fn chess960_start_positions_have_the_moves_of_the_definition() {
    for number in (0..960).step_by(budget(37, 1)) {
        let position = read::<Chess>(&chess960::start(number, number));
        let mut moves = position.legal_moves().to_vec();
        moves.sort();
        assert_eq!(moves, slow::legal_moves(&position), "{number}");
    }
}
