//! Any bytes as a book, probed in the position after any moves; and any entries of a book.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use tabiya::{Chess, Key, Position};
use tabiya_pgn::book::{Book, BookEntry, BookMove};

fuzz_target!(|bytes: &[u8]| {
    let start = Position::<Chess>::start();
    if let Ok(mut book) = Book::new(Cursor::new(bytes)) {
        assert_eq!(book.entries() * 16, bytes.len() as u64);
        let mut keys = Vec::new();
        let listed: Result<(), tabiya_pgn::book::BookError> = book.for_each(|_, entry| {
            keys.push(entry.key);
            Ok(())
        });
        listed.expect("a slice can be read");
        for key in keys.iter().take(20) {
            let times = keys.iter().filter(|other| *other == key).count();
            if let Ok(found) = book.find(*key) {
                assert_eq!(found.len(), times);
            }
        }
        let _ = book.probe(&start);
    }
    let mut position = start;
    for pair in bytes.chunks_exact(2).take(100) {
        let mv = BookMove(u16::from_be_bytes([pair[0], pair[1]]));
        let entry = BookEntry { key: Key(0), mv, weight: 1, learn: 0 };
        assert_eq!(BookEntry::from_bytes(entry.to_bytes()), entry);
        let _ = mv.to_string();
        if let Ok(found) = mv.find(&position) {
            assert!(position.is_legal(found), "{mv} in {position:?}");
            position = position.play_legal(found);
        }
    }
});
