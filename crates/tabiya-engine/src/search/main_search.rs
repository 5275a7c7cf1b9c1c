//! One node of the tree: principal variation search with everything that makes it small.

use tabiya::{Key, Move, PackedMove, Position};
use tabiya_table::{Bound, Entry};

use super::move_loop::{MoveLoop, Progress};
use super::node::Node;
use super::node_steps::{Finding, settles};
use super::outlook::Outlook;
use super::picker::Picker;
use super::table_key::{plies_left, table_key};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{MATE, MAX_PLY, from_table, mated};

impl<R: Evaluate> Worker<'_, R> {
    /// What the position is worth, searched to the node's depth; exact between alpha and beta, a bound outside.
    pub(super) fn search<const PV: bool>(&mut self, position: &Position<R>, mut node: Node) -> i32 {
        if node.depth <= 0 {
            return self.quiesce::<PV>(position, node);
        }
        match self.enter::<PV>(position, node) {
            Ok(entered) => node = entered,
            Err(score) => return score,
        }
        let ply = node.ply;
        let excluded = self.frame(ply).excluded;
        let key = table_key(position);
        let entry = if excluded.is_none() { self.probe(key) } else { None };
        let known = entry.map_or(0, |entry| from_table(entry.score, ply, plies_left(position)));
        if !PV && entry.is_some_and(|entry| cuts_off(entry, known, position, node)) {
            self.counts.cutoffs += 1;
            return known;
        }

        let outlook = self.look::<PV>(position, ply, key, entry, known);
        self.prepare_frames(ply);
        if self.shared.settings.prunes
            && !PV
            && !outlook.in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(position, node, &outlook)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }

        let hint = self.hint(entry);
        node.depth -= self.internal_iterative_reduction::<PV>(node, hint, excluded);
        let table_move = if node.is_root() {
            Some(self.root.current().mv)
        } else {
            hint.and_then(|hint| hint.unpack(position))
        };
        let killer = self.frame(ply).killer;
        let picker = Picker::new(&self.mind.moves, table_move, killer);
        let mut moves = MoveLoop::new(position, picker, &outlook, excluded, self.context(position, ply));
        let tried = self.try_moves::<PV>(&mut moves, node);
        moves.picker.leave(&mut self.mind.moves);
        let progress = match tried {
            Ok(progress) => progress,
            Err(score) => return score,
        };
        if progress.count == 0 {
            return match excluded {
                // It is the only legal move.
                Some(_) => node.alpha,
                None if outlook.in_check => mated(ply),
                None => self.draw(),
            };
        }
        if excluded.is_none() {
            self.conclude(position, key, &progress, node, &outlook);
        }
        progress.best
    }

    /// Counts the node. `Err` is its score if there is nothing to search; otherwise the window may have become smaller.
    #[inline(always)]
    fn enter<const PV: bool>(&mut self, position: &Position<R>, node: Node) -> Result<Node, i32> {
        if PV {
            self.mind.lines[node.ply].clear();
            self.selective_depth = self.selective_depth.max(node.ply);
        }
        if self.visit() {
            return Err(0);
        }
        if node.is_root() { Ok(node) } else { self.window(position, node) }
    }

    /// What is known before anything is searched: a score for a draw or at the horizon, or the window that is left by a
    /// repetition that can be reached and by mate distance pruning.
    #[inline(always)]
    fn window(&mut self, position: &Position<R>, mut node: Node) -> Result<Node, i32> {
        let ply = node.ply;
        if self.is_draw(position, ply) {
            return Err(self.draw());
        }
        if node.alpha < 0 && self.line.is_repetition_upcoming(position, ply) {
            node.alpha = self.draw();
            if node.alpha >= node.beta {
                return Err(node.alpha);
            }
        }
        if ply >= MAX_PLY - 1 {
            return Err(if position.is_check() { 0 } else { self.evaluate(position) });
        }
        // Mate distance pruning: even mating at once, or being mated, cannot leave a window that a shorter mate has closed.
        node.alpha = node.alpha.max(mated(ply));
        node.beta = node.beta.min(MATE - ply as i32 - 1);
        if node.alpha >= node.beta { Err(node.alpha) } else { Ok(node) }
    }

    /// What grandchildren leave for each other begins anew; what the line has had extended goes on.
    #[inline(always)]
    fn prepare_frames(&mut self, ply: usize) {
        self.frame(ply + 2).cutoffs = 0;
        self.frame(ply + 2).killer = None;
        self.frame(ply).doubled = if ply == 0 { 0 } else { self.frame_before(ply, 1).doubled };
    }

    /// Internal iterative reduction (IIR): without a move to try first a node is searched less deeply; next time it will
    /// have one.
    #[inline(always)]
    fn internal_iterative_reduction<const PV: bool>(
        &self,
        node: Node,
        hint: Option<PackedMove>,
        excluded: Option<Move>,
    ) -> i32 {
        let settings = self.shared.settings;
        let lacks_hint = settings.table_use.orders() && hint.is_none() && excluded.is_none();
        i32::from(settings.prunes && lacks_hint && node.depth >= 4 && (PV || node.cut_node))
    }

    /// What a searched node leaves behind: an entry in the table, and what the histories learn.
    #[inline(always)]
    fn conclude(
        &mut self,
        position: &Position<R>,
        key: Key,
        progress: &Progress,
        node: Node,
        outlook: &Outlook,
    ) {
        let Progress { best, best_move, .. } = *progress;
        let bound = if best >= node.beta {
            Bound::Lower
        } else if best > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Upper && !node.is_root() {
            self.learn_failure(node);
        }
        if !(node.is_root() && self.root.settled > 0) {
            let (mv, score, depth) = (best_move, best, node.depth);
            let found = Finding { mv, score, raw: outlook.raw, depth, bound, was_pv: outlook.was_pv };
            self.remember(key, node.ply, found);
        }
        // With several lines, what is learned of the root from the second on is not its own worth. Leaving that out did not gain
        // in 2,142 games (docs/design/search.md), so it is learned.
        self.learn_error(position, best, best_move, bound, node.depth, outlook);
    }
}

/// Whether what the table knows settles a node: deep enough, on the right side of beta, and the game lasts long enough.
#[inline(always)]
fn cuts_off<R: Evaluate>(entry: Entry, known: i32, position: &Position<R>, node: Node) -> bool {
    i32::from(entry.depth) >= node.depth
        && settles(entry.bound, known, node.beta)
        && plies_left(position) > 10
}
