//! Runs searches on their own threads, for the server.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use tabiya_engine::{STACK, Signals};
use tokio::sync::{mpsc, oneshot};

use super::SearchPermit;
use super::analysis::{Analysis, Event};
use super::game_table::GameTable;
use crate::error::ApiError;

/// Events that may wait for the page to read them. When the channel is full, the search waits too.
const MAX_UNREAD: usize = 64;

/// Stops a search when its receiver is gone.
struct StopOnDrop(Arc<Signals>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// A running analysis. Dropping it stops the search.
pub(crate) struct RunningAnalysis {
    pub(crate) events: mpsc::Receiver<Event>,
    _stop: StopOnDrop,
}

/// Starts an analysis.
pub(crate) fn start_analysis(
    analysis: Analysis,
    mut permit: SearchPermit,
) -> Result<RunningAnalysis, ApiError> {
    let (sender, events) = mpsc::channel(MAX_UNREAD);
    let signals = Arc::new(Signals::default());
    let running = RunningAnalysis { events, _stop: StopOnDrop(Arc::clone(&signals)) };
    spawn_search(move || {
        let end = analysis.run(permit.table(), &signals, &mut |line| sender.blocking_send(line).is_ok());
        drop(permit);
        let _ = sender.blocking_send(end);
    })?;
    Ok(running)
}

/// Runs a search with one result. It stops if the caller no longer waits for it.
pub(crate) async fn run<A: Send + 'static>(
    mut permit: SearchPermit,
    search: impl FnOnce(&mut GameTable, &Signals) -> Result<A, ApiError> + Send + 'static,
) -> Result<A, ApiError> {
    let (sender, answer) = oneshot::channel();
    let waiting = StopOnDrop(Arc::new(Signals::default()));
    let signals = Arc::clone(&waiting.0);
    spawn_search(move || {
        let response = search(permit.table(), &signals);
        drop(permit);
        let _ = sender.send(response);
    })?;
    answer.await.map_err(|_| ApiError::new(500, "the search failed"))?
}

/// Runs a search on a low-priority thread with a large stack, so that moves are answered first.
fn spawn_search(search: impl FnOnce() + Send + 'static) -> Result<(), ApiError> {
    let run = || {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(19);
        search();
    };
    let started = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(run);
    started.map(drop).map_err(|_| ApiError::busy(503, "no thread for the search", 5))
}
