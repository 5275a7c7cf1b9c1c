//! `tabiya key`, as transcripts: `$` a command, `>` standard input, `!` standard error, `=` exit status.

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

#[test]
fn a_key_is_printed_alone() {
    assert_snapshot!(transcript("key", ""), @r#"
    $ tabiya key
    ac39807a6c42c883
    = 0
    "#);
    assert_snapshot!(transcript("key startpos --dialect tabiya-128", ""), @r#"
    $ tabiya key startpos --dialect tabiya-128
    b7fd4412cdc0109fac39807a6c42c883
    = 0
    "#);
    assert_snapshot!(transcript("key --variant makruk", ""), @r#"
    $ tabiya key --variant makruk
    bc6b45be85450659
    = 0
    "#);
    assert_snapshot!(transcript("key '4k3/8/8/8/8/8/8/4K2R w K - 0 1'", ""), @r#"
    $ tabiya key '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    fb9f0b56a7b39d8b
    = 0
    "#);
}

#[test]
fn a_fen_may_come_unquoted() {
    assert_eq!(
        run(["key", "4k3/8/8/8/8/8/8/4K2R", "w", "K", "-", "0", "1"], b"").stdout,
        run(["key", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], b"").stdout
    );
}

#[test]
fn moves_lead_to_the_key_of_the_position_they_reach() {
    assert_snapshot!(transcript("key --moves 'e2e4 e7e5'", ""), @r#"
    $ tabiya key --moves 'e2e4 e7e5'
    0fe32ffdf9c9fe0f
    = 0
    "#);
    assert_snapshot!(transcript("key startpos --moves 'e2e4 e7e5 e4e5'", ""), @"
    $ tabiya key startpos --moves 'e2e4 e7e5 e4e5'
    ! error: ply 3: `e4e5`: illegal pawn move e4e5: the piece cannot reach it
    = 1
    ");
    assert_snapshot!(transcript("key startpos --moves 'e2e4 castles'", ""), @r"
    $ tabiya key startpos --moves 'e2e4 castles'
    ! error: ply 2: `castles`: not a move: expected something like e4, Nf3, exd5, e8=Q or O-O
    = 1
    ");
}

#[test]
fn castling_is_read_in_both_notations() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let key = |variant: &str, castling: &str| {
        let output = run(["key", fen, "--variant", variant, "--moves", castling], b"");
        assert!(output.status.success());
        output.stdout
    };
    assert_eq!(key("chess", "e1g1"), key("chess", "e1h1"));
    assert_eq!(key("chess", "e1g1"), key("chess960", "e1h1"));
}

#[test]
fn every_dialect_has_its_line() {
    let lines = transcript("key --all", "");
    assert!(lines.contains("\ntabiya ") && lines.contains(" ac39807a6c42c883\n"), "{lines}");
    assert!(
        lines.contains("\ntabiya-128 ") && lines.contains(" b7fd4412cdc0109fac39807a6c42c883\n"),
        "{lines}"
    );
    let json = transcript("key --all --json", "");
    assert!(json.contains(r#""tabiya":"ac39807a6c42c883""#), "{json}");
}

#[test]
fn each_input_line_has_one_output_line() {
    let input = "startpos\nstartpos\tg1f3 g8f6\r\nstartpos\te2e4 e2e4\n\nnonsense\nstartpos\t\n4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
    assert_snapshot!(transcript("key --stdin", input), @r"
    $ tabiya key --stdin
    > startpos
    > startpos\tg1f3 g8f6\r
    > startpos\te2e4 e2e4
    >
    > nonsense
    > startpos\t
    > 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1
    ac39807a6c42c883
    c3a7b8a22d78514a df50d641de72e9f1
    error: line 3: ply 2: `e2e4`: illegal move: no piece on e2
    error: line 5: invalid FEN: `nonsense` is not a board of 8 ranks separated by `/` (column 1)
    ac39807a6c42c883
    fb9f0b56a7b39d8b
    ! warning: line 7: castling right Q needs a white king on e1 and rook on a1: dropped (column 25)
    ! error: 2 of 6 lines were bad
    = 1
    ");
    assert_snapshot!(transcript("key --stdin --json", "startpos\nstartpos\tg1f3 g8f6\nx\n"), @r#"
    $ tabiya key --stdin --json
    > startpos
    > startpos\tg1f3 g8f6
    > x
    {"variant":"chess","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","dialect":"tabiya","key":"ac39807a6c42c883","signed":{"high":-5188916348108926817,"key":-6036652562222757757}}
    {"variant":"chess","fen":"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2","dialect":"tabiya","keys":["c3a7b8a22d78514a","df50d641de72e9f1"],"signed":{"high":-6936621725982922728,"key":-2355147026721478159}}
    {"error":"line 3: invalid FEN: `x` is not a board of 8 ranks separated by `/` (column 1)"}
    ! error: 1 of 3 lines was bad
    = 1
    "#);
}

#[test]
fn empty_standard_input_is_not_an_error() {
    assert_snapshot!(transcript("key --stdin", ""), @r#"
    $ tabiya key --stdin
    = 0
    "#);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_snapshot!(transcript("key --stdin", "\u{feff}startpos\n"), @r#"
    $ tabiya key --stdin
    > \xef\xbb\xbfstartpos
    ac39807a6c42c883
    = 0
    "#);
}

#[test]
fn invalid_utf8_affects_only_its_line() {
    let input = b"start\0pos\n\xff\xfe\nstartpos\t\x1b[31m\n\x1b]0;title\x07\nstartpos\n";
    assert_snapshot!(transcript("key --stdin", input), @r"
    $ tabiya key --stdin
    > start\x00pos
    > \xff\xfe
    > startpos\t\x1b[31m
    > \x1b]0;title\x07
    > startpos
    error: line 1: invalid FEN: `start\u{0}pos` is not a board of 8 ranks separated by `/` (column 1)
    error: line 2: the line is not UTF-8 (column 1)
    error: line 3: ply 1: `\u{1b}[31m`: not a move: expected something like e4, Nf3, exd5, e8=Q or O-O
    error: line 4: invalid FEN: `\u{1b}]0;title\u{7}` is not a board of 8 ranks separated by `/` (column 1)
    ac39807a6c42c883
    ! error: 4 of 5 lines were bad
    = 1
    ");
}

#[test]
fn a_very_long_line_is_rejected_and_the_next_one_read() {
    let mut input = vec![b'8'; 5 << 20];
    input.extend(b"\nstartpos\n");
    let output = run(["key", "--stdin"], &input);
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    assert_snapshot!(answers, @r"
    error: line 1: the line has more than 1048576 bytes
    ac39807a6c42c883
    ");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_game_of_twenty_thousand_plies_is_read() {
    let mut line = "startpos\t".to_string();
    line.push_str(&"g1f3 g8f6 f3g1 f6g8 ".repeat(5_000));
    let output = run(["key", "--stdin"], line.as_bytes());
    assert!(output.status.success());
    assert_eq!(output.stdout.split(|byte| *byte == b' ').count(), 20_000);
}

#[test]
fn output_does_not_wait_for_the_end_of_the_input() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["key", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("standard input");
    let mut answers = BufReader::new(program.stdout.take().expect("standard output"));
    for _ in 0..3 {
        stdin.write_all(b"startpos\n").expect("the program reads");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("the program answers");
        assert_eq!(answer, "ac39807a6c42c883\n");
    }
    drop(stdin);
    assert!(program.wait().expect("it ends").success());
}

#[test]
fn wrong_usage_and_bad_input_have_different_exit_codes() {
    let unknown = transcript("key --dialect klingon", "");
    assert!(unknown.contains("tabiya, tabiya-128") && unknown.ends_with("= 2\n"), "{unknown}");
    assert_snapshot!(transcript("key --variant shogi", ""), @r#"
    $ tabiya key --variant shogi
    ! error: invalid value 'shogi' for '--variant <V>'
    !   [possible values: chess, chess960, makruk]
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("key startpos --stdin", ""), @r#"
    $ tabiya key startpos --stdin
    ! error: the argument '[FEN]...' cannot be used with '--stdin'
    !
    ! Usage: tabiya key <FEN>...
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("key 'nonsense'", ""), @"
    $ tabiya key 'nonsense'
    ! error: invalid FEN: `nonsense` is not a board of 8 ranks separated by `/` (column 1)
    = 1
    ");
    assert_snapshot!(transcript("key --moves", ""), @r#"
    $ tabiya key --moves
    ! error: a value is required for '--moves <MOVES>' but none was supplied
    !
    ! For more information, try '--help'.
    = 2
    "#);
}

#[test]
fn every_command_has_help_with_examples() {
    let help = transcript("--help", "");
    let commands =
        help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    let names =
        commands.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names: Vec<&str> =
        names.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect();
    assert!(names.len() >= 3, "{help}");
    for name in names {
        let help = transcript(&format!("{name} --help"), "");
        assert!(help.contains("\nExamples:\n  tabiya ") && help.ends_with("= 0\n"), "{help}");
    }
}

#[test]
fn all_dialects_can_be_printed_for_each_line() {
    assert_snapshot!(transcript("key --stdin --all --variant makruk", "\u{feff}startpos\nnonsense\n"));
}

#[test]
fn a_file_and_another_name_are_two_dialects() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/dialects/textbook.toml");
    let printed = transcript(&format!("key --dialect-file {file} --dialect rustic"), "");
    assert!(printed.contains("are two dialects") && printed.ends_with("= 2\n"), "{printed}");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::create("/dev/full").expect("it is there");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    let status = command.arg("--help").stdout(full).stderr(std::process::Stdio::null()).status();
    assert_eq!(status.expect("the program starts").code(), Some(1));
}
