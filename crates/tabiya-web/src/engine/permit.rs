use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::bounds::{EngineBounds, SearchOptions};
use super::game_table::GameTable;
use crate::error::ApiError;
use crate::sessions::SessionName;

/// Concurrent searches. They share the processors; each has its own threads.
const MAX_SEARCHES: usize = 32;
/// Concurrent searches of one page: an analysis and a reply, or a comparison.
const MAX_SEARCHES_PER_PAGE: usize = 2;
/// The length of the queue for a permit, and the maximum waiting time.
const MAX_WAITING: usize = 8;
const WAIT_TIME: Duration = Duration::from_secs(2);
/// The number of tables of maximum size that may be in use at the same time.
const MAX_LARGE_TABLES: usize = 4;
/// Tables that are kept when their search is over.
const MAX_IDLE_TABLES: usize = 4;

/// Limits concurrent searches and the memory of their transposition tables.
#[derive(Debug)]
pub(crate) struct SearchPool {
    bounds: EngineBounds,
    slots: Arc<Semaphore>,
    /// Mebibytes of all tables, in use or idle.
    memory: Arc<Semaphore>,
    waiting: AtomicUsize,
    pool: Mutex<HashPool>,
    /// Notified whenever a search has ended.
    freed: Notify,
}

#[derive(Debug, Default)]
struct HashPool {
    /// Idle tables with the page that used each last; the newest last.
    idle: Vec<(SessionName, PooledTable)>,
    searching: HashMap<SessionName, usize>,
}

/// A table and the memory it takes.
#[derive(Debug)]
struct PooledTable {
    table: GameTable,
    memory: OwnedSemaphorePermit,
}

impl PooledTable {
    fn mebibytes(&self) -> usize {
        self.memory.num_permits()
    }
}

/// A permit for one search, with a table. Dropping it releases both.
#[derive(Debug)]
pub(crate) struct SearchPermit {
    page_slot: PageSlot,
    table: Option<PooledTable>,
    _slot: OwnedSemaphorePermit,
}

/// One of the concurrent searches of a page.
#[derive(Debug)]
struct PageSlot {
    owner: Arc<SearchPool>,
    page: SessionName,
}

impl SearchPool {
    pub(crate) fn new(bounds: EngineBounds) -> Arc<SearchPool> {
        let memory = (MAX_SEARCHES * SearchOptions::HASH).max(MAX_LARGE_TABLES * bounds.hash);
        Arc::new(SearchPool {
            bounds,
            memory: Arc::new(Semaphore::new(memory.min(Semaphore::MAX_PERMITS))),
            slots: Arc::new(Semaphore::new(MAX_SEARCHES)),
            waiting: AtomicUsize::new(0),
            pool: Mutex::new(HashPool::default()),
            freed: Notify::new(),
        })
    }

    pub(crate) fn bounds(&self) -> &EngineBounds {
        &self.bounds
    }

    /// Waits for a permit with a table of this size in mebibytes; fails after a short time. A page gets its own table again if
    /// it is still there.
    pub(crate) async fn permit(
        self: &Arc<SearchPool>,
        page: SessionName,
        hash: usize,
    ) -> Result<SearchPermit, ApiError> {
        // In this order: a page that waits for its own search does not hold a slot.
        let page_slot = self.page_slot(page).await?;
        let slot = self.slot().await?;
        let table = self.table(page, hash)?;
        Ok(SearchPermit { page_slot, table: Some(table), _slot: slot })
    }

