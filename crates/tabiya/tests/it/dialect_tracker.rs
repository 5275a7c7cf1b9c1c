//! On random walks through all three games every tracked key equals the key from scratch.

use crate::budget::budget;
use crate::common::chess960;
use crate::common::random::{Choices, Seed};
use crate::common::walk::read;
use tabiya::keys::{KeyPart, Scheme, Tracker, schemes};
use tabiya::{Chess, Makruk, Move, MoveKind, Position, Rules, Variant};

/// The number of plies for each game.
fn plies_per_game() -> usize {
    budget(2_000, 100_000)
}

/// The maximum length of a walk: enough for the clock to enter Stockfish's keys.
const MAX_LEN: usize = 160;

fn dialects(variant: Variant) -> Vec<&'static Scheme> {
    schemes::ALL.into_iter().filter(|scheme| scheme.layout().games.contains(variant)).collect()
}

/// Prefers rare kinds of moves; some walks avoid pawn moves, so that the clock runs.
fn choose<R: Rules>(position: &Position<R>, shuns_pawns: bool, seed: &mut Seed) -> Option<Move> {
    let moves = position.legal_moves();
    let mut below = |bound| seed.below(bound).expect("a seed is never exhausted");
    let habit = below(6);
    let is_preferred = |mv: &&Move| match habit {
        0 => matches!(mv.kind, MoveKind::Castle | MoveKind::EnPassant | MoveKind::Promotion(_)),
        1 => mv.kind == MoveKind::DoubleStep,
        _ => shuns_pawns && mv.kind == MoveKind::Normal && mv.role != tabiya::Role::Pawn,
    };
    let preferred: Vec<&Move> = moves.iter().filter(is_preferred).collect();
    match (preferred.as_slice(), moves.is_empty()) {
        (_, true) => None,
        ([], false) => Some(moves[below(moves.len())]),
        (some, false) => Some(*some[below(some.len())]),
    }
}

fn walk<R: Rules>(start: Position<R>, dialects: &[&Scheme], seed: u64) -> usize {
    let mut choices = Seed::new(seed);
    let mut tracker = Tracker::new(start, dialects.iter().copied());
    for ply in 0..MAX_LEN {
        let Some(mv) = choose(tracker.position(), seed.is_multiple_of(3), &mut choices) else { return ply };
        tracker.play(mv).expect("the move comes from the list of legal ones");
        has_the_keys_of_its_position(&tracker);
    }
    MAX_LEN
}

fn has_the_keys_of_its_position<R: Rules>(tracker: &Tracker<'_, R>) {
    let position = tracker.position();
    assert_eq!(tracker.key(tracker.schemes().count(), KeyPart::Full), None, "every dialect is named");
    for (place, scheme) in tracker.schemes().enumerate() {
        for part in KeyPart::ALL {
            let followed = tracker.key(place, part);
            assert_eq!(followed, Some(scheme.part(part, position)), "{}:{part} {position:?}", scheme.name());
        }
    }
}

#[test]
fn null_moves_are_tracked_and_illegal_moves_refused() {
    let start = read::<Chess>("4k3/8/8/8/3p4/8/4P3/4K3 w - - 13 1");
    let mut tracker = Tracker::new(start, schemes::ALL);
    tracker.play(start.parse_uci("e2e4").expect("a double step")).expect("it is legal");
    let after = *tracker.position();
    has_the_keys_of_its_position(&tracker);
    assert!(tracker.play(start.parse_uci("e2e3").expect("a step")).is_err());
    assert_eq!(*tracker.position(), after);
    assert!(tracker.null_move());
    assert_eq!(after.null_move(), Some(*tracker.position()));
    has_the_keys_of_its_position(&tracker);
    let in_check = read::<Chess>("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert!(!Tracker::new(in_check, schemes::ALL).null_move());
}

fn walks(walk: impl Fn(u64) -> usize) {
    let mut plies = 0;
    for seed in 0.. {
        plies += walk(seed);
        if plies >= plies_per_game() {
            return;
        }
    }
}

#[test]
fn tracked_keys_equal_keys_from_scratch_in_chess() {
    let dialects = dialects(Variant::Chess);
    assert_eq!(dialects.len(), 6);
    walks(|seed| walk(Position::<Chess>::start(), &dialects, seed));
    let ending = read::<Chess>("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1");
    walks(|seed| walk(ending, &dialects, seed));
}

#[test]
fn tracked_keys_equal_keys_from_scratch_in_chess960() {
    let dialects = dialects(Variant::Chess960);
    assert_eq!(dialects.len(), 5);
    walks(|seed| {
        let number = Seed::new(seed).below(960).expect("a seed is never exhausted");
        walk(read::<Chess>(&chess960::start(number, 959 - number)), &dialects, seed)
    });
}

#[test]
fn tracked_keys_equal_keys_from_scratch_in_makruk() {
    let dialects = dialects(Variant::Makruk);
    assert_eq!(dialects.len(), 2);
    walks(|seed| walk(Position::<Makruk>::start(), &dialects, seed));
}
