//! Input of positions and moves, the same for all commands.

use crate::transcript::{run, transcript};

/// The output of a command without warnings.
fn answer(command: &[&str], input: &str) -> String {
    let output = run(command, input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

#[test]
fn san_is_accepted_for_moves() {
    for command in
        [&["key"][..], &["trace"], &["fen", "startpos"], &["moves"], &["analyze", "--json", "--depth", "1"]]
    {
        let with = |moves: &str| {
            let line = answer(&[command, &["--moves", moves]].concat(), "");
            // The time varies.
            line.split("\"nodes\"").next().map(str::to_owned)
        };
        let uci = with("e2e4 e7e5 g1f3 b8c6 f1b5");
        assert_eq!(with("1. e4 e5 2. Nf3 Nc6 3. Bb5"), uci, "{command:?}");
        assert_eq!(with("1.e4 e7e5 2.Nf3 Nc6 3.Bb5"), uci, "{command:?}");
    }
    let probe = transcript("book probe /nowhere --moves '1. e4 e6 2. Ke3'", "");
    assert!(probe.contains("ply 3: `Ke3`: illegal move: no king can reach e3"), "{probe}");
    let keys = answer(&["key", "--stdin"], "startpos\t1. e4 e5\nstartpos\te2e4 e7e5\n");
    let keys: Vec<&str> = keys.lines().collect();
    assert_eq!(keys[0], keys[1]);
}

#[test]
fn empty_lines_are_skipped_and_an_error_names_its_line() {
    for command in ["key", "fen", "trace", "moves"] {
        let output = run([command, "--stdin"], b"startpos\n\n  \r\nnonsense\nstartpos\n");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("error")).collect();
        assert_eq!(lines.len(), 1, "{command}: {text}");
        assert!(lines[0].starts_with("error: line 4: invalid FEN"), "{command}: {text}");
        let complaint = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(complaint.contains("1 of 3 lines was bad"), "{complaint}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn epd_is_read_from_lines() {
    let epd =
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; hmvc 2; fmvn 3; id \"a;b\";";
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(answer(&["fen", "--stdin"], epd).trim_end(), fen);
    assert_eq!(answer(&["key", "--stdin"], epd), answer(&["key", fen], ""));
    let printed = transcript("fen --stdin", "8/8/8/8/8/4k3/4p3/4K3 w - - bm Kd1\n");
    assert!(printed.contains("error: line 1: EPD: missing `;` after operation `bm Kd1`"), "{printed}");
}

#[test]
fn chess960_fens_are_recognized_with_one_remark() {
    let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w";
    let printed = answer(&["key", "--variant", "chess960", &format!("{start} KQkq - 0 1")], "");
    for rights in ["KQkq", "HFhf"] {
        let fen = format!("{start} {rights} - 0 1");
        let output = run(["key", &fen], b"");
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "{rights}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(complaint, format!("warning: castling `{rights}` is read as Chess960 (column 47)\n"));
    }
    let letters = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    assert_eq!(answer(&["key", letters], ""), answer(&["key"], ""));
    assert!(
        transcript(&format!("key --variant chess '{letters}'"), "").contains("are used only in Chess960")
    );
    assert!(
        transcript(&format!("key --dialect rustic '{letters}'"), "")
            .contains("rustic has no keys for chess960")
    );
}

#[test]
fn a_fen_written_with_every_double_step_gives_the_key_of_the_moves() {
    let fen = answer(&["fen", "startpos", "--moves", "e2e4", "--en-passant", "always"], "");
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n");
    let rustic = ["key", "--dialect", "rustic"];
    let by_moves = answer(&[&rustic[..], &["--moves", "e2e4"]].concat(), "");
    assert_eq!(answer(&[&rustic[..], &[fen.trim_end()]].concat(), ""), by_moves);
    let square = |square: &str| {
        answer(&[&rustic[..], &[&format!("4k3/8/8/8/4P3/8/8/4K3 w - {square} 0 1")]].concat(), "")
    };
    assert_eq!(square("a1"), square("-"));
}
