//! Quiescence search: captures until the position is standing.

use tabiya::{Move, Position};
use tabiya_table::{Bound, Entry};

use super::node::Node;
use super::node_steps::{Finding, settles};
use super::picker::{Picker, Stage, is_capture_or_best_promotion};
use super::see;
use super::table_key::{plies_left, table_key};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE_FOUND, MAX_PLY, from_table, mated};

/// How far a quiescence node has come.
struct Standing {
    in_check: bool,
    /// The evaluation as it is; none in check.
    raw: Option<i32>,
    best: i32,
    best_move: Option<Move>,
    /// What a capture must add its gain to, to be worth a look; nothing in check.
    futility: i32,
}

/// What pruning says of a move.
enum Verdict {
    Search,
    Skip,
    /// Neither this move nor any after it.
    Stop,
}

impl<R: Evaluate> Worker<'_, R> {
    /// What the position is worth when only captures are looked at, and every move out of check.
    pub(super) fn quiesce<const PV: bool>(&mut self, position: &Position<R>, mut node: Node) -> i32 {
        let ply = node.ply;
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
        let key = table_key(position);
        let entry = self.probe(key);
        let known = entry.map_or(0, |entry| from_table(entry.score, ply, plies_left(position)));
        if !PV && entry.is_some_and(|entry| settles(entry.bound, known, node.beta)) {
            self.counts.cutoffs += 1;
            return known;
        }

        let mut standing =
            Standing { in_check, raw: None, best: -INFINITE, best_move: None, futility: -INFINITE };
        if !in_check {
            self.stand_pat(position, entry, known, &mut standing);
            let Standing { best, raw, .. } = standing;
            if best >= node.beta {
                if entry.is_none() {
                    let (raw, bound) = (raw.unwrap_or(0), Bound::Lower);
                    let found = Finding { mv: None, score: best, raw, depth: 0, bound, was_pv: PV };
                    self.remember(key, ply, found);
                }
                return best;
            }
            node.alpha = node.alpha.max(best);
        }
        let table_move = self.hint(entry).and_then(|hint| hint.unpack(position));
        let mut picker = if in_check {
            Picker::new(&self.mind.moves, table_move, None)
        } else {
            Picker::noisy(&self.mind.moves, table_move.filter(|&mv| is_capture_or_best_promotion::<R>(mv)))
        };
        self.try_captures::<PV>(position, &mut picker, node, &mut standing);
        picker.leave(&mut self.mind.moves);
        if self.stopped {
            return 0;
        }
        if in_check && standing.best == -INFINITE {
            return mated(ply);
        }
        let Standing { best, best_move, raw, .. } = standing;
        let bound = if best >= node.beta { Bound::Lower } else { Bound::Upper };
        let raw = raw.unwrap_or(0);
        self.remember(key, ply, Finding { mv: best_move, score: best, raw, depth: 0, bound, was_pv: PV });
        best
    }

    /// Standing pat: nobody has to capture, so the evaluation is the least this is worth, or what the table knows better.
    #[inline(always)]
    fn stand_pat(
        &mut self,
        position: &Position<R>,
        entry: Option<Entry>,
        known: i32,
        standing: &mut Standing,
    ) {
        let raw = match entry {
            Some(entry) => i32::from(entry.eval),
            None => self.mind.evaluator.evaluate(position),
        };
        standing.raw = Some(raw);
        standing.best = self.corrected(position, raw);
        if let Some(entry) = entry
            && self.shared.settings.prunes
            && known.abs() < MATE_FOUND
            && settles(entry.bound, known, standing.best + 1)
        {
            standing.best = known;
        }
        standing.futility = standing.best + 160;
    }

    /// Tries the moves in their order until one is good enough.
    #[inline(always)]
    fn try_captures<const PV: bool>(
        &mut self,
        position: &Position<R>,
        picker: &mut Picker,
        mut node: Node,
        standing: &mut Standing,
    ) {
        let context = self.context(position, node.ply);
        while let Some((mv, stage)) =
            picker.next(position, &mut self.mind.moves, &self.mind.history, &context)
        {
            match self.judge_capture(position, (mv, stage), node.alpha, standing) {
                Verdict::Search => {}
                Verdict::Skip => continue,
                Verdict::Stop => break,
            }
            let next = self.step(position, mv, node.ply);
            let score = -self.quiesce::<PV>(&next, node.child(0, false));
            self.line.pop();
            if self.stopped || self.take_capture::<PV>(&mut node, standing, mv, score) {
                break;
            }
        }
    }

    /// Whether a move deserves a search. Not in check: captures that lose something never, others only if they may reach alpha
    /// (delta pruning). In check every move, until one answer is known.
    #[inline(always)]
    fn judge_capture(
        &self,
        position: &Position<R>,
        (mv, stage): (Move, Stage),
        alpha: i32,
        standing: &mut Standing,
    ) -> Verdict {
        let prunes = self.shared.settings.prunes && standing.best > -MATE_FOUND;
        if standing.in_check {
            // One answer to the check is known; the quiet rest rarely does better.
            let is_answered = prunes && stage > Stage::GoodNoisy && standing.best_move.is_some();
            return if is_answered { Verdict::Stop } else { Verdict::Search };
        }
        if prunes && stage == Stage::BadNoisy {
            return Verdict::Stop;
        }
        if !prunes {
            return Verdict::Search;
        }
        let hope = standing.futility + see::gain(position, mv);
        if hope <= alpha && !see::wins(position, mv, 1) {
            standing.best = standing.best.max(hope.min(alpha));
            return Verdict::Skip;
        }
        let loses = stage == Stage::Table && !see::wins(position, mv, 0);
        if loses { Verdict::Skip } else { Verdict::Search }
    }

    /// Takes a move's score into account; true when it is good enough (beta cut-off).
    #[inline(always)]
    fn take_capture<const PV: bool>(
        &mut self,
        node: &mut Node,
        standing: &mut Standing,
        mv: Move,
        score: i32,
    ) -> bool {
        if score <= standing.best {
            return false;
        }
        standing.best = score;
        if score > node.alpha {
            standing.best_move = Some(mv);
            node.alpha = score;
            if PV {
                self.extend_line(node.ply, mv);
            }
        } else if standing.in_check && standing.best_move.is_none() {
            standing.best_move = Some(mv);
        }
        score >= node.beta
    }
}
