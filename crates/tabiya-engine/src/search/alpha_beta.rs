//! One node of the alpha-beta tree: principal variation search with pruning, extensions and reductions.

use super::history::{Context, PieceTo};
use super::history::{TriedMoves, bonus};
use super::move_picker::Checks;
use super::move_picker::{Picker, Stage, is_capture_or_best_promotion};
use super::tt::{plies_until_draw, table_key};
use super::worker::Worker;
use super::{TableUse, see};
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE, MATE_FOUND, MAX_PLY, from_tt, mated, to_tt};
use tabiya::{Key, Move, PackedMove, Position, Role};
use tabiya_table::{Bound, Entry};

impl<R: Evaluate> Worker<'_, R> {
    /// Alpha-beta search of a node to its depth: the exact score inside the window, a bound outside.
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
        let tt_score = entry.map_or(0, |entry| from_tt(entry.score, ply, plies_until_draw(position)));
        if !PV && entry.is_some_and(|entry| cuts_off(entry, tt_score, position, node)) {
            self.counts.cutoffs += 1;
            return tt_score;
        }

        let static_eval = self.static_eval::<PV>(position, ply, key, entry, tt_score);
        self.reset_frames(ply);
        if self.shared.prunes
            && !PV
            && !static_eval.in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(position, node, &static_eval)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }

        let tt_move_hint = self.tt_move_hint(entry);
        node.depth -= self.internal_iterative_reduction::<PV>(node, tt_move_hint, excluded);
        let table_move = if node.is_root() {
            Some(self.root.current().mv)
        } else {
            tt_move_hint.and_then(|tt_move_hint| tt_move_hint.unpack(position))
        };
        let killer = self.frame(ply).killer;
        let picker = Picker::new(&self.data.moves, table_move, killer);
        let mut moves = MoveLoop::new(position, picker, &static_eval, excluded, self.context(position, ply));
        let tried = self.try_moves::<PV>(&mut moves, node);
        moves.picker.leave(&mut self.data.moves);
        let progress = match tried {
            Ok(progress) => progress,
            Err(score) => return score,
        };
        if progress.count == 0 {
            return match excluded {
                // The excluded move is the only legal one.
                Some(_) => node.alpha,
                None if static_eval.in_check => mated(ply),
                None => self.draw(),
            };
        }
        if excluded.is_none() {
            self.store_result(position, key, &progress, node, &static_eval);
        }
        progress.best
    }

    /// Counts the node. `Err` is its final score; otherwise the window may have been narrowed.
    #[inline(always)]
    fn enter<const PV: bool>(&mut self, position: &Position<R>, node: Node) -> Result<Node, i32> {
        if PV {
            self.data.pv[node.ply].clear();
            self.selective_depth = self.selective_depth.max(node.ply);
        }
        if self.visit() {
            return Err(0);
        }
        if node.is_root() { Ok(node) } else { self.window(position, node) }
    }

    /// Draws, the maximum ply, upcoming repetitions and mate distance pruning: returns a score or a narrowed
    /// window.
    #[inline(always)]
    fn window(&mut self, position: &Position<R>, mut node: Node) -> Result<Node, i32> {
        let ply = node.ply;
        if self.is_draw(position, ply) {
            return Err(self.draw());
        }
        if node.alpha < 0 && self.repetitions.is_repetition_upcoming(position, ply) {
            node.alpha = self.draw();
            if node.alpha >= node.beta {
                return Err(node.alpha);
            }
        }
        if ply >= MAX_PLY - 1 {
            return Err(if position.is_check() { 0 } else { self.evaluate(position) });
        }
        // Mate distance pruning: mating, or being mated, at this ply cannot beat a shorter mate already found.
        node.alpha = node.alpha.max(mated(ply));
        node.beta = node.beta.min(MATE - ply as i32 - 1);
        if node.alpha >= node.beta { Err(node.alpha) } else { Ok(node) }
    }

    /// Resets what grandchildren share, and inherits the number of double extensions.
    #[inline(always)]
    fn reset_frames(&mut self, ply: usize) {
        self.frame(ply + 2).cutoffs = 0;
        self.frame(ply + 2).killer = None;
        self.frame(ply).doubled = if ply == 0 { 0 } else { self.frame_before(ply, 1).doubled };
    }

    /// Internal iterative reduction (IIR): a node without a table move is searched less deeply; the next iteration will
    /// have one.
    #[inline(always)]
    fn internal_iterative_reduction<const PV: bool>(
        &self,
        node: Node,
        tt_move_hint: Option<PackedMove>,
        excluded: Option<Move>,
    ) -> i32 {
        let orders = self.shared.settings.table_use.orders();
        let lacks_tt_move = orders && tt_move_hint.is_none() && excluded.is_none();
        i32::from(self.shared.prunes && lacks_tt_move && node.depth >= 4 && (PV || node.cut_node))
    }

    /// Stores the result in the table and updates histories.
    #[inline(always)]
    fn store_result(
        &mut self,
        position: &Position<R>,
        key: Key,
        progress: &Progress,
        node: Node,
        static_eval: &StaticEval,
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
            self.update_on_fail_low(node);
        }
        if !(node.is_root() && self.root.line_index > 0) {
            let (mv, score, depth) = (best_move, best, node.depth);
            let found = NodeResult {
                mv,
                score,
                raw_eval: static_eval.raw_eval,
                depth,
                bound,
                was_pv: static_eval.was_pv,
            };
            self.store_in_table(key, node.ply, found);
        }
        // With MultiPV, the score of the root from the second line on is not that of the position. Excluding it from the correction history
        // did not gain in 2,142 games (docs/design/search.md), so it is included.
        self.update_correction(position, best, best_move, bound, node.depth, static_eval);
    }
}

