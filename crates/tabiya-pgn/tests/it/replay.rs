//! Replay of games.

use insta::assert_snapshot;
use tabiya::Variant;
use tabiya_pgn::{MAX_PLIES, Reader, Record, replay::Replayer};

/// A line for each game: plies, ending, claims, repetitions, fault.
fn reports(pgn: &str) -> String {
    let (mut reader, mut record) = (Reader::new(pgn.as_bytes()), Record::new());
    let mut replayer = Replayer::new(Variant::Chess);
    let mut lines = Vec::new();
    while reader.read_game(&mut record).expect("readable text") {
        let report = replayer.replay(&record);
        let mut line = format!("{} {} plies, {}", report.result, report.plies, report.ending);
        for (claim, ply) in &report.claimable {
            line += &format!("; claim at {ply}: {claim}");
        }
        if let Some((outcome, ply)) = &report.over_before {
            line += &format!("; over at {ply}: {outcome}");
        }
        for repetition in &report.repetitions {
            line += &format!("; again {:?}", repetition.plies);
        }
        if report.contradicts_board {
            line += "; contradicts the board";
        }
        for note in &report.fen_notes {
            line += &format!("; {note}");
        }
        if let Some(fault) = &report.fault {
            line += &format!("; FAULT {fault}");
        }
        lines.push(line);
    }
    lines.join("\n")
}

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

