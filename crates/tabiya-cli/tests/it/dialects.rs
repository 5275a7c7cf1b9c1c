//! Other programs' keys on the command line, as transcripts.

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

/// The standard output of a successful command.
fn answer(args: &[&str]) -> String {
    let output = run(args, b"");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

#[test]
fn every_game_has_its_dialects() {
    for variant in ["chess", "chess960", "makruk"] {
        assert_snapshot!(transcript(&format!("key --all --variant {variant}"), ""));
    }
}

#[test]
fn a_part_is_selected_after_a_colon() {
    assert_eq!(answer(&["key", "--dialect", "stockfish:pawn"]), "916bb95c438c0ba9\n");
    assert_snapshot!(transcript("key --dialect stockfish:raw --json", ""));
    assert_snapshot!(transcript("key --dialect stockfish:queen", ""));
    assert_snapshot!(transcript("key --dialect polyglot:pawn", ""));
}

#[test]
fn a_printed_dialect_file_gives_the_same_keys() {
    let path = std::env::temp_dir().join(format!("tabiya-cli-described-{}.toml", std::process::id()));
    let file = path.to_str().expect("the folder for temporary files has a name in UTF-8");
    let chess = ["polyglot", "polyglot-legal", "stockfish", "stockfish-15", "stockfish-8", "rustic"];
    let chess = chess.map(|name| (name, "chess"));
    for (name, variant) in
        chess.into_iter().chain([("makruk-js", "makruk"), ("fairy-stockfish-11", "makruk")])
    {
        std::fs::write(&path, answer(&["key", "--describe", name])).expect("the file can be written");
        let known = answer(&["key", "--dialect", name, "--variant", variant]);
        assert_eq!(answer(&["key", "--dialect-file", file, "--variant", variant]), known, "{name}");
    }
    let _ = std::fs::remove_file(&path);
}

#[test]
fn unsupported_requests_are_reported() {
    assert_snapshot!(transcript("key --describe tabiya", ""));
    assert_snapshot!(transcript("key --describe klingon", ""));
    assert_snapshot!(transcript("key --dialect rustic --variant chess960", ""));
    assert_snapshot!(transcript("key --dialect-file no-such-file.toml", ""));
}
