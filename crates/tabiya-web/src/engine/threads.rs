//! Searches on threads of their own, for a server.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use tabiya_engine::{STACK, Signals};
use tokio::sync::{mpsc, oneshot};

use super::SearchPermit;
use super::game_table::GameTable;
use super::analysis::{Analysis, Event};
use crate::error::ApiError;

/// Reports that may wait for a page to read them. When they are full the search waits too.
const MAX_UNREAD: usize = 64;

/// Stops a search when whoever waited for it has gone.
struct StopOnDrop(Arc<Signals>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// An analysis that has begun. It stops when this is dropped.
pub(crate) struct RunningAnalysis {
    pub(crate) events: mpsc::Receiver<Event>,
    _stop: StopOnDrop,
}

/// Begins an analysis.
pub(crate) fn start_analysis(analysis: Analysis, mut permit: SearchPermit) -> Result<RunningAnalysis, ApiError> {
    let (sender, events) = mpsc::channel(MAX_UNREAD);
    let signals = Arc::new(Signals::default());
    let running = RunningAnalysis { events, _stop: StopOnDrop(Arc::clone(&signals)) };
    think(move || {
        let end = analysis.run(permit.table(), &signals, &mut |line| sender.blocking_send(line).is_ok());
        drop(permit);
        let _ = sender.blocking_send(end);
    })?;
    Ok(running)
}

/// Asks the engine a question with one answer. If nobody waits for it any more the search stops.
pub(crate) async fn ask<A: Send + 'static>(
    mut permit: SearchPermit,
    question: impl FnOnce(&mut GameTable, &Signals) -> Result<A, ApiError> + Send + 'static,
) -> Result<A, ApiError> {
    let (sender, answer) = oneshot::channel();
    let waiting = StopOnDrop(Arc::new(Signals::default()));
    let signals = Arc::clone(&waiting.0);
    think(move || {
        let response = question(permit.table(), &signals);
        drop(permit);
        let _ = sender.send(response);
    })?;
    answer.await.map_err(|_| ApiError::new(500, "the engine gave no answer"))?
}

/// Runs a search on a thread with a deep stack. It steps back when somebody wants to make a move.
fn think(search: impl FnOnce() + Send + 'static) -> Result<(), ApiError> {
    let run = || {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(19);
        search();
    };
    let started = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(run);
    started.map(drop).map_err(|_| ApiError::busy(503, "there is no thread for the engine", 5))
}
