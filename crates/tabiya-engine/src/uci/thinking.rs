//! A search running beside the conversation.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use tabiya::{AnyGame, Chess, Makruk, Variant};
use tabiya_table::Table;

use super::answer::answer;
use super::out::Out;
use crate::{Limits, Searcher, Settings, Signals, Strength};

/// What remembers games between searches.
#[derive(Debug, Default)]
pub(crate) struct Minds {
    pub(crate) chess: Searcher<Chess>,
    pub(crate) makruk: Searcher<Makruk>,
}

impl Minds {
    /// Whether a search of this game by so many threads finds all its memory.
    pub(crate) fn are_prepared(&self, variant: Variant, threads: usize) -> bool {
        match variant {
            Variant::Chess | Variant::Chess960 => self.chess.is_prepared(threads),
            Variant::Makruk => self.makruk.is_prepared(threads),
        }
    }
}

/// What a search is asked.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) game: AnyGame,
    pub(crate) limits: Limits,
    pub(crate) settings: Settings,
    /// No stronger than this.
    pub(crate) strength: Option<Strength>,
    pub(crate) shows_wdl: bool,
    pub(crate) table: Arc<Table>,
    pub(crate) task: Task,
}

/// What to do with the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Search,
    /// There is none: the last one was refused.
    NoPosition,
    /// Leave it alone and get ready to search.
    Prepare,
    /// Count the leaves.
    Perft(u32),
    /// Leave it alone and search the bench's positions to this depth.
    Bench(u32),
}

/// A search under way.
#[derive(Debug)]
pub(crate) struct Thinking {
    task: Task,
    /// Whether it goes on until it is stopped.
    is_endless: bool,
    signals: Arc<Signals>,
    thread: JoinHandle<Minds>,
}

impl Thinking {
    /// Starts; gives the minds back if the system has no thread to spare.
    pub(crate) fn start<W: Write + Send + 'static>(
        question: Question,
        minds: Minds,
        pondering: bool,
        out: Out<W>,
    ) -> Result<Thinking, Minds> {
        let signals = Arc::new(Signals { pondering: AtomicBool::new(pondering), ..Signals::default() });
        let theirs = Arc::clone(&signals);
        let task = question.task;
        let is_endless = matches!(task, Task::Search | Task::NoPosition) && question.limits.is_endless();
        // If the thread cannot be made, what it was to own comes back through here.
        let parcel = Arc::new(Mutex::new(Some(minds)));
        let given = Arc::clone(&parcel);
        let run = move || {
            let mut minds = given.lock().ok().and_then(|mut minds| minds.take()).unwrap_or_default();
            answer(&question, &mut minds, &theirs, &out);
            minds
        };
        match thread::Builder::new().stack_size(crate::search::STACK).spawn(run) {
            Ok(thread) => Ok(Thinking { task, is_endless, signals, thread }),
            Err(_) => Err(parcel.lock().ok().and_then(|mut minds| minds.take()).unwrap_or_default()),
        }
    }

    /// Whether it is not thinking at all, only getting ready to.
    pub(crate) fn is_preparing(&self) -> bool {
        self.task == Task::Prepare
    }

    /// Whether it has an end of its own.
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

    /// Waits for the answer, which the search itself gives.
    pub(crate) fn finish(self) -> Minds {
        self.thread.join().unwrap_or_default()
    }
}
