//! Search limits.

use std::time::Duration;

use tabiya::Move;

/// The limits of a search. All given limits apply; without any, the search runs until it is stopped.
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
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves is found, or when the search is so deep that there is probably none.
    pub mate: Option<u32>,
    /// Search for exactly this time.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<RemainingTime>,
    /// Search until stopped, even when nothing more can be found.
    pub infinite: bool,
    /// Search only these moves, if any are given.
    pub moves: Vec<Move>,
}

/// A player's remaining time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemainingTime {
    /// The remaining time.
    pub remaining: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// Moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// A limit of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of depth.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Whether only a stop signal ends the search.
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
