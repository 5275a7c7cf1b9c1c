//! `tabiya trace`, as transcripts: `$` a command, `>` standard input, `!` standard error, `=` exit status.

use crate::transcript::transcript;
use insta::assert_snapshot;

#[test]
fn each_move_lists_its_toggled_features() {
    assert_snapshot!(transcript("trace --moves 'g1f3 g8f6 f3g1 f6g8'", ""));
}

#[test]
fn castling_captures_en_passant_and_promotions_are_listed_in_full() {
    let castling =
        "trace '4k2r/8/8/8/4p3/8/3P4/R3K3 w Qk - 0 1' --moves 'd2d4 e4d3 e1c1 e8g8' --dialect polyglot";
    assert_snapshot!(transcript(castling, ""));
    let promotion = "trace 'r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1' --moves b7a8q --dialect stockfish-15:pawn";
    assert_snapshot!(transcript(promotion, ""));
}

#[test]
fn toggles_follow_the_dialect() {
    assert_snapshot!(transcript("trace --moves 'e2e4 e7e5 g1f3' --dialect rustic", ""));
    let clock = "trace '4k3/8/8/8/8/8/8/R3K3 w - - 13 40' --moves 'a1a2 e8e7 a2a1' --dialect stockfish";
    assert_snapshot!(transcript(clock, ""));
}

#[test]
fn makruk_counts() {
    let moves = "trace --variant makruk '2k5/8/3p4/8/8/3R4/8/3K4 w - - 0 1' --moves 'd3d6 c8c7'";
    assert_snapshot!(transcript(moves, ""));
}

#[test]
fn each_input_line_has_one_output_line() {
    let input = "startpos\te2e4 e7e5\nstartpos\te2e5\nstartpos\nnonsense\te2e4\n";
    assert_snapshot!(transcript("trace --stdin --json", input));
    assert_snapshot!(transcript("trace --stdin", input));
}

#[test]
fn wrong_usage_and_bad_input_have_different_exit_codes() {
    assert_snapshot!(transcript("trace", ""));
    assert_snapshot!(transcript("trace --moves 'e2e4 e2e4'", ""));
    assert_snapshot!(transcript("trace --moves e2e4 --dialect makruk-js", ""));
}
