//! Keys: numbers that name positions, edited as moves are made.

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
    CastlingNumbers, ClockStep, EnPassantNumbers, Games, KeyPart, KeyParts, Layout, LayoutError, PieceOrder,
    PieceOrderError, NoSuchKey, NumberName, Numbers, PawnStart, EnPassantPolicy, Right, Scheme, Section, SideNumbers,
    SquareOrder, UnknownKeyPart,
};
pub use tracker::Tracker;

/// What a position carries with it, edited by every move.
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
    /// Everything the position's identity has.
    pub full: Key,
    /// The pawns of both colors.
    pub pawn: Key,
    /// Each color's other men, its king among them.
    pub non_pawn: ByColor<Key>,
    /// How many men of each kind; not a hash but the counts themselves.
    pub material: Material,
}