    fn table(&self, page: SessionName, mebibytes: usize) -> Result<PooledTable, ApiError> {
        let mut pool = self.pool();
        let is_own =
            |(owner, filled): &(SessionName, PooledTable)| *owner == page && filled.mebibytes() == mebibytes;
        if let Some(own) = pool.idle.iter().rposition(is_own) {
            return Ok(pool.idle.remove(own).1);
        }
        let permits = u32::try_from(mebibytes).map_err(|_| GameTable::out_of_memory())?;
        let memory = loop {
            match Arc::clone(&self.memory).try_acquire_many_owned(permits) {
                Ok(memory) => break memory,
                Err(_) if pool.idle.is_empty() => return Err(GameTable::out_of_memory()),
                // Evict the oldest idle table.
                Err(_) => drop(pool.idle.remove(0)),
            }
        };
        drop(pool);
        Ok(PooledTable { table: GameTable::new(mebibytes)?, memory })
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let busy = || ApiError::busy(503, "too many searches are running; try again soon", 2);
        if let Ok(slot) = Arc::clone(&self.slots).try_acquire_owned() {
            return Ok(slot);
        }
        let _ticket = QueueTicket::join(&self.waiting).ok_or_else(busy)?;
        let slot = timeout(WAIT_TIME, Arc::clone(&self.slots).acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or_else(busy)
    }

    /// Counts one more search of a page. At the limit it waits, because a stopped search may be about to end.
    async fn page_slot(self: &Arc<SearchPool>, page: SessionName) -> Result<PageSlot, ApiError> {
        let busy = || ApiError::busy(503, "this page already has two searches running", 1);
        if let Some(page_slot) = self.try_page_slot(page) {
            return Ok(page_slot);
        }
        let _ticket = QueueTicket::join(&self.waiting).ok_or_else(busy)?;
        let page_slot = async {
            loop {
                let freed = self.freed.notified();
                if let Some(page_slot) = self.try_page_slot(page) {
                    return page_slot;
                }
                freed.await;
            }
        };
        timeout(WAIT_TIME, page_slot).await.map_err(|_| busy())
    }

    fn try_page_slot(self: &Arc<SearchPool>, page: SessionName) -> Option<PageSlot> {
        let mut pool = self.pool();
        let searches = pool.searching.entry(page).or_default();
        if *searches == MAX_SEARCHES_PER_PAGE {
            return None;
        }
        *searches += 1;
        Some(PageSlot { owner: Arc::clone(self), page })
    }

    fn pool(&self) -> MutexGuard<'_, HashPool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchPermit {
    pub(super) fn table(&mut self) -> &mut GameTable {
        &mut self.table.as_mut().expect("the table is there until the permit is dropped").table
    }
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        let Some(table) = self.table.take() else { return };
        let mut pool = self.page_slot.owner.pool();
        pool.idle.push((self.page_slot.page, table));
        if pool.idle.len() > MAX_IDLE_TABLES {
            pool.idle.remove(0);
        }
    }
}

impl Drop for PageSlot {
    fn drop(&mut self) {
        let mut pool = self.owner.pool();
        if let Some(searches) = pool.searching.get_mut(&self.page) {
            *searches -= 1;
            if *searches == 0 {
                pool.searching.remove(&self.page);
            }
        }
        drop(pool);
        self.owner.freed.notify_waiters();
    }
}

/// A place in the queue.
struct QueueTicket<'a>(&'a AtomicUsize);

impl QueueTicket<'_> {
    fn join(queue: &AtomicUsize) -> Option<QueueTicket<'_>> {
        let waiting = QueueTicket(queue);
        (queue.fetch_add(1, Ordering::Relaxed) < MAX_WAITING).then_some(waiting)
    }
}

