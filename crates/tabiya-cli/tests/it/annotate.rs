//! `tabiya annotate`: annotated games, atomic output, resumed runs.

use std::fs;
use std::path::Path;

use crate::transcript::{run, transcript};
use insta::assert_snapshot;
use tabiya::Variant;
use tabiya_pgn::{Tree, TreeRecord};

const GAMES: &str = "\
[White \"Fool\"]
[Black \"Scholar\"]

1. f3 {why not} e5 2. g4 (2. h3 {a pause}) Qh4# 0-1

[White \"A\"]
[Black \"B\"]

1. e4 $1 e5 2. Qh5 Ke7 $2 3. Qxe5# 1-0

[Variant \"Makruk\"]
[White \"C\"]
[Black \"D\"]

1. e4 e5 2. Ne2 Ne7 *

[Variant \"Chess960\"]
[SetUp \"1\"]
[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\"]

1. g3 g6 2. Nf3 *
";

fn trees(pgn: &str) -> Vec<Tree> {
    let (mut reader, mut record) = (tabiya_pgn::Reader::new(pgn.as_bytes()), TreeRecord::new());
    let mut trees = Vec::new();
    while reader.read_game(&mut record).expect("a text can be read") {
        trees.push(record.tree(Variant::Chess).expect("the start is known").tree);
    }
    trees
}

fn annotate(folder: &Path, more: &[&str]) -> std::process::Output {
    let (games, out) = (folder.join("games.pgn"), folder.join("out.pgn"));
    let path = |path: &Path| path.display().to_string();
    let mut args = vec!["annotate".to_owned(), path(&games), "-o".to_owned(), path(&out)];
    args.extend(more.iter().map(ToString::to_string));
    run(args, b"")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("a file");
    folder
}

#[test]
fn games_get_evaluations_nags_and_better_lines_and_keep_their_annotations() {
    let folder = folder();
    let output = annotate(folder.path(), &["--nodes", "3000"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(rows.lines().count(), 5, "{rows}");
    assert!(rows.lines().nth(1).is_some_and(|row| row.contains("Fool") && row.contains("0-1")), "{rows}");
    let written = fs::read_to_string(folder.path().join("out.pgn")).expect("the output");
    assert!(!folder.path().join("out.pgn.journal").exists());
    let annotated = trees(&written);
    assert_eq!(annotated.len(), 4);
    for (tree, source) in annotated.iter().zip(trees(GAMES)) {
        assert_eq!(tree.start(), source.start());
        assert!(tree.len() >= source.len());
        assert!(tree.tag("WhiteAccuracy").is_some(), "{written}");
        let evaluated =
            tree.main_line().filter(|node| tree.comments(*node).iter().any(|it| it.evaluation().is_some()));
        let is_mate = tree.result() != tabiya_pgn::GameResult::Unknown;
        assert_eq!(evaluated.count(), source.main_line().count() - usize::from(is_mate), "{written}");
    }
    let fool = &annotated[0];
    assert!(written.contains("why not") && written.contains("{a pause}"), "{written}");
    let [f3, _, g4, mate] = fool.main_line().collect::<Vec<_>>()[..] else { panic!("four half-moves") };
    assert_eq!((fool.nags(g4), fool.nags(mate)), (&[4][..], &[][..]));
    assert_eq!(fool.comments(f3)[0].text(), "why not");
    // The variation of the file is kept; the engine's line is another variation or continues it.
    assert!(fool.children(fool.parent(g4).expect("a move before")).len() >= 2);
    let marked = &annotated[1];
    let nags: Vec<&[u8]> = marked.main_line().map(|node| marked.nags(node)).collect();
    assert_eq!((nags[0], nags[3]), (&[1][..], &[2][..]), "marks of the annotator stay");
}

#[test]
fn an_interrupted_run_resumes() {
    let folder = folder();
    let (out, journal) = (folder.path().join("out.pgn"), folder.path().join("out.pgn.journal"));
    assert_eq!(annotate(folder.path(), &["--nodes", "500"]).status.code(), Some(0));
    let expected = fs::read_to_string(&out).expect("the output");
    // A folder in place of the output: all games are in the journal, nothing is lost.
    fs::remove_file(&out).expect("it was there");
    fs::create_dir(&out).expect("a folder");
    let failed = annotate(folder.path(), &["--nodes", "500"]);
    assert_eq!(failed.status.code(), Some(1));
    let journal_text = fs::read_to_string(&journal).expect("the journal");
    assert_eq!(journal_text.lines().count(), 5);
    fs::remove_dir(&out).expect("it was there");
    // Cut in the middle of the third game's line.
    let lines: Vec<&str> = journal_text.lines().collect();
    let marked = lines[1].replace("why not", "why now");
    let cut = format!("{}\n{}\n{}\n{}", lines[0], marked, lines[2], &lines[3][..40]);
    fs::write(&journal, cut).expect("a file");
    let output = annotate(folder.path(), &["--nodes", "500"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let written = fs::read_to_string(&out).expect("the output");
    assert!(written.contains("why now"), "the first game came from the journal");
    assert_eq!(written.replace("why now", "why not"), expected);
    assert!(!journal.exists());
}

/// Starts the run and kills it after this many reported games. Returns whether it was killed.
#[cfg(unix)]
fn cut_after(folder: &Path, games: usize, signal: &str) -> bool {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["annotate", "games.pgn", "-o", "out.pgn", "--nodes", "2000", "--json"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let rows = BufReader::new(child.stdout.take().expect("it has a standard output")).lines();
    let printed = rows.take(games).count();
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("there is kill");
    assert!(sent.success() || printed < games);
    let mut printed = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut printed).expect("UTF-8");
    let status = child.wait().expect("it ends");
    if signal == "-INT" && !status.success() {
        assert_eq!(status.code(), Some(1), "{printed}");
        assert!(printed.contains("the same command resumes"), "{printed}");
    }
    !status.success()
}

#[cfg(unix)]
#[test]
fn a_run_killed_and_resumed_repeatedly_gives_the_same_result() {
    let folder = folder();
    let (games, out) = (folder.path().join("games.pgn"), folder.path().join("out.pgn"));
    fs::write(&games, format!("{GAMES}\n").repeat(3)).expect("a file");
    assert_eq!(annotate(folder.path(), &["--nodes", "2000"]).status.code(), Some(0));
    let expected = fs::read_to_string(&out).expect("the output");
    fs::remove_file(&out).expect("it was there");
    let mut cuts = 0;
    for (index, signal) in ["-KILL", "-INT"].into_iter().cycle().take(10).enumerate() {
        // Games of earlier runs are reported as well.
        cuts += usize::from(cut_after(folder.path(), index + 1, signal));
        assert!(!out.exists(), "the output is written at the end");
    }
    assert!(cuts >= 8, "{cuts} of 10 were cut off");
    assert_eq!(annotate(folder.path(), &["--nodes", "2000"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&out).expect("the output"), expected);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left behind");
}

#[test]
fn a_journal_of_another_run_is_not_resumed() {
    let folder = folder();
    let (out, journal) = (folder.path().join("out.pgn"), folder.path().join("out.pgn.journal"));
    fs::create_dir(&out).expect("a folder");
    assert_eq!(annotate(folder.path(), &["--nodes", "200"]).status.code(), Some(1));
    let other = annotate(folder.path(), &["--nodes", "201"]);
    let printed = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(1) && printed.contains("a run with other settings"), "{printed}");
    fs::write(folder.path().join("games.pgn"), GAMES.replace("2. Qh5", "2. Qe2")).expect("a file");
    let other = annotate(folder.path(), &["--nodes", "200"]);
    let printed = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(1) && printed.contains("game 2 is not the game"), "{printed}");
    assert!(journal.exists());
}

#[test]
fn two_runs_cannot_share_an_output() {
    let folder = folder();
    let journal = fs::File::create(folder.path().join("out.pgn.journal")).expect("a file");
    journal.lock().expect("not locked");
    let second = annotate(folder.path(), &["--nodes", "200"]);
    let printed = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(second.status.code() == Some(1) && printed.contains("another run is writing"), "{printed}");
    drop(journal);
    assert_eq!(annotate(folder.path(), &["--nodes", "200"]).status.code(), Some(0));
}

#[test]
fn bad_games_are_reported_and_the_others_annotated() {
    let folder = folder();
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pgn/broken.pgn");
    fs::copy(broken, folder.path().join("games.pgn")).expect("the fixture is there");
    let output = annotate(folder.path(), &["--nodes", "100", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    let errors = errors.replace(&folder.path().display().to_string(), "…");
    assert_snapshot!(errors.replace('\\', "/"));
    assert_eq!(trees(&fs::read_to_string(folder.path().join("out.pgn")).expect("the output")).len(), 4);
    let rows = String::from_utf8(output.stdout).expect("UTF-8");
    let last: serde_json::Value = serde_json::from_str(rows.lines().last().expect("a row")).expect("JSON");
    assert_eq!((&last["game"], &last["plies"], &last["result"]), (&4.into(), &8.into(), &"1/2-1/2".into()));
}

#[test]
fn nothing_is_written_without_a_game() {
    let folder = folder();
    fs::write(folder.path().join("games.pgn"), "\n").expect("a file");
    assert_eq!(annotate(folder.path(), &[]).status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn the_help_has_examples() {
    assert_snapshot!(transcript("annotate --help", ""));
    assert_snapshot!(transcript("annotate games.pgn", ""));
}
