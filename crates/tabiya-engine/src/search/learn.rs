//! What a node teaches the rest of the search.

use tabiya::{Move, Position};
use tabiya_table::Bound;

use super::history::Context;
use super::node::Node;
use super::outlook::Outlook;
use super::picker::is_capture_or_best_promotion;
use super::report::ReportBound;
use super::see;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE_FOUND};

/// Moves that were tried and did not help.
#[derive(Default)]
pub(super) struct TriedMoves {
    quiet: FirstMoves,
    noisy: FirstMoves,
}

impl TriedMoves {
    #[inline]
    pub(super) fn push(&mut self, mv: Move, is_quiet: bool) {
        if is_quiet { self.quiet.push(mv) } else { self.noisy.push(mv) }
    }
}

/// The first moves of a kind; later ones are not worth remembering.
#[derive(Default)]
struct FirstMoves {
    moves: [Option<Move>; 32],
    len: usize,
}

impl FirstMoves {
    fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = Some(mv);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied().flatten()
    }
}

/// What a cut-off at this depth is worth in experience.
pub(super) fn bonus(depth: i32) -> i32 {
    (150 * depth - 60).min(1600)
}

impl<R: Evaluate> Worker<'_, R> {
    /// A move cut the node off: it is tried earlier next time, and those tried before it later.
    pub(super) fn learn_cutoff(
        &mut self,
        position: &Position<R>,
        mv: Move,
        node: Node,
        context: &Context,
        tried: &TriedMoves,
    ) {
        let bonus = bonus(node.depth);
        if is_capture_or_best_promotion::<R>(mv) {
            self.mind.history.update_capture(context.color, mv, see::victim(position, mv), bonus);
        } else {
            self.frame(node.ply).killer = Some(mv);
            self.mind.history.update_quiet(context, mv, bonus);
            for other in tried.quiet.iter() {
                self.mind.history.update_quiet(context, other, -bonus);
            }
        }
        for other in tried.noisy.iter() {
            self.mind.history.update_capture(context.color, other, see::victim(position, other), -bonus);
        }
    }

    /// No move helped: the other side's last one was good.
    pub(super) fn learn_failure(&mut self, Node { depth, ply, .. }: Node) {
        let last = *self.frame_before(ply, 1);
        if let Some(answer) = last.trace.filter(|_| last.is_quiet) {
            let before = [2, 3].map(|back| self.frame_before(ply, back).trace);
            self.mind.history.update_answer(answer, before, bonus(depth) / 2);
        }
    }

    /// The search found the position better or worse than it looked.
    pub(super) fn learn_error(
        &mut self,
        position: &Position<R>,
        best: i32,
        best_move: Option<Move>,
        bound: Bound,
        depth: i32,
        outlook: &Outlook,
    ) {
        let is_new = match bound {
            Bound::Exact => true,
            Bound::Lower => best > outlook.eval,
            Bound::Upper => best < outlook.eval,
            Bound::None => false,
        };
        let from_capture = best_move.is_some_and(is_capture_or_best_promotion::<R>);
        if is_new
            && !outlook.in_check
            && !from_capture
            && best.abs() < MATE_FOUND
            && self.shared.settings.prunes
        {
            self.mind.correction.learn(position, (best - outlook.raw).clamp(-300, 300), depth);
        }
    }

    /// What a move at the root came to, the first one or a later one, in the window that was open for it.
    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        score: i32,
        (alpha, beta): (i32, i32),
        is_first: bool,
        nodes_before: u64,
    ) {
        let nodes = self.nodes - nodes_before;
        let selective_depth = self.selective_depth;
        let Some(root) = self.root.open_mut(mv) else { return };
        root.nodes += nodes;
        if score <= alpha && !is_first {
            // Known only not to be better; the sort keeps the order of the last iteration.
            root.score = -INFINITE;
            return;
        }
        root.score = score;
        root.bound = match score {
            _ if score <= alpha => ReportBound::Upper,
            _ if score >= beta => ReportBound::Lower,
            _ => ReportBound::Exact,
        };
        root.selective_depth = selective_depth;
        root.line.clear();
        root.line.push(mv);
        root.line.extend_from_slice(&self.mind.lines[1]);
    }
}