/// Whether a table entry allows a cutoff: deep enough, on the right side of beta, and not close to a draw by clock or count.
#[inline(always)]
fn cuts_off<R: Evaluate>(entry: Entry, tt_score: i32, position: &Position<R>, node: Node) -> bool {
    i32::from(entry.depth) >= node.depth
        && decides_beta(entry.bound, tt_score, node.beta)
        && is_far_from_draw(position)
}

/// Whether scores of the table can be used: close to a draw by clock or count, they may belong to another clock.
#[inline(always)]
pub(super) fn is_far_from_draw<R: Evaluate>(position: &Position<R>) -> bool {
    plies_until_draw(position) > 10
}

/// The parameters of a search call: window and depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
}

impl Node {
    /// The root with this window.
    pub(super) fn root(alpha: i32, beta: i32, depth: i32) -> Node {
        Node { alpha, beta, depth, ply: 0, cut_node: false }
    }

    #[inline]
    pub(super) fn is_root(self) -> bool {
        self.ply == 0
    }

    /// The same node with a null window at a score.
    #[inline]
    pub(super) fn null_window(self, score: i32) -> Node {
        Node { alpha: score - 1, beta: score, ..self }
    }

    /// The child after a move: window negated and swapped.
    #[inline]
    pub(super) fn child(self, depth: i32, cut_node: bool) -> Node {
        Node { alpha: -self.beta, beta: -self.alpha, depth, ply: self.ply + 1, cut_node }
    }
}

/// The result of a node, to be stored in the table.
#[derive(Clone, Copy)]
pub(super) struct NodeResult {
    pub(super) mv: Option<Move>,
    /// From this root's point of view.
    pub(super) score: i32,
    /// The static evaluation before correction.
    pub(super) raw_eval: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) was_pv: bool,
}

