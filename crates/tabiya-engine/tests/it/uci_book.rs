//! The opening book: valid files, invalid files, none.

use std::fs;
use std::path::PathBuf;

use crate::common::uci_session::{answers, best_moves};
use tabiya::keys::schemes;
use tabiya::{Chess, Position};
use tabiya_pgn::book::{BookEntry, BookMove};

/// A temporary file, deleted on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("tabiya book {name} {}.bin", std::process::id()));
        fs::write(&path, bytes).expect("the folder for temporary files takes a file");
        Scratch(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("the folder's name is UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn entry(position: &Position<Chess>, mv: BookMove, weight: u16) -> BookEntry {
    BookEntry { key: schemes::POLYGLOT.key(position), mv, weight, learn: 0 }
}

fn book_move(position: &Position<Chess>, uci: &str) -> BookMove {
    BookMove::of(position.parse_uci(uci).expect("the move is legal"))
}

fn bytes(mut entries: Vec<BookEntry>) -> Vec<u8> {
    entries.sort_by_key(|entry| entry.key);
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

#[test]
fn moves_come_from_the_book_while_it_has_any() {
    let start = Position::<Chess>::start();
    let next = start.play_uci("a2a3").unwrap();
    let castles: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    let book = Scratch::new(
        "good",
        &bytes(vec![
            entry(&start, book_move(&start, "a2a3"), 1),
            entry(&start, book_move(&start, "h2h3"), 0),
            entry(&next, book_move(&next, "a7a6"), 3),
            entry(&castles, book_move(&castles, "e1g1"), 1),
        ]),
    );
    let open = format!("setoption name Book value {}\n", book.text());
    let text =
        answers(format!("{open}go movetime 20\nposition startpos moves a2a3\ngo wtime 1000 btime 1000\n"));
    assert_eq!(
        text,
        "info string Book: 4 entries\ninfo string book move\nbestmove a2a3\n\
         info string book move\nbestmove a7a6\n"
    );
    // Castling is written in the notation of the variant.
    let castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo movetime 20\n";
    assert!(answers(format!("{open}{castle}")).ends_with("bestmove e1g1\n"));
    let chess960 = "setoption name UCI_Chess960 value true\n";
    assert!(answers(format!("{open}{chess960}{castle}")).ends_with("bestmove e1h1\n"));
    // A search if the book has no move, for analysis, in another variant, and without a book.
    for lines in [
        "position startpos moves e2e4\ngo movetime 20\n",
        "go movetime 20 searchmoves e2e4\n",
        "go infinite\nstop\n",
        "go ponder\nstop\n",
        "setoption name UCI_Variant value makruk\ngo movetime 20\n",
        "setoption name Book value <empty>\ngo movetime 20\n",
        "setoption name Book value\ngo movetime 20\n",
        "setoption name OwnBook value false\ngo movetime 20\n",
        "setoption name UCI_AnalyseMode value true\ngo movetime 20\n",
    ] {
        let text = answers(format!("{open}{lines}"));
        assert!(!text.contains("from the book"), "{lines}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{lines}");
    }
}

#[test]
fn a_book_move_of_weight_0_is_never_played() {
    let start = Position::<Chess>::start();
    let next = start.play_uci("a2a3").unwrap();
    let book = Scratch::new(
        "without weight",
        &bytes(vec![
            entry(&start, book_move(&start, "h2h3"), 0),
            entry(&start, book_move(&start, "a2a3"), 0),
            entry(&next, book_move(&next, "h7h6"), 0),
            // The weight of an illegal move does not count.
            entry(&next, BookMove(0x7fff), 9),
        ]),
    );
    let open = format!("setoption name Book value {}\n", book.text());
    for position in ["position startpos", "position startpos moves a2a3"] {
        let text = answers(format!("{open}{position}\ngo movetime 20\n"));
        assert!(!text.contains("from the book"), "{position}: {text}");
        assert_eq!(
            (best_moves(&text).len(), text.contains("info depth 1 ")),
            (1, true),
            "{position}: {text}"
        );
    }
}

#[test]
fn invalid_books_are_reported_and_ignored() {
    let start = Position::<Chess>::start();
    // An illegal move (e2 to e5), and an invalid promotion code.
    let illegal = [entry(&start, BookMove(0b000_001_100_100_100), 9), entry(&start, BookMove(0x7fff), 9)];
    let after = start.play_uci("e2e4").unwrap();
    let mut unsorted =
        [entry(&start, book_move(&start, "e2e4"), 1), entry(&after, book_move(&after, "e7e5"), 1)];
    unsorted.sort_by_key(|entry| std::cmp::Reverse(entry.key));
    let unsorted: Vec<u8> = unsorted.iter().flat_map(|entry| entry.to_bytes()).collect();
    let books = [
        Scratch::new("short", &[7; 17]),
        Scratch::new("unsorted", &unsorted),
        Scratch::new("empty", &[]),
        Scratch::new(
            "text",
            "not a book at all, but a long enough text to be one of two or three entries".as_bytes(),
        ),
        Scratch::new("illegal", &bytes(illegal.to_vec())),
    ];
    let folder = std::env::temp_dir();
    let mut paths: Vec<&str> = books.iter().map(Scratch::text).collect();
    paths.extend(["/no/such/file.bin", folder.to_str().unwrap(), "\u{1b}[31m", "/dev/null/x"]);
    for path in paths {
        let text = answers(format!("setoption name Book value {path}\ngo movetime 20\n"));
        assert!(text.starts_with("info string Book: "), "{path}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{path}: {text}");
        assert!(!text.contains("bestmove e2e5") && !text.contains('\u{1b}'), "{path}: {text}");
    }
}

#[test]
fn a_search_without_a_clock_does_not_use_the_book() {
    let start = Position::<Chess>::start();
    let book = Scratch::new("untimed", &bytes(vec![entry(&start, book_move(&start, "a2a3"), 1)]));
    let open = format!("setoption name Book value {}\n", book.text());
    for go in
        ["depth 2", "nodes 300", "infinite\nstop", "mate 1 nodes 300", "movetime 20 depth 2", "ponder\nstop"]
    {
        let text = answers(format!("{open}setoption name OwnBook value true\ngo {go}\n"));
        assert!(!text.contains("from the book") && text.contains(" score "), "{go}: {text}");
    }
    for own in ["", "setoption name OwnBook value false\nsetoption name OwnBook value true\n"] {
        assert_eq!(best_moves(&answers(format!("{open}{own}go movetime 20\n"))), ["a2a3"], "{own}");
    }
    // `OwnBook` also applies to a book that is set later.
    let text = answers(format!("setoption name OwnBook value false\n{open}go movetime 20\n"));
    assert!(!text.contains("from the book"), "{text}");
}
