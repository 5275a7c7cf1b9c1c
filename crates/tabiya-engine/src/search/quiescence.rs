//! Quiescence search: captures, queen promotions and check evasions.

use tabiya::{Move, Position};
use tabiya_table::{Bound, Entry};

use super::alpha_beta::Node;
use super::alpha_beta::{NodeResult, decides_beta, is_far_from_draw};
use super::move_picker::{Picker, Stage, is_capture_or_best_promotion};
use super::see;
use super::tt::{plies_until_draw, table_key};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE_FOUND, MAX_PLY, from_tt, mated};

/// The progress of a quiescence node.
struct QuiescenceState {
    in_check: bool,
    /// The static evaluation before correction; `None` in check.
    raw_eval: Option<i32>,
    best: i32,
    best_move: Option<Move>,
    /// The base of delta pruning; `-INFINITE` in check.
    futility: i32,
}

/// The result of pruning a move.
enum CapturePruning {
    Search,
    Skip,
    /// Skip this move and all later ones.
    Stop,
}

impl<R: Evaluate> Worker<'_, R> {
    /// Searches captures, or all moves if in check.
    pub(super) fn quiesce<const PV: bool>(&mut self, position: &Position<R>, mut node: Node) -> i32 {
        let ply = node.ply;
        if PV {
            self.data.pv[ply].clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.visit() {
            return 0;
        }
        if self.is_draw(position, ply) {
            return self.draw();
        }
        let in_check = position.is_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { 0 } else { self.evaluate(position) };
        }
        let key = table_key(position);
        let entry = self.probe(key);
        let tt_score = entry.map_or(0, |entry| from_tt(entry.score, ply, plies_until_draw(position)));
        if !PV
            && entry.is_some_and(|entry| decides_beta(entry.bound, tt_score, node.beta))
            && is_far_from_draw(position)
        {
            self.counts.cutoffs += 1;
            return tt_score;
        }

        let mut state = QuiescenceState {
            in_check,
            raw_eval: None,
            best: -INFINITE,
            best_move: None,
            futility: -INFINITE,
        };
        if !in_check {
            self.stand_pat(position, entry, tt_score, &mut state);
            let QuiescenceState { best, raw_eval, .. } = state;
            if best >= node.beta {
                if entry.is_none() {
                    let (raw_eval, bound) = (raw_eval.unwrap_or(0), Bound::Lower);
                    let found = NodeResult { mv: None, score: best, raw_eval, depth: 0, bound, was_pv: PV };
                    self.store_in_table(key, ply, found);
                }
                return best;
            }
            node.alpha = node.alpha.max(best);
        }
        let table_move = self.tt_move_hint(entry).and_then(|tt_move_hint| tt_move_hint.unpack(position));
        let mut picker = if in_check {
            Picker::new(&self.data.moves, table_move, None)
        } else {
            Picker::noisy(&self.data.moves, table_move.filter(|&mv| is_capture_or_best_promotion::<R>(mv)))
        };
        self.search_captures::<PV>(position, &mut picker, node, &mut state);
        picker.leave(&mut self.data.moves);
        if self.stopped {
            return 0;
        }
        if in_check && state.best == -INFINITE {
            return mated(ply);
        }
        let QuiescenceState { best, best_move, raw_eval, .. } = state;
        let bound = if best >= node.beta { Bound::Lower } else { Bound::Upper };
        let raw_eval = raw_eval.unwrap_or(0);
        self.store_in_table(
            key,
            ply,
            NodeResult { mv: best_move, score: best, raw_eval, depth: 0, bound, was_pv: PV },
        );
        best
    }

    /// Stand pat: the static evaluation, or a better estimate from the table, is a lower bound.
    #[inline(always)]
    fn stand_pat(
        &mut self,
        position: &Position<R>,
        entry: Option<Entry>,
        tt_score: i32,
        state: &mut QuiescenceState,
    ) {
        let raw_eval = self.raw_eval(position, entry);
        state.raw_eval = Some(raw_eval);
        state.best = self.corrected(position, raw_eval);
        if let Some(entry) = entry
            && self.shared.prunes
            && tt_score.abs() < MATE_FOUND
            && decides_beta(entry.bound, tt_score, state.best + 1)
            && is_far_from_draw(position)
        {
            state.best = tt_score;
        }
        state.futility = state.best + 160;
    }

    /// Searches the moves in order until a beta cutoff.
    #[inline(always)]
    fn search_captures<const PV: bool>(
        &mut self,
        position: &Position<R>,
        picker: &mut Picker,
        mut node: Node,
        state: &mut QuiescenceState,
    ) {
        let context = self.context(position, node.ply);
        while let Some((mv, stage)) =
            picker.next(position, &mut self.data.moves, &self.data.history, &context)
        {
            match self.prune_capture(position, (mv, stage), node.alpha, state) {
                CapturePruning::Search => {}
                CapturePruning::Skip => continue,
                CapturePruning::Stop => break,
            }
            let next = self.step(position, mv, node.ply);
            let score = -self.quiesce::<PV>(&next, node.child(0, false));
            self.repetitions.pop();
            if self.stopped || self.update_quiescence_best::<PV>(&mut node, state, mv, score) {
                break;
            }
        }
    }

    /// Prunes losing captures, and captures that cannot reach alpha (delta pruning). In check, quiet evasions are
    /// skipped once one evasion is found.
    #[inline(always)]
    fn prune_capture(
        &self,
        position: &Position<R>,
        (mv, stage): (Move, Stage),
        alpha: i32,
        state: &mut QuiescenceState,
    ) -> CapturePruning {
        let prunes = self.shared.prunes && state.best > -MATE_FOUND;
        if state.in_check {
            // One evasion is known; quiet evasions rarely do better.
            let is_answered = prunes && stage > Stage::GoodNoisy && state.best_move.is_some();
            return if is_answered { CapturePruning::Stop } else { CapturePruning::Search };
        }
        if prunes && stage == Stage::BadNoisy {
            return CapturePruning::Stop;
        }
        if !prunes {
            return CapturePruning::Search;
        }
        let optimistic_eval = state.futility + see::gain(position, mv);
        if optimistic_eval <= alpha && !see::wins(position, mv, 1) {
            state.best = state.best.max(optimistic_eval.min(alpha));
            return CapturePruning::Skip;
        }
        let loses = stage == Stage::Table && !see::wins(position, mv, 0);
        if loses { CapturePruning::Skip } else { CapturePruning::Search }
    }

    /// Records a move's score; returns true on a beta cutoff.
    #[inline(always)]
    fn update_quiescence_best<const PV: bool>(
        &mut self,
        node: &mut Node,
        state: &mut QuiescenceState,
        mv: Move,
        score: i32,
    ) -> bool {
        if score <= state.best {
            return false;
        }
        state.best = score;
        if score > node.alpha {
            state.best_move = Some(mv);
            node.alpha = score;
            if PV {
                self.update_pv(node.ply, mv);
            }
        } else if state.in_check && state.best_move.is_none() {
            state.best_move = Some(mv);
        }
        score >= node.beta
    }
}