impl Drop for QueueTicket<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sessions::Sessions;
    use std::time::Instant;
    use tabiya::{Chess, Makruk};

    fn engine() -> Arc<SearchPool> {
        SearchPool::new(EngineBounds { threads: 2, hash: 256, lines: 5 })
    }

    #[tokio::test]
    async fn page_gets_its_own_table_again() {
        let (engine, sessions) = (engine(), Sessions::new());
        let (one, two) = (sessions.open(Instant::now()).unwrap(), sessions.open(Instant::now()).unwrap());
        let key = tabiya::Key(7);
        let mut permit = engine.permit(one, SearchOptions::HASH).await.unwrap();
        permit.table().of::<Chess>().store(key, tabiya_table::Entry { depth: 3, ..Default::default() });
        drop(permit);
        assert!(
            engine.permit(two, SearchOptions::HASH).await.unwrap().table().of::<Chess>().probe(key).is_none()
        );
        assert!(
            engine.permit(one, SearchOptions::HASH).await.unwrap().table().of::<Chess>().probe(key).is_some()
        );
        assert!(
            engine
                .permit(one, SearchOptions::HASH)
                .await
                .unwrap()
                .table()
                .of::<Makruk>()
                .probe(key)
                .is_none(),
            "another game"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn full_pool_responds_with_retry_after() {
        let (engine, sessions) = (engine(), Sessions::new());
        let mut permits = Vec::new();
        for _ in 0..MAX_SEARCHES {
            permits.push(
                engine.permit(sessions.open(Instant::now()).unwrap(), SearchOptions::HASH).await.unwrap(),
            );
        }
        let late = sessions.open(Instant::now()).unwrap();
        let error = engine.permit(late, SearchOptions::HASH).await.unwrap_err();
        assert_eq!((error.status, error.retry_after), (503, Some(2)));
        permits.pop();
        assert!(engine.permit(late, SearchOptions::HASH).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn page_waits_for_its_stopped_search() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        let (_going_on, stopped) = (
            engine.permit(page, SearchOptions::HASH).await.unwrap(),
            engine.permit(page, SearchOptions::HASH).await.unwrap(),
        );
        let ending = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            drop(stopped);
        });
        assert!(engine.permit(page, SearchOptions::HASH).await.is_ok());
        ending.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_page_holds_no_slot() {
        let (engine, sessions) = (engine(), Sessions::new());
        let (page, other) = (sessions.open(Instant::now()).unwrap(), sessions.open(Instant::now()).unwrap());
        let _both = (
            engine.permit(page, SearchOptions::HASH).await.unwrap(),
            engine.permit(page, SearchOptions::HASH).await.unwrap(),
        );
        let waiting = tokio::spawn({
            let engine = Arc::clone(&engine);
            async move { engine.permit(page, SearchOptions::HASH).await.map(|_| ()) }
        });
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(engine.slots.available_permits(), MAX_SEARCHES - 2);
        assert!(engine.permit(other, SearchOptions::HASH).await.is_ok());
        assert_eq!(waiting.await.unwrap().unwrap_err().status, 503);
    }

    #[tokio::test(start_paused = true)]
    async fn searches_of_one_page_are_limited() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        let _both = (
            engine.permit(page, SearchOptions::HASH).await.unwrap(),
            engine.permit(page, SearchOptions::HASH).await.unwrap(),
        );
        assert_eq!(engine.permit(page, SearchOptions::HASH).await.unwrap_err().status, 503);
    }

    #[tokio::test]
    async fn memory_of_all_tables_is_limited() {
        let (engine, sessions) = (engine(), Sessions::new());
        let page = || sessions.open(Instant::now()).unwrap();
        let idle = page();
        drop(engine.permit(idle, 16).await.unwrap());
        let mut large = Vec::new();
        for _ in 0..MAX_LARGE_TABLES {
            large.push(engine.permit(page(), 256).await.unwrap());
        }
        let error = engine.permit(page(), 16).await.unwrap_err();
        assert_eq!((error.status, error.retry_after), (503, Some(5)));
        drop(large.pop());
        assert!(engine.permit(page(), 16).await.is_ok(), "an idle table is evicted");
    }

    #[tokio::test]
    async fn another_size_gets_another_table() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        drop(engine.permit(page, 16).await.unwrap());
        let permit = engine.permit(page, 32).await.unwrap();
        assert_eq!(permit.table.as_ref().map(PooledTable::mebibytes), Some(32));
    }
}
