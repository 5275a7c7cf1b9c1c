//! One move of a node: whether it deserves a search, and how deep a one.

use tabiya::{Move, Position};

use super::history::Context;
use super::learn::bonus;
use super::node::Node;
use super::outlook::Outlook;
use super::picker::Stage;
use super::see;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::INFINITE;

/// A move whose turn it is, and what is known of it before it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) stage: Stage,
    /// Its place among the moves tried, from 1.
    pub(super) number: usize,
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    /// How it fared elsewhere.
    pub(super) experience: i32,
    /// How much less deeply late moves are searched, in 1024ths of a ply.
    pub(super) reduction: i32,
}

impl Candidate {
    /// Pruning of moves: whether it will not help, by all that is known without a search. For quiet moves futility pruning (the
    /// evaluation is too far below alpha), history pruning (it failed too often) and SEE pruning (it loses too much); for bad
    /// captures SEE pruning.
    #[inline(always)]
    pub(super) fn is_hopeless<R: Evaluate>(
        &self,
        position: &Position<R>,
        node: Node,
        outlook: &Outlook,
    ) -> bool {
        let Candidate { mv, experience, .. } = *self;
        if !self.is_quiet {
            let margin = -95 * node.depth - experience / 64;
            return self.stage == Stage::BadNoisy && !see::wins(position, mv, margin);
        }
        let shallow = (node.depth - self.reduction / 1024).max(0);
        let hope = outlook.eval + 90 + 95 * shallow + experience / 160;
        (!outlook.in_check && shallow <= 8 && hope <= node.alpha && !self.gives_check)
            || (shallow <= 5 && experience < -4500 * node.depth)
            || !see::wins(position, mv, -24 * shallow * shallow)
    }

    /// Late move reduction with all that speaks for the move and against it; `replies` is how often replies to moves of
    /// this node have refuted them.
    #[inline(always)]
    pub(super) fn full_reduction<const PV: bool>(
        &self,
        node: Node,
        outlook: &Outlook,
        table_move_is_noisy: bool,
        replies: u32,
    ) -> i32 {
        let Candidate { is_quiet, .. } = *self;
        let mut reduction = self.reduction;
        reduction += 1024 * i32::from(node.cut_node) + 512 * i32::from(node.cut_node && is_quiet);
        reduction -= 1024 * i32::from(outlook.was_pv) + 512 * i32::from(PV);
        reduction += 640 * i32::from(!outlook.improving);
        reduction -= 900 * i32::from(self.gives_check);
        reduction += 800 * i32::from(table_move_is_noisy && is_quiet);
        reduction += 700 * i32::from(replies > 3);
        reduction -= 900 * i32::from(self.stage == Stage::Killer);
        reduction - self.experience * 1024 / if is_quiet { 11_000 } else { 7_000 }
    }
}

impl<R: Evaluate> Worker<'_, R> {
    /// Principal variation search: what a move is worth, after which `next` stands. Only the first is searched with the whole window at once; the
    /// others must show that they are better, those with a `reduced` depth there first.
    #[inline(always)]
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        next: &Position<R>,
        node: Node,
        candidate: &Candidate,
        (reduced, new_depth): (Option<i32>, i32),
        best: i32,
        context: &Context,
    ) -> i32 {
        let Node { alpha, cut_node, .. } = node;
        let mut score = match reduced {
            Some(reduced) => self.search_reduced(next, node, candidate, (reduced, new_depth), best, context),
            None if !PV || candidate.number > 1 => {
                -self.search::<false>(next, node.null_window(alpha + 1).child(new_depth, !cut_node))
            }
            None => -INFINITE,
        };
        if PV && (candidate.number == 1 || score > alpha) {
            score = -self.search::<true>(next, node.child(new_depth, false));
        }
        score
    }

    /// Late move reductions: a null-window search less deep, and again if it is better than it seemed.
    #[inline(always)]
    fn search_reduced(
        &mut self,
        next: &Position<R>,
        node: Node,
        candidate: &Candidate,
        (reduced, new_depth): (i32, i32),
        best: i32,
        context: &Context,
    ) -> i32 {
        let Node { alpha, depth, cut_node, .. } = node;
        let scout = node.null_window(alpha + 1);
        let mut score = -self.search::<false>(next, scout.child(reduced, true));
        if score <= alpha || reduced >= new_depth {
            return score;
        }
        // Better than it seemed: look again, a ply deeper or less by how much better.
        let deeper = i32::from(score > best + 45) - i32::from(score < best + 8);
        let again = if node.is_root() { new_depth } else { new_depth + deeper };
        if again > reduced {
            score = -self.search::<false>(next, scout.child(again, !cut_node));
        }
        if candidate.is_quiet && !self.stopped {
            let bonus = if score > alpha { bonus(depth) } else { -bonus(depth) / 2 };
            self.mind.history.update_quiet(context, candidate.mv, bonus);
        }
        score
    }
}