impl<R: Evaluate> Worker<'_, R> {
    /// The corrected static evaluation.
    pub(super) fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let raw_eval = self.data.evaluator.evaluate(position);
        self.corrected(position, raw_eval)
    }

    /// The evaluation before correction: from the table if possible. With a running count it depends on the count, which the table's
    /// key has in steps only.
    #[inline(always)]
    pub(super) fn raw_eval(&mut self, position: &Position<R>, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) if R::running_count(position.count()).is_none() => i32::from(entry.eval),
            _ => self.data.evaluator.evaluate(position),
        }
    }

    /// Probes the table, unless it is switched off.
    pub(super) fn probe(&mut self, key: Key) -> Option<Entry> {
        let table_use = self.shared.settings.table_use;
        if table_use == TableUse::Off {
            return None;
        }
        self.counts.probes += 1;
        let entry = self.shared.table.probe(key)?;
        self.counts.hits += 1;
        // Without cutoffs the stored score is ignored.
        Some(if table_use.cuts_off() { entry } else { Entry { bound: Bound::None, ..entry } })
    }

    /// The table's move, unless ordering by the table is switched off.
    #[inline]
    pub(super) fn tt_move_hint(&self, entry: Option<Entry>) -> Option<PackedMove> {
        entry.and_then(|entry| entry.mv).filter(|_| self.shared.settings.table_use.orders())
    }

    /// Stores a node in the table, unless it is switched off.
    pub(super) fn store_in_table(&self, key: Key, ply: usize, found: NodeResult) {
        if self.shared.settings.table_use == TableUse::Off {
            return;
        }
        let entry = Entry {
            mv: found.mv.map(Into::into),
            score: to_tt(found.score, ply),
            eval: found.raw_eval as i16,
            depth: found.depth.clamp(0, 255) as u8,
            bound: found.bound,
            was_pv: found.was_pv,
        };
        self.shared.table.store(key, entry);
    }

    /// Plays a move and updates prefetching, frame and repetition stack.
    pub(super) fn step(&mut self, position: &Position<R>, mv: Move, ply: usize) -> Position<R> {
        let mut next = *position;
        next.advance(mv);
        self.shared.table.prefetch(table_key(&next));
        self.frame(ply).piece_to = Some(PieceTo::new(position.turn(), mv));
        self.frame(ply).is_quiet = !is_capture_or_best_promotion::<R>(mv);
        self.repetitions.push(&next);
        next
    }

    /// Updates the principal variation: a move and the child's line.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.data.pv.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}

/// Whether a bound decides on which side of beta the score is.
pub(super) fn decides_beta(bound: Bound, score: i32, beta: i32) -> bool {
    match bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score < beta,
    }
}

/// The static evaluation of a node, refined by the table.
pub(super) struct StaticEval {
    pub(super) in_check: bool,
    /// Before correction; 0 in check.
    pub(super) raw_eval: i32,
    /// After correction; 0 in check.
    pub(super) eval: i32,
    /// The evaluation, or the table's score if its bound makes it a better estimate.
    pub(super) estimate: i32,
    /// Whether the evaluation is higher than two plies ago.
    pub(super) improving: bool,
    pub(super) was_pv: bool,
    pub(super) entry: Option<Entry>,
    /// The table's score, from this root's point of view.
    pub(super) tt_score: i32,
}

impl<R: Evaluate> Worker<'_, R> {
    pub(super) fn static_eval<const PV: bool>(
        &mut self,
        position: &Position<R>,
        ply: usize,
        key: Key,
        entry: Option<Entry>,
        tt_score: i32,
    ) -> StaticEval {
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        let in_check = position.is_check();
        let mut static_eval = StaticEval {
            in_check,
            raw_eval: 0,
            eval: 0,
            estimate: 0,
            improving: false,
            was_pv,
            entry,
            tt_score,
        };
        if in_check {
            self.frame(ply).eval = None;
            return static_eval;
        }
        if self.frame(ply).excluded.is_some() {
            // The singular search visits the same node again, without one of its moves.
            static_eval.eval = self.frame(ply).eval.unwrap_or_default();
            static_eval.estimate = static_eval.eval;
        } else {
            static_eval.raw_eval = self.raw_eval(position, entry);
            static_eval.eval = self.corrected(position, static_eval.raw_eval);
            static_eval.estimate = static_eval.eval;
            match entry {
                None => {
                    let raw_eval = static_eval.raw_eval;
                    let found =
                        NodeResult { mv: None, score: 0, raw_eval, depth: 0, bound: Bound::None, was_pv };
                    self.store_in_table(key, ply, found);
                }
                Some(entry)
                    if decides_beta(entry.bound, tt_score, static_eval.eval + 1)
                        && tt_score.abs() < MATE_FOUND =>
                {
                    static_eval.estimate = tt_score;
                }
                Some(_) => {}
            }
        }
        self.frame(ply).eval = Some(static_eval.eval);
        let earlier = if ply < 2 { None } else { self.frame_before(ply, 2).eval };
        let earlier = earlier.or(if ply < 4 { None } else { self.frame_before(ply, 4).eval });
        static_eval.improving = earlier.is_none_or(|earlier| static_eval.eval > earlier);
        static_eval
    }
}

