//! Mates of known distance: no shorter mate is reported, and nearly all are found.

use crate::budget::budget;
use crate::common::suite::{Mate, mates};
use crate::common::{game, search};
use tabiya::{Chess, Game, Makruk, Outcome, Score};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, SearchResult, Settings};
use tabiya_table::Table;

/// Searches with an empty table; a search ends when it has found the mate.
fn nodes() -> u64 {
    budget(100_000, 400_000)
}

fn find<R: Evaluate>(mate: &Mate) -> Score {
    let game = game::<R>(&mate.fen);
    let table = Table::new(8).expect("8 MiB are available");
    let limits = Limits { mate: Some(mate.moves as u32), ..Limits::nodes(nodes()) };
    let found = search(&game, &limits, &Settings::default(), &table);
    if let Score::Mate(moves) = found.score {
        assert!(moves >= mate.moves, "{}: mate in {moves}, or the file is wrong", mate.fen);
        ends_in_mate(&game, &found);
    }
    found.score
}

/// A reported mate is on the board at the end of the line. (An aborted search may know only the distance.)
fn ends_in_mate<R: Evaluate>(game: &Game<R>, found: &SearchResult) {
    if found.line.len() == 1 {
        return;
    }
    let mut end = game.clone();
    for &mv in &found.line {
        end.play(mv).expect("a line's moves are legal");
    }
    let fen = game.position().to_fen();
    assert!(
        matches!(end.outcome(), Some(Outcome::Checkmate { .. })),
        "{fen}: {} {:?}",
        found.score,
        found.line
    );
}

/// Searches all mates in this many moves. Returns how many there are, and those not found.
fn search_mates(variants: &[&str], moves: std::ops::RangeInclusive<i32>) -> (usize, Vec<String>) {
    let suite = mates();
    let mates: Vec<&Mate> = suite
        .iter()
        .filter(|mate| variants.contains(&mate.variant.as_str()) && moves.contains(&mate.moves))
        .collect();
    let mut missed = Vec::new();
    for mate in &mates {
        let score = if mate.variant == "makruk" { find::<Makruk>(mate) } else { find::<Chess>(mate) };
        if score != Score::Mate(mate.moves) {
            missed.push(format!("{} {}: mate in {}, found {score}", mate.variant, mate.fen, mate.moves));
        }
    }
    (mates.len(), missed)
}

/// Asserts that this percentage is found; prints the others.
fn check(variants: &[&str], moves: std::ops::RangeInclusive<i32>, rate: usize) {
    let (all, missed) = search_mates(variants, moves);
    let found = all - missed.len();
    println!("{found} of {all} within {} nodes each; not these:\n{}", nodes(), missed.join("\n"));
    assert!(all > 5, "the suite has only {all}");
    assert!(found * 100 >= all * rate, "{found} of {all}; not these:\n{}", missed.join("\n"));
}

#[test]
fn every_mate_in_one_or_two_is_found() {
    check(&["chess", "chess960"], 1..=2, 100);
    check(&["makruk"], 1..=2, 100);
}

/// Percentages; measured was 100 with the full budget.
fn rate() -> usize {
    budget(65, 90)
}

#[test]
fn mates_in_three_to_five_are_found_in_chess() {
    check(&["chess", "chess960"], 3..=5, rate());
}

#[test]
fn mates_in_three_to_five_are_found_in_makruk() {
    check(&["makruk"], 3..=5, rate());
}
