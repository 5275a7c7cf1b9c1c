//! The search thread of a UCI session.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use tabiya::{AnyGame, Chess, Makruk, Variant};
use tabiya_table::Table;

use super::io::Output;
use super::search_job::answer;
use crate::{Limits, Searcher, Settings, Signals, Strength};

/// The searchers, kept from search to search.
#[derive(Debug, Default)]
pub(crate) struct Searchers {
    pub(crate) chess: Searcher<Chess>,
    pub(crate) makruk: Searcher<Makruk>,
}

impl Searchers {
    /// Whether a search with this many threads finds its memory allocated.
    pub(crate) fn are_prepared(&self, variant: Variant, threads: usize) -> bool {
        match variant {
            Variant::Chess | Variant::Chess960 => self.chess.is_prepared(threads),
            Variant::Makruk => self.makruk.is_prepared(threads),
        }
    }
}

/// The parameters of a job.
#[derive(Debug)]
pub(crate) struct JobParameters {
    pub(crate) game: AnyGame,
    pub(crate) limits: Limits,
    pub(crate) settings: Settings,
    /// The playing strength, if limited.
    pub(crate) strength: Option<Strength>,
    pub(crate) shows_wdl: bool,
    pub(crate) table: Arc<Table>,
    pub(crate) task: Task,
}

/// The kind of job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Search,
    /// The last position was invalid.
    NoPosition,
    /// Allocate memory only.
    Prepare,
    /// Count leaf nodes.
    Perft(u32),
    /// Run the bench to this depth.
    Bench(u32),
}

/// A running search.
#[derive(Debug)]
pub(crate) struct SearchThread {
    task: Task,
    /// Whether it runs until it is stopped.
    is_endless: bool,
    signals: Arc<Signals>,
    thread: JoinHandle<Searchers>,
}

impl SearchThread {
    /// Starts a job; returns the searchers if the system cannot start a thread.
    pub(crate) fn start<W: Write + Send + 'static>(
        parameters: JobParameters,
        searchers: Searchers,
        pondering: bool,
        out: Output<W>,
    ) -> Result<SearchThread, Searchers> {
        let signals = Arc::new(Signals { pondering: AtomicBool::new(pondering), ..Signals::default() });
        let theirs = Arc::clone(&signals);
        let task = parameters.task;
        let is_endless = matches!(task, Task::Search | Task::NoPosition) && parameters.limits.is_endless();
        // If the thread cannot be started, its data is returned through here.
        let returned = Arc::new(Mutex::new(Some(searchers)));
        let shared = Arc::clone(&returned);
        let run = move || {
            let mut searchers =
                shared.lock().ok().and_then(|mut searchers| searchers.take()).unwrap_or_default();
            answer(&parameters, &mut searchers, &theirs, &out);
            searchers
        };
        match thread::Builder::new().stack_size(crate::search::STACK).spawn(run) {
            Ok(thread) => Ok(SearchThread { task, is_endless, signals, thread }),
            Err(_) => {
                Err(returned.lock().ok().and_then(|mut searchers| searchers.take()).unwrap_or_default())
            }
        }
    }

    /// Whether it only allocates memory.
    pub(crate) fn is_preparing(&self) -> bool {
        self.task == Task::Prepare
    }

    /// Whether it ends by itself.
    pub(crate) fn ends_by_itself(&self) -> bool {
        !self.is_endless && !self.signals.pondering.load(Ordering::Relaxed)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    pub(crate) fn ponder_hit(&self) {
        self.signals.pondering.store(false, Ordering::Relaxed);
    }

    pub(crate) fn stop(&self) {
        self.signals.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the reply, which the search writes itself.
    pub(crate) fn finish(self) -> Searchers {
        self.thread.join().unwrap_or_default()
    }
}