/// A move about to be searched, with the data for pruning and reducing it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) stage: Stage,
    /// Its number among the moves tried, from 1.
    pub(super) number: usize,
    pub(super) is_quiet: bool,
    pub(super) gives_check: bool,
    /// Its history score.
    pub(super) history_score: i32,
    /// The base late move reduction, in 1024ths of a ply.
    pub(super) reduction: i32,
}

impl Candidate {
    /// Move pruning. For quiet moves futility pruning (the evaluation is too far below alpha), history pruning and SEE
    /// pruning; for bad captures SEE pruning.
    #[inline(always)]
    pub(super) fn is_prunable<R: Evaluate>(
        &self,
        position: &Position<R>,
        node: Node,
        static_eval: &StaticEval,
    ) -> bool {
        let Candidate { mv, history_score, .. } = *self;
        if !self.is_quiet {
            let margin = -95 * node.depth - history_score / 64;
            return self.stage == Stage::BadNoisy && !see::wins(position, mv, margin);
        }
        let shallow = (node.depth - self.reduction / 1024).max(0);
        let optimistic_eval = static_eval.eval + 90 + 95 * shallow + history_score / 160;
        (!static_eval.in_check && shallow <= 8 && optimistic_eval <= node.alpha && !self.gives_check)
            || (shallow <= 5 && history_score < -4500 * node.depth)
            || !see::wins(position, mv, -24 * shallow * shallow)
    }

    /// The late move reduction with all adjustments; `replies` is the number of fail-highs among this node's
    /// children.
    #[inline(always)]
    pub(super) fn full_reduction<const PV: bool>(
        &self,
        node: Node,
        static_eval: &StaticEval,
        table_move_is_noisy: bool,
        replies: u32,
    ) -> i32 {
        let Candidate { is_quiet, .. } = *self;
        let mut reduction = self.reduction;
        reduction += 1024 * i32::from(node.cut_node) + 512 * i32::from(node.cut_node && is_quiet);
        reduction -= 1024 * i32::from(static_eval.was_pv) + 512 * i32::from(PV);
        reduction += 640 * i32::from(!static_eval.improving);
        reduction -= 900 * i32::from(self.gives_check);
        reduction += 800 * i32::from(table_move_is_noisy && is_quiet);
        reduction += 700 * i32::from(replies > 3);
        reduction -= 900 * i32::from(self.stage == Stage::Killer);
        reduction - self.history_score * 1024 / if is_quiet { 11_000 } else { 7_000 }
    }
}

impl<R: Evaluate> Worker<'_, R> {
    /// Principal variation search: the first move gets the full window, later ones a null window, with reduced depth first if
    /// `reduced` is given, and a re-search if they beat alpha.
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

    /// Late move reduction: a null-window search at reduced depth, repeated deeper if it beats alpha.
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
        // It beat alpha: re-search a ply deeper or shallower, depending on the margin.
        let deeper = i32::from(score > best + 45) - i32::from(score < best + 8);
        let again = if node.is_root() { new_depth } else { new_depth + deeper };
        if again > reduced {
            score = -self.search::<false>(next, scout.child(again, !cut_node));
        }
        if candidate.is_quiet && !self.stopped {
            let bonus = if score > alpha { bonus(depth) } else { -bonus(depth) / 2 };
            self.data.history.update_quiet(context, candidate.mv, bonus);
        }
        score
    }
}

