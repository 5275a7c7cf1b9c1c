//! The served database. Queries run on blocking threads, a limited number at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabiya_db::{Collection, DbError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::ApiError;

/// The maximum time a query waits for a slot.
const WAIT_TIME: Duration = Duration::from_secs(5);
/// The maximum time of a query.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The interval of checks for added games.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// Runs queries.
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

    /// The served database, if there is one.
    pub(crate) fn database(&self) -> Option<&dyn Collection> {
        self.served.as_ref().map(|served| &*served.database)
    }

    /// Queries the served database.
    pub(crate) async fn query<A: Send + 'static>(
        &self,
        query: impl FnOnce(&dyn Collection) -> Result<A, ApiError> + Send + 'static,
    ) -> Result<A, ApiError> {
        let served = self
            .served
            .clone()
            .ok_or_else(|| ApiError::new(404, "no database: start the server with --db DATABASE"))?;
        self.run_blocking(move || {
            served.refresh();
            query(&*served.database)
        })
        .await
    }

    /// Runs slow work on a blocking thread. Work that exceeds the time limit is reported as an error but keeps its slot until it ends, so
    /// that a client cannot exceed the limit by closing its requests.
    pub(crate) async fn run_blocking<A: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<A, ApiError> + Send + 'static,
    ) -> Result<A, ApiError> {
        let slot = timeout(WAIT_TIME, Arc::clone(&self.slots).acquire_owned()).await;
        let slot = slot.ok().and_then(Result::ok);
        let slot = slot.ok_or_else(|| ApiError::busy(503, "too many queries are running", 2))?;
        let answer = spawn_blocking(move || {
            let _slot = slot;
            work()
        });
        let answer = timeout(self.limit, answer).await;
        let late = || format!("the query takes longer than {} seconds", self.limit.as_secs());
        let answer = answer.map_err(|_| ApiError::new(503, late()))?;
        answer.map_err(|_| ApiError::new(500, "the request failed"))?
    }
}

impl Served {
    /// Loads added games. Does not wait for a refresh by another thread.
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
        // After an error the database stays as it was read last.
        let _ = self.database.refresh();
        *last_refresh = Instant::now();
    }
}

/// The error response of a database error.
pub(super) fn db_error(error: &DbError) -> ApiError {
    let status = if matches!(error, DbError::NoSuchGame { .. }) { 404 } else { 500 };
    ApiError::new(status, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn slow_query_is_an_error_and_keeps_its_slot() {
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
