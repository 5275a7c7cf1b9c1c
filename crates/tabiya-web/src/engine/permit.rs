use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::bounds::{SearchOptions, EngineBounds};
use super::game_table::GameTable;
use crate::error::ApiError;
use crate::sessions::SessionName;

/// Searches at the same time. They share the processors; each has threads of its own.
const MAX_SEARCHES: usize = 32;
/// Searches at the same time for one page: an analysis and a reply, or a comparison.
const MAX_SEARCHES_PER_PAGE: usize = 2;
/// How many may wait for a place, and how long.
const MAX_WAITING: usize = 8;
const WAIT_TIME: Duration = Duration::from_secs(2);
/// So many of the largest tables may be in use at the same time, in memory.
const MAX_LARGE_TABLES: usize = 4;
/// Tables that are kept when their search is over.
const MAX_IDLE_TABLES: usize = 4;

/// Places for searches, and the tables that go with them.
#[derive(Debug)]
pub(crate) struct SearchPool {
    bounds: EngineBounds,
    slots: Arc<Semaphore>,
    /// Mebibytes for all tables together, in use or kept.
    memory: Arc<Semaphore>,
    waiting: AtomicUsize,
    pool: Mutex<HashPool>,
    /// Told whenever a search has ended.
    freed: Notify,
}

#[derive(Debug, Default)]
struct HashPool {
    /// Tables nobody uses now, with the page that used each last; the newest last.
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

/// A place for one search, with a table. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct SearchPermit {
    turn: PageSlot,
    table: Option<PooledTable>,
    _slot: OwnedSemaphorePermit,
}

/// One of the searches that a page may have at the same time.
#[derive(Debug)]
struct PageSlot {
    engine: Arc<SearchPool>,
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

    /// A place for a page, soon or not at all, with a table of so many mebibytes. A page finds its own table again if it
    /// is still there.
    pub(crate) async fn permit(self: &Arc<SearchPool>, page: SessionName, hash: usize) -> Result<SearchPermit, ApiError> {
        // In this order: whoever waits for a search of its own keeps no place from others.
        let turn = self.turn(page).await?;
        let slot = self.slot().await?;
        let table = self.table(page, hash)?;
        Ok(SearchPermit { turn, table: Some(table), _slot: slot })
    }

    fn table(&self, page: SessionName, mebibytes: usize) -> Result<PooledTable, ApiError> {
        let mut pool = self.pool();
        let is_own_origin =
            |(owner, filled): &(SessionName, PooledTable)| *owner == page && filled.mebibytes() == mebibytes;
        if let Some(own) = pool.idle.iter().rposition(is_own_origin) {
            return Ok(pool.idle.remove(own).1);
        }
        let request = u32::try_from(mebibytes).map_err(|_| GameTable::out_of_memory())?;
        let memory = loop {
            match Arc::clone(&self.memory).try_acquire_many_owned(request) {
                Ok(memory) => break memory,
                Err(_) if pool.idle.is_empty() => return Err(GameTable::out_of_memory()),
                // The oldest that nobody uses goes.
                Err(_) => drop(pool.idle.remove(0)),
            }
        };
        drop(pool);
        Ok(PooledTable { table: GameTable::new(mebibytes)?, memory })
    }

    async fn slot(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let busy = || ApiError::busy(503, "the engine has too much to think about; try again soon", 2);
        if let Ok(slot) = Arc::clone(&self.slots).try_acquire_owned() {
            return Ok(slot);
        }
        let _stop = QueueTicket::join(&self.waiting).ok_or_else(busy)?;
        let slot = timeout(WAIT_TIME, Arc::clone(&self.slots).acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or_else(busy)
    }

    /// Counts one more search of a page. If it has as many as it may have, one that was stopped may be about to end.
    async fn turn(self: &Arc<SearchPool>, page: SessionName) -> Result<PageSlot, ApiError> {
        let busy = || ApiError::busy(503, "the engine is already thinking for this page", 1);
        if let Some(turn) = self.try_turn(page) {
            return Ok(turn);
        }
        let _stop = QueueTicket::join(&self.waiting).ok_or_else(busy)?;
        let turn = async {
            loop {
                let freed = self.freed.notified();
                if let Some(turn) = self.try_turn(page) {
                    return turn;
                }
                freed.await;
            }
        };
        timeout(WAIT_TIME, turn).await.map_err(|_| busy())
    }

    fn try_turn(self: &Arc<SearchPool>, page: SessionName) -> Option<PageSlot> {
        let mut pool = self.pool();
        let searches = pool.searching.entry(page).or_default();
        if *searches == MAX_SEARCHES_PER_PAGE {
            return None;
        }
        *searches += 1;
        Some(PageSlot { engine: Arc::clone(self), page })
    }

    fn pool(&self) -> MutexGuard<'_, HashPool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchPermit {
    pub(super) fn table(&mut self) -> &mut GameTable {
        &mut self.table.as_mut().expect("a seat has its table until it is left").table
    }
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        let Some(table) = self.table.take() else { return };
        let mut pool = self.turn.engine.pool();
        pool.idle.push((self.turn.page, table));
        if pool.idle.len() > MAX_IDLE_TABLES {
            pool.idle.remove(0);
        }
    }
}

