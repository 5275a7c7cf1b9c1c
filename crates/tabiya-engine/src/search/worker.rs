//! The state of one search thread.

use super::Shared;
use super::alpha_beta::Reductions;
use super::history::Correction;
use super::history::{Context, History, PieceTo};
use super::iterative_deepening::Root;
use super::move_picker::Scored;
use super::report::TableCounts;
use crate::eval::{Evaluate, Evaluator};
use crate::score::{MAX_EVAL, MAX_PLY};
use std::hint::black_box;
use std::sync::atomic::Ordering;
use std::thread;
use tabiya::{Game, Move, Position, RepetitionStack};

/// What a thread remembers from search to search.
pub(crate) struct ThreadData<R: Evaluate> {
    pub(super) evaluator: Evaluator<R>,
    pub(super) history: History,
    pub(super) correction: Correction,
    pub(super) reductions: Reductions,
    pub(super) frames: Box<[Frame]>,
    /// The moves of every node on the way to the current one, one after the other.
    pub(super) moves: Vec<Scored>,
    /// The best line from each ply.
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

    /// Takes from the system what was only promised: memory that is nothing but zeros comes when it is first written to.
    pub(crate) fn touch_pages(&mut self) {
        self.history.tables().for_each(touch_pages);
        self.correction.tables().for_each(touch_pages);
    }
}

fn touch_pages(table: &mut [i16]) {
    // Nowhere are pages smaller.
    const PAGE: usize = 4096 / size_of::<i16>();
    for number in table.iter_mut().step_by(PAGE) {
        // The same number, though the compiler must not know.
        *number = black_box(*number);
    }
}

/// Frames before the root, so that looking back needs no test.
const FRAMES_BEFORE_ROOT: usize = 4;

/// What a node leaves for its children and grandchildren.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The evaluation, unless in check.
    pub(super) eval: Option<i32>,
    /// The piece that is being moved from here; none for a pass.
    pub(super) piece_to: Option<PieceTo>,
    /// Whether its move is quiet.
    pub(super) is_quiet: bool,
    /// The move left out while its siblings are searched alone.
    pub(super) excluded: Option<Move>,
    /// A quiet move that refuted a sibling.
    pub(super) killer: Option<Move>,
    /// How many times the line was extended twice.
    pub(super) doubled: u32,
    /// Children's cut-offs: many of them mean a node where moves hardly matter.
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
    /// The search is over: everything on the way back to the root is without meaning.
    pub(super) stopped: bool,
    /// Whether there is a whole iteration to answer with; until then limits are taken lightly.
    pub(super) has_completed_iteration: bool,
    pub(super) root_depth: i32,
    /// No passing before this ply: a pass is being verified.
    pub(super) null_move_min_ply: usize,
}

/// How many nodes the first iteration may take whatever the limits. It needs far fewer, unless somebody has set up
/// thirty queens, each of which can take ten others.
const MIN_NODES: u64 = 4096;

/// How often the clock and the other threads are looked at, in nodes.
pub(super) const POLL_NODES: u64 = 1024;

/// How often a thread that helps looks whether it still does. There may be many more of them than processors, and the
/// last to be given one keeps the answer waiting. The first thread has the answer to find and polls less often.
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

    /// Counts a node; true when the search is over.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        if self.stopped {
            // Only on the way back to the root: no node of ours.
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_NODES) {
            self.shared.nodes.fetch_add(POLL_NODES, Ordering::Relaxed);
            self.check_limits();
        } else if self.id != 0 && self.nodes.is_multiple_of(HELPER_POLL_NODES) {
            self.poll_signals();
        }
        if let Some(limit) = self.shared.limits.nodes
            && self.may_end()
            && (self.nodes >= limit / self.shared.threads as u64
                || self.nodes.is_multiple_of(POLL_NODES) && self.all_nodes() >= limit)
        {
            self.end();
        }
        self.stopped
    }

    fn poll_signals(&mut self) {
        self.stopped = self.shared.is_over();
        if self.shared.is_oversubscribed && !self.stopped {
            // Whoever listens for `stop`, and the first thread, would wait for a long turn of every helper.
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

    /// Whether limits count already: an answer should come from a whole iteration.
    fn may_end(&self) -> bool {
        self.has_completed_iteration || self.nodes >= MIN_NODES
    }

    /// Ends the search for all threads.
    fn end(&mut self) {
        self.stopped = true;
        self.shared.over.store(true, Ordering::Relaxed);
    }

    /// Positions visited by all threads, nearly.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes % POLL_NODES
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.data.frames[FRAMES_BEFORE_ROOT + ply]
    }

    /// What a node `back` plies before this one left.
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

    /// The evaluation with what searches have taught, and nearer to a draw the longer nothing happens.
    pub(super) fn corrected(&self, position: &Position<R>, raw_eval: i32) -> i32 {
        if !self.shared.settings.prunes {
            return raw_eval;
        }
        let mut eval = raw_eval;
        if R::CLOCK_LIMITS.is_some() {
            eval = eval * (220 - i32::from(position.halfmove_clock().min(100))) / 220;
        }
        (eval + self.data.correction.of(position)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// A draw, a little different each time so that the search does not take all ways to it for one.
    #[inline]
    pub(super) fn draw(&self) -> i32 {
        if self.shared.settings.prunes { 1 - (self.nodes & 2) as i32 } else { 0 }
    }

    /// Whether the rules make this a draw; asked before the table is, which knows nothing of how we came here.
    #[inline]
    pub(super) fn is_draw(&self, position: &Position<R>, ply: usize) -> bool {
        if self.repetitions.is_repetition(ply) || R::is_dead(position.identity()) {
            return true;
        }
        let has_run_out = R::CLOCK_LIMITS.is_some_and(|(claim, _)| position.halfmove_clock() >= claim)
            || R::count_has_run_out(position.count());
        // Mate on the board comes before every clock and count.
        has_run_out && (!position.is_check() || position.has_legal_move())
    }
}
