//! The database commands, as transcripts: `$` a command, `>` standard input, `!` standard error, `=` exit status.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::transcript::transcript;
use insta::assert_snapshot;
use tabiya::keys::SplitMix64;
use tabiya::{Chess, Position};
use tabiya_db::{Database, verify};

/// A temporary folder, and transcripts without its name.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("there is room"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn transcript(&self, command: &str, input: &str) -> String {
        let folder = self.0.path().display().to_string();
        transcript(&command.replace("FOLDER", &folder), input).replace(&folder, "FOLDER")
    }
}

const GAMES: &str = "\
[Event \"Club\"]
[Date \"2019.05.01\"]
[White \"Ada\"]
[Black \"Bob\"]
[Result \"1-0\"]
[WhiteElo \"2000\"]
[BlackElo \"1900\"]

1. d4 Nf6 2. c4 e6 1-0

[Event \"Club\"]
[Date \"2020.06.??\"]
[White \"Bob\"]
[Black \"Cleo\"]
[Result \"1/2-1/2\"]

1. c4 e6 2. d4 Nf6 3. Nc3 1/2-1/2

[Event \"Open\"]
[White \"Ada\"]
[Black \"Cleo\"]
[Result \"*\"]

1. e4 e5 *
";

fn with_games() -> Folder {
    let folder = Folder::new();
    fs::write(folder.file("games.pgn"), GAMES).expect("there is room");
    assert!(folder.transcript("db add FOLDER/games.tabiya FOLDER/games.pgn", "").ends_with("= 0\n"));
    folder
}

#[test]
fn games_are_added_once_and_counted() {
    let folder = Folder::new();
    fs::write(folder.file("games.pgn"), GAMES).expect("there is room");
    assert_snapshot!(folder.transcript("db add FOLDER/games.tabiya FOLDER/games.pgn --json", ""));
    assert_snapshot!(folder.transcript("db add FOLDER/games.tabiya FOLDER/games.pgn", ""));
    assert_snapshot!(folder.transcript("db info FOLDER/games.tabiya", ""));
    assert_snapshot!(folder.transcript("db verify FOLDER/games.tabiya --deep", ""));
}

#[test]
fn positions_are_explored_by_any_move_order() {
    let folder = with_games();
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya", ""));
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya --moves 'd4 e6 c4 Nf6' --json", ""));
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya --player ada --result 1-0", ""));
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya --moves 'a3'", ""));
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya --stdin", "startpos\te2e4\nnonsense\n"));
}

#[test]
fn years_are_listed() {
    let folder = with_games();
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya --history --top-games 0", ""));
}

#[test]
fn a_period_that_ends_before_it_begins_is_wrong_usage() {
    let folder = with_games();
    let commands =
        ["explore FOLDER/games.tabiya", "find FOLDER/games.tabiya", "db export FOLDER/games.tabiya"];
    for command in commands {
        let printed = folder.transcript(&format!("{command} --since 2020.05 --until 2019"), "");
        assert!(printed.contains("--since 2020.05.?? is later than --until 2019.??.??"), "{printed}");
        assert!(printed.contains("= 2"), "{printed}");
    }
}

#[test]
fn many_small_segments_are_reported_with_advice() {
    let folder = Folder::new();
    fs::write(folder.file("one.pgn"), "1. e4 *").expect("there is room");
    let add = "db add FOLDER/games.tabiya FOLDER/one.pgn --keep-duplicates";
    for _ in 0..49 {
        assert!(!folder.transcript(add, "").contains("compact"));
    }
    let printed = folder.transcript(add, "");
    assert!(printed.contains("50 segments: `tabiya db compact FOLDER/games.tabiya`"), "{printed}");
}

#[test]
fn games_are_found_with_the_ply_of_the_position() {
    let folder = with_games();
    assert_snapshot!(folder.transcript("find FOLDER/games.tabiya --moves 'd4 e6 c4 Nf6'", ""));
    assert_snapshot!(folder.transcript("find FOLDER/games.tabiya --json --since 2020", ""));
    assert_snapshot!(folder.transcript("find FOLDER/games.tabiya --limit 1", ""));
    assert_snapshot!(folder.transcript("find FOLDER/games.tabiya --moves 'e4 e5' --pgn", ""));
    assert_snapshot!(folder.transcript("find FOLDER/games.tabiya --moves 'h4'", ""));
}

#[test]
fn novelties_name_the_last_game_with_the_position() {
    let folder = with_games();
    assert_snapshot!(
        folder.transcript("novelty FOLDER/games.tabiya -", "1. d4 Nf6 2. c4 e6 3. Nf3 *\n\n1. e4 *\n")
    );
    assert_snapshot!(
        folder.transcript("novelty FOLDER/games.tabiya - --json", "1. e4 c5 *\n\n1. e4 Ke5 *\n")
    );
}

#[test]
fn exported_games_have_every_tag_and_move() {
    let folder = with_games();
    let all = folder.transcript("db export FOLDER/games.tabiya", "");
    for line in GAMES.lines() {
        assert!(all.contains(line), "{line}");
    }
    assert_snapshot!(folder.transcript("db export FOLDER/games.tabiya --white bob --openings", ""));
    assert_snapshot!(folder.transcript("db export FOLDER/games.tabiya -o FOLDER/out.pgn --elo 1900..", ""));
    assert_snapshot!(folder.transcript("db add FOLDER/again.tabiya FOLDER/out.pgn", ""));
}

#[test]
fn bad_input_is_reported_and_adds_nothing() {
    let folder = Folder::new();
    fs::write(folder.file("html.pgn"), "<html><body>404</body></html>").expect("there is room");
    assert_snapshot!(folder.transcript("db add FOLDER/games.tabiya FOLDER/html.pgn", ""));
    assert_snapshot!(folder.transcript("db add FOLDER/games.tabiya FOLDER/nowhere.pgn", ""));
    assert!(!folder.file("games.tabiya").exists());
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya", ""));
    assert_snapshot!(folder.transcript("explore FOLDER/games.tabiya --elo 2700..2600", ""));
    assert_snapshot!(folder.transcript("find FOLDER/games.tabiya --since yesterday", ""));
    let broken = "1. e4 e5 2. Ke3 *\n\n1. d4 d5 *\n";
    assert_snapshot!(folder.transcript("db add FOLDER/games.tabiya -", broken));
    assert_snapshot!(folder.transcript("db add FOLDER/kept.tabiya - --keep-broken", broken));
}

/// Random games with different names, so that none is a duplicate.
fn many_games(seed: u64, count: usize) -> String {
    let mut random = SplitMix64::new(seed);
    let mut text = String::new();
    for number in 0..count {
        write!(text, "[White \"Player {seed}-{number}\"]\n\n").expect("a string takes all");
        let mut position = Position::<Chess>::start();
        for _ in 0..random.next() % 60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.next() as usize % moves.len()];
            writeln!(text, "{}", position.san(mv)).expect("a string takes all");
            position = position.play_legal(mv);
        }
        text.push_str("*\n\n");
    }
    text
}

fn add(database: &Path, file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["db", "add", "--memory", "16", "--threads", "2"]).arg(database).arg(file);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn killed_at_any_moment_a_database_is_as_it_was_or_complete() {
    const KILLS: usize = 200;
    let folder = Folder::new();
    let database = folder.file("games.tabiya");
    let file = folder.file("more.pgn");
    let mut random = SplitMix64::new(1);
    let (mut games, mut complete) = (0, 0);
    let mut usual = Duration::ZERO;
    for kill in 0..=(KILLS + KILLS / 20) as u64 {
        fs::write(&file, many_games(kill, 100)).expect("there is room");
        let started = Instant::now();
        let mut child = add(&database, &file).spawn().expect("it runs");
        let is_spared = kill % 20 == 0;
        if !is_spared {
            // At a random moment, sometimes after the end.
            std::thread::sleep(usual.mul_f64((random.next() % 1000) as f64 / 800.0));
            let _ = child.kill();
        }
        let status = child.wait().expect("it ends");
        if is_spared {
            // The duration depends on the load of the machine.
            usual = started.elapsed();
        }
        let now = Database::open(&database).expect("it opens").games();
        assert!(now == games || now == games + 100, "{now} games after {games}");
        assert!(!status.success() || now > games, "a complete addition is there");
        complete += usize::from(now > games);
        games = now;
    }
    assert!(complete > 10 && complete < KILLS, "{complete} were complete");
    let faults = verify(&database, true, &mut ());
    assert!(faults.is_empty(), "{faults:?}");
    // The next writer removes temporary files of killed ones.
    fs::write(folder.file("last.pgn"), "1. e4 *").expect("there is room");
    assert!(add(&database, &folder.file("last.pgn")).status().expect("it runs").success());
    let listed = Database::open(&database).expect("it opens").info().segments;
    let folders =
        fs::read_dir(&database).expect("it is there").flatten().filter(|entry| entry.path().is_dir());
    assert_eq!(folders.count(), listed);
}

/// A full disk: a small tmpfs, which needs the permission to create user namespaces.
#[cfg(target_os = "linux")]
#[test]
fn a_small_disk_that_is_full_leaves_the_database_as_it_was() {
    let folder = with_games();
    fs::write(folder.file("more.pgn"), many_games(9, 300)).expect("there is room");
    let disk = folder.file("disk");
    fs::create_dir(&disk).expect("there is room");
    let on_a_disk_of = |size: usize, commands: &str| {
        let tabiya = env!("CARGO_BIN_EXE_tabiya");
        let script = format!(
            "mount -t tmpfs -o size={size}k tmpfs '{disk}' || exit 77; cp -r '{from}' '{disk}/db' || exit 77; \
             tabiya() {{ '{tabiya}' \"$@\"; }}; {commands}",
            disk = disk.display(),
            from = folder.file("games.tabiya").display(),
        );
        let more = format!("{}", folder.file("more.pgn").display());
        let arguments = ["-Urm", "sh", "-c", &script, "sh"];
        Command::new("unshare").args(arguments).arg(disk.join("db")).arg(more).output()
    };
    match on_a_disk_of(1 << 10, "true") {
        Ok(output) if output.status.success() => {}
        // The next test does not need it.
        _ => return eprintln!("no small disk can be mounted here"),
    }
    let mut failed = 0;
    for size in [64, 80, 96, 128, 192, 256, 512, 1 << 15] {
        let commands = "tabiya db add --memory 16 \"$1\" \"$2\"; echo status $?; \
                        tabiya db verify \"$1\" >&2 || echo damaged; tabiya db info --json \"$1\"";
        let output = on_a_disk_of(size, commands).expect("it ran before");
        let (printed, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if printed.contains("status 0") {
            break;
        }
        failed += 1;
        assert!(
            printed.contains("status 1") && errors.contains("No space left on device"),
            "{printed}{errors}"
        );
        assert!(
            !printed.contains("damaged") && printed.contains("\"games\":3,"),
            "{size} KiB: {printed}{errors}"
        );
    }
    assert!((3..8).contains(&failed), "{failed}");
}

/// A full disk, simulated by a limit on the size of files.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_database_as_it_was() {
    let folder = with_games();
    let database = folder.file("games.tabiya");
    fs::write(folder.file("more.pgn"), many_games(9, 300)).expect("there is room");
    let mut failed = 0;
    for blocks in [0, 1, 2, 4, 8, 16, 32, 64, 128] {
        let command = format!(
            "ulimit -f {blocks}; trap '' XFSZ; '{}' db add --memory 16 '{}' '{}'",
            env!("CARGO_BIN_EXE_tabiya"),
            database.display(),
            folder.file("more.pgn").display()
        );
        let output = Command::new("sh").args(["-c", &command]).output().expect("sh runs");
        let printed = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            break;
        }
        failed += 1;
        assert_eq!(output.status.code(), Some(1), "{printed}");
        assert!(printed.contains("File too large") || printed.contains("cannot write"), "{printed}");
        assert_eq!(Database::open(&database).expect("it opens").games(), 3);
        assert!(verify(&database, true, &mut ()).is_empty());
    }
    assert!(failed >= 5, "{failed}");
}

#[test]
fn games_are_deleted_by_filter_or_number() {
    let folder = with_games();
    let all = folder.transcript("db export FOLDER/games.tabiya", "");
    let dry = folder.transcript("db delete FOLDER/games.tabiya --games 1-2 --dry-run", "");
    assert_eq!(
        dry,
        "$ tabiya db delete FOLDER/games.tabiya --games 1-2 --dry-run\n2 games of 3 would be deleted\n= 0\n"
    );
    assert_eq!(folder.transcript("db export FOLDER/games.tabiya", ""), all);
    let refused = folder.transcript("db delete FOLDER/games.tabiya", "");
    assert!(refused.contains("select the games to delete") && refused.ends_with("= 2\n"), "{refused}");
    let deleted = folder.transcript("db delete FOLDER/games.tabiya --white ada --json", "");
    assert!(deleted.contains(r#"{"deleted":2,"games":1,"dry_run":false}"#), "{deleted}");
    assert!(!folder.transcript("db export FOLDER/games.tabiya", "").contains("[White \"Ada\"]"));
    let none = folder.transcript("db delete FOLDER/games.tabiya --white ada", "");
    assert!(none.contains("no game matches") && none.ends_with("= 0\n"), "{none}");
    let beyond = folder.transcript("db delete FOLDER/games.tabiya --games 9", "");
    assert!(beyond.contains("no game 9: the database has 1 games") && beyond.ends_with("= 1\n"), "{beyond}");
}

#[test]
fn tags_are_replaced_by_filter() {
    let folder = with_games();
    let edited =
        folder.transcript("db edit FOLDER/games.tabiya --set Event=Olympiad --set Round= --white ada", "");
    assert!(edited.contains("tags of 2 games of 3 changed") && edited.ends_with("= 0\n"), "{edited}");
    let exported = folder.transcript("db export FOLDER/games.tabiya --event olympiad", "");
    assert!(exported.contains("[White \"Ada\"]") && !exported.contains("[White \"Bob\"]"), "{exported}");
    let bad = folder.transcript("db edit FOLDER/games.tabiya --set FEN=x", "");
    assert!(
        bad.contains("the start position of a game cannot be changed") && bad.ends_with("= 2\n"),
        "{bad}"
    );
}

#[test]
fn a_damaged_database_is_recovered() {
    let folder = with_games();
    let all = folder.transcript("db export FOLDER/games.tabiya", "");
    fs::remove_file(folder.file("games.tabiya/manifest")).expect("there is one");
    let unusable = folder.transcript("db info FOLDER/games.tabiya", "");
    assert!(unusable.contains("it has no manifest: an addition of games was interrupted"), "{unusable}");
    let recovered = folder.transcript("db recover FOLDER/games.tabiya FOLDER/new.tabiya", "");
    assert!(recovered.contains("3 games recovered") && recovered.ends_with("= 1\n"), "{recovered}");
    let again = folder.transcript("db export FOLDER/new.tabiya", "");
    assert_eq!(again.replace("new.tabiya", "games.tabiya"), all);
}

#[test]
fn near_duplicates_are_reported_and_dropped() {
    let folder = Folder::new();
    let game = |white: &str| format!("[White \"{white}\"]\n[Black \"Anand, V\"]\n\n1. e4 e5 2. Nf3 *\n\n");
    fs::write(folder.file("games.pgn"), game("Carlsen,M") + &game("Carlsen, Magnus")).expect("there is room");
    folder.transcript("db add FOLDER/games.tabiya FOLDER/games.pgn", "");
    let reported = folder.transcript("db duplicates FOLDER/games.tabiya", "");
    assert!(
        reported.contains("1 near duplicate\n") && reported.contains("Carlsen,M – Anand, V"),
        "{reported}"
    );
    assert!(folder.transcript("db duplicates FOLDER/games.tabiya --json", "").contains(r#"{"games":[1,2]}"#));
    let dropped = folder.transcript("db duplicates FOLDER/games.tabiya --delete", "");
    assert!(dropped.contains("1 near duplicate deleted"), "{dropped}");
    assert!(folder.transcript("db info FOLDER/games.tabiya", "").contains("games                    1"));
}

/// With two segments, positions were counted twice: 7 instead of 5, none of them shared.
#[test]
fn positions_of_several_segments_are_counted_together() {
    let folder = Folder::new();
    for moves in ["1. e4 e5 2. Nf3 *", "1. e4 Nf6 *"] {
        folder.transcript("db add FOLDER/games.tabiya -", moves);
    }
    let info = folder.transcript("db info FOLDER/games.tabiya", "");
    assert!(info.contains("positions                5   2 in two games or more\n"), "{info}");
    let json = folder.transcript("db info FOLDER/games.tabiya --json", "");
    assert!(json.contains(r#""positions":5,"shared_positions":2,"exact":true"#), "{json}");
}

#[test]
fn compacting_a_single_segment_does_nothing() {
    let folder = with_games();
    let compacted = folder.transcript("db compact FOLDER/games.tabiya", "");
    assert!(compacted.contains("a single segment, nothing to do\n= 0\n"), "{compacted}");
}

#[test]
fn a_pgn_file_is_no_database() {
    let folder = with_games();
    for command in ["explore", "find", "db info", "db delete --games 1"] {
        let refused = folder.transcript(&format!("{command} FOLDER/games.pgn"), "");
        assert!(refused.contains("`tabiya db add games.tabiya FILE.pgn` makes one from PGN"), "{refused}");
        assert!(refused.ends_with("= 1\n"), "{refused}");
    }
}

#[test]
fn annotations_are_kept_unless_left_out() {
    let folder = Folder::new();
    let text = "1. e4 {a comment [%clk 0:01:00]} (1. d4) 1... e5 $1 *";
    let added = folder.transcript("db add FOLDER/games.tabiya -", text);
    assert!(added.contains("1 game with annotations"), "{added}");
    assert!(folder.transcript("db export FOLDER/games.tabiya", "").contains(text));
    assert!(folder.transcript("find FOLDER/games.tabiya --pgn", "").contains(text));
    folder.transcript("db add FOLDER/plain.tabiya - --no-annotations", text);
    assert!(folder.transcript("db export FOLDER/plain.tabiya", "").contains("\n1. e4 e5 *\n"));
}

#[test]
fn games_are_found_by_material_and_pattern() {
    let folder = with_games();
    let pattern = folder.transcript("find FOLDER/games.tabiya --pattern '*/*/*/*/??PP*/*/*/*' --json", "");
    assert!(
        pattern.contains(r#"{"game":1,"ply":3,"#) && pattern.contains(r#"{"game":2,"ply":3,"#),
        "{pattern}"
    );
    let material = folder.transcript("find FOLDER/games.tabiya --material KPk", "");
    assert!(
        material.contains("no game reached such a position") && material.ends_with("= 0\n"),
        "{material}"
    );
    let with_moves =
        folder.transcript("find FOLDER/games.tabiya --moves e4 --pattern '*/*/*/????p*/*/*/*/*' --json", "");
    assert!(with_moves.contains(r#"{"game":3,"ply":2,"#), "{with_moves}");
    let bad = folder.transcript("find FOLDER/games.tabiya --material KRP", "");
    assert!(bad.contains("name all pieces with both kings") && bad.ends_with("= 1\n"), "{bad}");
}

/// Ctrl-C ended the program without a message, and left a folder behind.
#[cfg(unix)]
#[test]
fn an_interrupted_addition_leaves_nothing_behind() {
    let folder = Folder::new();
    let path = folder.file("games.tabiya");
    let mut add = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["db", "add"])
        .args([path.as_os_str(), "-".as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = add.stdin.take().expect("it is piped");
    std::io::Write::write_all(&mut stdin, GAMES.as_bytes()).expect("it reads");
    let patience = Instant::now() + Duration::from_secs(60);
    while !path.exists() {
        assert!(Instant::now() < patience, "the addition has not begun");
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &add.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    drop(stdin);
    let ended = add.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "note: interrupted: nothing was changed\n");
    assert_eq!((ended.status.code(), path.exists()), (Some(130), false));
}
