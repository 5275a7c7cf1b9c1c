//! The search: iterative deepening with aspiration windows over principal variation search, with threads that share a
//! transposition table (lazy SMP).

mod alpha_beta;
mod history;
mod iterative_deepening;
#[cfg(test)]
mod minimax_tests;
mod move_picker;
mod quiescence;
mod report;
mod see;
mod tt;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use tabiya::{Game, Move};
use tabiya_table::Table;

use crate::Limits;
use crate::clock::Instant;
use crate::eval::Evaluate;
use crate::time::Budget;

pub(crate) use report::nodes_per_second;
pub use report::{PvLines, Report, ReportBound, SearchResult, TableCounts};
pub use tt::table_key;
use worker::Worker;

/// What a search uses the transposition table for; for measuring the benefit of each part.
///
/// ```
/// use tabiya_engine::TableUse;
///
/// assert_eq!("ordering".parse(), Ok(TableUse::Ordering));
/// assert_eq!(TableUse::default().to_string(), "both");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TableUse {
    /// Nothing: the table is neither probed nor stored to.
    Off,
    /// Cutoffs.
    Cutoffs,
    /// Move ordering.
    Ordering,
    /// Cutoffs and move ordering.
    #[default]
    Both,
}

impl TableUse {
    /// All values.
    pub const ALL: [TableUse; 4] = [TableUse::Off, TableUse::Cutoffs, TableUse::Ordering, TableUse::Both];

    pub(crate) const fn cuts_off(self) -> bool {
        matches!(self, TableUse::Cutoffs | TableUse::Both)
    }

    pub(crate) const fn orders(self) -> bool {
        matches!(self, TableUse::Ordering | TableUse::Both)
    }
}

impl std::fmt::Display for TableUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TableUse::Off => "off",
            TableUse::Cutoffs => "cutoffs",
            TableUse::Ordering => "ordering",
            TableUse::Both => "both",
        })
    }
}

impl std::str::FromStr for TableUse {
    type Err = UnknownTableUse;

    fn from_str(text: &str) -> Result<TableUse, UnknownTableUse> {
        let has_name = |known: &TableUse| known.to_string().eq_ignore_ascii_case(text);
        TableUse::ALL.into_iter().find(has_name).ok_or(UnknownTableUse)
    }
}

/// The text is not a use of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownTableUse;

impl std::fmt::Display for UnknownTableUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected off, cutoffs, ordering or both")
    }
}

impl std::error::Error for UnknownTableUse {}

/// Search settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The number of threads, 1 to [`MAX_THREADS`](Self::MAX_THREADS).
    pub threads: usize,
    /// The number of best lines to report (MultiPV).
    pub multi_pv: usize,
    /// What to use the table for.
    pub table_use: TableUse,
    /// Time reserved for communication with the opponent's clock.
    pub overhead: Duration,
}

impl Settings {
    /// The maximum number of threads: each needs memory of its own.
    pub const MAX_THREADS: usize = 256;
}

impl Default for Settings {
    fn default() -> Self {
        let overhead = Duration::from_millis(10);
        Settings { threads: 1, multi_pv: 1, table_use: TableUse::Both, overhead }
    }
}

/// Signals from other threads to a running search.
#[derive(Debug, Default)]
pub struct Signals {
    /// Stop as soon as possible.
    pub stop: AtomicBool,
    /// Pondering: time limits do not end the search until this becomes false. The time used so far
    /// counts.
    pub pondering: AtomicBool,
    /// Polled where no other thread could set `stop`: in WebAssembly.
    pub is_stopped: Option<fn() -> bool>,
}

