//! The moves of a node, one after the other: which deserve a search, how deep a one, and what came of it.

use tabiya::{Move, Position};

use super::candidate::Candidate;
use super::checks::Checks;
use super::history::Context;
use super::learn::TriedMoves;
use super::node::Node;
use super::outlook::Outlook;
use super::picker::{Picker, Stage, is_capture_or_best_promotion};
use super::see;
use super::worker::Worker;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MATE_FOUND};

/// What stays the same while a node's moves are tried.
pub(super) struct MoveLoop<'a, R: Evaluate> {
    pub(super) picker: Picker,
    position: &'a Position<R>,
    outlook: &'a Outlook,
    context: Context,
    checks: Checks,
    /// The move left out while its siblings are searched alone.
    excluded: Option<Move>,
    table_move: Option<Move>,
    table_move_is_noisy: bool,
}

/// How far a node has come with its moves.
pub(super) struct Progress {
    pub(super) best: i32,
    /// The move that raised alpha.
    pub(super) best_move: Option<Move>,
    /// Moves looked at, searched or not.
    pub(super) count: usize,
    /// Enough moves failed: of the quiet ones only those that check are still tried.
    is_late: bool,
}

impl<'a, R: Evaluate> MoveLoop<'a, R> {
    #[inline(always)]
    pub(super) fn new(
        position: &'a Position<R>,
        picker: Picker,
        outlook: &'a Outlook,
        excluded: Option<Move>,
        context: Context,
    ) -> MoveLoop<'a, R> {
        let table_move = picker.table_move();
        let table_move_is_noisy = table_move.is_some_and(is_capture_or_best_promotion::<R>);
        let checks = Checks::new(position);
        MoveLoop { picker, position, outlook, context, checks, excluded, table_move, table_move_is_noisy }
    }
}

impl<R: Evaluate> Worker<'_, R> {
    /// Tries the moves in their order until one refutes the other side's last. `Err` is a score that the node has before they
    /// were all tried: the search is over, or many of them are known to be good enough.
    #[inline(always)]
    pub(super) fn try_moves<const PV: bool>(
        &mut self,
        moves: &mut MoveLoop<'_, R>,
        mut node: Node,
    ) -> Result<Progress, i32> {
        let prunes = self.shared.settings.prunes;
        let mut progress = Progress { best: -INFINITE, best_move: None, count: 0, is_late: false };
        let mut failed = TriedMoves::default();
        while let Some((mv, stage)) =
            moves.picker.next(moves.position, &mut self.mind.moves, &self.mind.history, &moves.context)
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
                self.note_root_move(mv, score, window, progress.count == 1, nodes_before);
            }
            if self.take_score::<PV>(&mut node, &mut progress, mv, score) {
                self.learn_cutoff(moves.position, mv, node, &moves.context, &failed);
                break;
            }
            failed.push(mv, candidate.is_quiet);
        }
        Ok(progress)
    }

    /// What is known of a move before it is searched; nothing of one that late move pruning passes over.
    #[inline(always)]
    fn candidate(
        &self,
        moves: &MoveLoop<'_, R>,
        node: Node,
        progress: &Progress,
        (mv, stage): (Move, Stage),
    ) -> Option<Candidate> {
        let is_quiet = !is_capture_or_best_promotion::<R>(mv);
        let gives_check = moves.checks.gives(moves.position, mv);
        if self.shared.settings.prunes && is_quiet && progress.is_late && !gives_check {
            return None;
        }
        let experience = if is_quiet {
            self.mind.history.quiet(&moves.context, mv)
        } else {
            self.mind.history.capture(moves.context.color, mv, see::victim(moves.position, mv))
        };
        let number = progress.count;
        let reduction = self.mind.reductions.of(is_quiet, node.depth, number);
        Some(Candidate { mv, stage, number, is_quiet, gives_check, experience, reduction })
    }

    /// How much deeper a move is searched: only the table's may be, and less deep too. `Err` is a score that settles the node.
    #[inline(always)]
    fn extension<const PV: bool>(
        &mut self,
        moves: &MoveLoop<'_, R>,
        node: Node,
        mv: Move,
    ) -> Result<i32, i32> {
        let is_asked = Some(mv) == moves.table_move && !node.is_root() && moves.excluded.is_none();
        if self.shared.settings.prunes && is_asked {
            self.singular_extension::<PV>(moves.position, mv, node, moves.outlook)
        } else {
            Ok(0)
        }
    }

    /// Plays a move, searches what it leads to, and takes it back.
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
        let is_reduced = self.shared.settings.prunes
            && node.depth >= 2
            && candidate.number > 1 + usize::from(node.is_root());
        let reduced = is_reduced.then(|| {
            let replies = self.frame(ply + 1).cutoffs;
            let reduction =
                candidate.full_reduction::<PV>(node, moves.outlook, moves.table_move_is_noisy, replies);
            (new_depth - reduction / 1024).clamp(1, new_depth.max(1))
        });
        let score =
            self.search_move::<PV>(&next, node, candidate, (reduced, new_depth), best, &moves.context);
        self.line.pop();
        if extension >= 2 {
            // Its siblings are not on that line.
            self.frame(ply).doubled -= 1;
        }
        score
    }

    /// Takes a move's score into account; true when it refutes the other side's last move (beta cut-off).
    #[inline(always)]
    fn take_score<const PV: bool>(
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
            self.extend_line(node.ply, mv);
        }
        if score >= node.beta {
            self.frame(node.ply).cutoffs += 1;
            return true;
        }
        node.alpha = score;
        false
    }
}

/// Pruning of moves: late ones (late move pruning, LMP: enough moves failed, and of the others only those that check may do
/// better), and those without hope.
#[inline(always)]
fn is_pruned<R: Evaluate>(
    moves: &mut MoveLoop<'_, R>,
    node: Node,
    progress: &mut Progress,
    candidate: &Candidate,
) -> bool {
    let enough = (3 + node.depth * node.depth) / if moves.outlook.improving { 1 } else { 2 };
    if candidate.is_quiet && progress.count as i32 > enough {
        progress.is_late = true;
        moves.picker.stop_ordering();
        if !candidate.gives_check {
            return true;
        }
    }
    candidate.is_hopeless(moves.position, node, moves.outlook)
}
