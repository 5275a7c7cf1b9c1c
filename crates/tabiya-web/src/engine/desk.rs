use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::bounds::{Effort, EngineBounds};
use super::game_table::GameTable;
use crate::refusal::Refusal;
use crate::sessions::SessionName;

/// Searches at the same time. They share the processors; each has threads of its own.
const MOST_SEARCHES: usize = 32;
/// Searches at the same time for one page: an analysis and a reply, or a comparison.
const MOST_FOR_A_PAGE: usize = 2;
/// How many may wait for a place, and how long.
const MOST_WAITING: usize = 8;
const PATIENCE: Duration = Duration::from_secs(2);
/// So many of the largest tables may be in use at the same time, in memory.
const MOST_LARGE_TABLES: usize = 4;
/// Tables that are kept when their search is over.
const MOST_IDLE_TABLES: usize = 4;

/// Places for searches, and the tables that go with them.
#[derive(Debug)]
pub(crate) struct Engine {
    bounds: EngineBounds,
    places: Arc<Semaphore>,
    /// Mebibytes for all tables together, in use or kept.
    memory: Arc<Semaphore>,
    waiting: AtomicUsize,
    desks: Mutex<Desks>,
    /// Told whenever a search has ended.
    freed: Notify,
}

#[derive(Debug, Default)]
struct Desks {
    /// Tables nobody uses now, with the page that used each last; the newest last.
    idle: Vec<(SessionName, Filled)>,
    searching: HashMap<SessionName, usize>,
}

/// A table and the memory it takes.
#[derive(Debug)]
struct Filled {
    table: GameTable,
    memory: OwnedSemaphorePermit,
}

impl Filled {
    fn mebibytes(&self) -> usize {
        self.memory.num_permits()
    }
}

/// A place for one search, with a table. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    turn: Turn,
    table: Option<Filled>,
    _place: OwnedSemaphorePermit,
}

/// One of the searches that a page may have at the same time.
#[derive(Debug)]
struct Turn {
    engine: Arc<Engine>,
    page: SessionName,
}

impl Engine {
    pub(crate) fn new(bounds: EngineBounds) -> Arc<Engine> {
        let memory = (MOST_SEARCHES * Effort::HASH).max(MOST_LARGE_TABLES * bounds.hash);
        Arc::new(Engine {
            bounds,
            memory: Arc::new(Semaphore::new(memory.min(Semaphore::MAX_PERMITS))),
            places: Arc::new(Semaphore::new(MOST_SEARCHES)),
            waiting: AtomicUsize::new(0),
            desks: Mutex::new(Desks::default()),
            freed: Notify::new(),
        })
    }

    pub(crate) fn bounds(&self) -> &EngineBounds {
        &self.bounds
    }

    /// A place for a page, soon or not at all, with a table of so many mebibytes. A page finds its own table again if it
    /// is still there.
    pub(crate) async fn seat(self: &Arc<Engine>, page: SessionName, hash: usize) -> Result<Seat, Refusal> {
        // In this order: whoever waits for a search of its own keeps no place from others.
        let turn = self.turn(page).await?;
        let place = self.place().await?;
        let table = self.table(page, hash)?;
        Ok(Seat { turn, table: Some(table), _place: place })
    }

    fn table(&self, page: SessionName, mebibytes: usize) -> Result<Filled, Refusal> {
        let mut desks = self.desks();
        let is_own =
            |(owner, filled): &(SessionName, Filled)| *owner == page && filled.mebibytes() == mebibytes;
        if let Some(own) = desks.idle.iter().rposition(is_own) {
            return Ok(desks.idle.remove(own).1);
        }
        let asked = u32::try_from(mebibytes).map_err(|_| GameTable::no_memory())?;
        let memory = loop {
            match Arc::clone(&self.memory).try_acquire_many_owned(asked) {
                Ok(memory) => break memory,
                Err(_) if desks.idle.is_empty() => return Err(GameTable::no_memory()),
                // The oldest that nobody uses goes.
                Err(_) => drop(desks.idle.remove(0)),
            }
        };
        drop(desks);
        Ok(Filled { table: GameTable::new(mebibytes)?, memory })
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let busy = || Refusal::busy(503, "the engine has too much to think about; try again soon", 2);
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(place);
        }
        let _waiting = QueuePlace::join(&self.waiting).ok_or_else(busy)?;
        let place = timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        place.ok().and_then(Result::ok).ok_or_else(busy)
    }

    /// Counts one more search of a page. If it has as many as it may have, one that was stopped may be about to end.
    async fn turn(self: &Arc<Engine>, page: SessionName) -> Result<Turn, Refusal> {
        let busy = || Refusal::busy(503, "the engine is already thinking for this page", 1);
        if let Some(turn) = self.try_turn(page) {
            return Ok(turn);
        }
        let _waiting = QueuePlace::join(&self.waiting).ok_or_else(busy)?;
        let turn = async {
            loop {
                let freed = self.freed.notified();
                if let Some(turn) = self.try_turn(page) {
                    return turn;
                }
                freed.await;
            }
        };
        timeout(PATIENCE, turn).await.map_err(|_| busy())
    }

    fn try_turn(self: &Arc<Engine>, page: SessionName) -> Option<Turn> {
        let mut desks = self.desks();
        let searches = desks.searching.entry(page).or_default();
        if *searches == MOST_FOR_A_PAGE {
            return None;
        }
        *searches += 1;
        Some(Turn { engine: Arc::clone(self), page })
    }

    fn desks(&self) -> MutexGuard<'_, Desks> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    pub(super) fn table(&mut self) -> &mut GameTable {
        &mut self.table.as_mut().expect("a seat has its table until it is left").table
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Some(table) = self.table.take() else { return };
        let mut desks = self.turn.engine.desks();
        desks.idle.push((self.turn.page, table));
        if desks.idle.len() > MOST_IDLE_TABLES {
            desks.idle.remove(0);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut desks = self.engine.desks();
        if let Some(searches) = desks.searching.get_mut(&self.page) {
            *searches -= 1;
            if *searches == 0 {
                desks.searching.remove(&self.page);
            }
        }
        drop(desks);
        self.engine.freed.notify_waiters();
    }
}

