//! Random openings.

use tabiya::keys::SplitMix64;
use tabiya::{AnyPosition, Chess, Color, Move, Position, Role, Variant};

use super::Opening;

/// The maximum number of tries.
const MAX_ATTEMPTS: u64 = 2_000;

/// Random walks of this many plies, deterministic for a seed: those that do not lose material or the game.
pub(super) fn walks(variant: Variant, plies: usize, seed: u64, pair: u64) -> impl Iterator<Item = Opening> {
    (0..MAX_ATTEMPTS).filter_map(move |attempt| walk(variant, plies, [seed, pair, attempt]))
}

fn walk(variant: Variant, plies: usize, seeds: [u64; 3]) -> Option<Opening> {
    let mut numbers = numbers(seeds);
    let start = start(variant, numbers.next());
    let mut position = start;
    let mut moves = Vec::new();
    // A walk that can only end the game would be retried forever.
    while moves.len() < plies && position.outcome().is_none() {
        let legal = position.legal_moves();
        let mv = *legal.get(numbers.below(legal.len().max(1)))?;
        moves.push(mv);
        position = position.play_legal(mv);
    }
    let is_playable = position.outcome().is_none() && !position.is_check() && !mates(&position);
    (is_playable && is_even(&position)).then_some(Opening { start, moves })
}

/// Independent-looking numbers for each seed and pair.
pub(super) fn numbers<const N: usize>(seeds: [u64; N]) -> SplitMix64 {
    let seed = seeds.into_iter().fold(0, |mixed: u64, seed| {
        let first = SplitMix64::new(mixed ^ seed).next();
        mixed.rotate_left(17) ^ first
    });
    SplitMix64::new(seed)
}

fn start(variant: Variant, number: u64) -> AnyPosition {
    let shuffled = || Position::<Chess>::start_960((number % 960) as u16);
    match variant {
        Variant::Chess960 => shuffled().map_or_else(|| AnyPosition::start(variant), AnyPosition::Chess960),
        Variant::Chess | Variant::Makruk => AnyPosition::start(variant),
    }
}

fn mates(position: &AnyPosition) -> bool {
    let is_mate = |mv: &Move| {
        let next = position.play_legal(*mv);
        next.is_check() && next.count_legal_moves() == 0
    };
    position.legal_moves().iter().any(is_mate)
}

/// Whether both sides have equal material.
fn is_even(position: &AnyPosition) -> bool {
    let identity = position.identity();
    let pieces = |color: Color| {
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::BiaNgai]
            .map(|role| (identity.color(color) & identity.role(role)).len())
    };
    pieces(Color::White) == pieces(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(variant: Variant, seed: u64, pair: u64) -> Opening {
        walks(variant, 8, seed, pair).next().expect("some walk will do")
    }

    #[test]
    fn openings_are_deterministic_and_depend_on_all_numbers() {
        for variant in Variant::ALL {
            let opening = first(variant, 1, 0);
            assert_eq!(opening, first(variant, 1, 0));
            assert_eq!(opening.moves.len(), 8);
            assert_ne!(opening, first(variant, 2, 0));
            assert_ne!(opening, first(variant, 1, 1));
        }
    }

    #[test]
    fn an_impossible_length_gives_no_opening() {
        // Three tries are as good as two thousand here.
        for attempt in 0..3 {
            assert_eq!(walk(Variant::Chess, usize::MAX, [1, 0, attempt]), None);
        }
    }

    #[test]
    fn chess960_begins_anywhere() {
        let mut starts: Vec<String> =
            (0..50).map(|pair| first(Variant::Chess960, 7, pair).start.to_fen()).collect();
        starts.sort_unstable();
        starts.dedup();
        assert!(starts.len() > 40, "{}", starts.len());
    }

    #[test]
    fn random_openings_are_balanced_and_not_over() {
        for variant in Variant::ALL {
            for pair in 0..30 {
                let end = first(variant, 3, pair).end();
                assert!(is_even(&end) && !end.is_check() && !mates(&end), "{end}");
            }
        }
    }
}
