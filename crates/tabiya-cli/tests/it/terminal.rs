//! Progress bars and spinners, which are drawn on terminals only.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;

use crate::transcript::transcript;
use pty_process::Size;
use pty_process::blocking::{Command, open};

/// The output of the program on a standard error that is a terminal of 80 columns; standard output is a pipe.
fn drawn(args: &[&str]) -> String {
    seen(program(args).stdout(Stdio::null()))
}

fn program(args: &[&str]) -> Command {
    Command::new(env!("CARGO_BIN_EXE_tabiya")).args(args)
}

/// The output of a program on a terminal.
fn seen(command: Command) -> String {
    let (mut terminal, device) = open().expect("a pseudo-terminal");
    terminal.resize(Size::new(24, 80)).expect("it has a size");
    let mut child = command.spawn(device).expect("the program starts");
    let (mut seen, mut piece) = (Vec::new(), [0; 4096]);
    // Reading fails when the program has ended.
    while let Ok(length @ 1..) = terminal.read(&mut piece) {
        seen.extend_from_slice(&piece[..length]);
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8(seen).expect("the program writes UTF-8")
}

/// The standard error of the program if it is not a terminal.
fn printed(args: &[&str]) -> Vec<String> {
    let all = transcript(&args.join(" "), "");
    all.lines().filter_map(|line| line.strip_prefix("! ")).map(str::to_string).collect()
}

/// A temporary file.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file can be written");
    path
}

/// Enough games for a progress bar.
fn games(name: &str) -> String {
    file(name, &"1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n".repeat(2_000)).display().to_string()
}

#[test]
fn making_a_book_shows_a_bar_on_a_terminal_and_only_there() {
    let (pgn, book) = (games("bar.pgn"), file("bar.bin", "").display().to_string());
    let args = ["book", "make", &pgn, "-o", &book];
    let seen = drawn(&args);
    assert!(seen.contains(" games, ") && seen.contains('%'), "{seen:?}");
    assert!(printed(&args).is_empty());
}

#[test]
fn replaying_games_shows_a_bar_on_a_terminal_and_only_there() {
    let pgn = games("replayed.pgn");
    let args = ["game", "--json", &pgn];
    let seen = drawn(&args);
    assert!(seen.contains(" games, ") && seen.contains('%'), "{seen:?}");
    assert!(printed(&args).iter().all(|line| line.starts_with("summary: ")));
}

/// The standard output of the program on a terminal of 80 columns.
fn answered(args: &[&str]) -> String {
    seen(program(args).stderr(Stdio::null()))
}

#[test]
fn the_summary_of_games_in_a_long_path_fits_the_terminal() {
    let folder = "a-folder-with-a-long-name/".repeat(4);
    fs::create_dir_all(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(&folder)).expect("a folder");
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let path = file(&format!("{folder}games.pgn"), &format!("{shuffle} *\n\n1. e4 e5 *\n"));
    let text = answered(&["game", "--summary", &path.display().to_string()]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("…") && text.contains("games.pgn, game 2)"), "{text}");
    assert!(text.contains("times (…") && text.contains("games.pgn, game 1)"), "{text}");
}

#[test]
fn a_search_without_a_known_end_shows_a_spinner_on_a_terminal_and_only_there() {
    let keys: String =
        (1..200u64).map(|n| format!("{:016x}\n", n.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    let table = file("spinner.txt", &keys).display().to_string();
    let args = ["audit", "table", &table, "--seconds", "1"];
    let seen = drawn(&args);
    assert!(seen.contains("searching dependent sets, "), "{seen:?}");
    assert!(!seen.contains("0/0"), "{seen:?}");
    assert!(printed(&args).is_empty());
}

#[test]
fn an_audited_engine_shows_a_spinner_with_its_positions() {
    let engine = env!("CARGO_BIN_EXE_tabiya");
    let args = |seconds| ["audit", "engine", "--seconds", seconds, "--", engine, "uci"];
    let shows_positions =
        |drawn: &String| drawn.contains("querying the engine: ") && drawn.contains(" positions");
    // A busy machine may need more than a few seconds to start the engine.
    let mut runs = ["3", "20", "60"].into_iter().map(|seconds| drawn(&args(seconds)));
    let seen = runs.find(shows_positions).expect("the number of positions on the spinner");
    assert!(!seen.contains("0/0"), "{seen:?}");
    assert!(printed(&args("1")).is_empty());
}