/// Constant data of the move loop.
pub(super) struct MoveLoop<'a, R: Evaluate> {
    pub(super) picker: Picker,
    position: &'a Position<R>,
    static_eval: &'a StaticEval,
    context: Context,
    checks: Checks,
    /// The move excluded in a singular search.
    excluded: Option<Move>,
    table_move: Option<Move>,
    table_move_is_noisy: bool,
}

/// The progress of the move loop.
pub(super) struct Progress {
    pub(super) best: i32,
    /// The move that raised alpha.
    pub(super) best_move: Option<Move>,
    /// Number of moves seen, searched or pruned.
    pub(super) count: usize,
    /// Late move pruning has started: remaining quiet moves are skipped unless they give check.
    skip_quiets: bool,
}

impl<'a, R: Evaluate> MoveLoop<'a, R> {
    #[inline(always)]
    pub(super) fn new(
        position: &'a Position<R>,
        picker: Picker,
        static_eval: &'a StaticEval,
        excluded: Option<Move>,
        context: Context,
    ) -> MoveLoop<'a, R> {
        let table_move = picker.table_move();
        let table_move_is_noisy = table_move.is_some_and(is_capture_or_best_promotion::<R>);
        let checks = Checks::new(position);
        MoveLoop { picker, position, static_eval, context, checks, excluded, table_move, table_move_is_noisy }
    }
}

