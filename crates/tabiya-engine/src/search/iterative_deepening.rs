//! Iterative deepening with aspiration windows, and the root moves.

use super::alpha_beta::Node;
use super::report::{Report, ReportBound, SearchResult};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{self, INFINITE, MATE, MATE_FOUND};
use crate::time::Stability;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tabiya::{Move, Score};

/// The maximum depth; the table stores depths in a byte.
const MAX_DEPTH: i32 = 120;

impl<R: Evaluate> Worker<'_, R> {
    pub(super) fn iterate(mut self, on_report: &mut dyn FnMut(&Report)) -> SearchResult {
        let limits = self.shared.limits;
        let depth_limit = limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let last = depth_limit.min(limits.mate.map_or(MAX_DEPTH, mate_depth));
        let mut best = self.root.moves[0].clone();
        // The depth of the last completed iteration.
        let mut completed_depth = 0;
        let mut stable_iterations = 0;
        for depth in 1..=last {
            // Every other helper thread searches one ply deeper: different work, shared through the table.
            self.root_depth = (depth + (self.id as i32 & 1)).min(MAX_DEPTH);
            self.root.start_iteration();
            let lines = self.shared.settings.multi_pv.clamp(1, self.root.moves.len());
            for rank in 0..lines {
                self.root.line_index = rank;
                self.selective_depth = 0;
                self.aspiration_search(on_report);
                if self.stopped {
                    break;
                }
            }
            self.root.line_index = 0;
            self.root.sort_open();
            if !self.stopped {
                // A later line may score higher than an earlier one: report them now, sorted.
                (0..lines).for_each(|rank| on_report(&self.report(rank, ReportBound::Exact)));
            }
            let first = &self.root.moves[0];
            if self.stopped {
                if self.is_usable(&best, completed_depth) {
                    (best, completed_depth) =
                        (first.clone(), completed_depth + u32::from(completed_depth > 0));
                }
                break;
            }
            stable_iterations = if first.mv == best.mv { stable_iterations + 1 } else { 0 };
            let score_drop = best.score - first.score;
            (best, completed_depth) = (first.clone(), depth as u32);
            self.has_completed_iteration = true;
            if self.id == 0
                && self.is_enough(depth, Stability { stable_iterations, score_drop, effort: self.effort() })
            {
                break;
            }
        }
        self.shared.nodes.fetch_add(self.nodes % self.shared.node_batch, Ordering::Relaxed);
        if self.id == 0 {
            self.shared.signals.wait_for_stop(limits);
        }
        let score = match best.score {
            // Stopped before the first move was finished: not a mate, although the score looks like one.
            value if value == -INFINITE => 0,
            value => value,
        };
        SearchResult {
            best: Some(best.mv),
            ponder: best.line.get(1).copied(),
            score: self.to_uci(score),
            depth: completed_depth,
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            line: best.line,
            table: self.counts,
            value: best.score,
        }
    }

    /// Whether the result of an interrupted iteration can be used: it found another best move with an exact score. Bounds do not count.
    /// Before the first completed iteration, anything counts.
    fn is_usable(&self, best: &RootMove, completed_depth: u32) -> bool {
        let first = &self.root.moves[0];
        if completed_depth == 0 {
            return first.score != -INFINITE;
        }
        self.shared.settings.multi_pv == 1
            && first.mv != best.mv
            && first.score != -INFINITE
            && first.bound == ReportBound::Exact
    }

    /// Searches with a narrow window around the previous score, and widens it on failure.
    fn aspiration_search(&mut self, on_report: &mut dyn FnMut(&Report)) {
        let expected = self.root.current().previous;
        let mut width = 14 + expected.abs().min(2000) / 100;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= 4 && expected.abs() < MATE_FOUND {
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut failed_high = 0;
        loop {
            let depth = (self.root_depth - failed_high).max(1);
            let position = self.root_position;
            let score = self.search::<true>(position, Node::root(alpha, beta, depth));
            self.root.sort_open();
            if self.stopped {
                return;
            }
            if score <= alpha && alpha > -INFINITE {
                self.report_bound(ReportBound::Upper, on_report);
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
                failed_high = 0;
            } else if score >= beta && beta < INFINITE {
                self.report_bound(ReportBound::Lower, on_report);
                beta = (score + width).min(INFINITE);
                failed_high = if self.shared.prunes { (failed_high + 1).min(3) } else { 0 };
            } else {
                return;
            }
            width += width / 2 + 4;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Reports a bound, but only after three seconds.
    fn report_bound(&self, bound: ReportBound, on_report: &mut dyn FnMut(&Report)) {
        if self.id == 0 && self.shared.started.elapsed() > Duration::from_secs(3) {
            on_report(&self.report(self.root.line_index, bound));
        }
    }

    fn report(&self, rank: usize, bound: ReportBound) -> Report {
        let root = &self.root.moves[rank];
        let score = if root.score == -INFINITE { root.previous } else { root.score };
        Report {
            depth: self.root_depth as u32,
            selective_depth: root.selective_depth as u32,
            rank: rank + 1,
            score: self.to_uci(score),
            bound,
            nodes: self.all_nodes(),
            time: self.shared.started.elapsed(),
            table_fill: self.shared.table.hashfull(),
            line: root.line.clone(),
            table: self.counts,
        }
    }

    /// The score for reports, with the randomization of draws removed.
    fn to_uci(&self, score: i32) -> Score {
        let is_draw = self.shared.prunes && score.abs() <= 1;
        score::to_uci(if is_draw { 0 } else { score })
    }

    fn effort(&self) -> f64 {
        self.root.moves[0].nodes as f64 / self.nodes.max(1) as f64
    }

    /// Whether to stop after this iteration.
    fn is_enough(&self, depth: i32, stability: Stability) -> bool {
        let limits = self.shared.limits;
        let score = self.root.moves[0].score;
        let mate_in = (MATE - score.abs() + 1) / 2;
        if score >= MATE_FOUND && limits.mate.is_some_and(|moves| i64::from(mate_in) <= i64::from(moves)) {
            return true;
        }
        if limits.nodes.is_some_and(|limit| self.all_nodes() >= limit) {
            return true;
        }
        let Some(soft) = self.shared.budget.soft else { return false };
        if self.shared.is_pondering() || limits.is_endless() {
            return false;
        }
        // A single legal move, or a mate that a deeper search cannot shorten.
        let is_final =
            self.root.moves.len() == 1 && depth >= 4 || score.abs() >= MATE_FOUND && depth > 2 * mate_in + 4;
        is_final || self.shared.started.elapsed().as_secs_f64() >= soft.as_secs_f64() * stability.factor()
    }
}

/// The depth at which a search for a mate ends without one: twice the length of the mate and some plies, because of reductions.
fn mate_depth(moves: u32) -> i32 {
    i32::try_from(moves).map_or(MAX_DEPTH, |moves| moves.clamp(1, MAX_DEPTH) * 4 + 6).min(MAX_DEPTH)
}

/// A root move and its results.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// The score of this iteration; `-INFINITE` if it is only known not to be the best.
    pub(crate) score: i32,
    /// Whether the score is exact or a bound.
    pub(crate) bound: ReportBound,
    /// The score of the last iteration.
    pub(crate) previous: i32,
    /// The principal variation, starting with this move.
    pub(crate) line: Vec<Move>,
    /// Nodes below it in the complete search.
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
}

/// All root moves, best first.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    /// The number of moves that are already lines of this iteration (MultiPV).
    pub(crate) line_index: usize,
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
        Root { moves: moves.iter().map(fresh).collect(), line_index: 0 }
    }

    /// The best move of the current line.
    pub(crate) fn current(&self) -> &RootMove {
        &self.moves[self.line_index]
    }

    /// A root move that is not yet a line of this iteration, or `None`; also `None` for moves excluded by `searchmoves`.
    pub(crate) fn open_mut(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves[self.line_index..].iter_mut().find(|root| root.mv == mv)
    }

    /// Sorts by score, stable.
    pub(crate) fn sort_open(&mut self) {
        self.moves[self.line_index..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous)));
    }

    pub(crate) fn start_iteration(&mut self) {
        self.line_index = 0;
        for root in &mut self.moves {
            root.previous = root.score;
            // A score of the last iteration must not be taken for one of this iteration if it is interrupted.
            root.score = -INFINITE;
        }
    }
}
