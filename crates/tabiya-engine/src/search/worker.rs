//! The state of one search thread.

use super::Shared;
use super::alpha_beta::Reductions;
use super::history::Correction;
use super::history::{Context, History, PieceTo};
use super::iterative_deepening::Root;
use super::move_picker::Scored;
use super::report::TableCounts;
use crate::Limits;
use crate::eval::{Evaluate, Evaluator};
use crate::score::{MAX_EVAL, MAX_PLY};
use std::hint::black_box;
use std::sync::atomic::Ordering;
use std::thread;
use tabiya::{Game, Move, Position, RepetitionStack};

/// The data of a thread that persists between searches.
pub(crate) struct ThreadData<R: Evaluate> {
    pub(super) evaluator: Evaluator<R>,
    pub(super) history: History,
    pub(super) correction: Correction,
    pub(super) reductions: Reductions,
    pub(super) frames: Box<[Frame]>,
    /// The move stack: the moves of all nodes on the current path.
    pub(super) moves: Vec<Scored>,
    /// The principal variation from each ply.
    pub(super) pv: Vec<Vec<Move>>,
}

impl<R: Evaluate> ThreadData<R> {
    pub(crate) fn new() -> ThreadData<R> {
        ThreadData {
            evaluator: Evaluator::new(),
            history: History::new(),
            correction: Correction::new(),
            reductions: Reductions::new(),
            frames: vec![Frame::default(); FRAMES_BEFORE_ROOT + MAX_PLY + 4].into_boxed_slice(),
            moves: Vec::with_capacity(8192),
            pv: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Touches the pages of zeroed memory, which the system maps on first write.
    pub(crate) fn touch_pages(&mut self) {
        self.history.tables().for_each(touch_pages);
        self.correction.tables().for_each(touch_pages);
    }
}

fn touch_pages(table: &mut [i16]) {
    // No system has smaller pages.
    const PAGE: usize = 4096 / size_of::<i16>();
    for number in table.iter_mut().step_by(PAGE) {
        // Writes the same value; `black_box` keeps the compiler from removing it.
        *number = black_box(*number);
    }
}

/// Frames before the root, so that looking back needs no bounds check.
const FRAMES_BEFORE_ROOT: usize = 4;

/// Per-ply data of the search stack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The static evaluation, unless in check.
    pub(super) eval: Option<i32>,
    /// The move played from here; `None` for a null move.
    pub(super) piece_to: Option<PieceTo>,
    /// Whether that move is quiet.
    pub(super) is_quiet: bool,
    /// The move excluded in a singular search.
    pub(super) excluded: Option<Move>,
    /// The killer move.
    pub(super) killer: Option<Move>,
    /// The number of double extensions on this line.
    pub(super) doubled: u32,
    /// The number of beta cutoffs in this node's children.
    pub(super) cutoffs: u32,
}

pub(super) struct Worker<'a, R: Evaluate> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) data: &'a mut ThreadData<R>,
    pub(super) root: Root,
    pub(super) root_position: &'a Position<R>,
    pub(super) repetitions: RepetitionStack,
    pub(super) id: usize,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) counts: TableCounts,
    /// The search is stopped: scores returned on the way back to the root are meaningless.
    pub(super) stopped: bool,
    /// Whether an iteration has been completed; until then limits are relaxed.
    pub(super) has_completed_iteration: bool,
    pub(super) root_depth: i32,
    /// Null moves are disabled below this ply, during verification.
    pub(super) null_move_min_ply: usize,
}

/// The number of nodes the first iteration may use regardless of limits. It needs far fewer, except in constructed
/// positions with dozens of queens.
const MIN_NODES: u64 = 4096;

/// How often limits are checked, in nodes.
pub(super) const POLL_NODES: u64 = 1024;

/// How often threads count their nodes together. With a limit of nodes, often enough that all threads together exceed it by 2 % at
/// most.
pub(super) fn node_batch(limits: &Limits, threads: usize) -> u64 {
    let most = |limit: u64| (limit / (64 * threads as u64)).clamp(1, POLL_NODES);
    limits.nodes.filter(|_| threads > 1).map_or(POLL_NODES, most)
}

/// How often a helper thread checks for the end of the search. With more threads than processors, the last thread to be
/// scheduled delays the result. The first thread polls less often.
const HELPER_POLL_NODES: u64 = 64;

