//! Zobrist keys, updated incrementally as moves are made.

mod generators;
pub mod native;
mod random;
mod scheme;
pub mod schemes;
mod tracker;

use crate::{ByColor, Key, Material};

pub use generators::Generator;
pub use random::SplitMix64;
pub use scheme::{
    CastlingNumbers, ClockStep, EnPassantNumbers, EnPassantPolicy, Games, KeyPart, KeyParts, Layout,
    LayoutError, NoSuchKey, NumberName, Numbers, PawnStart, PieceOrder, PieceOrderError, Right, Scheme,
    Section, SideNumbers, SquareOrder, UnknownKeyPart,
};
pub use tracker::Tracker;

/// A position's keys, updated incrementally by every move.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let start = Position::<Chess>::start();
/// let after = start.play(start.parse_uci("g1f3")?)?;
/// assert_ne!(start.keys().full, after.keys().full);
/// assert_eq!(start.keys().pawn, after.keys().pawn);
/// assert_eq!(start.keys().material, after.keys().material);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Keys {
    /// The key of the complete identity.
    pub full: Key,
    /// The key of the pawns of both colors.
    pub pawn: Key,
    /// The key of each color's other pieces, including the king.
    pub non_pawn: ByColor<Key>,
    /// The number of pieces of each kind: exact counts, not a hash.
    pub material: Material,
}
