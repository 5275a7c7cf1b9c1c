//! Quiescence search: captures until the position is quiet.

use tabiya::Position;
use tabiya_table::Bound;

use super::node_steps::settles;
use super::picker::{Picker, Stage, is_noisy};
use super::see;
use super::table_key::{plies_left, table_key};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE_FOUND, MAX_PLY, from_table, mated};

impl<R: Evaluate> Worker<'_, R> {
    /// What the position is worth when only captures are looked at, and every move out of check.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &Position<R>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if PV {
            self.mind.lines[ply].clear();
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
        let prunes = self.shared.settings.prunes;

        let key = table_key(position);
        let entry = self.probe(key);
        let known = entry.map(|entry| from_table(entry.score, ply, plies_left(position)));
        if !PV
            && let (Some(entry), Some(score)) = (entry, known)
            && settles(entry.bound, score, beta)
        {
            self.counts.cutoffs += 1;
            return score;
        }

        let mut best = -INFINITE;
        let mut raw = None;
        let mut futility = -INFINITE;
        if !in_check {
            let value =
                entry.map_or_else(|| self.mind.evaluator.evaluate(position), |entry| i32::from(entry.eval));
            raw = Some(value);
            best = self.corrected(position, value);
            if let (Some(entry), Some(score)) = (entry, known)
                && entry.bound != Bound::None
                && score.abs() < MATE_FOUND
                && settles(entry.bound, score, best + 1)
                && prunes
            {
                best = score;
            }
            if best >= beta {
                if entry.is_none() {
                    self.remember(key, None, (best, ply), value, 0, Bound::Lower, PV);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility = best + 160;
        }

        let orders = self.shared.settings.table_use.orders();
        let hint = entry.and_then(|entry| entry.mv).filter(|_| orders);
        let is_table_move = |mv| hint.is_some_and(|hint| hint.matches(mv));
        let mut picker = if in_check {
            Picker::new(position, &mut self.mind.moves, is_table_move, None)
        } else {
            Picker::noisy(position, &mut self.mind.moves, is_table_move)
        };
        if in_check && !picker.has_moves() {
            return mated(ply);
        }
        let context = self.context(position, ply);
        let mut best_move = None;
        while let Some((mv, stage)) =
            picker.next(position, &mut self.mind.moves, &self.mind.history, &context)
        {
            if prunes && best > -MATE_FOUND {
                if !in_check {
                    if stage == Stage::BadNoisy {
                        break;
                    }
                    if stage == Stage::Table && !is_noisy::<R>(mv) {
                        continue;
                    }
                    let hope = futility + see::gain(position, mv);
                    if hope <= alpha && !see::wins(position, mv, 1) {
                        best = best.max(hope.min(alpha));
                        continue;
                    }
                    if stage == Stage::Table && !see::wins(position, mv, 0) {
                        continue;
                    }
                } else if stage > Stage::GoodNoisy && best_move.is_some() {
                    // One answer to the check is known; the quiet rest rarely does better.
                    break;
                }
            } else if !in_check && stage == Stage::Table && !is_noisy::<R>(mv) {
                continue;
            }
            let next = self.step(position, mv, ply);
            let score = -self.quiesce::<PV>(&next, -beta, -alpha, ply + 1);
            self.line.pop();
            if self.stopped {
                picker.leave(&mut self.mind.moves);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                } else if in_check && best_move.is_none() {
                    best_move = Some(mv);
                }
            }
        }
        picker.leave(&mut self.mind.moves);
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.remember(key, best_move, (best, ply), raw.unwrap_or(0), 0, bound, PV);
        best
    }
}