impl Drop for PageSlot {
    fn drop(&mut self) {
        let mut pool = self.engine.pool();
        if let Some(searches) = pool.searching.get_mut(&self.page) {
            *searches -= 1;
            if *searches == 0 {
                pool.searching.remove(&self.page);
            }
        }
        drop(pool);
        self.engine.freed.notify_waiters();
    }
}

/// Somebody in the queue.
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
    async fn a_page_finds_its_own_table_again_and_nobody_elses() {
        let (engine, sessions) = (engine(), Sessions::new());
        let (one, two) = (sessions.open(Instant::now()).unwrap(), sessions.open(Instant::now()).unwrap());
        let key = tabiya::Key(7);
        let mut permit = engine.permit(one, SearchOptions::HASH).await.unwrap();
        permit.table().of::<Chess>().store(key, tabiya_table::Entry { depth: 3, ..Default::default() });
        drop(permit);
        assert!(engine.permit(two, SearchOptions::HASH).await.unwrap().table().of::<Chess>().probe(key).is_none());
        assert!(engine.permit(one, SearchOptions::HASH).await.unwrap().table().of::<Chess>().probe(key).is_some());
        assert!(
            engine.permit(one, SearchOptions::HASH).await.unwrap().table().of::<Makruk>().probe(key).is_none(),
            "another game"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_find_no_place_are_told_when_to_come_again() {
        let (engine, sessions) = (engine(), Sessions::new());
        let mut permits = Vec::new();
        for _ in 0..MAX_SEARCHES {
            permits.push(engine.permit(sessions.open(Instant::now()).unwrap(), SearchOptions::HASH).await.unwrap());
        }
        let late = sessions.open(Instant::now()).unwrap();
        let error = engine.permit(late, SearchOptions::HASH).await.unwrap_err();
        assert_eq!((error.status, error.retry_after), (503, Some(2)));
        permits.pop();
        assert!(engine.permit(late, SearchOptions::HASH).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_is_not_refused_while_its_stopped_search_is_about_to_end() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        let (_going_on, stopped) =
            (engine.permit(page, SearchOptions::HASH).await.unwrap(), engine.permit(page, SearchOptions::HASH).await.unwrap());
        let ending = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            drop(stopped);
        });
        assert!(engine.permit(page, SearchOptions::HASH).await.is_ok());
        ending.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_waits_for_its_own_search_keeps_no_place_from_others() {
        let (engine, sessions) = (engine(), Sessions::new());
        let (page, other) = (sessions.open(Instant::now()).unwrap(), sessions.open(Instant::now()).unwrap());
        let _both =
            (engine.permit(page, SearchOptions::HASH).await.unwrap(), engine.permit(page, SearchOptions::HASH).await.unwrap());
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
    async fn one_page_cannot_take_every_place() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        let _both =
            (engine.permit(page, SearchOptions::HASH).await.unwrap(), engine.permit(page, SearchOptions::HASH).await.unwrap());
        assert_eq!(engine.permit(page, SearchOptions::HASH).await.unwrap_err().status, 503);
    }

    #[tokio::test]
    async fn tables_together_take_no_more_memory_than_there_is_for_them() {
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
        assert!(engine.permit(page(), 16).await.is_ok(), "one that was kept goes");
    }

    #[tokio::test]
    async fn a_page_that_asks_for_another_size_gets_another_table() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        drop(engine.permit(page, 16).await.unwrap());
        let permit = engine.permit(page, 32).await.unwrap();
        assert_eq!(permit.table.as_ref().map(PooledTable::mebibytes), Some(32));
    }
}
