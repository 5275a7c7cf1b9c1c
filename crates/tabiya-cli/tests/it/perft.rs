//! `tabiya perft`, as transcripts: `$` a command, `>` standard input, `!` standard error, `=` exit status.

use std::process::{Command, Stdio};

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn only_the_count_is_printed() {
    assert_snapshot!(transcript("perft 0", ""), @r#"
    $ tabiya perft 0
    1
    = 0
    "#);
    assert_snapshot!(transcript("perft 3", ""), @r#"
    $ tabiya perft 3
    8902
    = 0
    "#);
    assert_snapshot!(transcript("perft 3 --variant makruk", ""), @r#"
    $ tabiya perft 3 --variant makruk
    12012
    = 0
    "#);
    assert_snapshot!(transcript("perft 3 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""), @r#"
    $ tabiya perft 3 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
    0
    = 0
    "#);
}

#[test]
fn a_divided_count_names_each_move() {
    assert_snapshot!(transcript("perft 2 --divide '4k3/8/8/8/8/8/8/4K2R w K - 0 1'", ""), @r#"
    $ tabiya perft 2 --divide '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    h1f1: 3
    h1g1: 5
    h1h2: 5
    h1h3: 5
    h1h4: 5
    h1h5: 5
    h1h6: 5
    h1h7: 2
    h1h8: 3
    e1g1: 3
    e1d1: 5
    e1f1: 5
    e1d2: 5
    e1e2: 5
    e1f2: 5
    66
    = 0
    "#);
    assert_snapshot!(
        transcript("perft 1 --divide --variant chess960 '4k3/8/8/8/8/8/8/4K2R w K - 0 1'", ""), @r#"
    $ tabiya perft 1 --divide --variant chess960 '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    h1f1: 1
    h1g1: 1
    h1h2: 1
    h1h3: 1
    h1h4: 1
    h1h5: 1
    h1h6: 1
    h1h7: 1
    h1h8: 1
    e1h1: 1
    e1d1: 1
    e1f1: 1
    e1d2: 1
    e1e2: 1
    e1f2: 1
    15
    = 0
    "#
    );
    assert_snapshot!(transcript("perft 1 --divide --variant makruk '4k3/8/8/2P5/8/8/8/3K4 w - - 0 1'", ""), @r#"
    $ tabiya perft 1 --divide --variant makruk '4k3/8/8/2P5/8/8/8/3K4 w - - 0 1'
    c5c6m: 1
    d1c1: 1
    d1e1: 1
    d1c2: 1
    d1d2: 1
    d1e2: 1
    6
    = 0
    "#);
}

#[test]
fn threads_and_cache_change_nothing() {
    for options in [&["--threads", "3"][..], &["--hash", "1"], &["--threads", "2", "--hash", "2"]] {
        let output = run([&["perft", "4", KIWIPETE], options].concat(), b"");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "4085603\n", "{options:?}");
    }
}

#[test]
fn each_input_line_has_one_output_line() {
    let input = "startpos\t3\r\nstartpos\nstartpos\tdeep\nstartpos\t101\nx\t1\nstartpos\t 2 \n";
    assert_snapshot!(transcript("perft --stdin", input), @r"
    $ tabiya perft --stdin
    > startpos\t3\r
    > startpos
    > startpos\tdeep
    > startpos\t101
    > x\t1
    > startpos\t 2
    8902
    error: line 2: missing depth: expected FEN, TAB, depth
    error: line 3: the depth must be a number from 0 to 100
    error: line 4: the depth must be a number from 0 to 100
    error: line 5: invalid FEN: `x` is not a board of 8 ranks separated by `/` (column 1)
    400
    ! error: 4 of 6 lines were bad
    = 1
    ");
    assert_snapshot!(transcript("perft 1 --stdin --hash 1", "startpos\nstartpos\t2\n"), @r#"
    $ tabiya perft 1 --stdin --hash 1
    > startpos
    > startpos\t2
    20
    400
    = 0
    "#);
    assert_snapshot!(transcript("perft --stdin", ""), @r#"
    $ tabiya perft --stdin
    = 0
    "#);
}

#[test]
fn json_includes_the_speed() {
    let output = run(["perft", "2", "--divide", "--json", "7k/8/8/8/8/8/8/K7 w - - 0 1"], b"");
    let mut answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for figure in ["seconds", "nodes_per_second"] {
        assert!(answer[figure].is_number(), "{figure}");
        answer[figure] = "…".into();
    }
    assert_snapshot!(format!("{answer:#}"), @r#"
    {
      "depth": 2,
      "divide": [
        {
          "move": "a1b1",
          "nodes": 3
        },
        {
          "move": "a1a2",
          "nodes": 3
        },
        {
          "move": "a1b2",
          "nodes": 3
        }
      ],
      "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1",
      "nodes": 9,
      "nodes_per_second": "…",
      "seconds": "…",
      "variant": "chess"
    }
    "#);
}

#[test]
fn a_count_that_overflows_is_rejected() {
    // The kings move behind a wall of pawns: few positions, so that only the cache makes this depth feasible.
    let fen = "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/K7 w - - 0 1";
    let output = run(["perft", "60", fen, "--hash", "64"], b"");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: the count exceeds 64 bits\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["perft", "3", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(program.stdout.take());
    let output = program.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["perft", "2"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write the answer: "));
}

#[test]
fn a_cache_larger_than_memory_is_refused() {
    for size in ["100000000", "18446744073709551615"] {
        let output = run(["perft", "2", "--hash", size], b"");
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn wrong_usage_and_bad_input_have_different_exit_codes() {
    assert_snapshot!(transcript("perft", ""), @r#"
    $ tabiya perft
    ! error: the following required arguments were not provided:
    !   <DEPTH>
    !
    ! Usage: tabiya perft <DEPTH> [FEN]...
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("perft deep", ""), @r#"
    $ tabiya perft deep
    ! error: invalid value 'deep' for '[DEPTH]': invalid digit found in string
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("perft 101", ""), @r#"
    $ tabiya perft 101
    ! error: invalid value '101' for '[DEPTH]': 101 is not in 0..=100
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("perft 1 --threads 1000000", ""), @r#"
    $ tabiya perft 1 --threads 1000000
    ! error: invalid value '1000000' for '--threads <N>': 1000000 is not in 1..=256
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("perft 1 --stdin --divide", ""), @r#"
    $ tabiya perft 1 --stdin --divide
    ! error: the argument '--stdin' cannot be used with '--divide'
    !
    ! Usage: tabiya perft --stdin <DEPTH> [FEN]...
    !
    ! For more information, try '--help'.
    = 2
    "#);
    assert_snapshot!(transcript("perft 1 nonsense", ""), @"
    $ tabiya perft 1 nonsense
    ! error: invalid FEN: `nonsense` is not a board of 8 ranks separated by `/` (column 1)
    = 1
    ");
}

#[test]
fn the_help_has_examples() {
    assert_snapshot!(transcript("perft --help", ""));
}