impl<R: Evaluate> Worker<'_, R> {
    /// Searches the moves in order until a beta cutoff. `Err` is a final score of the node: the search was stopped, or multicut
    /// applied.
    #[inline(always)]
    pub(super) fn try_moves<const PV: bool>(
        &mut self,
        moves: &mut MoveLoop<'_, R>,
        mut node: Node,
    ) -> Result<Progress, i32> {
        let prunes = self.shared.prunes;
        let mut progress = Progress { best: -INFINITE, best_move: None, count: 0, skip_quiets: false };
        let mut failed = TriedMoves::default();
        while let Some((mv, stage)) =
            moves.picker.next(moves.position, &mut self.data.moves, &self.data.history, &moves.context)
        {
            if Some(mv) == moves.excluded || (node.is_root() && self.root.open_mut(mv).is_none()) {
                continue;
            }
            progress.count += 1;
            let Some(candidate) = self.candidate(moves, node, &progress, (mv, stage)) else { continue };
            if prunes
                && !node.is_root()
                && progress.best > -MATE_FOUND
                && is_pruned(moves, node, &mut progress, &candidate)
            {
                continue;
            }
            let extension = self.extension::<PV>(moves, node, mv)?;
            if self.stopped {
                return Err(0);
            }
            let nodes_before = self.nodes;
            let score = self.try_move::<PV>(moves, node, &candidate, extension, progress.best);
            if self.stopped {
                return Err(0);
            }
            if node.is_root() {
                let window = (node.alpha, node.beta);
                self.record_root_move(mv, score, window, progress.count == 1, nodes_before);
            }
            if self.update_best::<PV>(&mut node, &mut progress, mv, score) {
                self.update_on_cutoff(moves.position, mv, node, &moves.context, &failed);
                break;
            }
            failed.push(mv, candidate.is_quiet);
        }
        Ok(progress)
    }

    /// Data for pruning and reducing a move; `None` if late move pruning skips it.
    #[inline(always)]
    fn candidate(
        &self,
        moves: &MoveLoop<'_, R>,
        node: Node,
        progress: &Progress,
        (mv, stage): (Move, Stage),
    ) -> Option<Candidate> {
        let is_quiet = !is_capture_or_best_promotion::<R>(mv);
        let gives_check = moves.checks.is_check(moves.position, mv);
        if self.shared.prunes && is_quiet && progress.skip_quiets && !gives_check {
            return None;
        }
        let history_score = if is_quiet {
            self.data.history.quiet(&moves.context, mv)
        } else {
            self.data.history.capture(moves.context.color, mv, see::victim(moves.position, mv))
        };
        let number = progress.count;
        let reduction = self.data.reductions.of(is_quiet, node.depth, number);
        Some(Candidate { mv, stage, number, is_quiet, gives_check, history_score, reduction })
    }

    /// The extension of a move; negative for a reduction. Only the table move can be extended. `Err` is a multicut score.
    #[inline(always)]
    fn extension<const PV: bool>(
        &mut self,
        moves: &MoveLoop<'_, R>,
        node: Node,
        mv: Move,
    ) -> Result<i32, i32> {
        let is_candidate = Some(mv) == moves.table_move && !node.is_root() && moves.excluded.is_none();
        if self.shared.prunes && is_candidate {
            self.singular_extension::<PV>(moves.position, mv, node, moves.static_eval)
        } else {
            Ok(0)
        }
    }

    /// Plays, searches and undoes a move.
    #[inline(always)]
    fn try_move<const PV: bool>(
        &mut self,
        moves: &MoveLoop<'_, R>,
        node: Node,
        candidate: &Candidate,
        extension: i32,
        best: i32,
    ) -> i32 {
        let ply = node.ply;
        if extension >= 2 {
            self.frame(ply).doubled += 1;
        }
        let next = self.step(moves.position, candidate.mv, ply);
        let new_depth = node.depth - 1 + extension;
        let is_reduced =
            self.shared.prunes && node.depth >= 2 && candidate.number > 1 + usize::from(node.is_root());
        let reduced = is_reduced.then(|| {
            let replies = self.frame(ply + 1).cutoffs;
            let reduction =
                candidate.full_reduction::<PV>(node, moves.static_eval, moves.table_move_is_noisy, replies);
            (new_depth - reduction / 1024).clamp(1, new_depth.max(1))
        });
        let score =
            self.search_move::<PV>(&next, node, candidate, (reduced, new_depth), best, &moves.context);
        self.repetitions.pop();
        if extension >= 2 {
            // The siblings are not on that line.
            self.frame(ply).doubled -= 1;
        }
        score
    }

    /// Records a move's score; returns true on a beta cutoff.
    #[inline(always)]
    fn update_best<const PV: bool>(
        &mut self,
        node: &mut Node,
        progress: &mut Progress,
        mv: Move,
        score: i32,
    ) -> bool {
        if score <= progress.best {
            return false;
        }
        progress.best = score;
        if score <= node.alpha {
            return false;
        }
        progress.best_move = Some(mv);
        if PV {
            self.update_pv(node.ply, mv);
        }
        if score >= node.beta {
            self.frame(node.ply).cutoffs += 1;
            return true;
        }
        node.alpha = score;
        false
    }
}

/// Late move pruning (LMP: enough quiet moves have failed, only checks may still help), then the other
/// kinds of move pruning.
#[inline(always)]
fn is_pruned<R: Evaluate>(
    moves: &mut MoveLoop<'_, R>,
    node: Node,
    progress: &mut Progress,
    candidate: &Candidate,
) -> bool {
    let enough = (3 + node.depth * node.depth) / if moves.static_eval.improving { 1 } else { 2 };
    if candidate.is_quiet && progress.count as i32 > enough {
        progress.skip_quiets = true;
        moves.picker.stop_ordering();
        if !candidate.gives_check {
            return true;
        }
    }
    candidate.is_prunable(moves.position, node, moves.static_eval)
}

