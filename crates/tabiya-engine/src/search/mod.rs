//! The search: iterative deepening with aspiration windows over principal variation search, and threads that share a
//! transposition table (lazy SMP).

mod alpha_beta;
mod history;
mod iterative_deepening;
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

/// What a search may take from the table; for measuring what each part is worth.
///
/// ```
/// use tabiya_engine::TableUse;
///
/// assert_eq!("ordering".parse(), Ok(TableUse::Ordering));
/// assert_eq!(TableUse::default().to_string(), "both");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TableUse {
    /// Nothing: the table is neither read nor written.
    Off,
    /// Scores that end a line early.
    Cutoffs,
    /// The move to try first.
    Ordering,
    /// Both.
    #[default]
    Both,
}

impl TableUse {
    /// Every use.
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
        let is_meant = |known: &TableUse| known.to_string().eq_ignore_ascii_case(text);
        TableUse::ALL.into_iter().find(is_meant).ok_or(UnknownTableUse)
    }
}

/// The text names no use of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownTableUse;

impl std::fmt::Display for UnknownTableUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected off, cutoffs, ordering or both")
    }
}

impl std::error::Error for UnknownTableUse {}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads that search together, at least one and at most [`MAX_THREADS`](Self::MAX_THREADS).
    pub threads: usize,
    /// How many best lines to report.
    pub multi_pv: usize,
    /// What to take from the table.
    pub table_use: TableUse,
    /// Time lost on the way to the other side's clock.
    pub overhead: Duration,
    /// Whether to leave out what cannot matter, or hardly. Without, the search is plain alpha-beta: slow, and equal
    /// to minimax.
    pub prunes: bool,
}

impl Settings {
    /// More threads than this are not started: each takes memory of its own, and few machines have as many processors.
    pub const MAX_THREADS: usize = 256;
}

impl Default for Settings {
    fn default() -> Self {
        let overhead = Duration::from_millis(10);
        Settings { threads: 1, multi_pv: 1, table_use: TableUse::Both, overhead, prunes: true }
    }
}

/// What may reach a search from outside while it runs.
#[derive(Debug, Default)]
pub struct Signals {
    /// Answer now.
    pub stop: AtomicBool,
    /// The opponent's time is running: no limit of time ends the search until this becomes false. Time spent so far
    /// counts as thought already.
    pub pondering: AtomicBool,
    /// Asked now and then whether to answer now, where no other thread could say so: in WebAssembly.
    pub is_stopped: Option<fn() -> bool>,
}

impl Signals {
    /// A search without an end answers only when told to, and so does one on the opponent's time.
    pub(crate) fn wait_for_stop(&self, limits: &Limits) {
        let may_end = || !limits.is_endless() && !self.pondering.load(Ordering::Relaxed);
        while !may_end() && !self.stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Tells all threads that the search is over, also when the first one panics: the others would never end.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What all threads of one search share.
struct Shared<'a> {
    table: &'a Table,
    signals: &'a Signals,
    /// Set by whoever reaches a limit; the outside's `stop` is left alone.
    over: AtomicBool,
    limits: &'a Limits,
    settings: &'a Settings,
    budget: Budget,
    started: Instant,
    /// Positions visited, added now and then.
    nodes: AtomicU64,
    /// How many there are.
    threads: usize,
    /// Whether there are more threads than processors.
    is_oversubscribed: bool,
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

/// An engine's memory of one game: search it move after move.
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
    /// One for each thread, made when first needed.
    threads: Vec<worker::ThreadData<R>>,
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
    /// A searcher that knows nothing yet.
    #[must_use]
    pub fn new() -> Searcher<R> {
        Searcher { threads: Vec::new() }
    }

    /// Forgets what it learned, before another game. The table is the caller's to clear.
    pub fn forget(&mut self) {
        self.threads.clear();
    }

    /// Makes the memory of so many threads, and takes it from the system, which hands it out page by page as it is first
    /// written to: a search with little time has none for that. Told to stop, it leaves the rest to the search.
    #[cfg_attr(not(feature = "uci"), allow(dead_code, reason = "the answer to `isready`"))]
    pub(crate) fn prepare(&mut self, threads: usize, stop: &AtomicBool) {
        self.make_thread_data(threads, stop, || {
            let mut data = worker::ThreadData::new();
            data.touch_pages();
            data
        });
    }

    /// Whether every one of so many threads has its memory.
    #[cfg_attr(not(feature = "uci"), allow(dead_code, reason = "the answer to `isready`"))]
    pub(crate) fn is_prepared(&self, threads: usize) -> bool {
        self.threads.len() == threads
    }

    /// As many as there are threads; fewer, but one at least, when told to stop meanwhile.
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

    /// Searches the game's current position until a limit is reached or a signal comes, and reports on the way.
    ///
    /// With one thread and the same table before it, the same search gives the same answer and visits the same
    /// positions, unless time ends it.
    pub fn search(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        settings: &Settings,
        table: &Table,
        signals: &Signals,
        tell: &mut dyn FnMut(&Report),
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
            threads,
            is_oversubscribed: is_oversubscribed(threads),
        };
        let (main, helpers) = self.threads.split_first_mut().expect("there is at least one thread");
        thread::scope(|scope| {
            let (shared, moves) = (&shared, &moves);
            let helpers: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                // Of many threads the last may come when all is over.
                .take_while(|_| !shared.is_over())
                .map(|(i, data)| {
                    let run = move || {
                        let search = || Worker::new(shared, data, game, moves, i + 1).iterate(&mut |_| {});
                        (!shared.is_over()).then(search)
                    };
                    // Searching with fewer threads beats not searching.
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()
                })
                .collect();
            let end = End(&shared.over);
            let mut found = Worker::new(shared, main, game, moves, 0).iterate(tell);
            drop(end);
            for helper in helpers.into_iter().flatten() {
                let Some(other) = join(helper) else { continue };
                // With several lines asked for, the answer is the first of those that were told.
                if settings.multi_pv == 1 {
                    found = found.merge(other);
                }
            }
            found
        })
    }
}

