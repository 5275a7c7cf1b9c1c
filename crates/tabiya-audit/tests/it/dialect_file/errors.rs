//! Errors of dialect files: the field, the line and what was expected.

use std::fmt::Write;

use tabiya_audit::dialect_file::{from_file, from_toml};

const GOOD: &str = r#"name = "mine"
games = ["chess"]

[numbers]
generator = "splitmix64"
seed = 1

[layout]
pieces = "PNBRQKpnbrqk"
squares = "a1 b1"
sections = ["pieces", "castling", "side", "en-passant"]

[castling]
keys = 4

[en-passant]
keys = "by-file"
when = "legal-capture"

[side]
keys = "black"
"#;

#[test]
fn the_valid_file_is_valid() {
    assert!(from_toml(GOOD).is_ok());
}

#[test]
fn every_error_has_a_line_and_a_field() {
    let slips = [
        ("name = \"mine\"\n", ""),
        ("\"mine\"", "7"),
        ("\"mine\"", "\"a:b\""),
        ("\"mine\"", "\"mine"),
        ("[\"chess\"]", "[\"chess\", \"go\"]"),
        ("[\"chess\"]", "\"chess\""),
        ("\"splitmix64\"", "\"rand\""),
        ("\"splitmix64\"", "\"pcg64\""),
        ("\"splitmix64\"", "\"chacha20\""),
        ("\"splitmix64\"\nseed = 1", "\"chacha20\"\nseed = \"7d7d\""),
        ("\"splitmix64\"\nseed = 1", "\"xorshift64*\"\nseed = 0"),
        ("seed = 1", "seed = -1"),
        ("seed = 1", "seed = \"0x10000000000000000\""),
        ("seed = 1", "sead = 1\nseed = 2"),
        ("seed = 1", "seed = 1\ntable = \"numbers.txt\""),
        ("generator = \"splitmix64\"\nseed = 1", "table = \"numbers.txt\""),
        ("generator = \"splitmix64\"\nseed = 1", "keys = [\"1\", \"2\"]"),
        ("generator = \"splitmix64\"\nseed = 1", "keys = [\n  \"1\",\n  \"xyz\"]"),
        ("generator = \"splitmix64\"\nseed = 1", "keys = [1, 2]"),
        ("PNBRQKpnbrqk", "PNBRQKpnbrq"),
        ("PNBRQKpnbrqk", "PNBRQKpnbrqk7z"),
        ("\"a1 b1\"", "\"a1 c1\""),
        ("\"a1 b1\"", "\"a1 b1\"\nboard = \"7x8\""),
        ("\"side\", \"en-passant\"", "\"side\", \"side\""),
        ("\"side\", \"en-passant\"", "\"side\", \"no-pawns\""),
        ("\"side\", \"en-passant\"", "\"side\", \"clock\""),
        ("keys = 4", "keys = 5"),
        ("keys = 4", "keys = 4\norder = \"KQkk\""),
        ("\"by-file\"", "\"by-rank\""),
        ("when = \"legal-capture\"\n", ""),
        ("\"legal-capture\"", "\"legal\""),
        ("\"black\"", "\"\\u001b[31m\""),
        ("\"black\"", "\"black\"\n[fifty-move]\nfrom = 14\nevery = 0"),
        ("\"black\"", "\"black\"\n[parts]\nmaterial-from = 60"),
        ("\"black\"", "\"black\"\n[clock]\nfrom = 14"),
        ("[layout]", "[order]"),
        ("[side]", "[sides]"),
    ];
    let mut messages = String::new();
    for (old, new) in slips {
        let text = GOOD.replacen(old, new, 1);
        assert_ne!(text, GOOD, "{old}");
        let error = from_toml(&text).expect_err(&text);
        assert!(error.line().is_some(), "{error}");
        let _ = writeln!(messages, "{new:?}\n    {error}");
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn tables_of_the_wrong_length_or_format_are_refused() {
    let folder = std::env::temp_dir().join(format!("tabiya-dialect-file-errors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let description = folder.join("mine.toml");
    let table = GOOD.replacen("generator = \"splitmix64\"\nseed = 1", "table = \"numbers.txt\"", 1);
    std::fs::write(&description, table).expect("the folder for temporary files can be written");
    let why = || {
        let error = from_file(&description).expect_err("the table is wrong").to_string();
        error.replace(&*folder.to_string_lossy(), "…")
    };
    assert!(why().contains("no such file"), "{}", why());
    let mut answers = String::new();
    let big = "0\n".repeat(3 << 20);
    for text in ["1\n2\n", "", "1\nxyz\n", "1\n00000000000000001\n", "[\"1\",\n 2]", &big] {
        std::fs::write(folder.join("numbers.txt"), text)
            .expect("the folder for temporary files can be written");
        answers += &why();
        answers.push('\n');
    }
    let _ = std::fs::remove_file(folder.join("numbers.txt"));
    std::fs::create_dir(folder.join("numbers.txt")).expect("the folder for temporary files can be written");
    answers += &why();
    let _ = std::fs::remove_dir_all(&folder);
    // A long path of the temporary folder may be shortened.
    let start = answers.lines().map(|line| line.split_once("line ").map_or(line, |(_, rest)| rest));
    insta::assert_snapshot!(start.collect::<Vec<_>>().join("\n"));
}

#[test]
fn no_text_panics() {
    for cut in 0..GOOD.len() {
        let _ = from_toml(&GOOD[..cut]);
        let _ = from_toml(&format!("{}\u{0}{}", &GOOD[..cut], &GOOD[cut..]));
        let _ = from_toml(&format!("{}♚{}", &GOOD[..cut], &GOOD[cut..]));
    }
    let _ = from_toml(&"[".repeat(100_000));
    let _ = from_toml(&format!("a = {}", "[".repeat(100_000)));
}
