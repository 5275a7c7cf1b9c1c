//! `tabiya fen`, as transcripts: `$` a command, `>` standard input, `!` standard error, `=` exit status.

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

#[test]
fn a_fen_is_normalized() {
    assert_snapshot!(transcript("fen startpos", ""), @r#"
    $ tabiya fen startpos
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    = 0
    "#);
    assert_snapshot!(transcript("fen '4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1'", ""), @r#"
    $ tabiya fen '4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1'
    4k3/8/8/8/4P3/8/8/4K3 b - - 0 1
    = 0
    "#);
    assert_snapshot!(
        transcript("fen --variant chess960 '1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1'", ""), @r#"
    $ tabiya fen --variant chess960 '1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1'
    1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1
    = 0
    "#
    );
    assert_snapshot!(
        transcript("fen --variant makruk 'rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1'", ""), @r#"
    $ tabiya fen --variant makruk 'rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1'
    rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1
    = 0
    "#
    );
    assert_snapshot!(transcript("fen --variant makruk --makruk-js startpos", ""), @r#"
    $ tabiya fen --variant makruk --makruk-js startpos
    rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1
    = 0
    "#);
}

#[test]
fn makruk_js_letters_carry_the_count() {
    assert_snapshot!(transcript("fen --variant makruk --makruk-js '8/8/8/4k3/8/8/R7/3K4 w - 32 6 1'", ""));
    assert_snapshot!(transcript("fen --variant makruk --makruk-js '8/8/8/4k3/8/8/R7/3K4 w - 33 6 1'", ""));
}

#[test]
fn repairs_are_reported() {
    assert_snapshot!(transcript("fen ' 44/8/8/8/8/8/8/k1K4R  w qK'", ""), @"
    $ tabiya fen ' 44/8/8/8/8/8/8/k1K4R  w qK'
    8/8/8/8/8/8/8/k1K4R w - - 0 1
    ! warning: fields must be separated by one space: extra blanks ignored (column 1)
    ! warning: en passant, half-move clock and move number are missing: read as `- 0 1` (column 28)
    ! warning: rank 8: `44` is not a single digit: read as `8` (column 2)
    ! warning: castling right q needs a black king on e8 and rook on a8: dropped (column 26)
    ! warning: castling right K needs a white king on e1 and rook on h1: dropped (column 27)
    ! warning: castling letters `qK` are repeated or out of order: reordered (column 26)
    = 0
    ");
    assert_snapshot!(transcript("fen '4k3/8/8/8/8/8/8/4K2R w KQ -'", ""), @r#"
    $ tabiya fen '4k3/8/8/8/8/8/8/4K2R w KQ -'
    4k3/8/8/8/8/8/8/4K2R w K - 0 1
    ! warning: half-move clock and move number are missing: read as `0 1` (column 28)
    ! warning: castling right Q needs a white king on e1 and rook on a1: dropped (column 25)
    = 0
    "#);
    assert_snapshot!(transcript("fen --strict '4k3/8/8/8/8/8/8/4K2R w KQ -'", ""), @r#"
    $ tabiya fen --strict '4k3/8/8/8/8/8/8/4K2R w KQ -'
    ! error: invalid FEN: castling right Q needs a white king on e1 and rook on a1 (column 25), half-move clock and move number are missing (column 28)
    = 1
    "#);
    assert_snapshot!(transcript("fen --json '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1'", ""), @r#"
    $ tabiya fen --json '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1'
    {"variant":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","notes":[{"field":"castling","column":25,"repair":true,"text":"castling right Q needs a white king on e1 and rook on a1: dropped (column 25)"}]}
    ! warning: castling right Q needs a white king on e1 and rook on a1: dropped (column 25)
    = 0
    "#);
}

#[test]
fn all_problems_are_reported_at_once() {
    assert_snapshot!(transcript("fen '8/8/9/8/8/8/8/4K3 x - z9 -1 0'", ""), @"
    $ tabiya fen '8/8/9/8/8/8/8/4K3 x - z9 -1 0'
    ! error: invalid FEN: rank 6 has 9 files (column 5), the side to move is `x`: expected `w` or `b` (column 19), en passant is `z9`: expected a square or `-` (column 23), the half-move clock is `-1`: expected a number (column 26)
    = 1
    ");
    assert_snapshot!(transcript("fen 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1'", ""), @r#"
    $ tabiya fen 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1'
    ! error: invalid FEN: the board looks like Makruk (column 1)
    = 1
    "#);
    assert_snapshot!(transcript("fen --variant chess '1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1'", ""), @"
    $ tabiya fen --variant chess '1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1'
    ! error: invalid FEN: castling is `EBeb`: castling letters A-H are used only in Chess960 (column 29)
    = 1
    ");
    assert_snapshot!(transcript("fen ''", ""), @r#"
    $ tabiya fen ''
    ! error: invalid FEN: the text is empty (column 1)
    = 1
    "#);
}

#[test]
fn each_input_line_has_one_output_line() {
    let input = "startpos\n4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\n\n8/8/8/8/8/8/8/8 w - - 0 1\n";
    assert_snapshot!(transcript("fen --stdin", input), @r"
    $ tabiya fen --stdin
    > startpos
    > 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1
    >
    > 8/8/8/8/8/8/8/8 w - - 0 1
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    4k3/8/8/8/8/8/8/4K2R w K - 0 1
    error: line 4: illegal position: white has no king, black has no king
    ! warning: line 2: castling right Q needs a white king on e1 and rook on a1: dropped (column 25)
    ! error: 1 of 3 lines was bad
    = 1
    ");
    assert_snapshot!(transcript("fen --stdin --json --strict", input), @r#"
    $ tabiya fen --stdin --json --strict
    > startpos
    > 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1
    >
    > 8/8/8/8/8/8/8/8 w - - 0 1
    {"variant":"chess","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","notes":[]}
    {"error":"line 2: invalid FEN: castling right Q needs a white king on e1 and rook on a1 (column 25)"}
    {"error":"line 4: illegal position: white has no king, black has no king"}
    ! error: 2 of 3 lines were bad
    = 1
    "#);
    assert_snapshot!(transcript("fen --stdin", ""), @r#"
    $ tabiya fen --stdin
    = 0
    "#);
}

#[test]
fn no_escape_reaches_the_terminal() {
    let inputs: [&[u8]; 3] = [b"\x1b[31mred", b"4k3/8/8/8/8/8/8/4K3 \x1b[2J - - 0 1", b"\x9b31m"];
    for input in inputs {
        let output = run(["fen", "--stdin"], input);
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{output:?}");
    }
    for arguments in [["fen", "\x1b[31mred"], ["fen", "--\x1b[31mred"], ["fen", "--variant=\x1b[31m"]] {
        let output = run(arguments, b"");
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_bad_input() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let output = run([OsStr::new("fen"), OsStr::from_bytes(b"\xff\xfe")], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: the argument is not UTF-8\n");
}

#[test]
fn wrong_usage_and_bad_input_have_different_exit_codes() {
    assert_snapshot!(transcript("fen", ""), @r#"
    $ tabiya fen
    ! error: the following required arguments were not provided:
    !   <FEN>...
    !
    ! Usage: tabiya fen <FEN>...
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("fen startpos --makruk-js", ""), @r#"
    $ tabiya fen startpos --makruk-js
    ! error: --makruk-js needs --variant makruk
    = 2
    "#);
}

#[test]
fn the_help_has_examples() {
    assert_snapshot!(transcript("fen --help", ""));
}
