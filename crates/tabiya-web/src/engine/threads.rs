//! Searches on threads of their own, for a server.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use tabiya_engine::{STACK, Signals};
use tokio::sync::{mpsc, oneshot};

use super::Seat;
use super::game_table::GameTable;
use super::run::{Analysis, Event};
use crate::refusal::Refusal;

/// Reports that may wait for a page to read them. When they are full the search waits too.
const MOST_UNREAD: usize = 64;

/// Stops a search when whoever waited for it has gone.
struct StopOnDrop(Arc<Signals>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// An analysis that has begun. It stops when this is dropped.
pub(crate) struct Thinking {
    pub(crate) events: mpsc::Receiver<Event>,
    _waiting: StopOnDrop,
}

/// Begins an analysis.
pub(crate) fn begin(analysis: Analysis, mut seat: Seat) -> Result<Thinking, Refusal> {
    let (sender, events) = mpsc::channel(MOST_UNREAD);
    let signals = Arc::new(Signals::default());
    let thinking = Thinking { events, _waiting: StopOnDrop(Arc::clone(&signals)) };
    think(move || {
        let end = analysis.run(seat.table(), &signals, &mut |line| sender.blocking_send(line).is_ok());
        drop(seat);
        let _ = sender.blocking_send(end);
    })?;
    Ok(thinking)
}

/// Asks the engine a question with one answer. If nobody waits for it any more the search stops.
pub(crate) async fn ask<A: Send + 'static>(
    mut seat: Seat,
    question: impl FnOnce(&mut GameTable, &Signals) -> Result<A, Refusal> + Send + 'static,
) -> Result<A, Refusal> {
    let (sender, answer) = oneshot::channel();
    let waiting = StopOnDrop(Arc::new(Signals::default()));
    let signals = Arc::clone(&waiting.0);
    think(move || {
        let told = question(seat.table(), &signals);
        drop(seat);
        let _ = sender.send(told);
    })?;
    answer.await.map_err(|_| Refusal::new(500, "the engine gave no answer"))?
}

/// Runs a search on a thread with a deep stack. It steps back when somebody wants to make a move.
fn think(search: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let run = || {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(19);
        search();
    };
    let started = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(run);
    started.map(drop).map_err(|_| Refusal::busy(503, "there is no thread for the engine", 5))
}