impl Signals {
    /// An infinite search and a ponder search must not return before they are stopped.
    pub(crate) fn wait_for_stop(&self, limits: &Limits) {
        let may_end = || !limits.is_endless() && !self.pondering.load(Ordering::Relaxed);
        while !may_end() && !self.stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Stops all threads when dropped, also if the first thread panics.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Shared by all threads of a search.
struct Shared<'a> {
    table: &'a Table,
    signals: &'a Signals,
    /// Set when a limit is reached; `signals.stop` belongs to the caller.
    over: AtomicBool,
    limits: &'a Limits,
    settings: &'a Settings,
    budget: Budget,
    started: Instant,
    /// Nodes of all threads, updated in batches.
    nodes: AtomicU64,
    /// The number of nodes after which a thread adds to `nodes`.
    node_batch: u64,
    /// The number of threads.
    threads: usize,
    /// Whether there are more threads than processors.
    is_oversubscribed: bool,
    /// See [`Searcher::prunes`].
    prunes: bool,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
            || self.signals.stop.load(Ordering::Relaxed)
            || self.signals.is_stopped.is_some_and(|is_stopped| is_stopped())
    }

    fn is_pondering(&self) -> bool {
        self.signals.pondering.load(Ordering::Relaxed)
    }
}

/// The per-game state of an engine: histories and thread data. Used for all moves of a game.
///
/// ```
/// use tabiya::{Chess, Game, Score};
/// use tabiya_engine::{Limits, Searcher, Settings, Signals};
/// use tabiya_table::Table;
///
/// let mate_in_two = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";
/// let game = Game::<Chess>::from_position(mate_in_two.parse()?);
/// let table = Table::new(1)?;
/// let mut searcher = Searcher::new();
/// let found = searcher.search(&game, &Limits::depth(9), &Settings::default(), &table, &Signals::default(), &mut |_| {});
/// assert_eq!(found.best.map(|mv| game.position().uci(mv)).as_deref(), Some("d5f6"));
/// assert_eq!(found.score, Score::Mate(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<R: Evaluate> {
    /// One per thread, created when first needed.
    threads: Vec<worker::ThreadData<R>>,
    /// Whether to use pruning, reductions and extensions. Only tests switch them off: the search is then plain
    /// alpha-beta with quiescence, and its scores equal those of minimax.
    prunes: bool,
}

impl<R: Evaluate> std::fmt::Debug for Searcher<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher").field("threads", &self.threads.len()).finish_non_exhaustive()
    }
}

impl<R: Evaluate> Default for Searcher<R> {
    fn default() -> Self {
        Searcher::new()
    }
}

impl<R: Evaluate> Searcher<R> {
    /// A searcher with empty histories.
    #[must_use]
    pub fn new() -> Searcher<R> {
        Searcher { threads: Vec::new(), prunes: true }
    }

    #[cfg(test)]
    pub(crate) fn without_pruning() -> Searcher<R> {
        Searcher { threads: Vec::new(), prunes: false }
    }

    /// Clears the histories, before another game. Does not clear the table.
    pub fn clear(&mut self) {
        self.threads.clear();
    }

    /// Allocates the data of this many threads and touches its pages, because the system maps them on
    /// first access, which would cost search time. Returns early if `stop` is set.
    #[cfg_attr(not(feature = "uci"), allow(dead_code, reason = "the answer to `isready`"))]
    pub(crate) fn prepare(&mut self, threads: usize, stop: &AtomicBool) {
        self.make_thread_data(threads, stop, || {
            let mut data = worker::ThreadData::new();
            data.touch_pages();
            data
        });
    }

    /// Whether all threads have their data.
    #[cfg_attr(not(feature = "uci"), allow(dead_code, reason = "the answer to `isready`"))]
    pub(crate) fn is_prepared(&self, threads: usize) -> bool {
        self.threads.len() == threads
    }

    /// Creates missing thread data; at least one, and no more once `stop` is set.
    fn make_thread_data(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        make: impl Fn() -> worker::ThreadData<R>,
    ) {
        self.threads.truncate(threads);
        while self.threads.is_empty() || self.threads.len() < threads && !stop.load(Ordering::Relaxed) {
            self.threads.push(make());
        }
    }

