//! Positions of chess, Chess960 and Makruk that carry their own keys.
//!
//! One number names a position; the number is edited as moves are made.
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
pub mod perft;
mod piece;
mod position;
mod role;
mod rules;
#[cfg(feature = "serde")]
mod serde_texts;
mod square;

pub use any::{AnyGame, AnyPosition, UnknownVariant, Variant};
pub use bitboard::{Bitboard, BitboardIter};
pub use castling::Castling;
pub use color::{ByColor, Color, UnknownColor};
pub use feature::{Feature, Toggle, Witness};
pub use history::{CountKind, Game, Line, ReversibleMoves};
pub use identity::Identity;
pub use key::{BadKey, Key, Key128};
pub use keys::Keys;
pub use material::Material;
pub use moves::{Move, MoveKind, MoveList, MoveListIter, MoveSet, MoveVisitor, Origin, SetKind};
pub use notation::{
    CastlingNotation, EnPassant, FenError, FenField, FenNote, FenProblem, ParsedFen, Reading,
};
pub use notation::{EpdError, Hindrance, MoveError, SanError, UciError, epd_to_fen};
pub use piece::Piece;
pub use position::{Claim, IllegalMove, MoveSetVisitor, Outcome, Position, Setup, SetupError, SetupProblem};
pub use role::{ByRole, Role, UnknownRole};
pub use rules::{Chess, Count, Makruk, Rules};
pub use square::{BadFile, BadSquare, BadSquareNumber, File, Rank, Square};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
