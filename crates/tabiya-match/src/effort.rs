use tabiya::Score;

use crate::SearchInfo;

/// The resources used by an engine's moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Effort {
    /// The number of moves.
    pub moves: u64,
    /// Seconds, measured by us.
    pub seconds: f64,
    /// Nodes, as reported.
    pub nodes: u64,
    /// Depths, as reported.
    pub depth: u64,
    /// Moves with a meaningful depth: engines that see a mate report arbitrary ones.
    pub depth_moves: u64,
}

impl Effort {
    pub(crate) fn add(&mut self, search_info: &SearchInfo) {
        self.moves += 1;
        self.seconds += search_info.taken.as_secs_f64();
        self.nodes += search_info.nodes.unwrap_or(0);
        if let Some(depth) = search_info.depth.filter(|_| !matches!(search_info.score, Some(Score::Mate(_))))
        {
            self.depth += u64::from(depth);
            self.depth_moves += 1;
        }
    }

    pub(crate) fn merge(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.depth_moves += other.depth_moves;
    }

    /// Average seconds, nodes and depth per move; `None` without moves.
    #[must_use]
    pub fn average(&self) -> Option<[f64; 3]> {
        let moves = self.moves as f64;
        let depth = self.depth as f64 / self.depth_moves.max(1) as f64;
        (self.moves > 0).then(|| [self.seconds / moves, self.nodes as f64 / moves, depth])
    }
}
