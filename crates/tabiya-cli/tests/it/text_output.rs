//! `moves`, `analyze`, the width of tables, completions.

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

#[test]
fn legal_moves_are_listed_with_the_keys_they_lead_to() {
    let printed = transcript("moves '7k/8/8/8/8/8/8/K6R b - - 0 1'", "");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 4, "{printed}");
    let key = transcript("key '7k/8/8/8/8/8/8/K6R b - - 0 1' --moves Kg7", "");
    assert_eq!(lines[1], format!("h8g7   Kg7      {}", key.lines().nth(1).unwrap_or_default()));
    let json = run(["moves", "--json"], b"").stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(20));
    assert_eq!(json["moves"][0]["san"], "a3");
    let mated = transcript("moves --moves 'f3 e5 g4 Qh4'", "");
    assert!(mated.contains("! note: no legal moves: checkmate, black wins"), "{mated}");
}

#[test]
fn an_analysis_is_written_for_people() {
    let mate = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";
    for name in ["analyze", "analyse"] {
        let printed = transcript(&format!("{name} '{mate}' --depth 8"), "");
        assert!(printed.contains("depth    score        nodes  seconds  line\n"), "{printed}");
        assert!(printed.ends_with("best move: 1. Nf6+ (d5f6), #2\n= 0\n"), "{printed}");
    }
    let json = run(["analyze", mate, "--depth", "8", "--json", "--multipv", "2"], b"").stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!((&json["best"], &json["lines"][0]["mate"]), (&"d5f6".into(), &2.into()));
    assert_eq!(json["lines"].as_array().map(Vec::len), Some(2));
    // From White's point of view, although Black is to move.
    let black = run(["analyze", "--moves", "f3 e5 g4", "--depth", "4", "--json"], b"").stdout;
    let black: serde_json::Value = serde_json::from_slice(&black).expect("JSON");
    assert_eq!(black["lines"][0]["mate"], -1);
}

#[test]
fn a_mate_is_printed_once() {
    let printed = transcript("analyze --moves 'f3 e5 g4' --depth 30", "");
    assert_eq!(printed.matches("Qh4#\n").count(), 1, "{printed}");
    assert!(printed.ends_with("best move: 2... Qh4# (d8h4), #-1\n= 0\n"), "{printed}");
}

#[test]
fn a_table_of_games_is_narrow_by_default() {
    let games = "samples/games.pgn";
    let printed = transcript(&format!("game {games}"), "");
    assert!(printed.lines().all(|line| line.chars().count() <= 110), "{printed}");
    let wide = transcript(&format!("game --wide {games}"), "");
    assert!(wide.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5"), "{wide}");
    let summary = transcript(&format!("game --summary {games}"), "");
    assert_snapshot!(summary);
}

#[test]
fn a_book_can_go_to_standard_output() {
    let output = run(["book", "make", "samples/games.pgn", "-o", "-", "--min-games", "1"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.is_empty() && output.stdout.len().is_multiple_of(16));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed.starts_with("summary: ") && printed.contains("from 3 games"), "{printed}");
}

#[test]
fn completions_and_man_pages_are_generated() {
    let bash = run(["generate", "completions", "bash"], b"");
    let bash = String::from_utf8_lossy(&bash.stdout);
    assert!(bash.contains("analyze") && bash.contains("generate"), "{bash}");
    let folder = std::env::temp_dir().join(format!("tabiya-man-{}", std::process::id()));
    let written = run(["generate".as_ref(), "man".as_ref(), folder.as_os_str()], b"");
    assert_eq!(written.status.code(), Some(0));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a page for each command");
    let (program, moves, engine) = (read("tabiya.1"), read("tabiya-moves.1"), read("tabiya-audit-engine.1"));
    std::fs::remove_dir_all(&folder).expect("it is ours");
    assert!(moves.contains("legal moves"), "{moves}");
    assert!(moves.contains(".SH EXAMPLES\n.nf\ntabiya moves\n"), "{moves}");
    assert!(engine.contains(".SH NOTES\n") && engine.contains(".SH EXAMPLES\n"), "{engine}");
    assert!(![&program, &moves, &engine].into_iter().any(|page| page.contains("EXTRA")));
    assert!(transcript("--help", "").contains("\n  generate  Generate shell completions and man pages\n"));
}

#[test]
fn the_help_of_help_was_an_error() {
    for line in ["help --help", "help -h", "help help", "audit help --help", "db help -h"] {
        let printed = transcript(line, "");
        assert!(
            printed.contains("Print this message or the help") && printed.ends_with("= 0\n"),
            "{printed}"
        );
    }
    assert!(transcript("key help --help", "").contains("Print the Zobrist key"));
}

#[test]
fn moves_are_read_with_comments_and_figurines() {
    let printed = transcript("fen startpos --moves '1. ♘f3 {a knight} ♞f6 $1 {x} 2. c4'", "");
    assert!(printed.contains("rnbqkb1r/pppppppp/5n2/8/2P5/5N2/PP1PPPPP/RNBQKB1R b KQkq - 0 2"), "{printed}");
}

#[test]
fn an_error_in_moves_quotes_the_word() {
    for line in [
        "key --moves 'e4 xyz'",
        "moves --moves 'e4 xyz'",
        "trace --moves 'e4 xyz'",
        "analyze --moves 'e4 xyz'",
    ] {
        let printed = transcript(line, "");
        assert!(
            printed.contains("! error: ply 2: `xyz`: not a move") && printed.ends_with("= 1\n"),
            "{printed}"
        );
    }
}

/// With and without `--json`, for every command that has `--stdin` and needs no database.
#[test]
fn a_bad_line_gives_one_line() {
    let input = b"startpos\nnonsense\nstartpos\te2e4 e2e4\n\xff\nstartpos\t\x1b\n8/8/8/8/8/8/8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3\re\n \n";
    for command in ["key", "key --all", "moves", "fen", "trace", "perft 1"] {
        for json in [false, true] {
            let mut words: Vec<&str> = command.split(' ').chain(["--stdin"]).collect();
            words.extend(json.then_some("--json"));
            let output = run(&words, input);
            assert_eq!(output.status.code(), Some(1), "{words:?}");
            let lines = String::from_utf8(output.stdout).expect("UTF-8");
            let bad = if json { "{\"error\":\"line " } else { "error: line " };
            let found = lines.lines().filter(|line| line.starts_with(bad)).count();
            assert_eq!(found, 6, "{words:?}: {lines}");
        }
    }
}

#[test]
fn a_trace_shows_repetitions_by_another_dialect() {
    // After 1. e4 no en passant capture exists: the position is the same, but Rustic's key differs.
    let moves = "e4 Nf6 Nf3 Ng8 Ng1";
    let json = run(["trace", "--dialect", "rustic", "--json", "--moves", moves], b"").stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(json["occurrences"], serde_json::json!([1, 1, 1, 1, 2]));
    assert_eq!(json["occurrences_by_key"], serde_json::json!([1, 1, 1, 1, 1]));
    assert!(
        transcript(&format!("trace --dialect rustic --moves '{moves}'"), "").contains("times  by key  clock")
    );
    assert!(!transcript(&format!("trace --moves '{moves}'"), "").contains("by key"));
}

#[test]
fn the_makruk_count_is_explained() {
    let printed = transcript("trace --variant makruk '8/8/8/4k3/8/8/R7/3K4 b - 32 8 1' --moves e5e6", "");
    assert!(
        printed.contains("! note: count 32/9: 9 of the 32 half-moves after which the game is drawn"),
        "{printed}"
    );
}