/// Reductions by depth and move number, in 1024ths of a ply.
pub(crate) struct Reductions {
    quiet: [[i32; 64]; 64],
    noisy: [[i32; 64]; 64],
}

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let table = |base: f64, divisor: f64| {
            let mut table = [[0; 64]; 64];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (moves, entry) in row.iter_mut().enumerate().skip(1) {
                    let plies = base + (depth as f64).ln() * (moves as f64).ln() / divisor;
                    *entry = (1024.0 * plies) as i32;
                }
            }
            table
        };
        Reductions { quiet: table(0.85, 2.2), noisy: table(0.2, 3.3) }
    }

    pub(crate) fn of(&self, is_quiet: bool, depth: i32, moves: usize) -> i32 {
        let table = if is_quiet { &self.quiet } else { &self.noisy };
        table[depth.clamp(0, 63) as usize][moves.min(63)]
    }
}

impl<R: Evaluate> Worker<'_, R> {
    /// Prunes the complete node: reverse futility pruning, razoring, null move, ProbCut.
    pub(super) fn prune_node(
        &mut self,
        position: &Position<R>,
        node: Node,
        static_eval: &StaticEval,
    ) -> Option<i32> {
        let Node { alpha, beta, depth, .. } = node;
        let estimate = static_eval.estimate;
        // Reverse futility pruning (static null move): far above beta at low depth.
        let margin = 78 * depth - 70 * i32::from(static_eval.improving);
        if depth <= 9 && estimate - margin >= beta && estimate.abs() < MATE_FOUND && beta > -MATE_FOUND {
            return Some(beta + (estimate - beta) / 3);
        }
        // Razoring: far below alpha at low depth; verify with quiescence.
        if depth <= 4 && estimate + 260 * depth < alpha && alpha.abs() < 2000 {
            let score = self.quiesce::<false>(position, node.null_window(alpha + 1));
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        self.null_move(position, node, static_eval).or_else(|| self.probcut(position, node, static_eval))
    }

    /// Null move pruning: if the side to move stays above beta even after passing, the node fails high. Not with pawns
    /// only, where zugzwang is likely.
    fn null_move(&mut self, position: &Position<R>, node: Node, static_eval: &StaticEval) -> Option<i32> {
        let Node { beta, depth, ply, cut_node, .. } = node;
        let passed_before = ply > 0 && self.frame_before(ply, 1).piece_to.is_none();
        if depth < 3
            || static_eval.estimate < beta
            || static_eval.eval + 24 * depth < beta + 160
            || beta <= -MATE_FOUND
            || passed_before
            || ply < self.null_move_min_ply
            || !has_non_pawn_material(position)
        {
            return None;
        }
        let reduction = 4 + depth / 4 + ((static_eval.estimate - beta) / 180).min(3);
        let next = position.null_move()?;
        self.frame(ply).piece_to = None;
        self.repetitions.push_null_move(&next);
        let scout = node.null_window(beta);
        let score = -self.search::<false>(&next, scout.child(depth - reduction, !cut_node));
        self.repetitions.pop();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= MATE_FOUND { beta } else { score };
        if depth < 14 || self.null_move_min_ply > 0 {
            return Some(score);
        }
        // At high depth, verify with a search that does not use null moves.
        self.null_move_min_ply = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified =
            self.search::<false>(position, Node { depth: depth - reduction, cut_node: false, ..scout });
        self.null_move_min_ply = 0;
        (verified >= beta || self.stopped).then_some(score)
    }

    /// Singular extension: extends the table move if no other move comes close to it. `Err` is a multicut
    /// score: several moves beat beta.
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        node: Node,
        static_eval: &StaticEval,
    ) -> Result<i32, i32> {
        let Node { alpha, beta, depth, ply, cut_node } = node;
        let Some(entry) = static_eval.entry else { return Ok(0) };
        let is_reliable = i32::from(entry.depth) >= depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && static_eval.tt_score.abs() < MATE_FOUND;
        if depth < 6 || !is_reliable || ply >= 2 * self.root_depth as usize {
            return Ok(0);
        }
        let tt_score = static_eval.tt_score;
        let near = tt_score - depth - depth * i32::from(static_eval.was_pv && !PV) / 2;
        self.frame(ply).excluded = Some(mv);
        let score = self.search::<false>(position, Node { depth: (depth - 1) / 2, ..node.null_window(near) });
        self.frame(ply).excluded = None;
        if self.stopped {
            return Ok(0);
        }
        if score < near {
            let far_ahead = !PV && score < near - 18 && self.frame(ply).doubled <= 8;
            return Ok(1 + i32::from(far_ahead));
        }
        if near >= beta && !PV {
            return Err(near);
        }
        Ok(if tt_score >= beta {
            -2
        } else if cut_node || tt_score <= alpha {
            -1
        } else {
            0
        })
    }
}

