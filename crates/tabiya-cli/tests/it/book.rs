//! `tabiya book`, as transcripts: `$` a command, `>` standard input, `!` standard error, `=` exit status.

use std::path::PathBuf;

use crate::transcript::{run, transcript};
use insta::assert_snapshot;

/// A temporary folder.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("tabiya-cli-book-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room");
        Folder(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A transcript without the folder's name.
    fn transcript(&self, command: &str, input: &str) -> String {
        let folder = self.0.display().to_string();
        transcript(&command.replace("FOLDER", &folder), input).replace(&folder, "FOLDER")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const GAMES: &str = "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n\n1. e4 e5 2. f4 1/2-1/2\n";

#[test]
fn a_book_is_made_probed_and_shown() {
    let folder = Folder::new("made");
    assert_snapshot!(folder.transcript("book make - -o FOLDER/b.bin --min-games 1", GAMES), @r"
    $ tabiya book make - -o FOLDER/b.bin --min-games 1
    > 1. e4 e5 2. Nf3 1-0
    >
    > 1. e4 c5 0-1
    >
    > 1. d4 d5 1/2-1/2
    >
    > 1. e4 e5 2. f4 1/2-1/2
    FOLDER/b.bin: 7 moves in 4 positions, from 4 games
    = 0
    ");
    assert_snapshot!(folder.transcript("book probe FOLDER/b.bin", ""), @r"
    $ tabiya book probe FOLDER/b.bin
    e4      e2e4       3   75.0%
    d4      d2d4       1   25.0%
    = 0
    ");
    assert_snapshot!(folder.transcript("book probe FOLDER/b.bin startpos --moves 'e2e4 e7e5' --json", ""), @r#"
    $ tabiya book probe FOLDER/b.bin startpos --moves 'e2e4 e7e5' --json
    {"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","key":"0844931a6ef4b9a0","moves":[{"move":"g1f3","san":"Nf3","weight":2,"share":0.6666666666666666,"learn":0},{"move":"f2f4","san":"f4","weight":1,"share":0.3333333333333333,"learn":0}],"skipped":[]}
    = 0
    "#);
    assert_snapshot!(folder.transcript("book probe FOLDER/b.bin 4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""), @r"
    $ tabiya book probe FOLDER/b.bin 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    ! note: the book has no move for this position
    = 0
    ");
    assert_snapshot!(folder.transcript("book show FOLDER/b.bin", ""), @r"
    $ tabiya book show FOLDER/b.bin
    7 moves in 4 positions, at most 2 in one
    2 moves for the start position
    largest weight 3
    = 0
    ");
    assert_snapshot!(folder.transcript("book show FOLDER/b.bin --json", ""), @r#"
    $ tabiya book show FOLDER/b.bin --json
    {"entries":7,"positions":4,"most_moves":2,"largest_weight":3,"without_weight":0,"learned":0,"bad_promotions":0,"null_moves":0,"start_moves":2}
    = 0
    "#);
    assert_snapshot!(folder.transcript("book show FOLDER/b.bin --dump", ""), @r"
    $ tabiya book show FOLDER/b.bin --dump
    0844931a6ef4b9a0 g1f3      2 0
    0844931a6ef4b9a0 f2f4      1 0
    463b96181691fc9c e2e4      3 0
    463b96181691fc9c d2d4      1 0
    823c9b50fd114196 c7c5      2 0
    823c9b50fd114196 e7e5      1 0
    830eb9b20758d1de d7d5      1 0
    = 0
    ");
}

#[test]
fn broken_games_are_used_up_to_the_error() {
    let folder = Folder::new("broken");
    assert_snapshot!(folder.transcript("book make - -o FOLDER/b.bin --min-games 1", "1. e4 e5\n2. Ke3 1-0\n\n1. d4 *\n"), @r"
    $ tabiya book make - -o FOLDER/b.bin --min-games 1
    > 1. e4 e5
    > 2. Ke3 1-0
    >
    > 1. d4 *
    FOLDER/b.bin: 2 moves in 1 position, from 2 games
    ! error: -, game 1, line 2, ply 3: `Ke3`: illegal move: no king can reach e3
    = 1
    ");
    assert_snapshot!(folder.transcript("book show FOLDER/b.bin --dump", ""), @r"
    $ tabiya book show FOLDER/b.bin --dump
    463b96181691fc9c e2e4      2 0
    463b96181691fc9c d2d4      1 0
    = 0
    ");
}

#[test]
fn without_games_the_old_book_is_kept() {
    let folder = Folder::new("old");
    std::fs::write(folder.file("b.bin"), b"old").expect("there is room");
    assert_snapshot!(folder.transcript("book make - -o FOLDER/b.bin", "<html>\n"), @"
    $ tabiya book make - -o FOLDER/b.bin
    > <html>
    ! error: -: not PGN: looks like HTML
    ! error: no games: no book was written
    = 1
    ");
    assert_snapshot!(folder.transcript("book make FOLDER/none.pgn -o FOLDER/b.bin", ""), @r"
    $ tabiya book make FOLDER/none.pgn -o FOLDER/b.bin
    ! error: FOLDER/none.pgn: No such file or directory (os error 2): no book was written
    = 1
    ");
    assert_eq!(std::fs::read(folder.file("b.bin")).expect("it is there"), b"old");
    assert_snapshot!(folder.transcript("book make - -o FOLDER/no/b.bin", GAMES), @r#"
    $ tabiya book make - -o FOLDER/no/b.bin
    > 1. e4 e5 2. Nf3 1-0
    >
    > 1. e4 c5 0-1
    >
    > 1. d4 d5 1/2-1/2
    >
    > 1. e4 e5 2. f4 1/2-1/2
    ! error: cannot write FOLDER/no/b.bin: No such file or directory (os error 2)
    = 1
    "#);
    assert_eq!(std::fs::read_dir(&folder.0).expect("it is there").count(), 1);
}

#[test]
fn a_book_without_moves_does_not_replace_the_old_one() {
    let folder = Folder::new("nothing");
    std::fs::write(folder.file("b.bin"), b"old").expect("there is room");
    assert_snapshot!(folder.transcript("book make - -o FOLDER/b.bin", "1. e4 e5 1-0\n"));
    assert_snapshot!(
        folder.transcript("book make - -o FOLDER/b.bin --min-games 1 --min-score 60", "1. e4 1/2-1/2\n")
    );
    assert_snapshot!(folder.transcript("book make - -o FOLDER/b.bin --only-wins", "1. e4 1/2-1/2\n"));
    assert_eq!(std::fs::read(folder.file("b.bin")).expect("it is there"), b"old");
    assert_eq!(std::fs::read_dir(&folder.0).expect("it is there").count(), 1);
}

#[test]
fn a_missing_input_file_leaves_the_old_book() {
    let folder = Folder::new("missing");
    std::fs::write(folder.file("b.bin"), b"old").expect("there is room");
    std::fs::write(folder.file("good.pgn"), GAMES).expect("there is room");
    for files in ["FOLDER/nope.pgn FOLDER/good.pgn", "FOLDER/good.pgn FOLDER/nope.pgn"] {
        let printed = folder.transcript(&format!("book make {files} -o FOLDER/b.bin --min-games 1"), "");
        assert!(
            printed.ends_with(
                "! error: FOLDER/nope.pgn: No such file or directory (os error 2): no book was written\n= 1\n"
            ),
            "{printed}"
        );
    }
    assert_eq!(std::fs::read(folder.file("b.bin")).expect("it is there"), b"old");
}

#[test]
fn one_is_not_written_as_many() {
    let folder = Folder::new("one");
    assert_snapshot!(folder.transcript("book make - -o FOLDER/b.bin --min-games 1", "1. e4 *\n"));
    assert_snapshot!(folder.transcript("book show FOLDER/b.bin", ""));
}

#[test]
fn a_book_never_overwrites_its_input() {
    let folder = Folder::new("same");
    let games = folder.file("x.pgn");
    std::fs::write(&games, GAMES).expect("there is room");
    assert_snapshot!(folder.transcript("book make FOLDER/x.pgn -o FOLDER/x.pgn --min-games 1", ""));
    let spelled = format!(
        "book make FOLDER/x.pgn -o FOLDER/../{}/x.pgn",
        folder.0.file_name().expect("a name").display()
    );
    assert!(folder.transcript(&spelled, "").ends_with("= 2\n"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&games, folder.file("link")).expect("a link");
        assert!(
            folder.transcript("book make FOLDER/nope.pgn FOLDER/link -o FOLDER/x.pgn", "").ends_with("= 2\n")
        );
        assert!(folder.transcript("book make FOLDER/x.pgn -o FOLDER/link", "").ends_with("= 2\n"));
    }
    assert_eq!(std::fs::read_to_string(&games).expect("it is there"), GAMES);
}

fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
    [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn broken_books_have_distinct_messages() {
    let folder = Folder::new("bad");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.file(name), bytes).expect("there is room");
    write("short.bin", &[0; 30]);
    write("unsorted.bin", &[entry(2, 0x31c, 1), entry(1, 0x31c, 1)].concat());
    let start = 0x463b_9618_1691_fc9c;
    let moves =
        [entry(start, 0x31c, 3), entry(start, 0x531c, 2), entry(start, 0x0fff, 2), entry(start, 0, 1)];
    write("illegal.bin", &moves.concat());
    write("empty.bin", b"");
    for name in ["short", "unsorted", "illegal", "empty", "missing"] {
        assert_snapshot!(
            format!("{name}_probe"),
            folder.transcript(&format!("book probe FOLDER/{name}.bin"), "")
        );
        assert_snapshot!(
            format!("{name}_show"),
            folder.transcript(&format!("book show FOLDER/{name}.bin"), "")
        );
    }
}

#[test]
fn makruk_has_no_books() {
    assert_snapshot!(transcript("book probe x.bin --variant makruk", ""), @"
    $ tabiya book probe x.bin --variant makruk
    ! error: Polyglot books support only chess and chess960
    = 2
    ");
}

#[test]
fn wrong_usage_and_bad_input_have_different_exit_codes() {
    assert_snapshot!(transcript("book make games.pgn -o b.bin --min-score 101", ""), @r"
    $ tabiya book make games.pgn -o b.bin --min-score 101
    ! error: invalid value '101' for '--min-score <P>': expected a number from 0 to 100
    !
    ! For more information, try '--help'.
    = 2
    ");
    assert_snapshot!(transcript("book make games.pgn", ""), @r"
    $ tabiya book make games.pgn
    ! error: the following required arguments were not provided:
    !   --output <BOOK>
    !
    ! Usage: tabiya book make --output <BOOK> <FILE>...
    !
    ! For more information, try '--help'.
    = 2
    ");
}

#[test]
fn the_help_has_examples() {
    assert_snapshot!("help_make", transcript("book make --help", ""));
    assert_snapshot!("help_probe", transcript("book probe --help", ""));
    assert_snapshot!("help_show", transcript("book show --help", ""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_folder_is_reported() {
    let output = run(["book", "make", "-", "-o", "/proc/b.bin", "--min-games", "1"], GAMES.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write /proc/b.bin: "));
}
