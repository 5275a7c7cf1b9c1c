//! Building and probing opening books, and damaged books.

use std::io::Cursor;

use insta::assert_snapshot;
use tabiya::keys::schemes;
use tabiya::{Chess, Color, Key, Position};
use tabiya_files::atomic_write;
use tabiya_pgn::book::{Book, BookBuilder, BookEntry, BookMove, Options, add_to_book};
use tabiya_pgn::{Reader, Record};

const EACH: Options = Options {
    max_ply: 1024,
    min_games: 1,
    min_score: 0.0,
    only_wins: false,
    only: None,
    uniform: false,
    memory: 1 << 20,
};

fn make(pgn: &str, options: Options) -> Vec<u8> {
    let mut builder = BookBuilder::new(options, &std::env::temp_dir());
    let (mut reader, mut record) = (Reader::new(pgn.as_bytes()), Record::new());
    while reader.read_game(&mut record).expect("readable text") {
        add_to_book(&mut builder, &record).expect("fits into memory");
    }
    let mut book = Vec::new();
    builder.finish(&mut book).expect("writing to a vector cannot fail");
    book
}

/// Moves and weights of the start position, and of the position after 1. e4.
fn show(book: Vec<u8>) -> String {
    let mut book = Book::new(Cursor::new(book)).expect("a valid book");
    let start = Position::<Chess>::start();
    let mut text = String::new();
    for position in [start, start.play_uci("e2e4").expect("legal")] {
        for found in book.probe(&position).expect("readable") {
            text += &format!("{} {}, ", found.entry.mv, found.entry.weight);
        }
        text += "| ";
    }
    text
}

const GAMES: &str = "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. e4 e5 1/2-1/2\n\n1. d4 d5 0-1\n\n1. d4 d5 1/2-1/2\n\n1. c4 *\n\n1. e4 c6 1-0";

#[test]
fn weights_are_twice_the_wins_plus_the_draws_of_the_side_to_move() {
    assert_snapshot!(show(make(GAMES, EACH)), @"e2e4 5, c2c4 1, d2d4 1, | c7c5 2, e7e5 1, |");
}

#[test]
fn books_and_replay_use_the_same_result() {
    let differ = "[Result \"1-0\"]\n\n1. e4 e5 0-1";
    assert_snapshot!(show(make(differ, EACH)), @"| e7e5 2, |");
    let tag_only = "[Result \"1-0\"]\n\n1. e4 e5 *";
    assert_snapshot!(show(make(tag_only, EACH)), @"e2e4 2, | |");
}

#[test]
fn options_exclude_moves() {
    assert_snapshot!(show(make(GAMES, Options { max_ply: 1, ..EACH })), @"e2e4 5, c2c4 1, d2d4 1, | |");
    assert_snapshot!(show(make(GAMES, Options { min_games: 2, ..EACH })), @"e2e4 5, d2d4 1, | e7e5 1, |");
    assert_snapshot!(show(make(GAMES, Options { min_score: 50.0, ..EACH })), @"e2e4 5, c2c4 1, | c7c5 2, |");
    assert_snapshot!(show(make(GAMES, Options { only_wins: true, ..EACH })), @"e2e4 4, | c7c5 2, |");
    assert_snapshot!(show(make(GAMES, Options { only: Some(Color::Black), ..EACH })), @"| c7c5 2, e7e5 1, |");
    assert_snapshot!(show(make(GAMES, Options { uniform: true, ..EACH })), @"e2e4 1, c2c4 1, d2d4 1, | c7c5 1, e7e5 1, |");
    assert_snapshot!(show(make(GAMES, Options::default())), @"e2e4 5, | |");
}

#[test]
fn the_memory_limit_does_not_change_the_book() {
    let games: String = (0..400)
        .map(|n| {
            let first = ["e4", "d4", "c4", "Nf3"][n % 4];
            let second = ["e5", "d5", "c5", "Nf6", "g6"][n / 4 % 5];
            format!("1. {first} {second} 2. g3 a6 3. Bg2 {}\n\n", ["1-0", "0-1", "1/2-1/2"][n % 3])
        })
        .collect();
    assert_eq!(make(&games, Options { memory: 500, ..EACH }), make(&games, EACH));
}

