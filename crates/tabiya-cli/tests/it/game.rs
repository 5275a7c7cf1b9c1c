//! `tabiya game`, as transcripts: `$` a command, `>` standard input, `!` standard error, `=` exit status.

use std::io::Write;

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

/// The path of a file in `testdata`.
fn shared(name: &str) -> String {
    format!("testdata/{name}")
}

#[test]
fn games_are_a_table_with_a_summary() {
    assert_snapshot!(transcript(&format!("game --wide {}", shared("classics.pgn")), ""));
}

#[test]
fn repetitions_and_claims_are_reported() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    assert_snapshot!(transcript(
        "game --wide -",
        format!("{} 1/2-1/2\n\n{shuffle} e4 1-0\n", &shuffle[..32])
    ));
}

#[test]
fn broken_games_are_reported_and_the_others_are_read() {
    assert_snapshot!(transcript(&format!("game --wide {}", shared("broken.pgn")), ""));
}

#[test]
fn every_variant_is_replayed_by_its_rules() {
    assert_snapshot!(transcript(&format!("game --json {}", shared("variants.pgn")), ""));
}

#[test]
fn json_is_one_object_a_game() {
    assert_snapshot!(transcript(&format!("game --json {}", shared("broken.pgn")), ""));
}

#[test]
fn games_without_a_variant_tag_use_the_requested_variant() {
    let output = run(
        ["game", "--json", "--variant", "makruk", "-"],
        b"1. d4 e5 2. dxe5 *\n\n[Variant \"Standard\"]\n\n1. e4 c5 *",
    );
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let variants: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["variant"].to_string())
        .collect();
    assert_eq!(variants, ["\"makruk\"", "\"chess\""]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn other_files_than_pgn_are_rejected() {
    assert_snapshot!(transcript("game --json -", "<html><p>1. e4</p></html>\n"), @r"
    $ tabiya game --json -
    > <html><p>1. e4</p></html>
    ! error: -: not PGN: looks like HTML
    ! summary: 0 games
    = 1
    ");
    assert_snapshot!(transcript("game --json -", ""), @r"
    $ tabiya game --json -
    ! summary: 0 games
    = 0
    ");
    assert_snapshot!(transcript("game --json -", "\u{feff}[Event \"x\"]".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()), @r#"
    $ tabiya game --json -
    > \xff\xfe[\x00E\x00v\x00e\x00n\x00t\x00 \x00\"\x00x\x00\"\x00]\x00
    ! error: -: not PGN: the text is UTF-16; convert it to UTF-8 first
    ! summary: 0 games
    = 1
    "#);
    assert_snapshot!(transcript("game --json no-such-file.pgn -", "1. e4 *"), @r#"
    $ tabiya game --json no-such-file.pgn -
    > 1. e4 *
    {"file":"-","game":1,"line":1,"event":null,"white":null,"black":null,"variant":"chess","result":"*","plies":1,"opening":{"eco":"B00","name":"King's Pawn Game"},"ended":"unfinished","ended_by":"unfinished","over_before":null,"claimable":[],"repetitions":[],"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","key":"b465fdbaba8e0ee8","contradicts_board":false,"warnings":[],"error":null}
    ! error: no-such-file.pgn: No such file or directory (os error 2)
    ! summary: 1 game
    ! summary:        1  unfinished
    ! summary: claimable but not claimed: 0
    ! summary: longest game without a repetition: 1 plies (-, game 1)
    = 1
    "#);
    assert_snapshot!(transcript("game --json .", ""), @r"
    $ tabiya game --json .
    ! error: .: is a directory
    ! summary: 0 games
    = 1
    ");
}

#[test]
fn control_characters_in_a_file_name_are_escaped() {
    let printed = transcript("game '\u{1b}[31mx.pgn'", "");
    assert!(!printed.lines().skip(1).any(|line| line.contains('\u{1b}')), "{printed}");
    assert!(printed.contains("\\u{1b}[31mx.pgn"), "{printed}");
}

#[test]
fn control_characters_in_the_summary_are_escaped() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("\u{1b}[31mred.pgn");
    std::fs::write(&path, "1. e4 e5 *\n").expect("a file can be written");
    let name = path.display().to_string();
    let book = format!("{name}.bin");
    for args in [vec!["game", &name], vec!["book", "make", &name, "-o", &book, "--min-games", "1"]] {
        let output = run(&args, b"");
        let printed = String::from_utf8(output.stdout).expect("the program writes UTF-8");
        assert!(printed.contains("\\u{1b}[31mred.pgn") && !printed.contains('\u{1b}'), "{printed:?}");
    }
}

#[test]
fn threads_change_nothing() {
    let broken = std::fs::read(shared("broken.pgn")).expect("it is there");
    let classics = std::fs::read(shared("classics.pgn")).expect("it is there");
    let mut many = Vec::new();
    for _ in 0..120 {
        many.extend_from_slice(&broken);
        many.extend_from_slice(b"\n");
        many.extend_from_slice(&classics);
        many.extend_from_slice(b"\n<junk>\n");
    }
    let alone = run(["game", "--json", "-", "missing"], &many);
    assert_eq!(alone.status.code(), Some(1));
    for threads in ["2", "3", "8"] {
        let together = run(["game", "--json", "--threads", threads, "-", "missing"], &many);
        assert_eq!((&together.stdout, &together.stderr), (&alone.stdout, &alone.stderr), "{threads} threads");
        assert_eq!(together.status.code(), Some(1));
    }
}

#[test]
fn a_truncated_file_gives_the_games_before_the_cut() {
    let text = std::fs::read(shared("classics.pgn")).expect("it is there").repeat(200);
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let compressed = packer.write_all(&text).and_then(|()| packer.finish()).expect("a vector takes all");
    let complete = run(["game", "--json", "-"], &compressed);
    assert_eq!((complete.status.code(), lines(&complete.stdout)), (Some(0), 400));
    let half = compressed.len() / 2;
    let cut = run(["game", "--json", "-"], &compressed[..half]);
    assert!(lines(&cut.stdout) > 10 && lines(&cut.stdout) < 400);
    assert!(complete.stdout.starts_with(&cut.stdout));
    assert_eq!(cut.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&cut.stderr).into_owned();
    assert!(
        printed.contains(&format!("the gzip data is truncated at or before byte {half} of the file")),
        "{printed}"
    );
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let text = std::fs::read(shared("classics.pgn")).expect("it is there").repeat(2000);
    for threads in ["1", "3"] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .args(["game", "--json", "--threads", threads, "-"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(program.stdout.take());
        let _ = program.stdin.take().expect("it has a standard input").write_all(&text);
        let output = program.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{threads} threads");
    }
}

#[test]
fn the_help_has_examples() {
    assert_snapshot!(transcript("game --help", ""));
}

#[test]
fn without_a_game_there_is_no_table() {
    assert_snapshot!(transcript("game no-such-file.pgn", ""));
}
