//! `tabiya match`, as transcripts: `$` a command, `!` standard error, `=` exit status.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

/// An engine that always plays one move, which mates in the positions of these tests.
const MATES: &str = "while read -r word rest; do case $word in uci) echo 'id name Mates'; echo uciok;; \
                     isready) echo readyok;; go) echo 'info depth 2 score mate 1 nodes 30'; echo bestmove a7g7;; \
                     quit) exit;; esac; done";
/// An engine that always plays the same illegal move.
const CHEATS: &str = "while read -r word rest; do case $word in uci) echo 'id name Cheats'; echo uciok;; \
                      isready) echo readyok;; go) echo bestmove a7a1h;; quit) exit;; esac; done";
/// An engine that never moves.
const THINKS: &str = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
                      go) echo go >> \"$0.go\";; quit) exit;; esac; done";
/// White mates in one.
const MATE_IN_ONE: &str = "7k/Q7/6K1/8/8/8/8/8 w - - 0 1\n# a comment\n\n";

/// A temporary folder in which commands run.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("tabiya-match-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        let files =
            [("mates.sh", MATES), ("cheats.sh", CHEATS), ("thinks.sh", THINKS), ("mate.fen", MATE_IN_ONE)];
        files.into_iter().fold(Folder(folder), |folder, (file, content)| folder.with(file, content))
    }

    fn with(self, file: &str, content: impl AsRef<[u8]>) -> Folder {
        fs::write(self.0.join(file), content).expect("a file can be written");
        self
    }

    /// The transcript, in which the folder is called `DIR` and all times are zero.
    fn transcript(&self, command: &str) -> String {
        let folder = self.0.display().to_string();
        timeless(&transcript(&command.replace("DIR", &folder), "").replace(&folder, "DIR"))
    }

    /// A match of one pair against `mates.sh`.
    fn pair(&self, second: &str, rest: &str) -> String {
        self.transcript(&format!(
            "match --engine 'cmd=sh arg=DIR/mates.sh' --engine 'cmd=sh arg=DIR/{second}.sh' --each depth=2 \
             --openings DIR/mate.fen --pairs 1 {rest}"
        ))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Replaces seconds, as in `0.013 s` and `0.01s`, by zeros.
fn timeless(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let shown = words.iter().enumerate().map(|(index, word)| {
        let (core, end) = word.split_once('s').unwrap_or((word, ""));
        // A row may end with the seconds. Measured times have three decimals.
        let next = words.get(index + 1).and_then(|next| next.lines().next());
        let has_thousandths = word.split_once('.').is_some_and(|(_, end)| end.len() == 3);
        let is_time = word.contains('s') || (next == Some("s") && has_thousandths);
        match is_time && is_number(core) {
            true if word.contains('s') => format!("0.00s{end}"),
            true => "0.000".to_string(),
            false => (*word).to_string(),
        }
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_match_ends_with_a_table() {
    assert_snapshot!(Folder::new("table").pair("cheats", ""));
}

#[test]
fn equal_engines_are_equal() {
    assert_snapshot!(Folder::new("equal").pair("mates", "--sprt elo0=-5,elo1=5"));
}

#[test]
fn json_is_one_object() {
    let folder = Folder::new("json");
    let printed = folder.pair("cheats", "--json --sprt elo0=0,elo1=10,model=normalised");
    let line = printed.lines().find(|line| line.starts_with('{')).expect("there is an object");
    let mut object: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
    for engine in object["engines"].as_array_mut().expect("there are engines") {
        assert!(engine["seconds_per_move"].as_f64().is_some());
        engine["seconds_per_move"] = 0.into();
    }
    let los = object["los"].take().as_f64().expect("one is likelier to be stronger");
    assert!((los - 0.8413).abs() < 1e-4, "{los}");
    let llr = object["sprt"]["llr"].take().as_f64().expect("there is a test");
    assert!((llr - 0.0397).abs() < 1e-4, "{llr}");
    assert_snapshot!(serde_json::to_string_pretty(&object).expect("it can be written"));
}

#[test]
fn games_are_appended_as_they_end() {
    let folder = Folder::new("pgn");
    folder.pair("cheats", "--pgn DIR/games.pgn --event Cup");
    folder.pair("mates", "--pgn DIR/games.pgn");
    let pgn = fs::read_to_string(folder.0.join("games.pgn")).expect("there are games");
    let first: Vec<&str> = pgn.lines().take_while(|line| !line.starts_with("[Event \"tabiya")).collect();
    let is_dated = |line: &&str| line.starts_with("[Date \"20");
    assert_eq!(first.iter().filter(|line| is_dated(line)).count(), 2);
    let undated: Vec<&str> = first.into_iter().filter(|line| !is_dated(line)).collect();
    assert_snapshot!(timeless(&undated.join("\n")));
    let games = folder.transcript("game DIR/games.pgn");
    assert!(games.contains("4 games\n") && games.ends_with("= 0\n"), "{games}");
}

#[test]
fn the_tables_of_a_match_fit_80_columns() {
    let folder = Folder::new("narrow");
    let name = "name=an-engine-with-a-rather-long-name";
    let three = format!(
        "match --engine 'cmd=sh arg=DIR/mates.sh {name}' --engine 'cmd=sh arg=DIR/mates.sh' \
         --engine 'cmd=sh arg=DIR/cheats.sh name=Cheats' --each depth=2 --openings DIR/mate.fen --pairs 1"
    );
    let printed = folder.transcript(&three);
    let tables: Vec<&str> = printed.lines().filter(|line| !line.starts_with(['$', '!'])).collect();
    assert!(tables.iter().any(|line| line.starts_with("all ")), "{printed}");
    for line in tables {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn three_engines_play_a_round_robin() {
    let folder = Folder::new("three");
    let three = "match --engine 'cmd=sh arg=DIR/mates.sh name=A' --engine 'cmd=sh arg=DIR/cheats.sh name=B' \
                 --engine 'cmd=sh arg=DIR/cheats.sh name=C' --each depth=2 --openings DIR/mate.fen --pairs 1";
    assert_snapshot!(folder.transcript(three));
    let gauntlet = folder.transcript(&format!("{three} --gauntlet"));
    assert_eq!(gauntlet.matches("\nElo ").count(), 2);
}

#[test]
fn three_engines_with_one_name_are_numbered() {
    let folder = Folder::new("same");
    let engine = |file: &str, name: &str| format!("--engine 'cmd=sh arg=DIR/{file}.sh {name}'");
    let rest = "--each depth=2 --openings DIR/mate.fen --pairs 1";
    let engines = [engine("mates", ""), engine("cheats", ""), engine("cheats", "")].join(" ");
    let played = folder.transcript(&format!("match {engines} {rest}"));
    let (_, all) = played.split_once("\nall ").expect("three engines have a table of their own");
    for row in ["Mates (1)      4    4", "Cheats (2)     4    1", "Cheats (3)     4    1"] {
        assert!(all.contains(&format!("\n{row}")), "{row}:\n{played}");
    }
    let engines = ["name=A", "name=B", "name=A"].map(|name| engine("mates", name)).join(" ");
    let refused = folder.transcript(&format!("match {engines} {rest}"));
    assert!(refused.contains("two engines are called A") && refused.ends_with("= 2\n"), "{refused}");
}

#[test]
fn a_match_is_resumed_from_its_games() {
    let folder = Folder::new("resume");
    folder.pair("cheats", "--pgn DIR/games.pgn");
    let games = fs::read_to_string(folder.0.join("games.pgn")).expect("there are games");
    // Truncated in the second game.
    let cut = games.rfind("[Result").expect("there is a second game");
    fs::write(folder.0.join("games.pgn"), &games[..cut]).expect("it can be written");
    let printed = folder.pair("cheats", "--pgn DIR/games.pgn --resume");
    assert!(printed.contains("1 game found, and 1 incomplete or not of a match"), "{printed}");
    assert_eq!(printed.matches("! game ").count(), 1, "{printed}");
    assert!(printed.contains("pairs   1: "), "{printed}");
    // All games were played: nothing is appended.
    let before = fs::read(folder.0.join("games.pgn")).expect("there are games");
    let printed = folder.pair("cheats", "--pgn DIR/games.pgn --resume");
    assert!(printed.contains("2 games found") && !printed.contains("! game "), "{printed}");
    assert_eq!(fs::read(folder.0.join("games.pgn")).expect("there are games"), before);
    assert!(folder.pair("cheats", "--resume").ends_with("= 2\n"));
}

#[test]
fn more_than_two_engines_have_one_rating_table() {
    let folder = Folder::new("ratings");
    // White always mates, so that every engine has won against every other.
    let engines =
        ["A", "B", "C"].map(|name| format!("--engine 'cmd=sh arg=DIR/mates.sh name={name}'")).join(" ");
    let rest = "--each depth=2 --openings DIR/mate.fen --pairs 1";
    let printed = folder.transcript(&format!("match {engines} {rest}"));
    assert_eq!(printed.matches("+0.0  [+0.0, +0.0]\n").count(), 3, "{printed}");
    let json = folder.transcript(&format!("match {engines} {rest} --json"));
    let line = json.lines().find(|line| line.starts_with('{')).expect("there is an object");
    let object: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
    assert_eq!(object["ratings"].as_array().map(Vec::len), Some(3), "{json}");
    assert_eq!(object["ratings"][0]["elo"].as_f64().map(f64::round), Some(0.0), "{json}");
}

#[test]
fn bad_engines_are_reported() {
    let folder = Folder::new("bad")
        .with("ends.sh", "exit 3")
        .with("silent.sh", "exec sleep 100")
        .with("endless.sh", "exec yes");
    let against = |engine: &str| {
        folder.transcript(&format!("match --timeout 3 --engine 'cmd=sh arg=DIR/mates.sh depth=1' {engine}"))
    };
    assert_snapshot!(against("--engine 'cmd=/no/such/engine depth=1'"));
    assert_snapshot!(against("--engine 'cmd=sh arg=DIR/ends.sh depth=1'"));
    assert_snapshot!(against("--engine 'cmd=sh arg=DIR/silent.sh depth=1'"));
    assert_snapshot!(against("--engine 'cmd=sh arg=DIR/endless.sh depth=1'"));
    assert_snapshot!(against("--engine 'cmd=sh arg=DIR/mates.sh depth=1 option.Hash=16'"));
    assert_snapshot!(against("--engine 'cmd=sh arg=DIR/mates.sh depth=1' --variant makruk"));
    assert_snapshot!(against("--engine 'cmd=sh arg=DIR/mates.sh'"));
    assert_snapshot!(against("--engine 'nodes=5 colour=red'"));
}

#[test]
fn bad_openings_are_reported_with_a_line_number() {
    let folder = Folder::new("openings")
        .with("bad.epd", "7k/Q7/6K1/8/8/8/8/8 w - - bm Qg7#; id \"one\";\n7k/8/8/8/8/8/8/8 w - -\n")
        .with("over.fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n")
        .with("empty.fen", "# nothing\n")
        .with("bad.pgn", "1. e4 e5 2. Ke3 *\n")
        .with("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let with = |openings: &str| {
        let engine = "--engine 'cmd=sh arg=DIR/mates.sh depth=1'";
        folder.transcript(&format!("match {engine} {engine} --openings DIR/{openings}"))
    };
    for openings in ["bad.epd", "over.fen", "empty.fen", "bad.pgn", "mate.pgn", "missing.pgn"] {
        assert_snapshot!(with(openings));
    }
    assert_snapshot!(with("mate.pgn --opening-plies 3 --variant makruk"));
}

#[test]
fn wrong_usage_is_an_error() {
    let two = "--engine cmd=a --engine cmd=b --each depth=1";
    assert_snapshot!(transcript("match", ""));
    assert_snapshot!(transcript("match --engine 'cmd=a depth=1'", ""));
    assert_snapshot!(transcript(&format!("match {two} --games 3"), ""));
    assert_snapshot!(transcript(&format!("match {two} --games 2 --pairs 1"), ""));
    assert_snapshot!(transcript(&format!("match {two} --draw movecount=0"), ""));
    assert_snapshot!(transcript(&format!("match {two} --resign moves=3"), ""));
    assert_snapshot!(transcript(&format!("match {two} --sprt elo0=5,elo1=5"), ""));
    assert_snapshot!(transcript(&format!("match {two} --sprt elo1"), ""));
    assert_snapshot!(transcript(&format!("match {two} --openings a.pgn --random-plies 4"), ""));
}

#[test]
fn games_are_not_added_to_the_openings() {
    let folder = Folder::new("own-openings");
    let printed = folder.pair("mates", "--pgn DIR/./mate.fen");
    assert!(printed.contains("mate.fen is an input file: choose another file for the output"), "{printed}");
    assert!(printed.ends_with("= 2\n"), "{printed}");
    assert_eq!(fs::read_to_string(folder.0.join("mate.fen")).expect("it is still there"), MATE_IN_ONE);
}

#[test]
fn a_full_disk_is_reported_with_the_results() {
    let folder = Folder::new("full");
    let printed = folder.pair("cheats", "--pgn /dev/full");
    assert!(
        printed.contains("\nElo ") && printed.contains("/dev/full: ") && printed.ends_with("= 1\n"),
        "{printed}"
    );
    assert_snapshot!(folder.pair("cheats", "--pgn DIR/no/games.pgn"));
}

#[test]
fn an_interrupted_match_prints_its_results() {
    let folder = Folder::new("interrupt");
    let dir = folder.0.display();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["match", "--each", "depth=1", "--engine", &format!("cmd=sh arg={dir}/mates.sh")])
        .args(["--engine", &format!("cmd=sh arg={dir}/thinks.sh"), "--random-plies", "0", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let is_searching = || folder.0.join("thinks.sh.go").exists();
    let mut waits = (0..500).map(|_| std::thread::sleep(Duration::from_millis(20)));
    // The first engine loses the first game at once; the second plays White in the next.
    assert!(waits.any(|()| is_searching()), "the engine searches");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("there is `kill`").success());
    let status = child.wait().expect("it ends");
    let mut printed = String::new();
    let mut stdout = child.stdout.take().expect("it has a standard output");
    std::io::Read::read_to_string(&mut stdout, &mut printed).expect("it can be read");
    let object: serde_json::Value = serde_json::from_str(&printed).expect("it is JSON");
    assert_eq!((status.code(), object["games"].as_u64()), (Some(0), Some(1)), "{printed}");
}

/// This program's engine with few nodes: every variant, random openings, adjudication.
#[test]
fn our_engine_plays_every_variant_without_forfeits() {
    let program = env!("CARGO_BIN_EXE_tabiya");
    for variant in ["chess", "chess960", "makruk"] {
        let engine = |name: &str| format!("cmd='{program}' arg=uci name={name}");
        let output = run(
            [
                "match",
                "--variant",
                variant,
                "--engine",
                &engine("one"),
                "--engine",
                &engine("two"),
                "--each",
                "nodes=100 option.Hash=1",
                "--pairs",
                "2",
                "--max-moves",
                "60",
                "--json",
            ],
            b"",
        );
        let printed = String::from_utf8(output.stdout).expect("it is text");
        let object: serde_json::Value = serde_json::from_str(&printed).expect("it is JSON");
        assert_eq!((output.status.code(), object["games"].as_u64()), (Some(0), Some(4)), "{printed}");
        for engine in object["engines"].as_array().expect("there are engines") {
            for misdeed in ["illegal_moves", "time_losses", "crashes", "hangs"] {
                assert_eq!(engine[misdeed], 0, "{printed}");
            }
        }
    }
}

#[test]
fn the_help_has_examples() {
    assert_snapshot!(transcript("match --help", ""));
}
