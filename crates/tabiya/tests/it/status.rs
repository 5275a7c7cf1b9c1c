//! Outcomes and claims.

use tabiya::{Chess, Claim, Color, Makruk, Outcome, Position, Rules};

fn position<R: Rules>(fen: &str) -> Position<R> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[track_caller]
fn ends<R: Rules>(fen: &str, outcome: Option<Outcome>) {
    assert_eq!(position::<R>(fen).outcome(), outcome, "{fen}");
}

const WHITE_MATES: Option<Outcome> = Some(Outcome::Checkmate { winner: Color::White });
const BLACK_MATES: Option<Outcome> = Some(Outcome::Checkmate { winner: Color::Black });

#[test]
fn checkmate() {
    ends::<Chess>("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", BLACK_MATES);
    ends::<Chess>("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", WHITE_MATES);
    ends::<Chess>("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", WHITE_MATES);
    ends::<Makruk>("4k2R/R7/8/8/8/8/8/3K4 b - - 0 1", WHITE_MATES);
}

#[test]
fn a_check_with_an_answer_is_not_mate() {
    ends::<Chess>("R5k1/5pp1/8/8/8/8/8/6K1 b - - 0 1", None);
    // Capturing the pawn en passant is the only legal move.
    let before: Position<Chess> = position("8/8/1Q6/8/k2p4/8/1KP5/1R6 w - - 0 1");
    let checked = before.play_uci("c2c4").unwrap();
    assert_eq!(checked.outcome(), None);
}

#[test]
fn stalemate() {
    ends::<Chess>("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate));
    ends::<Chess>("5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate));
    ends::<Makruk>("7k/5R2/6M1/6K1/8/8/8/8 b - - 0 1", None);
    ends::<Makruk>("7k/R7/6K1/8/8/8/8/8 b - - 0 1", None);
    ends::<Makruk>("7k/R7/8/8/8/8/8/K5R1 b - - 0 1", Some(Outcome::Stalemate));
}

#[test]
fn insufficient_material_equals_python_chess() {
    let table = include_str!("../../testdata/status/insufficient-material.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (fen, insufficient) = line.split_once('\t').expect("two columns");
        let expected = (insufficient == "yes").then_some(Outcome::DeadPosition);
        ends::<Chess>(fen, expected);
    }
}

#[test]
fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
    let after = |clock: u16| position::<Chess>(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 120"));
    let answers = |clock: u16| (after(clock).claim(), after(clock).outcome());
    assert_eq!(answers(99), (None, None));
    assert_eq!(answers(100), (Some(Claim::FiftyMoves), None));
    assert_eq!(answers(149), (Some(Claim::FiftyMoves), None));
    assert_eq!(answers(150), (None, Some(Outcome::SeventyFiveMoves)));
    assert_eq!(answers(u16::MAX), (None, Some(Outcome::SeventyFiveMoves)));
    let shuffled = after(99).play_uci("a1a2").unwrap();
    assert_eq!((shuffled.halfmove_clock(), shuffled.claim()), (100, Some(Claim::FiftyMoves)));
}

#[test]
fn mate_on_the_seventy_fifth_move_is_mate() {
    let position: Position<Chess> = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 120");
    assert_eq!(position.play_uci("a1a8").unwrap().outcome(), WHITE_MATES);
    assert_eq!(position.play_uci("a1a7").unwrap().outcome(), Some(Outcome::SeventyFiveMoves));
}

#[test]
fn the_clock_saturates() {
    let position: Position<Chess> = position("4k3/8/8/8/8/8/8/R3K3 w - - 65535 1");
    assert_eq!(position.play_uci("a1a2").unwrap().halfmove_clock(), u16::MAX);
    assert_eq!(position.null_move().unwrap().halfmove_clock(), u16::MAX);
}

#[test]
fn makruk_has_no_fifty_move_rule() {
    let position: Position<Makruk> = position("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 400 300");
    assert_eq!((position.claim(), position.outcome()), (None, None));
}

#[test]
fn a_khun_with_one_bia_met_or_ma_cannot_mate() {
    for dead in ["8", "3P4", "3M4", "3M~4", "3N4", "3p4", "3m4", "3m~4", "3n4"] {
        ends::<Makruk>(&format!("4k3/8/8/8/{dead}/8/8/3K4 w - - 0 1"), Some(Outcome::DeadPosition));
    }
    for alive in ["3S4", "3R4", "3s4", "3r4", "2MN4", "2Mm4", "2NN4", "2PP4", "2nM4"] {
        ends::<Makruk>(&format!("4k3/8/8/8/{alive}/8/8/3K4 w - - 0 1"), None);
    }
}