/// Somebody in the queue.
struct QueuePlace<'a>(&'a AtomicUsize);

impl QueuePlace<'_> {
    fn join(queue: &AtomicUsize) -> Option<QueuePlace<'_>> {
        let waiting = QueuePlace(queue);
        (queue.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(waiting)
    }
}

impl Drop for QueuePlace<'_> {
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

    fn engine() -> Arc<Engine> {
        Engine::new(EngineBounds { threads: 2, hash: 256, lines: 5 })
    }

    #[tokio::test]
    async fn a_page_finds_its_own_table_again_and_nobody_elses() {
        let (engine, sessions) = (engine(), Sessions::new());
        let (one, two) = (sessions.open(Instant::now()).unwrap(), sessions.open(Instant::now()).unwrap());
        let key = tabiya::Key(7);
        let mut seat = engine.seat(one, Effort::HASH).await.unwrap();
        seat.table().of::<Chess>().store(key, tabiya_table::Entry { depth: 3, ..Default::default() });
        drop(seat);
        assert!(engine.seat(two, Effort::HASH).await.unwrap().table().of::<Chess>().probe(key).is_none());
        assert!(engine.seat(one, Effort::HASH).await.unwrap().table().of::<Chess>().probe(key).is_some());
        assert!(
            engine.seat(one, Effort::HASH).await.unwrap().table().of::<Makruk>().probe(key).is_none(),
            "another game"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_find_no_place_are_told_when_to_come_again() {
        let (engine, sessions) = (engine(), Sessions::new());
        let mut seats = Vec::new();
        for _ in 0..MOST_SEARCHES {
            seats.push(engine.seat(sessions.open(Instant::now()).unwrap(), Effort::HASH).await.unwrap());
        }
        let late = sessions.open(Instant::now()).unwrap();
        let refusal = engine.seat(late, Effort::HASH).await.unwrap_err();
        assert_eq!((refusal.status, refusal.retry_after), (503, Some(2)));
        seats.pop();
        assert!(engine.seat(late, Effort::HASH).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_is_not_refused_while_its_stopped_search_is_about_to_end() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        let (_going_on, stopped) =
            (engine.seat(page, Effort::HASH).await.unwrap(), engine.seat(page, Effort::HASH).await.unwrap());
        let ending = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            drop(stopped);
        });
        assert!(engine.seat(page, Effort::HASH).await.is_ok());
        ending.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_waits_for_its_own_search_keeps_no_place_from_others() {
        let (engine, sessions) = (engine(), Sessions::new());
        let (page, other) = (sessions.open(Instant::now()).unwrap(), sessions.open(Instant::now()).unwrap());
        let _both =
            (engine.seat(page, Effort::HASH).await.unwrap(), engine.seat(page, Effort::HASH).await.unwrap());
        let waiting = tokio::spawn({
            let engine = Arc::clone(&engine);
            async move { engine.seat(page, Effort::HASH).await.map(|_| ()) }
        });
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(engine.places.available_permits(), MOST_SEARCHES - 2);
        assert!(engine.seat(other, Effort::HASH).await.is_ok());
        assert_eq!(waiting.await.unwrap().unwrap_err().status, 503);
    }

    #[tokio::test(start_paused = true)]
    async fn one_page_cannot_take_every_place() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        let _both =
            (engine.seat(page, Effort::HASH).await.unwrap(), engine.seat(page, Effort::HASH).await.unwrap());
        assert_eq!(engine.seat(page, Effort::HASH).await.unwrap_err().status, 503);
    }

    #[tokio::test]
    async fn tables_together_take_no_more_memory_than_there_is_for_them() {
        let (engine, sessions) = (engine(), Sessions::new());
        let page = || sessions.open(Instant::now()).unwrap();
        let idle = page();
        drop(engine.seat(idle, 16).await.unwrap());
        let mut large = Vec::new();
        for _ in 0..MOST_LARGE_TABLES {
            large.push(engine.seat(page(), 256).await.unwrap());
        }
        let refusal = engine.seat(page(), 16).await.unwrap_err();
        assert_eq!((refusal.status, refusal.retry_after), (503, Some(5)));
        drop(large.pop());
        assert!(engine.seat(page(), 16).await.is_ok(), "one that was kept goes");
    }

    #[tokio::test]
    async fn a_page_that_asks_for_another_size_gets_another_table() {
        let (engine, page) = (engine(), Sessions::new().open(Instant::now()).unwrap());
        drop(engine.seat(page, 16).await.unwrap());
        let seat = engine.seat(page, 32).await.unwrap();
        assert_eq!(seat.table.as_ref().map(Filled::mebibytes), Some(32));
    }
}