    /// Searches the game's current position until a limit is reached or a signal is set, and reports progress.
    ///
    /// With one thread and an equal table, the same search visits the same nodes and returns the same result,
    /// unless it is limited by time.
    pub fn search(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        settings: &Settings,
        table: &Table,
        signals: &Signals,
        on_report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let started = Instant::now();
        let legal = game.position().legal_moves();
        let mut moves: Vec<Move> =
            legal.iter().copied().filter(|mv| limits.moves.is_empty() || limits.moves.contains(mv)).collect();
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        if moves.is_empty() {
            return SearchResult::nothing(game.position());
        }
        table.new_search();
        let threads = settings.threads.clamp(1, Settings::MAX_THREADS);
        self.make_thread_data(threads, &signals.stop, worker::ThreadData::new);
        let shared = Shared {
            table,
            signals,
            over: AtomicBool::new(false),
            limits,
            settings,
            budget: Budget::new(limits, settings.overhead),
            started,
            nodes: AtomicU64::new(0),
            node_batch: worker::node_batch(limits, threads),
            threads,
            is_oversubscribed: is_oversubscribed(threads),
            prunes: self.prunes,
        };
        let (main, helpers) = self.threads.split_first_mut().expect("there is at least one thread");
        thread::scope(|scope| {
            let (shared, moves) = (&shared, &moves);
            let helpers: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                // With many threads, the search may end before the last ones start.
                .take_while(|_| !shared.is_over())
                .map(|(i, data)| {
                    let run = move || {
                        let search = || Worker::new(shared, data, game, moves, i + 1).iterate(&mut |_| {});
                        (!shared.is_over()).then(search)
                    };
                    // If a thread cannot be started, search with fewer.
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()
                })
                .collect();
            let end = End(&shared.over);
            let mut found = Worker::new(shared, main, game, moves, 0).iterate(on_report);
            drop(end);
            for helper in helpers.into_iter().flatten() {
                let Some(other) = join(helper) else { continue };
                // With MultiPV, the result is the first of the reported lines.
                if settings.multi_pv == 1 {
                    found = found.merge(other);
                }
            }
            found
        })
    }
}

/// The thread's result; propagates its panic.
fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Whether there are more threads than processors.
fn is_oversubscribed(threads: usize) -> bool {
    // A single thread skips the system call.
    threads > 1 && thread::available_parallelism().is_ok_and(|processors| threads > processors.get())
}

/// The stack size needed for the deepest search, also without optimization.
///
/// A search starts on the calling thread's stack.
pub const STACK: usize = 32 << 20;

#[cfg(test)]
mod tests {
    use tabiya::Chess;

    use super::*;

    #[test]
    #[should_panic(expected = "in a helper thread")]
    fn a_panic_in_a_helper_thread_reaches_the_caller() {
        thread::scope(|scope| join(scope.spawn(|| panic!("in a helper thread"))));
    }

    #[test]
    fn a_stopped_search_allocates_and_starts_one_thread() {
        let (game, table, signals) = (Game::<Chess>::new(), Table::new(1).unwrap(), Signals::default());
        signals.stop.store(true, Ordering::Relaxed);
        let settings = Settings { threads: 16, ..Settings::default() };
        let mut searcher = Searcher::new();
        let found = searcher.search(&game, &Limits::default(), &settings, &table, &signals, &mut |_| {});
        assert!(found.best.is_some());
        assert_eq!(searcher.threads.len(), 1);
        // Threads with data are not started either.
        searcher.prepare(16, &AtomicBool::new(false));
        let found = searcher.search(&game, &Limits::default(), &settings, &table, &signals, &mut |_| {});
        assert_eq!((found.best.is_some(), searcher.threads.len()), (true, 16));
        assert!(found.nodes <= worker::POLL_NODES, "{}", found.nodes);
    }

    #[test]
    fn the_number_of_threads_is_clamped() {
        let (game, table, signals) = (Game::<Chess>::new(), Table::new(1).unwrap(), Signals::default());
        let mut searcher = Searcher::new();
        for (requested, made) in [(usize::MAX, Settings::MAX_THREADS), (0, 1)] {
            let settings = Settings { threads: requested, ..Settings::default() };
            let found = searcher.search(&game, &Limits::depth(1), &settings, &table, &signals, &mut |_| {});
            assert!(found.best.is_some());
            assert_eq!(searcher.threads.len(), made);
        }
    }

