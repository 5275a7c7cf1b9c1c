//! PGN: a streaming reader, replay, game trees, a writer, opening books and opening names.
//!
//! The reader reports what it reads to a [`Visitor`], as slices of its own buffer: memory use does not depend on the
//! size of the file.
//!
//! ```
//! use tabiya_pgn::{Reader, Visitor};
//!
//! #[derive(Default)]
//! struct Plies(usize);
//!
//! impl Visitor for Plies {
//!     fn san(&mut self, _: &[u8], _: u64) {
//!         self.0 += 1;
//!     }
//! }
//!
//! let pgn = "[Event \"Friendly\"]\n\n1. e4 e5 2. Nf3 {a comment} (2. f4) Nc6 1/2-1/2\n";
//! let (mut reader, mut plies) = (Reader::new(pgn.as_bytes()), Plies::default());
//! while reader.read_game(&mut plies)? {}
//! assert_eq!(plies.0, 4);
//! # Ok::<(), tabiya_pgn::ReadError>(())
//! ```

pub mod book;
mod export;
mod input;
mod move_text;
mod movetext_writer;
pub mod openings;
pub mod reader;
mod record;
pub mod replay;
pub mod tree;

pub use export::{Export, write_game, write_tag};
pub use input::{Compression, Counter, Input};
pub use move_text::{moves_of, parse_ply, play_each};
pub use reader::{
    GameResult, Problem, ProblemKind, PushReader, PushStatus, ReadError, Reader, Skip, TagValue, Visitor,
};
pub use record::{MAX_PLIES, MAX_TAG_BYTES, Record};
pub use tree::{
    Brush, Comment, NodeId, Shape, Step, Tree, TreeBuilder, TreeRead, TreeRecord, clock_text,
    evaluation_text, parse_evaluation,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