/// Whether the side to move has pieces other than pawns and king.
fn has_non_pawn_material<R: Evaluate>(position: &Position<R>) -> bool {
    let own = position.identity().color(position.turn());
    let pawns_and_kings = position.identity().role(Role::Pawn) | position.identity().role(Role::King);
    !(own & !pawns_and_kings).is_empty()
}

/// The depth reduction of ProbCut's verification search.
const PROBCUT_REDUCTION: i32 = 4;

impl<R: Evaluate> Worker<'_, R> {
    pub(super) fn probcut(
        &mut self,
        position: &Position<R>,
        node: Node,
        static_eval: &StaticEval,
    ) -> Option<i32> {
        let Node { beta, depth, ply, cut_node, .. } = node;
        let probcut_beta = beta + 180 - 50 * i32::from(static_eval.improving);
        if depth <= PROBCUT_REDUCTION
            || beta.abs() >= MATE_FOUND
            || table_refutes(static_eval, probcut_beta, depth)
        {
            return None;
        }
        let table_move =
            self.tt_move_hint(static_eval.entry).and_then(|tt_move_hint| tt_move_hint.unpack(position));
        let mut picker =
            Picker::noisy(&self.data.moves, table_move.filter(|&mv| is_capture_or_best_promotion::<R>(mv)));
        let context = self.context(position, ply);
        let scout = node.null_window(probcut_beta);
        let mut answer = None;
        while let Some((mv, stage)) =
            picker.next(position, &mut self.data.moves, &self.data.history, &context)
        {
            if stage == Stage::BadNoisy {
                break;
            }
            if !see::wins(position, mv, probcut_beta - static_eval.eval) {
                continue;
            }
            let next = self.step(position, mv, ply);
            let mut score = -self.quiesce::<false>(&next, scout.child(0, false));
            if score >= probcut_beta {
                score = -self.search::<false>(&next, scout.child(depth - PROBCUT_REDUCTION, !cut_node));
            }
            self.repetitions.pop();
            if self.stopped {
                answer = Some(0);
                break;
            }
            if score >= probcut_beta {
                let (mv, depth, bound) = (Some(mv), depth - PROBCUT_REDUCTION + 1, Bound::Lower);
                let found = NodeResult {
                    mv,
                    score,
                    raw_eval: static_eval.raw_eval,
                    depth,
                    bound,
                    was_pv: static_eval.was_pv,
                };
                self.store_in_table(table_key(position), ply, found);
                answer = Some(score);
                break;
            }
        }
        picker.leave(&mut self.data.moves);
        answer
    }
}

/// Whether a table entry already shows that the ProbCut bound will not be reached.
fn table_refutes(static_eval: &StaticEval, probcut_beta: i32, depth: i32) -> bool {
    static_eval.entry.is_some_and(|entry| {
        entry.bound != Bound::None
            && i32::from(entry.depth) > depth - PROBCUT_REDUCTION
            && static_eval.tt_score < probcut_beta
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_at_greater_depth_are_reduced_more() {
        let reductions = Reductions::new();
        assert!(reductions.of(true, 10, 20) > reductions.of(true, 10, 5));
        assert!(reductions.of(true, 20, 20) > reductions.of(true, 5, 20));
        assert!(reductions.of(false, 10, 20) < reductions.of(true, 10, 20));
        assert_eq!(reductions.of(true, 0, 0), 0);
        assert!(reductions.of(true, 1000, 1000) < 12 * 1024);
    }
}
