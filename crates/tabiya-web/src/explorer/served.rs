//! The database that is served. Questions are asked on threads of their own, a few at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabiya_db::{Collection, DbError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::ApiError;

/// How long a question may wait for its turn.
const WAIT_TIME: Duration = Duration::from_secs(5);
/// How long its answer may take.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// How often we look whether games were added.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// Answers questions about games.
#[derive(Debug)]
pub(crate) struct Explorer {
    served: Option<Arc<Served>>,
    slots: Arc<Semaphore>,
    limit: Duration,
}

#[derive(Debug)]
struct Served {
    database: Arc<dyn Collection>,
    last_refresh: Mutex<Instant>,
}

impl Explorer {
    pub(crate) fn new(database: Option<Arc<dyn Collection>>) -> Explorer {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let served =
            database.map(|database| Arc::new(Served { database, last_refresh: Mutex::new(Instant::now()) }));
        Explorer { served, slots: Arc::new(Semaphore::new(2 * cores)), limit: TIME_LIMIT }
    }

    /// The database that is served, if one is.
    pub(crate) fn database(&self) -> Option<&dyn Collection> {
        self.served.as_ref().map(|served| &*served.database)
    }

    /// Asks the database that is served.
    pub(crate) async fn ask<A: Send + 'static>(
        &self,
        question: impl FnOnce(&dyn Collection) -> Result<A, ApiError> + Send + 'static,
    ) -> Result<A, ApiError> {
        let served = self.served.clone().ok_or_else(|| {
            ApiError::new(404, "there is no database here: start the board with --db DATABASE")
        })?;
        self.run_blocking(move || {
            served.refresh();
            question(&*served.database)
        })
        .await
    }

    /// Does something that takes a while, in its turn, where nobody else waits for it. What takes too long is told as that, and keeps its place until it
    /// has ended: nobody can make us do more at once by not waiting.
    pub(crate) async fn run_blocking<A: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<A, ApiError> + Send + 'static,
    ) -> Result<A, ApiError> {
        let slot = timeout(WAIT_TIME, Arc::clone(&self.slots).acquire_owned()).await;
        let slot = slot.ok().and_then(Result::ok);
        let slot = slot.ok_or_else(|| ApiError::busy(503, "too many questions are being answered", 2))?;
        let answer = spawn_blocking(move || {
            let _slot = slot;
            work()
        });
        let answer = timeout(self.limit, answer).await;
        let late = || format!("it takes longer than {} seconds to answer this", self.limit.as_secs());
        let answer = answer.map_err(|_| ApiError::new(503, late()))?;
        answer.map_err(|_| ApiError::new(500, "the answer failed"))?
    }
}

impl Served {
    /// Takes over what was added meanwhile. Whoever comes while another looks does not wait for it.
    fn refresh(&self) {
        let Ok(mut last_refresh) = self.last_refresh.try_lock().or_else(|error| match error {
            std::sync::TryLockError::Poisoned(poisoned) => Ok(PoisonError::into_inner(poisoned)),
            std::sync::TryLockError::WouldBlock => Err(()),
        }) else {
            return;
        };
        if last_refresh.elapsed() < REFRESH_INTERVAL {
            return;
        }
        // What cannot be read now is as it was when it was last read.
        let _ = self.database.refresh();
        *last_refresh = Instant::now();
    }
}

/// Why a database has no answer.
pub(super) fn db_error(error: &DbError) -> ApiError {
    let status = if matches!(error, DbError::NoSuchGame { .. }) { 404 } else { 500 };
    ApiError::new(status, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_that_takes_too_long_is_told_as_that_and_keeps_its_place() {
        let explorer = Explorer { limit: Duration::from_millis(1), ..Explorer::new(None) };
        let slots = explorer.slots.available_permits();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let work = move || {
            let _ = ended.recv();
            Ok(())
        };
        let error = explorer.run_blocking(work).await.unwrap_err();
        assert_eq!((error.status, error.retry_after), (503, None));
        assert_eq!(explorer.slots.available_permits(), slots - 1);
        drop(end);
        let all = explorer.slots.acquire_many(slots as u32).await;
        assert!(all.is_ok());
    }
}
