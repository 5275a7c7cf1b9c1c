//! The database that is served. Questions are asked on threads of their own, a few at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabiya_db::{Collection, DbError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::refusal::Refusal;

/// How long a question may wait for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often we look whether games were added.
const FRESH: Duration = Duration::from_secs(1);

/// Answers questions about games.
#[derive(Debug)]
pub(crate) struct Explorer {
    served: Option<Arc<Served>>,
    places: Arc<Semaphore>,
}

#[derive(Debug)]
struct Served {
    database: Arc<dyn Collection>,
    looked: Mutex<Instant>,
}

impl Explorer {
    pub(crate) fn new(database: Option<Arc<dyn Collection>>) -> Explorer {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let served =
            database.map(|database| Arc::new(Served { database, looked: Mutex::new(Instant::now()) }));
        Explorer { served, places: Arc::new(Semaphore::new(2 * cores)) }
    }

    /// The database that is served, if one is.
    pub(crate) fn database(&self) -> Option<&dyn Collection> {
        self.served.as_ref().map(|served| &*served.database)
    }

    /// Asks the database that is served.
    pub(crate) async fn ask<A: Send + 'static>(
        &self,
        question: impl FnOnce(&dyn Collection) -> Result<A, Refusal> + Send + 'static,
    ) -> Result<A, Refusal> {
        let served = self.served.clone().ok_or_else(|| {
            Refusal::new(404, "there is no database here: start the board with --db DATABASE")
        })?;
        self.aside(move || {
            served.refresh();
            question(&*served.database)
        })
        .await
    }

    /// Does something that takes a while, in its turn, where nobody else waits for it.
    pub(crate) async fn aside<A: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<A, Refusal> + Send + 'static,
    ) -> Result<A, Refusal> {
        let place = timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let place = place.ok().and_then(Result::ok);
        let place = place.ok_or_else(|| Refusal::busy(503, "too many questions are being answered", 2))?;
        let answer = spawn_blocking(move || {
            let _place = place;
            work()
        });
        answer.await.map_err(|_| Refusal::new(500, "the answer failed"))?
    }
}

impl Served {
    /// Takes over what was added meanwhile. Whoever comes while another looks does not wait for it.
    fn refresh(&self) {
        let Ok(mut looked) = self.looked.try_lock().or_else(|error| match error {
            std::sync::TryLockError::Poisoned(poisoned) => Ok(PoisonError::into_inner(poisoned)),
            std::sync::TryLockError::WouldBlock => Err(()),
        }) else {
            return;
        };
        if looked.elapsed() < FRESH {
            return;
        }
        // What cannot be read now is as it was when it was last read.
        let _ = self.database.refresh();
        *looked = Instant::now();
    }
}

/// Why a database has no answer.
pub(super) fn refused(error: &DbError) -> Refusal {
    let status = if matches!(error, DbError::NoSuchGame { .. }) { 404 } else { 500 };
    Refusal::new(status, error.to_string())
}
