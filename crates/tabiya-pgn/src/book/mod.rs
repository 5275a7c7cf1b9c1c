//! Polyglot opening books: sixteen bytes an entry, sorted by the position's key.
//!
//! ```
//! use std::io::Cursor;
//! use tabiya::{Chess, Position};
//! use tabiya_pgn::book::{Book, Maker, Options};
//! use tabiya_pgn::{Reader, Record};
//!
//! let mut maker = Maker::new(Options { min_games: 1, ..Options::default() }, &std::env::temp_dir());
//! let mut reader = Reader::new(&b"1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0"[..]);
//! let mut record = Record::new();
//! while reader.read_game(&mut record)? {
//!     maker.add(&record)?;
//! }
//! let mut file = Vec::new();
//! maker.finish(&mut file)?;
//!
//! let mut book = Book::new(Cursor::new(file))?;
//! let start = Position::<Chess>::start();
//! let moves = book.probe(&start)?;
//! let found: Vec<_> = moves.iter().map(|found| (start.san(found.mv.unwrap()), found.entry.weight)).collect();
//! assert_eq!(found, [("e4".to_string(), 3), ("d4".to_string(), 2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod file;
mod maker;
mod runs;
mod shares;
mod tally;

pub use entry::{BookMove, BookMoveError, Entry};
pub use file::{Book, BookError, Found};
pub use maker::{Made, Maker, Options};
pub use shares::{Share, choose, shares};
pub use tabiya_files::write_whole;
