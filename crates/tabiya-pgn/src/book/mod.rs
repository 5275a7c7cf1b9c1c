//! Polyglot opening books: 16-byte entries sorted by Polyglot key. [`add_to_book`] adds complete games to a book.
//!
//! ```
//! use std::io::Cursor;
//! use tabiya::{Chess, Color, Position};
//! use tabiya_pgn::book::{Book, BookBuilder, Options};
//!
//! let start = Position::<Chess>::start();
//! let mut builder = BookBuilder::new(Options { min_games: 1, ..Options::default() }, &std::env::temp_dir());
//! for (san, winner) in [("e4", Some(Color::White)), ("e4", None), ("d4", Some(Color::White))] {
//!     builder.add_move(&start, start.parse_san(san)?, winner)?;
//! }
//! let mut file = Vec::new();
//! builder.finish(&mut file)?;
//!
//! let mut book = Book::new(Cursor::new(file))?;
//! let moves = book.probe(&start)?;
//! let found: Vec<_> = moves.iter().map(|found| (start.san(found.mv.unwrap()), found.entry.weight)).collect();
//! assert_eq!(found, [("e4".to_string(), 3), ("d4".to_string(), 2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod entry;
mod file;
mod games;
mod runs;
mod shares;
mod tally;

pub use builder::{BookBuilder, BookStats, Options};
pub use entry::{BookEntry, BookMove, BookMoveError};
pub use file::{Book, BookError, ProbedMove};
pub use games::add_to_book;
pub use shares::{Share, choose, shares};
