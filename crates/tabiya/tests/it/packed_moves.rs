//! Moves in 16 bits.

use crate::budget::budget;
use std::collections::BTreeSet;

use tabiya::PackedMove;
use tabiya::keys::SplitMix64;
use tabiya::{Chess, Makruk, Move, Position, Reading, Rules};

/// Of all 16-bit values, exactly the legal moves unpack, once each.
fn packed_values_are_the_legal_moves<R: Rules>(position: &Position<R>) {
    let unpacked =
        (0..=u16::MAX).filter_map(PackedMove::from_bits).filter_map(|packed| packed.unpack(position));
    let unpacked: Vec<Move> = unpacked.collect();
    let legal: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
    assert_eq!(unpacked.len(), legal.len(), "{}", position.to_fen());
    assert_eq!(unpacked.into_iter().collect::<BTreeSet<_>>(), legal, "{}", position.to_fen());
}

fn every_legal_move_round_trips<R: Rules>(position: &Position<R>) {
    let moves = position.legal_moves();
    for &mv in &moves {
        let packed = PackedMove::from(mv);
        assert_eq!(packed.unpack(position), Some(mv), "{}", position.to_fen());
        assert_eq!(moves.iter().filter(|&&other| packed.matches(other)).count(), 1);
    }
}

fn chess960(fen: &str) -> Position<Chess> {
    Position::from_fen(fen, Reading::STRICT.chess960()).expect("a position").position
}

#[test]
fn castling_en_passant_and_promotion_follow_from_the_board() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        // The pawn's capture would uncover its king.
        "8/8/8/K2pP2r/8/8/8/6k1 w - d6 0 1",
    ] {
        packed_values_are_the_legal_moves::<Chess>(&fen.parse().expect("a position"));
    }
}

#[test]
fn in_chess960_castling_is_king_takes_rook() {
    // The king crosses its rook; is adjacent to it; does not move.
    for fen in [
        "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
        "4k3/8/8/8/8/8/8/5RKR w HF - 0 1",
        "4k3/8/8/8/8/8/8/R1K5 w A - 0 1",
    ] {
        packed_values_are_the_legal_moves(&chess960(fen));
    }
}

#[test]
fn a_bia_promotes_only_to_a_promoted_bia() {
    let fen = "3k4/8/8/2P5/8/8/8/3K4 w - - 0 1";
    packed_values_are_the_legal_moves::<Makruk>(&fen.parse().expect("a position"));
}

#[test]
fn legal_moves_round_trip_on_random_walks() {
    fn walk<R: Rules>(random: &mut SplitMix64) {
        let mut position = Position::<R>::start();
        for _ in 0..150 {
            every_legal_move_round_trips(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            position = position.play_legal(moves[random.below(moves.len())]);
        }
        packed_values_are_the_legal_moves(&position);
    }
    let mut random = SplitMix64::new(960);
    for _ in 0..budget(20, 200) {
        walk::<Chess>(&mut random);
        walk::<Makruk>(&mut random);
    }
}

#[test]
fn any_bits_can_be_formatted() {
    let start = Position::<Chess>::start();
    let packed = start.parse_uci("g1f3").map(PackedMove::from).expect("a legal move");
    assert_eq!(format!("{packed:?}"), "g1f3");
    (0..=u16::MAX)
        .filter_map(PackedMove::from_bits)
        .for_each(|packed| assert!(!format!("{packed:?}").is_empty()));
}

#[test]
fn debug_shows_squares_and_promotion() {
    let shown = |fen: &str, uci: &str| {
        let position: Position<Chess> = fen.parse().expect("a legal position");
        format!("{:?}", PackedMove::from(position.parse_uci(uci).expect("a legal move")))
    };
    assert_eq!(shown(Chess::START, "e2e4"), "e2e4");
    assert_eq!(shown("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"), "a7a8=knight");
    assert_eq!(shown("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), "a7a8=queen");
}

#[test]
fn conversion_to_and_from_bits() {
    let mv = Position::<Chess>::start().parse_uci("g1f3").map(PackedMove::from).expect("a legal move");
    assert_eq!(PackedMove::to_bits(None), 0);
    assert!(PackedMove::to_bits(Some(mv)) > 1);
    assert_eq!(PackedMove::from_bits(PackedMove::to_bits(Some(mv))), Some(mv));
}