#[test]
fn castling_is_written_as_king_takes_rook() {
    let book = make("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *", EACH);
    let mut book = Book::new(Cursor::new(book)).expect("a valid book");
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
    let position =
        moves.iter().try_fold(Position::<Chess>::start(), |p, uci| p.play_uci(uci)).expect("legal");
    let found = book.probe(&position).expect("readable");
    assert_eq!(found[0].entry.mv.to_string(), "e1h1");
    assert_eq!(found[0].mv, Ok(position.parse_san("O-O").expect("legal")));
}

/// The fault of a game that cannot be added.
fn fault(pgn: &str) -> String {
    let mut builder = BookBuilder::new(EACH, &std::env::temp_dir());
    let mut record = Record::new();
    Reader::new(pgn.as_bytes()).read_game(&mut record).expect("readable text");
    add_to_book(&mut builder, &record).expect("fits into memory").expect("a fault").to_string()
}

#[test]
fn makruk_games_are_rejected() {
    assert_snapshot!(fault("[Variant \"Makruk\"]\n\n1. e4 *"), @"line 1: not chess: Polyglot defines no keys for this variant");
}

#[test]
fn illegal_moves_are_reported_with_line_and_ply() {
    assert_snapshot!(fault("1. e4 e5\n2. Ke3 *"), @"line 2, ply 3: `Ke3`: illegal move: no king can reach e3");
}

fn entry(key: u64, mv: u16) -> [u8; 16] {
    BookEntry { key: Key(key), mv: BookMove(mv), weight: 1, learn: 0 }.to_bytes()
}

#[test]
fn damaged_books_are_rejected_with_the_reason() {
    let refused = |bytes: Vec<u8>| Book::new(Cursor::new(bytes)).expect_err("damaged").to_string();
    assert_snapshot!(refused(vec![0; 17]), @"not a Polyglot book, or truncated: its 17 bytes are 1 more than a multiple of 16");
    assert_snapshot!(refused([entry(1, 0), entry(3, 0), entry(2, 0)].concat()), @"not a Polyglot book: entry 2 (byte 32) has a smaller key than the one before it");
    assert_snapshot!(refused(Vec::new()), @"the file is empty");
}

#[test]
fn too_many_moves_of_one_position_are_an_error() {
    let key = schemes::POLYGLOT.key(&Position::<Chess>::start());
    let bytes = entry(key.0, 0x031c).repeat(5000);
    let mut book = Book::new(Cursor::new(bytes)).expect("a sorted book");
    assert_snapshot!(book.find(key).expect_err("too many"), @"damaged book: more than 1024 moves with the key 463b96181691fc9c");
    assert!(book.find(Key(key.0 + 1)).expect("readable").is_empty());
}

#[test]
fn all_keys_of_a_book_are_found() {
    let bytes: Vec<u8> = (0..1000u64).flat_map(|n| entry(n / 3 * 7, n as u16)).collect();
    let mut book = Book::new(Cursor::new(bytes)).expect("a sorted book");
    for key in 0..2400 {
        let found = book.find(Key(key)).expect("readable");
        let expected = if key % 7 == 0 && key / 7 < 334 { (1000 - key / 7 * 3).min(3) } else { 0 };
        assert_eq!(found.len() as u64, expected, "{key}");
    }
}

#[test]
fn a_failed_write_keeps_the_old_book_and_leaves_no_files() {
    let folder = std::env::temp_dir().join(format!("tabiya-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("written");
    let path = folder.join("book.bin");
    atomic_write(&path, |out| std::io::Write::write_all(out, b"old")).expect("written");
    let failed = atomic_write(&path, |_| Err::<(), _>(std::io::Error::other("full")));
    assert_eq!(failed.expect_err("it failed").to_string(), "full");
    assert_eq!(std::fs::read(&path).expect("exists"), b"old");
    assert_eq!(std::fs::read_dir(&folder).expect("exists").count(), 1);
    std::fs::remove_dir_all(&folder).expect("removed");
}
