//! UCI lines and positions, valid and invalid.

use crate::common::uci_session::{answers, best_moves, count, fens, line_with};
use tabiya::{Chess, Makruk, Position};

#[test]
fn the_engine_introduces_itself() {
    let text = answers("uci\nisready\n");
    assert!(text.starts_with("id name Tabiya "), "{text}");
    for option in
        ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_Variant", "Book", "OwnBook", "UseTT"]
    {
        assert_eq!(count(&text, &format!("option name {option} type ")), 1, "{option} in\n{text}");
    }
    assert!(text.ends_with("uciok\nreadyok\n"), "{text}");
}

#[test]
fn extra_blanks_tabs_and_carriage_returns_are_accepted() {
    let text = answers(
        "\r\n\n   \t \n  isready  \r\n\tposition\tstartpos  moves\te2e4\t e7e5 \r\ngo\tdepth  1\r\nisready",
    );
    assert_eq!(count(&text, "readyok"), 2);
    assert_eq!(best_moves(&text).len(), 1);
    assert!(!text.contains("info string"), "{text}");
}

#[test]
fn unknown_commands_are_reported() {
    let text = answers(
        "joho\nxyzzy 1 2 3\nUCI\n\u{1b}[2Jisready\n♟\n\0\0\nisready\nposition\nposition up\nsetoption\nsetoption name\nsetoption nam Hash value 3\n",
    );
    assert!(text.lines().all(|line| line.starts_with("info string ") || line == "readyok"), "{text}");
    assert_eq!(count(&text, "readyok"), 1);
    assert!(text.chars().all(|char| char == '\n' || !char.is_control()), "{text:?}");
    assert!(text.contains("unknown command: xyzzy"));
}

#[test]
fn lines_that_are_not_utf8_are_ignored() {
    let mut bytes =
        b"isready\n\xff\xfe\xc3\x28 go infinite\nposition startpos moves \x80\nisready\n".to_vec();
    bytes.extend((0..=255_u8).cycle().take(10_000));
    bytes.extend(b"\nisready\n");
    let text = answers(bytes);
    assert_eq!(count(&text, "readyok"), 3);
    assert!(text.contains("not UTF-8"));
    assert_eq!(best_moves(&text).len(), 0);
}

#[test]
fn a_line_that_is_too_long_is_ignored_and_the_next_one_executed() {
    let mut bytes = b"position startpos moves ".to_vec();
    bytes.resize(3 << 20, b'a');
    bytes.extend(b" quit\nisready\nd\n");
    let text = answers(bytes);
    assert_eq!(count(&text, "readyok"), 1);
    assert_eq!(count(&text, "info string a line of more than 1 MiB"), 1);
    assert!(text.contains("rnbqkbnr/pppppppp"));
    // Also without a line end.
    assert_eq!(count(&answers(vec![b'q'; 2 << 20]), "info string"), 1);
}

#[test]
fn the_last_line_needs_no_line_end() {
    assert_eq!(answers("isready"), "readyok\n");
    assert_eq!(answers("isready\nquit\nisready\n"), "readyok\n");
    assert_eq!(answers(""), "");
}

#[test]
fn an_invalid_position_keeps_the_previous_one() {
    let good = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4";
    for bad in [
        "position fen",
        "position fen ",
        "position fen moves e2e4",
        "position fen joho",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 extra fields here",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K4 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - -1 1",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 9e9 1",
        "position startpos e2e4",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e4e5 g8f6",
        "position startpos moves e2e4e5",
        "position startpos moves 0000",
        "position startpos moves e7e8q",
    ] {
        let text = answers(format!("{good}\n{bad}\nd\ngo depth 1\n"));
        assert_eq!(fens(&text), ["4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"], "{bad}");
        assert!(count(&text, "info string position: ") == 1, "{bad}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{bad}");
    }
}

#[test]
fn go_after_an_invalid_position_does_not_search_the_previous_one() {
    let fen = b"position fen 4k3/8/8/8/8/8/8/4K3 x - -".as_slice();
    let not_text = b"position startpos moves \xff\xfe".as_slice();
    let too_long = [b"position startpos moves ".as_slice(), &[b'a'; 2 << 20]].concat();
    for bad in [b"position".as_slice(), b"position startpos moves e2e5", fen, not_text, &too_long] {
        let lines = |after: &[u8]| [b"position startpos moves e2e4\n".as_slice(), bad, b"\n", after].concat();
        for go in ["go depth 2", "go infinite\nstop", "go wtime 100 btime 100", "ucinewgame\ngo nodes 90"] {
            let text = answers(lines(go.as_bytes()));
            assert_eq!(best_moves(&text), ["0000"], "{text}");
            assert_eq!(count(&text, "info string go: no valid position: "), 1, "{text}");
            assert!(!text.contains(" pv "), "{text}");
        }
        // Perft prints no count, and a valid position enables searches again.
        assert!(!answers(lines(b"go perft 2\n")).contains("Nodes searched"));
        let text = answers(lines(b"go depth 1\nposition startpos\ngo depth 1 searchmoves e2e4\n"));
        assert_eq!(best_moves(&text), ["0000", "e2e4"], "{text}");
    }
}

#[test]
fn an_illegal_move_is_reported_with_its_ply() {
    let text = answers("position startpos moves e2e4 e7e5 e4e5 g8f6\n");
    assert!(text.starts_with("info string position: ply 3 (e4e5): "), "{text}");
    assert!(text.contains("; searches are disabled until a valid position is set"), "{text}");
    let long = format!("position startpos moves {}\n", "x".repeat(100_000));
    assert!(answers(long).len() < 500, "what is quoted is cut short");
}

#[test]
fn repairs_of_a_fen_are_reported() {
    let text = answers("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq e3\nd\n");
    assert_eq!(fens(&text), ["4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(count(&text, "info string ") >= 1, "{text}");
}

#[test]
fn twenty_thousand_plies_are_accepted() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(20_000).collect::<Vec<_>>();
    let text = answers(format!("position startpos moves {}\nd\ngo depth 3\nisready\n", moves.join(" ")));
    assert_eq!(fens(&text), ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 20000 10001"]);
    assert_eq!(best_moves(&text).len(), 1);
}

#[test]
fn d_prints_the_position_with_key_and_checkers() {
    let text = answers("position startpos moves e2e4 f7f6 d1h5\nd\n");
    let position: Position<Chess> = fens(&text)[0].parse().unwrap();
    assert_eq!(line_with(&text, "Key: "), format!("Key: {}", position.key()));
    assert_eq!(line_with(&text, "Checkers: "), "Checkers: h5");
    let text = answers("setoption name UCI_Variant value makruk\nd\neval\n");
    assert_eq!(fens(&text), ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"]);
    assert_eq!(line_with(&text, "Key: "), format!("Key: {}", Position::<Makruk>::start().key()));
    // White is ahead only by the tempo.
    for text in [text, answers("eval\n")] {
        let value = line_with(&text, "Value ").split(' ').nth(1).and_then(|value| value.parse::<i32>().ok());
        assert!(value.is_some_and(|value| (0..60).contains(&value)), "{text}");
    }
}
