//! Positions of chess, Chess960 and Makruk that carry their own keys.
//!
//! One number names a position, whatever moves led there; it is edited as moves are played.
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
//! **Positions.** [`Position<R>`](Position) is a position of a game: [`Chess`], which is Chess960 too, or [`Makruk`]. It is small and
//! `Copy`, and playing a move gives a new one, so there is no unmake. It comes from [`Position::start`], from a FEN
//! ([`str::parse`], or [`Position::from_fen`] with a choice of [`Reading`]), or from a [`Setup`], which puts one together by hand.
//! Where the game is known only at run time, [`AnyPosition`] asks.
//!
//! **Moves.** [`Position::legal_moves`] lists them, [`Position::for_each_child`] plays them all, quickest; [`Position::play`] checks
//! a move and [`Position::play_legal`] trusts you. Texts are read and written by [`Position::parse_san`], [`Position::parse_uci`],
//! [`Position::san`] and [`Position::uci`].
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
//! **Identity and keys.** Two positions are the same, as FIDE's article 9.2 has it, if their [`Identity`] is: men, turn, castling
//! rights, and en passant only where a capture is legal. [`Position::key`] is 64 bits of it (Zobrist hashing, with numbers that
//! are better than random), [`Position::key_128`] twice as many; [`Position::keys`] has those of pawns, pieces and material. The keys
//! of other programs are [`keys::schemes`], and a [`Witness`] follows what a move switches.
//!
//! **Games.** A [`Game`] remembers its positions: repetition, claims, what ended it, undo. [`AnyGame`] is the same for any game.
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
//! **Beyond.** [`attacks`] has what men attack, [`perft`] counts leaves, with threads and a cache if asked. A lock-free table is the crate `tabiya-table`, PGN and opening
//! books are `tabiya-pgn`, an engine is `tabiya-engine`.
//!
//! # Features
//!
//! - `std` (default): adds [`perft::Perft`] and its cache; without it the crate needs `alloc` and nothing else.
//! - `serde`: positions and games as FEN and UCI texts, keys as hexadecimal digits.
//! - `small`: most tables are made when they are first needed (a few milliseconds), not stored in the program: it is a megabyte
//!   smaller, and a little slower. For WebAssembly.
//!
//! Nothing here panics on any input, and there is no `unsafe`.

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
pub use history::{CountKind, Game, Line};
pub use identity::Identity;
pub use key::{BadKey, Key, Key128};
pub use keys::Keys;
pub use material::Material;
pub use moves::{Move, MoveKind, MoveList, MoveListIter, MoveSet, Origin, SetKind};
pub use notation::{
    CastlingNotation, EnPassant, FenError, FenField, FenNote, FenProblem, ParsedFen, Reading,
};
pub use notation::{
    EpdError, Hindrance, MoveError, SanError, UciError, UciMove, epd_to_fen, printable, printable_lines,
};
pub use outcome::{Claim, Outcome};
pub use packed_move::PackedMove;
pub use piece::Piece;
pub use position::{IllegalMove, MoveSetVisitor, MoveVisitor, Position, Setup, SetupError, SetupProblem};
pub use role::{ByRole, Role, UnknownRole};
pub use rules::{Chess, Count, FenFields, Makruk, Rules};
pub use score::Score;
pub use square::{BadFile, BadSquare, BadSquareNumber, File, Rank, Square};
pub use variant::{UnknownVariant, Variant};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
