//! Repetition in games: real repetitions, and some that only look like one.

use tabiya::{
    Chess, Claim, Color, CountKind, Game, Makruk, Outcome, Position, Reading, RepetitionStack, Rules,
};

fn game<R: Rules>(fen: &str, moves: &str) -> Game<R> {
    let start = Position::from_fen(fen, Reading::STRICT.chess960());
    let mut game = Game::from_position(start.unwrap_or_else(|error| panic!("{fen}: {error}")).position);
    play(&mut game, moves);
    game
}

fn play<R: Rules>(game: &mut Game<R>, moves: &str) {
    for uci in moves.split_whitespace() {
        game.play_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
    }
}

fn upcoming<R: Rules>(game: &Game<R>) -> Option<String> {
    game.upcoming_repetition().map(|mv| game.position().uci(mv))
}

fn all_occurrences<R: Rules>(game: &Game<R>) -> Vec<u32> {
    (1..=game.ply()).map(|ply| game.occurrences_at(ply)).collect()
}

const KINGS_AND_ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn lost_castling_rights_prevent_a_threefold_repetition() {
    // The pieces are on their start squares three times, but the rights are complete only once.
    let mut game = game::<Chess>(KINGS_AND_ROOKS, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    assert_eq!(game.occurrences(), 2);
    assert_eq!((game.claim(), game.outcome()), (None, None));
    play(&mut game, "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
}

#[test]
fn a_moved_rook_changes_the_position() {
    let mut game = game::<Chess>(KINGS_AND_ROOKS, "h1h2 h8h7 h2h1 h7h8");
    assert_eq!(game.occurrences(), 1);
    // With the rook on h2, black's rook had not moved yet.
    assert_eq!(upcoming(&game), None);
    play(&mut game, "h1h2 h8h7 h2h1");
    assert_eq!(upcoming(&game), Some("h7h8".to_owned()));
}

#[test]
fn in_chess960_inner_and_outer_rooks_have_different_rights() {
    // White may castle with the rook on g1; after it has moved away and back, with none on that side.
    let mut game = game::<Chess>("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "h1h2 e8e7 h2h1 e7e8");
    assert_eq!(game.occurrences(), 2);
    play(&mut game, "g1f1 e8e7 f1g1 e7e8");
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn a_double_step_that_cannot_be_captured_is_not_part_of_the_position() {
    // 1.Na3 h5 2.Nb1 Nf6 3.Na3 Ng8: a first occurrence for programs that hash every double step.
    let game = game::<Chess>(Chess::START, "b1a3 h7h5 a3b1 g8f6 b1a3 f6g8");
    assert_eq!(game.occurrences(), 2);
    assert_eq!(game.occurrence_plies().collect::<Vec<_>>(), [6, 2]);
}

#[test]
fn a_double_step_that_can_be_captured_is_part_of_the_position() {
    let shuffle = "g8f6 g1f3 f6g8 f3g1";
    let before = "rnbqkbnr/ppp1pppp/8/8/3p4/N7/PPPPPPPP/R1BQKBNR w KQkq - 0 3";
    let game = game::<Chess>(before, &format!("e2e4 {shuffle} {shuffle} {shuffle}"));
    assert_eq!(game.occurrences_at(5), 1);
    assert_eq!(game.occurrences_at(9), 2);
    assert_eq!(game.occurrences(), 3);
}

#[test]
fn a_pinned_en_passant_capture_is_not_part_of_the_position() {
    // Black's pawn on d4 is pinned to its king by the rook on d1 and cannot capture on e3. With the rook on c1 it can.
    let moves = "e2e4 d8e8 h1h2 e8d8 h2h1";
    assert_eq!(game::<Chess>("3k4/8/8/8/3p4/8/4P3/3R3K w - - 0 1", moves).occurrences(), 2);
    assert_eq!(game::<Chess>("3k4/8/8/8/3p4/8/4P3/2R4K w - - 0 1", moves).occurrences(), 1);
}

#[test]
fn threefold_can_be_claimed_and_fivefold_ends_the_game() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let mut game = game::<Chess>(Chess::START, "");
    for (times, claim, outcome) in [
        (2, None, None),
        (3, Some(Claim::ThreefoldRepetition), None),
        (4, Some(Claim::ThreefoldRepetition), None),
        (5, None, Some(Outcome::FivefoldRepetition)),
        (6, None, Some(Outcome::FivefoldRepetition)),
    ] {
        play(&mut game, shuffle);
        assert_eq!((game.occurrences(), game.claim(), game.outcome()), (times, claim, outcome));
    }
}

#[test]
fn an_earlier_threefold_cannot_be_claimed_later() {
    // makruk-js reports a draw from then on.
    let mut game = game::<Chess>(Chess::START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
    play(&mut game, "b1c3");
    assert_eq!((game.occurrences(), game.claim(), game.has_repeated()), (1, None, true));
    play(&mut game, "e7e5");
    assert_eq!((game.claim(), game.has_repeated()), (None, false));
}

#[test]
fn a_repetition_can_be_claimed_before_the_move_is_played() {
    let game = game::<Chess>(Chess::START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let claim = |uci| game.claim_with(game.position().parse_uci(uci).unwrap()).unwrap();
    assert_eq!(upcoming(&game), Some("f6g8".to_owned()));
    assert_eq!(claim("f6g8"), Some(Claim::ThreefoldRepetition));
    assert_eq!(claim("e7e5"), None);
    let white_move = Position::<Chess>::start().parse_uci("e2e4").unwrap();
    assert!(game.claim_with(white_move).is_err());
}

#[test]
fn the_fiftieth_move_can_be_claimed_before_it_is_played() {
    let game = game::<Chess>("4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80", "");
    let claim = |uci| game.claim_with(game.position().parse_uci(uci).unwrap()).unwrap();
    assert_eq!(game.claim(), None);
    assert_eq!(claim("a1a2"), Some(Claim::FiftyMoves));
    assert_eq!(claim("e2e4"), None);
}

#[test]
fn checkmate_cannot_be_claimed_as_a_draw() {
    let game = game::<Chess>("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "");
    let mate = game.position().parse_uci("a1a8").unwrap();
    assert_eq!(game.claim_with(mate), Ok(None));
}

#[test]
fn both_claims_are_reported() {
    let shuffle = "a1a2 e8e7 a2a1 e7e8";
    let game = game::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 95 80", &format!("{shuffle} {shuffle}"));
    assert_eq!(game.claims(), [Claim::ThreefoldRepetition, Claim::FiftyMoves]);
    assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
}

#[test]
fn mate_on_the_75th_move_is_mate() {
    let start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 120";
    let outcome = |moves| game::<Chess>(start, moves).outcome();
    assert_eq!(outcome("a1a8"), Some(Outcome::Checkmate { winner: Color::White }));
    assert_eq!(outcome("a1a7"), Some(Outcome::SeventyFiveMoves));
}

#[test]
fn positions_before_the_start_are_unknown() {
    let game = game::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 60 80", "a1a2 e8e7 a2a1");
    assert_eq!((game.occurrences(), game.has_repeated()), (1, false));
    assert_eq!(upcoming(&game), Some("e7e8".to_owned()));
}

#[test]
fn in_makruk_the_third_occurrence_ends_the_game() {
    let shuffle = "b1d2 b8d7 d2b1 d7b8";
    let game = game::<Makruk>(Makruk::START, &format!("{shuffle} {shuffle}"));
    assert_eq!(all_occurrences(&game), [1, 1, 1, 2, 2, 2, 2, 3]);
    assert_eq!((game.claim(), game.outcome()), (None, Some(Outcome::ThreefoldRepetition)));
}

#[test]
fn a_khon_cannot_reverse_its_forward_step() {
    // The khon on c2 would be the start position again, but it cannot move back.
    let mut game = game::<Makruk>("4k3/8/8/8/8/8/2S5/3K4 b - - 0 1", "e8e7 c2c3 e7e8");
    assert_eq!(upcoming(&game), None);
    // A diagonal step can be reversed.
    play(&mut game, "c3d4 e8e7 d4e5 e7e8");
    assert_eq!(upcoming(&game), Some("e5d4".to_owned()));
}

#[test]
fn a_khon_can_return_with_a_forward_step() {
    // From c3 by diagonal steps to d2 and c1, forward to c2; the next forward step is the start again.
    let moves = "e8e7 c3d2 e7e8 d2c1 e8e7 c1c2 e7e8";
    let mut game = game::<Makruk>("4k3/8/8/8/8/2S5/8/4K3 b - - 0 1", moves);
    assert_eq!(upcoming(&game), Some("c2c3".to_owned()));
    play(&mut game, "c2c3");
    assert_eq!((game.occurrences(), game.last_occurrence()), (2, Some(8)));
}

#[test]
fn makruk_counts_by_boards_and_pieces_honor() {
    let mut game = game::<Makruk>("3k4/8/2p5/8/8/1M6/8/R2K4 w - - 0 1", "");
    assert_eq!((game.count_kind(), game.count()), (None, None));
    play(&mut game, "d1d2 c6c5 d2d3 c5c4");
    assert_eq!(game.count_kind(), None);
    play(&mut game, "b3c4");
    assert_eq!(game.count_kind(), Some(CountKind::PiecesHonor));
    assert_eq!(game.count().unwrap().to_string(), "32/8");
    assert_eq!(CountKind::PiecesHonor.to_string(), "pieces' honor");
    assert_eq!(CountKind::BoardHonor.to_string(), "board's honor");
    game.undo();
    assert_eq!(game.count(), None);
}

#[test]
fn the_repetition_stack_does_not_look_across_a_null_move() {
    let mut position = Position::<Chess>::start();
    let mut line = RepetitionStack::new(&position);
    for uci in ["g1f3", "g8f6"] {
        position = position.play_uci(uci).unwrap();
        line.push(&position);
    }
    // Two null moves later the same side is to move; no game reached this.
    for _ in 0..2 {
        position = position.null_move().unwrap();
        line.push_null_move(&position);
    }
    for uci in ["f3g1", "f6g8"] {
        assert!(!line.is_repetition_upcoming(&position, 100));
        position = position.play_uci(uci).unwrap();
        line.push(&position);
        assert!(!line.is_repetition(100));
    }
    assert_eq!((line.len(), line.last_occurrence()), (7, None));
}

#[test]
fn one_repetition_is_a_draw_only_within_the_search() {
    let played = game::<Chess>(Chess::START, "g1f3 g8f6 f3g1");
    let mut line = RepetitionStack::of_game(&played);
    let back = played.position().play_uci("f6g8").unwrap();
    // The start was before the root: the opponent need not return there.
    line.push(&back);
    assert!(!line.is_repetition(1));
    let twice = game::<Chess>(Chess::START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let mut line = RepetitionStack::of_game(&twice);
    assert!(line.is_repetition_upcoming(twice.position(), 0));
    line.push(&back);
    assert!(line.is_repetition(1));
}

#[test]
fn undone_moves_can_be_redone_until_another_is_played() {
    let mut game = game::<Chess>(Chess::START, "g1f3 g8f6 f3g1 f6g8");
    let last = game.undo();
    assert_eq!((game.occurrences(), game.ply()), (1, 3));
    assert_eq!(game.redo(), last);
    assert_eq!((game.occurrences(), game.redo()), (2, None));
    game.undo();
    play(&mut game, "e7e5");
    assert_eq!((game.redo(), game.moves().len(), game.positions().len()), (None, 4, 5));
    game.reset(Position::start());
    assert_eq!((game.ply(), game.undo(), game.redo(), game.occurrences()), (0, None, None, 1));
}

#[test]
fn outcomes_and_claims_have_short_names() {
    assert_eq!(Outcome::FivefoldRepetition.to_string(), "fivefold repetition");
    assert_eq!(Outcome::ThreefoldRepetition.to_string(), "threefold repetition");
    assert_eq!(Claim::ThreefoldRepetition.to_string(), "threefold repetition");
}

#[test]
fn after_hundreds_of_plies_only_repeating_moves_are_reported() {
    let mut game = Game::<Chess>::new();
    (0..102).for_each(|_| play(&mut game, "g1f3 g8f6 f3g1 f6g8"));
    let mv = game.upcoming_repetition().expect("the knights have been everywhere they can go");
    assert!(game.occurrences_after(mv) > 1, "{mv:?}");
    play(&mut game, "a2a3");
    assert_eq!(upcoming(&game), None);
}

/// Regression: a debug build panicked.
#[test]
fn a_repetition_stack_may_be_queried_with_another_position() {
    let game = game::<Chess>(Chess::START, "g1f3 g8f6 f3g1");
    let line = RepetitionStack::of_game(&game);
    assert!(line.is_repetition_upcoming(game.position(), 4));
    assert!(!line.is_repetition_upcoming(&Position::<Chess>::start(), 4));
}
