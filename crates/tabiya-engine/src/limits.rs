//! How long a search may go on.

use std::time::Duration;

use tabiya::Move;

/// What ends a search. All that are given hold at once; with none it goes on until it is told to stop.
///
/// ```
/// use tabiya_engine::Limits;
///
/// let limits = Limits { depth: Some(6), ..Limits::default() };
/// assert!(!limits.is_endless());
/// assert!(Limits::default().is_endless());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies the main line is searched to.
    pub depth: Option<u32>,
    /// Positions visited, by all threads.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<RemainingTime>,
    /// Go on until told to stop, even when there is nothing left to find.
    pub infinite: bool,
    /// Only these moves, if any are named.
    pub moves: Vec<Move>,
}

/// What a player's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemainingTime {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time comes, if that is how it is played.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// A search of so many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search to a depth.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Whether nothing but the outside ends it.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.infinite
            || (self.depth.is_none()
                && self.nodes.is_none()
                && self.mate.is_none()
                && self.move_time.is_none()
                && self.clock.is_none())
    }
}