impl<'a, R: Evaluate> Worker<'a, R> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        data: &'a mut ThreadData<R>,
        game: &'a Game<R>,
        moves: &[Move],
        id: usize,
    ) -> Worker<'a, R> {
        data.frames.fill(Frame::default());
        data.moves.clear();
        Worker {
            shared,
            data,
            root: Root::new(moves),
            root_position: game.position(),
            repetitions: RepetitionStack::of_game(game),
            id,
            nodes: 0,
            selective_depth: 0,
            counts: TableCounts::default(),
            stopped: false,
            has_completed_iteration: false,
            root_depth: 0,
            null_move_min_ply: 0,
        }
    }

    /// Counts a node; returns true if the search is stopped.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        if self.stopped {
            // Returning to the root: not a node.
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_NODES) {
            self.check_limits();
        } else if self.id != 0 && self.nodes.is_multiple_of(HELPER_POLL_NODES) {
            self.poll_signals();
        }
        if self.nodes.is_multiple_of(self.shared.node_batch) {
            self.shared.nodes.fetch_add(self.shared.node_batch, Ordering::Relaxed);
        }
        if let Some(limit) = self.shared.limits.nodes
            && match self.shared.threads {
                1 => self.nodes >= limit,
                _ => self.nodes.is_multiple_of(self.shared.node_batch) && self.all_nodes() >= limit,
            }
            && self.may_end()
        {
            self.end();
        }
        self.stopped
    }

    fn poll_signals(&mut self) {
        self.stopped = self.shared.is_over();
        if self.shared.is_oversubscribed && !self.stopped {
            // Otherwise the input thread and the first thread would wait for a full time slice of each helper.
            thread::yield_now();
        }
    }

    fn check_limits(&mut self) {
        if self.shared.is_over() {
            self.stopped = true;
        } else if let Some(hard) = self.shared.budget.hard
            && self.may_end()
            && !self.shared.is_pondering()
            && self.shared.started.elapsed() >= hard
        {
            self.end();
        }
    }

    /// Whether limits apply yet: a result should come from a completed iteration.
    fn may_end(&self) -> bool {
        self.has_completed_iteration || self.nodes >= MIN_NODES
    }

    /// Stops all threads.
    fn end(&mut self) {
        self.stopped = true;
        self.shared.over.store(true, Ordering::Relaxed);
    }

    /// Nodes searched by all threads, except those of other threads that are not counted yet.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes % self.shared.node_batch
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.data.frames[FRAMES_BEFORE_ROOT + ply]
    }

    /// The frame `back` plies before this one.
    #[inline]
    pub(super) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.data.frames[FRAMES_BEFORE_ROOT + ply - back]
    }

    pub(super) fn context(&self, position: &Position<R>, ply: usize) -> Context {
        Context {
            color: position.turn(),
            pawns: Context::pawn_index(position.keys().pawn),
            before: [1, 2, 4].map(|back| self.frame_before(ply, back).piece_to),
        }
    }

    /// The static evaluation with correction history, scaled toward a draw as the fifty-move clock rises.
    pub(super) fn corrected(&self, position: &Position<R>, raw_eval: i32) -> i32 {
        if !self.shared.prunes {
            return raw_eval;
        }
        let mut eval = raw_eval;
        if R::CLOCK_LIMITS.is_some() {
            eval = eval * (220 - i32::from(position.halfmove_clock().min(100))) / 220;
        }
        (eval + self.data.correction.of(position)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// A draw score with a small random component, so that the search does not treat all draws as equal.
    #[inline]
    pub(super) fn draw(&self) -> i32 {
        if self.shared.prunes { 1 - (self.nodes & 2) as i32 } else { 0 }
    }

    /// Whether the position is a draw by the rules; checked before probing the table, which does not know the history.
    #[inline]
    pub(super) fn is_draw(&self, position: &Position<R>, ply: usize) -> bool {
        if self.repetitions.is_repetition(ply) || R::is_dead(position.identity()) {
            return true;
        }
        let has_run_out = R::CLOCK_LIMITS.is_some_and(|(claim, _)| position.halfmove_clock() >= claim)
            || R::count_has_run_out(position.count());
        // Checkmate takes precedence over clocks and counts.
        has_run_out && (!position.is_check() || position.has_legal_move())
    }
}
