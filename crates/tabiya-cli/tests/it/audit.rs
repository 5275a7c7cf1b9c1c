//! `tabiya audit`, as transcripts: `$` a command, `!` standard error, `=` exit status.

use std::fs;
use std::path::PathBuf;

use crate::transcript::transcript;
use insta::assert_snapshot;

/// A temporary folder in which commands run.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("tabiya-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        Folder(folder)
    }

    fn with(self, file: &str, content: impl AsRef<[u8]>) -> Folder {
        fs::write(self.0.join(file), content).expect("a file can be written");
        self
    }

    /// The transcript, in which the folder is called `DIR`.
    fn transcript(&self, command: &str) -> String {
        let folder = self.0.display().to_string();
        transcript(&command.replace("DIR", &folder), "").replace(&folder, "DIR")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The first numbers of xorshift32 (Marsaglia 2003): a table of short keys.
fn short_keys(count: usize) -> String {
    let mut state: u32 = 2_463_534_242;
    let next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    std::iter::repeat_with(next).take(count).map(|key| format!("{key:08x}\n")).collect()
}

#[test]
fn a_table_of_short_keys_is_weak() {
    let folder = Folder::new("weak").with("keys.txt", short_keys(300));
    assert_snapshot!(folder.transcript("audit table DIR/keys.txt --seconds 0"));
    assert_snapshot!(folder.transcript("audit table DIR/keys.txt --seconds 0 --json"));
}

#[test]
fn zeros_and_equal_keys_are_named_by_their_lines() {
    let folder = Folder::new("broken").with("keys.tsv", "# mine\na1\t0x1f\nb1\t2e\nc1\t1F\nd1\t0\n");
    assert_snapshot!(folder.transcript("audit table DIR/keys.tsv"));
}

#[test]
fn a_weak_dialect_is_reported_by_feature_names() {
    let description = "name = \"short\"\n[numbers]\ntable = \"keys.txt\"\n[layout]\npieces = \"PNBRQKpnbrqk\"\n\
                       [castling]\nkeys = 4\n[en-passant]\nkeys = \"by-file\"\nwhen = \"legal-capture\"\n\
                       [side]\nkeys = \"black\"\n";
    let folder = Folder::new("short").with("keys.txt", short_keys(781)).with("short.toml", description);
    assert_snapshot!(folder.transcript("audit table --dialect-file DIR/short.toml --seconds 0 --forge"));
}

#[test]
fn bad_tables_are_rejected_with_a_line_number() {
    let folder = Folder::new("bad")
        .with("words.txt", "12ab\nnot a key\n")
        .with("long.txt", "1\n".repeat(4_097))
        .with("empty.txt", "")
        .with("bytes.bin", b"\xff\xfe\x00\x01\n");
    assert_snapshot!(folder.transcript("audit table DIR/words.txt"));
    assert_snapshot!(folder.transcript("audit table DIR/long.txt"));
    assert_snapshot!(folder.transcript("audit table DIR/empty.txt"));
    assert_snapshot!(folder.transcript("audit table DIR/bytes.bin"));
    assert_snapshot!(folder.transcript("audit table DIR/missing.txt"));
}

#[test]
fn wrong_usage_of_audit_table_is_an_error() {
    assert_snapshot!(transcript("audit table", ""));
    assert_snapshot!(transcript("audit table keys.txt --dialect polyglot", ""));
    assert_snapshot!(transcript("audit table keys.txt --forge", ""));
    assert_snapshot!(transcript("audit table --dialect tabiya-128", ""));
    assert_snapshot!(transcript("audit table --dialect stockfish:pawn", ""));
}

#[test]
fn rustic_misses_repetitions() {
    assert_snapshot!(transcript("audit dialect rustic", ""));
}

#[test]
fn stockfish_15_mentions_pinned_captures() {
    assert_snapshot!(transcript("audit dialect stockfish-15 --variant chess", ""));
    assert_snapshot!(transcript("audit dialect stockfish-15 --variant chess --printed --json", ""));
}

#[test]
fn our_keys_agree_with_identity() {
    assert_snapshot!(transcript("audit dialect tabiya", ""));
    assert_snapshot!(transcript("audit dialect makruk-js", ""));
}

#[test]
fn positions_that_share_a_key_are_shown_side_by_side() {
    assert_snapshot!(transcript("audit dialect fairy-stockfish-11 --games 20", ""));
}

#[test]
fn a_dialect_file_is_audited() {
    let description = "name = \"forgetful\"\ngames = [\"chess\"]\n[numbers]\ngenerator = \"splitmix64\"\nseed = 1\n\
                       [layout]\npieces = \"PNBRQKpnbrqk\"\n[side]\nkeys = \"black\"\n";
    let folder = Folder::new("forgetful").with("forgetful.toml", description);
    assert_snapshot!(folder.transcript("audit dialect --dialect-file DIR/forgetful.toml"));
}

#[test]
fn wrong_usage_of_audit_dialect_is_an_error() {
    assert_snapshot!(transcript("audit dialect klingon", ""));
    assert_snapshot!(transcript("audit dialect rustic --variant makruk", ""));
    assert_snapshot!(transcript("audit dialect stockfish:pawn", ""));
    assert_snapshot!(transcript("audit dialect rustic --games 0", ""));
}

#[test]
fn collisions_are_printed_beside_the_expected_number() {
    assert_snapshot!(transcript("audit collisions --positions 20000 --bits 12..20 --dialect polyglot", ""));
    let makruk = "audit collisions --positions 5000 --bits 16 --variant makruk --dialect makruk-js --json";
    assert_snapshot!(transcript(makruk, ""));
}

#[test]
fn collisions_of_games_in_a_file_are_counted() {
    let pgn = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"?\"]\n[Variant \"Makruk\"]\n\n1. e4 *\n";
    let folder = Folder::new("pgn").with("games.pgn", pgn).with("none.pgn", "");
    assert_snapshot!(folder.transcript("audit collisions --pgn DIR/games.pgn --bits 2..4"));
    assert_snapshot!(folder.transcript("audit collisions --pgn DIR/none.pgn"));
    let broken = Folder::new("pgn-broken").with("games.pgn", "1. e4 e5 2. Ke3 Nc6 *\n");
    let printed = broken.transcript("audit collisions --pgn DIR/games.pgn --bits 2");
    assert!(printed.contains("\n! error: DIR/games.pgn, game 1, line 1, ply 3: "), "{printed}");
    assert!(printed.contains("\n3 different positions") && printed.ends_with("= 1\n"), "{printed}");
    assert_snapshot!(folder.transcript("audit collisions --pgn DIR/missing.pgn"));
}

#[test]
fn a_picture_is_written_atomically() {
    let folder = Folder::new("plot");
    let command = "audit collisions --positions 3000 --bits 12..16 --plot DIR/c.svg";
    assert_snapshot!(folder.transcript(command));
    let svg = fs::read_to_string(folder.0.join("c.svg")).expect("the picture is there");
    assert!(svg.ends_with("</svg>\n"));
    assert_snapshot!(folder.transcript("audit collisions --positions 3000 --bits 12 --plot DIR/no/c.svg"));
    assert_eq!(fs::read_dir(&folder.0).expect("the folder is there").count(), 1);
}

#[test]
fn a_picture_never_overwrites_its_input() {
    let folder = Folder::new("same").with("games.pgn", "1. e4 e5 *\n");
    let printed = folder.transcript("audit collisions --pgn DIR/games.pgn --plot DIR/./games.pgn");
    assert!(printed.ends_with("= 2\n"), "{printed}");
    assert_eq!(fs::read_to_string(folder.0.join("games.pgn")).expect("it is there"), "1. e4 e5 *\n");
}

#[test]
fn wrong_usage_of_audit_collisions_is_an_error() {
    assert_snapshot!(transcript("audit collisions --bits 40..24", ""));
    assert_snapshot!(transcript("audit collisions --dialect makruk-js", ""));
    assert_snapshot!(transcript("audit collisions --positions 1", ""));
}

#[test]
fn the_help_has_examples() {
    for command in ["audit", "audit table", "audit dialect", "audit engine", "audit collisions"] {
        assert_snapshot!(transcript(&format!("{command} --help"), ""));
    }
}

#[cfg(unix)]
mod engines {
    use super::*;

    /// Audits a shell script that acts as an engine.
    fn audit(name: &str, script: &str) -> String {
        Folder::new(name).with("engine.sh", script).transcript("audit engine --seconds 1 -- sh DIR/engine.sh")
    }

    #[test]
    fn failing_engines_are_reported() {
        assert_snapshot!(audit("silent", "while read -r _; do :; done"));
        assert_snapshot!(audit("crash", "exit 7"));
        assert_snapshot!(audit("endless", "exec yes"));
        assert_snapshot!(audit(
            "garbage",
            "while read -r line; do printf '\\377\\033[2J\\n%sok\\n' \"$line\"; done"
        ));
        assert_snapshot!(transcript("audit engine -- /no/such/engine", ""));
        assert_snapshot!(transcript("audit engine", ""));
    }

    /// An engine with the same key for all positions.
    #[test]
    fn a_constant_key_is_suspicious() {
        let script = "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
                      go*) echo bestmove 0000;; d) echo Key: 2A;; esac; done";
        let printed = Folder::new("constant")
            .with("engine.sh", script)
            .transcript("audit engine --games 5 -- sh DIR/engine.sh");
        let summary: Vec<&str> = printed.lines().take_while(|line| !line.starts_with("1. ")).collect();
        assert_snapshot!(summary.join("\n"));
        assert!(printed.ends_with("= 1\n"));
    }

    /// Also after SIGKILL.
    #[test]
    fn an_engine_does_not_outlive_a_killed_audit() {
        use std::process::{Command, Stdio};
        use std::time::Duration;

        let folder = Folder::new("orphan").with("engine.sh", "echo $$ > \"$1\"; exec sleep 1000");
        let pid_file = folder.0.join("pid");
        let mut audit = Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .args(["audit", "engine", "--seconds", "60", "--", "sh"])
            .args([folder.0.join("engine.sh"), pid_file.clone()])
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        let wait_until = |is_so: &dyn Fn() -> bool| {
            (0..250).any(|_| {
                std::thread::sleep(Duration::from_millis(20));
                is_so()
            })
        };
        let pid = || fs::read_to_string(&pid_file).unwrap_or_default().trim().to_string();
        assert!(wait_until(&|| !pid().is_empty()), "the engine starts");
        audit.kill().expect("the audit can be killed");
        audit.wait().expect("it ends");
        let is_gone = || {
            let state = fs::read_to_string(format!("/proc/{}/stat", pid())).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        };
        assert!(wait_until(&is_gone), "the engine is left");
    }
}

#[test]
fn keys_of_one_line_had_the_same_name() {
    let folder = Folder::new("places").with("keys.txt", "0x11\n0x2e, 0x3f, 0x44\n");
    let printed = folder.transcript("audit table --seconds 0 DIR/keys.txt");
    assert!(printed.contains("line 2, key 1") && printed.contains("line 2, key 2"), "{printed}");
    assert!(printed.contains("  line 1\n"), "{printed}");
}
