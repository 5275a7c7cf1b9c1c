//! `tabiya trace` with repetitions, the fifty-move rule and ended games.

use crate::transcript::transcript;
use insta::assert_snapshot;

#[test]
fn an_upcoming_repetition_can_be_claimed() {
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 b1c3";
    assert_snapshot!(transcript(&format!("trace --moves '{moves}'"), ""));
    assert_snapshot!(transcript(&format!("trace --json --moves '{moves}'"), ""));
}

#[test]
fn the_end_of_a_game_is_reported_and_later_moves_are_traced() {
    assert_snapshot!(transcript("trace --moves 'f2f3 e7e5 g2g4 d8h4'", ""));
    let clock = "trace '4k3/8/8/8/8/8/8/R3K3 w - - 98 80' --moves 'a1a2 e8e7 a2a1'";
    assert_snapshot!(transcript(clock, ""));
    let ends = "trace '4k3/8/8/8/8/8/8/R3K3 w - - 149 120' --json --moves 'a1a2 e8e7'";
    assert_snapshot!(transcript(ends, ""));
    assert_snapshot!(transcript("trace '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' --json --moves ''", ""));
}

#[test]
fn moves_beyond_the_end_do_not_hide_it() {
    let moves = "g1e2 g8e7 e2g1 e7g8 g1e2 g8e7 e2g1 e7g8 a3a4";
    let printed = transcript(&format!("trace --variant makruk --json --moves '{moves}'"), "");
    assert!(printed.contains(r#""outcome":"threefold repetition","over_at":8}"#), "{printed}");
    let printed = transcript("trace --json --moves 'e2e4'", "");
    assert!(printed.contains(r#""outcome":null,"over_at":null}"#), "{printed}");
}

#[test]
fn in_makruk_a_threefold_repetition_is_a_draw() {
    let moves = "b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8";
    assert_snapshot!(transcript(&format!("trace --variant makruk --moves '{moves}'"), ""));
}