/// The thread's result. A panic in it goes on in this thread instead of being lost.
fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Whether so many threads have to share processors.
fn is_oversubscribed(threads: usize) -> bool {
    // Asking the system takes a while; one thread need not.
    threads > 1 && thread::available_parallelism().is_ok_and(|processors| threads > processors.get())
}

/// Room for the deepest line in a thread's stack, in a build without optimisation too.
///
/// A search begins on the stack of whoever asks for it.
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
    fn a_search_that_is_stopped_before_it_begins_makes_one_thread_ready_and_starts_no_other() {
        let (game, table, signals) = (Game::<Chess>::new(), Table::new(1).unwrap(), Signals::default());
        signals.stop.store(true, Ordering::Relaxed);
        let settings = Settings { threads: 16, ..Settings::default() };
        let mut searcher = Searcher::new();
        let found = searcher.search(&game, &Limits::default(), &settings, &table, &signals, &mut |_| {});
        assert!(found.best.is_some());
        assert_eq!(searcher.threads.len(), 1);
        // Those that have their memory already do not use it.
        searcher.prepare(16, &AtomicBool::new(false));
        let found = searcher.search(&game, &Limits::default(), &settings, &table, &signals, &mut |_| {});
        assert_eq!((found.best.is_some(), searcher.threads.len()), (true, 16));
        assert!(found.nodes <= worker::POLL_NODES, "{}", found.nodes);
    }

    #[test]
    fn however_many_threads_are_wanted_there_are_bounds() {
        let (game, table, signals) = (Game::<Chess>::new(), Table::new(1).unwrap(), Signals::default());
        let mut searcher = Searcher::new();
        for (wanted, made) in [(usize::MAX, Settings::MAX_THREADS), (0, 1)] {
            let settings = Settings { threads: wanted, ..Settings::default() };
            let found = searcher.search(&game, &Limits::depth(1), &settings, &table, &signals, &mut |_| {});
            assert!(found.best.is_some());
            assert_eq!(searcher.threads.len(), made);
        }
    }

    #[test]
    fn a_thread_that_helps_soon_sees_that_it_need_not() {
        let (game, table, signals) = (Game::<Chess>::new(), Table::new(1).unwrap(), Signals::default());
        let (limits, settings) = (Limits::default(), Settings::default());
        let moves = game.position().legal_moves().to_vec();
        let shared = Shared {
            table: &table,
            signals: &signals,
            over: AtomicBool::new(true),
            limits: &limits,
            settings: &settings,
            budget: Budget::new(&limits, settings.overhead),
            started: Instant::now(),
            nodes: AtomicU64::new(0),
            threads: 1,
            is_oversubscribed: false,
        };
        Worker::new(&shared, &mut worker::ThreadData::new(), &game, &moves, 1).iterate(&mut |_| {});
        let nodes = shared.nodes.load(Ordering::Relaxed);
        assert!(nodes <= 100, "{nodes}");
    }

    #[test]
    fn more_threads_than_processors_are_a_crowd() {
        assert!(!is_oversubscribed(1));
        assert!(is_oversubscribed(usize::MAX));
    }

    #[test]
    fn getting_ready_ends_early_when_told_to() {
        let mut searcher = Searcher::<Chess>::new();
        searcher.prepare(16, &AtomicBool::new(true));
        assert!(!searcher.is_prepared(16));
        searcher.prepare(3, &AtomicBool::new(false));
        assert!(searcher.is_prepared(3) && !searcher.is_prepared(2));
    }
}