#[test]
fn endings_on_and_off_the_board() {
    assert_snapshot!(reports("1. f3 e5 2. g4 Qh4# 0-1"), @"0-1 4 plies, checkmate, black wins");
    assert_snapshot!(reports("1. f3 e5 2. g4 Qh4# 1-0"), @"1-0 4 plies, checkmate, black wins; contradicts the board");
    assert_snapshot!(reports("1. e4 1-0\n\n1. e4 1/2-1/2\n\n1. e4 *\n\n1. e4"), @r"
    1-0 1 plies, decided off the board
    1/2-1/2 1 plies, draw agreed
    * 1 plies, unfinished
    * 1 plies, unfinished
    ");
    let stalemate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2";
    assert_snapshot!(reports(stalemate), @"1/2-1/2 1 plies, stalemate");
}

#[test]
fn contradicting_results_are_reported() {
    let contradicts = |moves: &str| reports(moves).ends_with("; contradicts the board");
    let mate = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#";
    let stalemate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7";
    for (moves, right) in [(mate, "1-0"), (stalemate, "1/2-1/2"), ("1. f3 e5 2. g4 Qh4#", "0-1")] {
        for result in ["1-0", "0-1", "1/2-1/2"] {
            assert_eq!(contradicts(&format!("{moves} {result}")), result != right, "{moves} {result}");
        }
        assert!(!contradicts(&format!("{moves} *")));
    }
}

#[test]
fn fifty_moves_can_be_claimed_with_the_last_move() {
    let game = |clock: u32| format!("[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80\"]\n\n1. Kd2 Kd7 1/2-1/2");
    assert_snapshot!(reports(&game(98)), @"1/2-1/2 2 plies, draw, could be claimed: fifty moves; claim at 2: fifty moves");
    assert_snapshot!(reports(&game(97)), @"1/2-1/2 2 plies, draw, could be claimed with a move: fifty moves");
    assert_snapshot!(reports(&game(96)), @"1/2-1/2 2 plies, draw agreed");
}

#[test]
fn other_tags_of_the_same_length_are_ignored() {
    let tags =
        "[Time \"PlayOK\"]\n[Round \"1\"]\n[Opening \"Makruk\"]\n[ECO \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]";
    assert_snapshot!(reports(&format!("{tags}\n\n1. e4 e5 2. Nf3 *")), @"* 3 plies, unfinished");
    // With PlayOK as the site it would be Makruk, since its moves are not all legal in chess either.
    assert_snapshot!(reports(&format!("{tags}\n\n1. e4 e5 2. Nf3 Ke3 *")), @"* 3 plies, broken; FAULT line 6, ply 4: `Ke3`: illegal move: no king can reach e3");
}

#[test]
fn repetitions_are_listed_with_their_plies() {
    assert_snapshot!(reports(&format!("{} 1/2-1/2", SHUFFLE.repeat(2))), @"1/2-1/2 8 plies, draw, could be claimed: threefold repetition; claim at 8: threefold repetition; again [0, 4, 8]; again [1, 5]; again [2, 6]; again [3, 7]");
    assert_snapshot!(reports(&format!("{} 1/2-1/2", &SHUFFLE.repeat(2)[..28])), @"1/2-1/2 7 plies, draw, could be claimed with a move: threefold repetition; again [0, 4]; again [1, 5]; again [2, 6]; again [3, 7]");
    assert_snapshot!(reports(&format!("{} e4 1-0", SHUFFLE.repeat(4))), @"1-0 17 plies, decided off the board; claim at 8: threefold repetition; over at 16: fivefold repetition; again [0, 4, 8, 12, 16]; again [1, 5, 9, 13]; again [2, 6, 10, 14]; again [3, 7, 11, 15]");
}

#[test]
fn makruk_games_end_by_threefold_repetition() {
    let shuffle = "Nd2 Nd7 Nb1 Nb8 ".repeat(2);
    assert_snapshot!(reports(&format!("[Variant \"makruk\"]\n\n{shuffle} 1/2-1/2")), @"1/2-1/2 8 plies, threefold repetition; again [0, 4, 8]; again [1, 5]; again [2, 6]; again [3, 7]");
}

#[test]
fn variant_names() {
    let fen = "[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\"]";
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random Chess"] {
        assert_eq!(
            reports(&format!("[Variant \"{name}\"]\n{fen}\n\n1. e4 *")),
            "* 1 plies, unfinished",
            "{name}"
        );
    }
    for name in ["Standard", "From Position", "chess", ""] {
        assert_eq!(reports(&format!("[Variant \"{name}\"]\n\n1. e4 *")), "* 1 plies, unfinished", "{name}");
    }
    assert_snapshot!(reports("[Variant \"Atomic\"]\n\n1. e4 *\n\n[Variant \"\u{1b}[31m\"]\n\n1. e4 *"), @r"
    * 0 plies, broken; FAULT line 1: unknown variant `Atomic`: not replayed
    * 0 plies, broken; FAULT line 5: unknown variant `\u{1b}[31m`: not replayed
    ");
}

#[test]
fn invalid_fens_are_not_replaced_by_the_start() {
    assert_snapshot!(reports("[FEN \"nonsense\"]\n\n1. e4 e5 *"), @"* 0 plies, broken; FAULT line 1: invalid FEN tag, not replayed: invalid FEN: `nonsense` is not a board of 8 ranks separated by `/` (column 1)");
    assert_snapshot!(reports("[SetUp \"1\"]\n\n1. e4 e5 *"), @"* 0 plies, broken; FAULT line 1: SetUp tag without a FEN tag");
    assert_snapshot!(reports("[Variant \"Standard\"]\n[FEN \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\"]\n\n1. e4 *"), @"* 0 plies, broken; FAULT line 1: invalid FEN tag, not replayed: invalid FEN: the board looks like Makruk (column 1)");
    assert_snapshot!(reports("[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *"), @"* 1 plies, unfinished; castling right Q needs a white king on e1 and rook on a1: dropped (column 25)");
}

#[test]
fn moves_before_an_illegal_move_are_kept() {
    let pgn = "[Event \"a\"]\n\n1. e4 e5\n2. Ke3 Nc6 1-0\n\n[Event \"b\"]\n\n1. d4 d5 2. Nd2 Nc6 3. Nf3 *\n\n[Event \"c\"]\n\n1. e4 -- 2. d4 *\n\n1. e4 word *";
    assert_snapshot!(reports(pgn), @r"
    1-0 2 plies, broken; FAULT line 4, ply 3: `Ke3`: illegal move: no king can reach e3
    * 4 plies, broken; FAULT line 8, ply 5: `Nf3`: ambiguous move: the knight moving to f3 can come from g1 and d2
    * 1 plies, broken; FAULT line 12, ply 2: `--`: null move: not legal in any game
    * 1 plies, broken; FAULT line 14, ply 2: `word`: not a move: expected something like e4, Nf3, exd5, e8=Q or O-O
    ");
}

#[test]
fn an_unreadable_move_is_not_skipped() {
    assert_snapshot!(reports("1. ♘f3 d5 2. ♘c3 *\n\n[Event \"x\"]\n\n1. Кf3 d5 *\n\n1. e4 @e5 *"), @r"
    * 3 plies, unfinished
    * 0 plies, broken; FAULT line 5, ply 1: `Кf3`: not a move: expected something like e4, Nf3, exd5, e8=Q or O-O
    * 1 plies, broken; FAULT line 7, ply 2: `@e5`: not a move: expected something like e4, Nf3, exd5, e8=Q or O-O
    ");
    let latin_1 = b"1. e4 \xdce5 2. d\xe9\x85\x1b *";
    let (mut reader, mut record) = (Reader::new(&latin_1[..]), Record::new());
    assert!(reader.read_game(&mut record).expect("readable text"));
    assert_eq!(record.moves().collect::<Vec<_>>(), [("e4", 1), ("Üe5", 1), ("d", 1), ("é\u{85}", 1)]);
    let fault = Replayer::new(Variant::Chess).replay(&record).fault.expect("Üe5 is not a move");
    assert_snapshot!(fault, @"line 1, ply 2: `Üe5`: not a move: expected something like e4, Nf3, exd5, e8=Q or O-O");
    assert_snapshot!(reports("1. d4 é\u{85} *"), @r"* 1 plies, broken; FAULT line 1, ply 2: `é\u{85}`: not a move: expected something like e4, Nf3, exd5, e8=Q or O-O");
}

#[test]
fn a_result_that_differs_from_its_tag_is_reported() {
    assert_snapshot!(reports("[Result \"1-0\"]\n\n1. e4 0-1\n\n[Result \"1-0\"]\n\n1. e4 *\n\n[Result \"1-0\"]\n\n1. e4\n\n[Result \"*\"]\n\n1. e4 0-1\n"), @r"
    0-1 1 plies, decided off the board; FAULT line 1: the Result tag is 1-0, but the moves end with 0-1; 0-1 is used
    1-0 1 plies, decided off the board
    1-0 1 plies, decided off the board
    0-1 1 plies, decided off the board
    ");
}

#[test]
fn setup_tags_ignore_case() {
    assert_snapshot!(reports("[variant \"atomic\"]\n\n1. e4 *\n\n[setup \"1\"]\n\n1. e4 *\n\n[Fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *"), @r"
    * 0 plies, broken; FAULT line 1: unknown variant `atomic`: not replayed
    * 0 plies, broken; FAULT line 5: SetUp tag without a FEN tag
    * 1 plies, unfinished
    ");
}

#[test]
fn syntax_problems_are_faults_of_a_replayable_game() {
    assert_snapshot!(reports("1. e4 e5 < 2. Nf3 Nc6 1-0"), @"1-0 4 plies, decided off the board; FAULT line 1: unexpected `<` among moves");
    assert_snapshot!(reports("1. e4 e5 {no end\n1-0"), @"* 2 plies, unfinished; FAULT line 1: unterminated comment");
}

#[test]
fn an_endless_game_is_truncated() {
    let plies = MAX_PLIES / 4 + 10;
    let report = reports(&format!("{} 1-0", SHUFFLE.repeat(plies)));
    assert!(
        report.starts_with("1-0 20000 plies, broken; claim at 8: threefold repetition; over at 16: fivefold")
    );
    assert!(report.ends_with("FAULT line 1: more than 20000 half-moves; the rest is not replayed"));
}

#[test]
fn tags_without_moves_are_a_game() {
    assert_snapshot!(reports("[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n"), @r"
    1-0 0 plies, decided off the board
    * 0 plies, unfinished
    ");
}

#[test]
fn a_nag_without_a_number_is_ignored() {
    assert_snapshot!(reports("1. e4 $ e5 $x 2. Nf3 $Nc6 $1 3. Bb5 a6 1-0"), @"1-0 6 plies, decided off the board");
}

#[test]
fn a_nag_above_255_is_reported() {
    assert_snapshot!(reports("1. e4 $999 e5 $12345 1-0"), @"1-0 2 plies, decided off the board; FAULT line 1: a NAG is at most $255: this one is left out");
}

#[test]
fn long_algebraic_moves_are_accepted() {
    assert_snapshot!(reports("1. e2e4 e7-e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 c5xf2+ 1-0"), @"1-0 8 plies, decided off the board");
    let promotion = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a7a8q+ e8e7 1-0";
    assert_snapshot!(reports(promotion), @"1-0 2 plies, decided off the board");
}

#[test]
fn promotion_to_a_figurine_is_accepted() {
    let promotion = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=♕+ ♚e7 1-0";
    assert_snapshot!(reports(promotion), @"1-0 2 plies, decided off the board");
}

#[test]
fn a_fen_only_possible_in_chess960_is_replayed_as_chess960() {
    let game = "[FEN \"1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w KQkq - 0 1\"]\n\n1. O-O O-O 1-0";
    assert_snapshot!(reports(game), @"1-0 2 plies, decided off the board; castling `KQkq` is read as Chess960 (column 43)");
    assert!(reports(&format!("[Variant \"Standard\"]\n{game}")).contains("`O-O`: illegal move"));
}
