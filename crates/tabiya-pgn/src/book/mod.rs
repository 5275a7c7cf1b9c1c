//! Polyglot opening books: 16-byte entries sorted by Polyglot key. [`add_to_book`] adds complete games to a book.
//!
//! ```
//! use std::io::Cursor;
//! use tabiya::{Chess, Color, Position};
//! use tabiya_pgn::book::{Book, Maker, Options};
//!
//! let start = Position::<Chess>::start();
//! let mut maker = Maker::new(Options { min_games: 1, ..Options::default() }, &std::env::temp_dir());
//! for (san, winner) in [("e4", Some(Color::White)), ("e4", None), ("d4", Some(Color::White))] {
//!     maker.add_move(&start, start.parse_san(san)?, winner)?;
//! }
//! let mut file = Vec::new();
//! maker.finish(&mut file)?;
//!
//! let mut book = Book::new(Cursor::new(file))?;
//! let moves = book.probe(&start)?;
//! let found: Vec<_> = moves.iter().map(|found| (start.san(found.mv.unwrap()), found.entry.weight)).collect();
//! assert_eq!(found, [("e4".to_string(), 3), ("d4".to_string(), 2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod file;
mod games;
mod maker;
mod runs;
mod shares;
mod tally;

pub use entry::{BookEntry, BookMove, BookMoveError};
pub use file::{Book, BookError, ProbedMove};
pub use games::add_to_book;
pub use maker::{Made, Maker, Options};
pub use shares::{Share, choose, shares};
