//! Positions of chess, Chess960 and Makruk with incrementally updated Zobrist keys.
//!
//! A position's key is the same whatever moves led to it, and is updated as moves are played.
//!
//! ```
//! use tabiya::{Chess, Position};
//!
//! let start = Position::<Chess>::start();
//! let by_knights = ["g1f3", "g8f6", "b1c3"].iter().try_fold(start, |p, uci| p.play_uci(uci))?;
//! let other_order = ["b1c3", "g8f6", "g1f3"].iter().try_fold(start, |p, uci| p.play_uci(uci))?;
//! assert_eq!(by_knights.key(), other_order.key());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A tour
//!
//! **Positions.** [`Position<R>`](Position) is a position of [`Chess`] (including Chess960) or [`Makruk`]. It is small and
//! `Copy`; playing a move returns a new position, so there is no unmake. Create one with [`Position::start`], from a FEN
//! ([`str::parse`], or [`Position::from_fen`] with options), or from a [`Setup`], a builder.
//! [`AnyPosition`] selects the variant at run time.
//!
//! **Moves.** [`Position::legal_moves`] lists them; [`Position::for_each_child`] plays them all and is the fastest way to do so.
//! [`Position::play`] checks a move, [`Position::play_legal`] does not. [`Position::parse_san`], [`Position::parse_uci`],
//! [`Position::san`] and [`Position::uci`] read and write notation.
//!
//! ```
//! use tabiya::{Chess, Position};
//!
//! let position: Position<Chess> = "6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1".parse()?;
//! for mv in position.legal_moves() {
//!     let next = position.play_legal(mv);
//!     println!("{:<6} {}", position.san(mv), next.key());
//! }
//! assert_eq!(position.san(position.parse_uci("a1a8")?), "Ra8#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Identity and keys.** Two positions are the same under FIDE article 9.2 if their [`Identity`] is equal: pieces, side to move, castling
//! rights, and en passant only where a capture is legal. [`Position::key`] is a 64-bit Zobrist key of it, built from a BCH code
//! instead of random numbers; [`Position::key_128`] has 128 bits; [`Position::keys`] has the keys of pawns, pieces and material.
//! [`keys::schemes`] has the key schemes of other programs, and a [`Witness`] observes the features a move changes.
//!
//! **Games.** A [`Game`] keeps its history: repetition, claims, outcome, undo. [`AnyGame`] is the same for any variant.
//!
//! ```
//! use tabiya::{Claim, Chess, Game};
//!
//! let mut game = Game::<Chess>::new();
//! for san in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
//!     game.play_san(san)?;
//! }
//! assert_eq!((game.occurrences(), game.claim()), (3, Some(Claim::ThreefoldRepetition)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **More.** [`attacks`] has attack sets, [`perft`] counts leaf nodes. The crate `tabiya-table` has a lock-free transposition table,
//! `tabiya-pgn` reads PGN and opening books, and `tabiya-engine` is an engine.
//!
//! # Features
//!
//! - `std` (default): adds [`perft::Perft`] and its cache. Without it the crate needs only `alloc`.
//! - `serde`: positions and games as FEN and UCI strings, keys as hexadecimal strings.
//! - `small`: computes most tables on first use (a few milliseconds) instead of storing them in the binary, which is 1 MB
//!   smaller and slightly slower. For WebAssembly.
//!
//! No function panics on any input, and there is no `unsafe`.

#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod any;
pub mod attacks;
mod bitboard;
mod castling;
mod color;
mod feature;
mod history;
mod identity;
mod key;
pub mod keys;
mod material;
mod moves;
mod notation;
mod outcome;
mod packed_move;
pub mod perft;
mod piece;
mod position;
mod role;
mod rules;
mod score;
#[cfg(feature = "serde")]
mod serde_texts;
mod square;
mod stored;
mod variant;

pub use any::{AnyGame, AnyPosition, Dialect, DialectKey, TracedMove, UnknownDialect};
pub use bitboard::{Bitboard, BitboardIter};
pub use castling::Castling;
pub use color::{ByColor, Color, UnknownColor};
pub use feature::{Feature, Toggle, Witness};
pub use history::{CountKind, Game, RepetitionStack};
pub use identity::Identity;
pub use key::{BadKey, Key, Key128};
pub use keys::Keys;
pub use material::Material;
pub use moves::{Move, MoveKind, MoveList, MoveListIter};
pub(crate) use moves::{MoveSet, Origin, SetKind};
pub use notation::{
    CastlingNotation, EnPassant, FenError, FenField, FenProblem, FenWarning, ParsedFen, Reading,
};
pub use notation::{
    EpdError, IllegalReason, MoveError, SanError, UciError, UciMove, epd_to_fen, printable, printable_lines,
};
pub use outcome::{Claim, Outcome};
pub use packed_move::PackedMove;
pub use piece::Piece;
pub(crate) use position::MoveVisitor;
pub use position::{IllegalMove, Position, Setup, SetupError, SetupProblem, SetupProblemKind};
pub use role::{ByRole, Role, UnknownRole};
pub use rules::{Chess, Count, FenFields, Makruk, Rules};
pub use score::Score;
pub use square::{BadFile, BadSquare, BadSquareNumber, File, Rank, Square};
pub use variant::{UnknownVariant, Variant};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