    #[test]
    fn a_helper_thread_notices_the_end_quickly() {
        let table = Table::new(1).unwrap();
        let start = tabiya::Position::<Chess>::start().to_fen();
        let nodes = with_worker::<Chess, _>(&start, &table, |mut worker, _| {
            worker.id = 1;
            let shared = worker.shared;
            shared.over.store(true, Ordering::Relaxed);
            worker.iterate(&mut |_| {});
            shared.nodes.load(Ordering::Relaxed)
        });
        assert!(nodes <= 100, "{nodes}");
    }

    /// Runs a closure with a worker that searches a position.
    fn with_worker<R: Evaluate, T>(
        fen: &str,
        table: &Table,
        run: impl FnOnce(Worker<'_, R>, &tabiya::Position<R>) -> T,
    ) -> T {
        let game = Game::<R>::from_position(fen.parse().unwrap());
        let (signals, limits, settings) = (Signals::default(), Limits::default(), Settings::default());
        let shared = Shared {
            table,
            signals: &signals,
            over: AtomicBool::new(false),
            limits: &limits,
            settings: &settings,
            budget: Budget::new(&limits, settings.overhead),
            started: Instant::now(),
            nodes: AtomicU64::new(0),
            node_batch: worker::POLL_NODES,
            threads: 1,
            is_oversubscribed: false,
            prunes: true,
        };
        let mut data = worker::ThreadData::new();
        let moves = game.position().legal_moves().to_vec();
        run(Worker::new(&shared, &mut data, &game, &moves, 0), game.position())
    }

    /// The table had the evaluation of another count.
    #[test]
    fn the_evaluation_with_a_running_count_is_not_from_the_table() {
        for (fen, is_from_table) in [
            ("4k3/8/8/8/8/4K3/8/R6R w - 16 8 90", false),
            ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", true),
        ] {
            let table = Table::new(1).unwrap();
            with_worker::<tabiya::Makruk, _>(fen, &table, |mut worker, position| {
                let right = worker.data.evaluator.evaluate(position);
                let stored = alpha_beta::NodeResult {
                    mv: None,
                    score: 0,
                    raw_eval: right + 99,
                    depth: 0,
                    bound: tabiya_table::Bound::None,
                    was_pv: false,
                };
                worker.store_in_table(table_key(position), 0, stored);
                let entry = worker.probe(table_key(position));
                let expected = if is_from_table { right + 99 } else { right };
                assert_eq!((entry.is_some(), worker.raw_eval(position, entry)), (true, expected), "{fen}");
            });
        }
    }

    /// Quiescence search believed scores of another clock, unlike the main search.
    #[test]
    fn quiescence_ignores_scores_of_the_table_close_to_a_draw_by_the_fifty_move_rule() {
        for (clock, is_believed) in [(0, true), (95, false)] {
            let table = Table::new(1).unwrap();
            let fen = format!("4k3/4p3/8/8/8/8/4P3/4K3 w - - {clock} 80");
            with_worker::<Chess, _>(&fen, &table, |mut worker, position| {
                let wrong = alpha_beta::NodeResult {
                    mv: None,
                    score: 5000,
                    raw_eval: 0,
                    depth: 9,
                    bound: tabiya_table::Bound::Exact,
                    was_pv: false,
                };
                worker.store_in_table(table_key(position), 0, wrong);
                let score = worker.quiesce::<false>(position, alpha_beta::Node::root(-1, 4000, 0));
                assert_eq!(
                    (score == 5000, worker.counts.cutoffs == 1),
                    (is_believed, is_believed),
                    "{fen}: {score}"
                );
            });
        }
    }

    #[test]
    fn more_threads_than_processors_are_oversubscribed() {
        assert!(!is_oversubscribed(1));
        assert!(is_oversubscribed(usize::MAX));
    }

    #[test]
    fn allocation_stops_on_request() {
        let mut searcher = Searcher::<Chess>::new();
        searcher.prepare(16, &AtomicBool::new(true));
        assert!(!searcher.is_prepared(16));
        searcher.prepare(3, &AtomicBool::new(false));
        assert!(searcher.is_prepared(3) && !searcher.is_prepared(2));
    }
}
