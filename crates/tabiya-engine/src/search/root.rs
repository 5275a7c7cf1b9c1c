//! The moves of the position that was asked about.

use tabiya::Move;

use super::report::ReportBound;
use crate::score::INFINITE;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// What this iteration found; `-INFINITE` when it was only found not to be the best.
    pub(crate) score: i32,
    /// Whether that is exact, or the window was left.
    pub(crate) bound: ReportBound,
    /// What the last iteration found.
    pub(crate) previous: i32,
    /// The line behind it, itself first.
    pub(crate) line: Vec<Move>,
    /// Positions visited below it in the whole search.
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
}

/// All of them, best first as far as is known.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    /// Those before this are settled: better lines of the same iteration.
    pub(crate) settled: usize,
}

impl Root {
    pub(crate) fn new(moves: &[Move]) -> Root {
        let fresh = |&mv: &Move| RootMove {
            mv,
            score: -INFINITE,
            bound: ReportBound::Exact,
            previous: -INFINITE,
            line: vec![mv],
            nodes: 0,
            selective_depth: 0,
        };
        Root { moves: moves.iter().map(fresh).collect(), settled: 0 }
    }

    /// The move being settled now.
    pub(crate) fn current(&self) -> &RootMove {
        &self.moves[self.settled]
    }

    /// A move still to be settled; none for moves that are, or that were not asked about.
    pub(crate) fn open_mut(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves[self.settled..].iter_mut().find(|root| root.mv == mv)
    }

    /// Best first; equal ones keep their order.
    pub(crate) fn sort_open(&mut self) {
        self.moves[self.settled..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous)));
    }

    pub(crate) fn begin_iteration(&mut self) {
        self.settled = 0;
        for root in &mut self.moves {
            root.previous = root.score;
            // What another iteration found must not be taken for this one's when it is broken off.
            root.score = -INFINITE;
        }
    }
}
