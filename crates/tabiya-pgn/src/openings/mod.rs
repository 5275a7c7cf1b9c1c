//! Names of chess openings, looked up by position: transpositions have the same name.
//!
//! The names and ECO codes are those of lichess-org/chess-openings, in the public domain (CC0). They apply only to
//! chess: a Chess960 position with the same pieces is a different position.
//!
//! ```
//! use tabiya::{AnyGame, Variant};
//! use tabiya_pgn::openings::{deepest_name, name_of};
//!
//! let mut game = AnyGame::new(Variant::Chess);
//! for san in ["Nf3", "d5", "d4", "Nf6", "c4", "e6", "Nc3"] {
//!     game.play_san(san)?;
//! }
//! let opening = name_of(&game.position()).expect("a named position");
//! assert_eq!(opening.to_string(), "D37 Queen's Gambit Declined: Three Knights Variation");
//!
//! game.play_san("h5")?;
//! assert_eq!(name_of(&game.position()), None);
//! assert_eq!(deepest_name(game.positions()), Some(opening));
//! # Ok::<(), tabiya::SanError>(())
//! ```

mod named_positions;

use std::fmt;
use std::sync::LazyLock;

use tabiya::AnyPosition;

use named_positions::NamedPositions;

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[doc(alias = "ECO")]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// Its name, with the variation after a colon: `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The name of a chess position, if it has one.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
/// use tabiya_pgn::openings::name_of;
///
/// let start = AnyPosition::start(Variant::Chess);
/// assert_eq!(name_of(&start), None);
/// assert_eq!(name_of(&start.play_san("e4")?).map(|opening| opening.name), Some("King's Pawn Game"));
/// # Ok::<(), tabiya::SanError>(())
/// ```
#[must_use]
pub fn name_of(position: &AnyPosition) -> Option<Opening> {
    static TABLE: LazyLock<NamedPositions> = LazyLock::new(NamedPositions::of_every_line);
    match position {
        AnyPosition::Chess(position) => TABLE.find(position.key(), || position.key_128()),
        AnyPosition::Chess960(_) | AnyPosition::Makruk(_) => None,
    }
}

/// The name of the last named position of a game.
///
/// ```
/// use tabiya::{AnyGame, Variant};
/// use tabiya_pgn::openings::deepest_name;
///
/// let mut game = AnyGame::new(Variant::Chess);
/// assert_eq!(deepest_name(game.positions()), None);
/// for san in ["e4", "e6", "h3"] {
///     game.play_san(san)?;
/// }
/// assert_eq!(deepest_name(game.positions()).map(|opening| opening.eco), Some("C00"));
/// # Ok::<(), tabiya::SanError>(())
/// ```
#[must_use]
pub fn deepest_name(positions: impl DoubleEndedIterator<Item = AnyPosition>) -> Option<Opening> {
    positions.rev().find_map(|position| name_of(&position))
}
