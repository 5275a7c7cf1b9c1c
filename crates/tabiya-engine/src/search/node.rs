//! One node of the tree: principal variation search with everything that makes it small.

use tabiya::{Key, Move, Position};
use tabiya_table::Bound;

use super::candidate::{Candidate, Node};
use super::checks::Checks;
use super::learn::Tried;
use super::node_steps::settles;
use super::outlook::Outlook;
use super::picker::{Picker, is_noisy};
use super::see;
use super::table_key::{plies_left, table_key};
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE, MATE_FOUND, MAX_PLY, from_table, mated};

impl<R: Evaluate> Worker<'_, R> {
    /// What the position is worth, searched to `depth`; exact between alpha and beta, a bound outside.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &Position<R>,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce::<PV>(position, alpha, beta, ply);
        }
        if PV {
            self.mind.lines[ply].clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        let is_root = ply == 0;
        if self.visit() {
            return 0;
        }
        if !is_root {
            match self.window(position, (alpha, beta), ply) {
                Ok(window) => (alpha, beta) = window,
                Err(score) => return score,
            }
        }
        let prunes = self.shared.settings.prunes;
        let excluded = self.frame(ply).excluded;
        let key = table_key(position);

        let entry = if excluded.is_none() { self.probe(key) } else { None };
        let known = entry.map_or(0, |entry| from_table(entry.score, ply, plies_left(position)));
        if !PV
            && let Some(entry) = entry
            && i32::from(entry.depth) >= depth
            && settles(entry.bound, known, beta)
            && plies_left(position) > 10
        {
            self.counts.cutoffs += 1;
            return known;
        }

        let outlook = self.look::<PV>(position, ply, key, entry, known);
        self.frame(ply + 2).cutoffs = 0;
        self.frame(ply + 2).killer = None;
        self.frame(ply).doubled = if is_root { 0 } else { self.frame_before(ply, 1).doubled };

        if prunes
            && !PV
            && !outlook.in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(position, (alpha, beta), depth, ply, cut_node, &outlook)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }

        let orders = self.shared.settings.table_use.orders();
        let hint = entry.and_then(|entry| entry.mv).filter(|_| orders);
        // Internal iterative reduction (IIR): without a move to try first a node is searched less deeply; next time it will have one.
        if prunes && orders && hint.is_none() && excluded.is_none() && depth >= 4 && (PV || cut_node) {
            depth -= 1;
        }

        let root_hint = is_root.then(|| self.root.current().mv);
        let killer = self.frame(ply).killer;
        let is_table_move = |mv: Move| match root_hint {
            Some(first) => mv == first,
            None => hint.is_some_and(|hint| hint.matches(mv)),
        };
        let mut picker = Picker::new(position, &mut self.mind.moves, is_table_move, killer);
        if !picker.has_moves() {
            return if excluded.is_some() {
                alpha
            } else if outlook.in_check {
                mated(ply)
            } else {
                self.draw()
            };
        }
        let table_move = picker.table_move();
        let table_move_is_noisy = table_move.is_some_and(is_noisy::<R>);
        let context = self.context(position, ply);
        let checks = Checks::new(position);
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = Tried::default();
        let mut count = 0;
        let mut is_late = false;

        while let Some((mv, stage)) =
            picker.next(position, &mut self.mind.moves, &self.mind.history, &context)
        {
            if Some(mv) == excluded || (is_root && self.root.open_mut(mv).is_none()) {
                continue;
            }
            count += 1;
            let is_quiet = !is_noisy::<R>(mv);
            let gives_check = checks.gives(position, mv);
            if prunes && is_quiet && is_late && !gives_check {
                continue;
            }
            let experience = if is_quiet {
                self.mind.history.quiet(&context, mv)
            } else {
                self.mind.history.capture(context.color, mv, see::victim(position, mv))
            };
            let reduction = self.mind.reductions.of(is_quiet, depth, count);
            let candidate =
                Candidate { mv, stage, number: count, is_quiet, gives_check, experience, reduction };
            let node = Node { alpha, beta, depth, ply, cut_node };

            if prunes && !is_root && best > -MATE_FOUND {
                let enough = (3 + depth * depth) / if outlook.improving { 1 } else { 2 };
                if is_quiet && count as i32 > enough {
                    // Late move pruning (LMP): enough moves failed; of the others only those that check may do better.
                    is_late = true;
                    picker.stop_ordering();
                    if !gives_check {
                        continue;
                    }
                }
                if candidate.is_hopeless(position, node, &outlook) {
                    continue;
                }
            }

            let extension = if prunes && Some(mv) == table_move && !is_root && excluded.is_none() {
                match self.singular_extension::<PV>(position, mv, node, &outlook) {
                    Ok(extension) => extension,
                    Err(score) => {
                        picker.leave(&mut self.mind.moves);
                        return score;
                    }
                }
            } else {
                0
            };
            if self.stopped {
                picker.leave(&mut self.mind.moves);
                return 0;
            }
            if extension >= 2 {
                self.frame(ply).doubled += 1;
            }

            let nodes_before = self.nodes;
            let next = self.step(position, mv, ply);
            let new_depth = depth - 1 + extension;
            let reduced = (prunes && depth >= 2 && count > 1 + usize::from(is_root)).then(|| {
                let replies = self.frame(ply + 1).cutoffs;
                let reduction = candidate.full_reduction::<PV>(node, &outlook, table_move_is_noisy, replies);
                (new_depth - reduction / 1024).clamp(1, new_depth.max(1))
            });
            let score = self.search_move::<PV>(&next, node, &candidate, (reduced, new_depth), best, &context);
            self.line.pop();
            if extension >= 2 {
                // Its siblings are not on that line.
                self.frame(ply).doubled -= 1;
            }
            if self.stopped {
                picker.leave(&mut self.mind.moves);
                return 0;
            }

            if is_root {
                self.note_root_move(mv, score, (alpha, beta), count == 1, nodes_before);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        self.frame(ply).cutoffs += 1;
                        self.learn_cutoff(position, mv, depth, ply, &context, &tried);
                        break;
                    }
                    alpha = score;
                }
            }
            if is_quiet { tried.quiet.push(mv) } else { tried.noisy.push(mv) }
        }
        picker.leave(&mut self.mind.moves);

        if count == 0 {
            // Only the excluded move is legal.
            return alpha;
        }
        if excluded.is_some() {
            return best;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.conclude(position, key, best_move, (best, bound), (depth, ply), &outlook);
        best
    }

    /// What is known before anything is searched: a score for a draw or at the horizon, or the window that is left by a
    /// repetition that can be reached and by mate distance pruning.
    #[inline(always)]
    fn window(
        &mut self,
        position: &Position<R>,
        (mut alpha, mut beta): (i32, i32),
        ply: usize,
    ) -> Result<(i32, i32), i32> {
        if self.is_draw(position, ply) {
            return Err(self.draw());
        }
        if alpha < 0 && self.line.is_repetition_upcoming(position, ply) {
            alpha = self.draw();
            if alpha >= beta {
                return Err(alpha);
            }
        }
        if ply >= MAX_PLY - 1 {
            return Err(if position.is_check() { 0 } else { self.evaluate(position) });
        }
        // Mate distance pruning: even mating at once, or being mated, cannot leave a window that a shorter mate has closed.
        alpha = alpha.max(mated(ply));
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta { Err(alpha) } else { Ok((alpha, beta)) }
    }

    /// What a searched node leaves behind: an entry in the table, and what the histories learn.
    #[inline(always)]
    fn conclude(
        &mut self,
        position: &Position<R>,
        key: Key,
        best_move: Option<Move>,
        (best, bound): (i32, Bound),
        (depth, ply): (i32, usize),
        outlook: &Outlook,
    ) {
        let is_root = ply == 0;
        if bound == Bound::Upper && !is_root {
            self.learn_failure(depth, ply);
        }
        if !(is_root && self.root.settled > 0) {
            self.remember(key, best_move, (best, ply), outlook.raw, depth, bound, outlook.was_pv);
        }
        // With several lines, what is learned of the root from the second on is not its own worth. Leaving that out did not gain
        // in 2,142 games (docs/engine.md), so it is learned.
        self.learn_error(position, best, best_move, bound, depth, outlook);
    }
}
