//! Sessions of pages, and rate limits. A page opens a session and names it in every request. Sessions are isolated; their number is
//! limited, and unused ones expire.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tabiya_db::Database;

use crate::book::PageBook;
use crate::error::ApiError;

/// The maximum number of sessions; the one unused for longest is evicted first.
const MAX_SESSIONS: usize = 1024;
/// The time after which an unused session expires.
const SESSION_TIMEOUT: Duration = Duration::from_secs(2 * 60 * 60);
/// The memory of all books, including their graphs.
const MAX_BOOK_BYTES: usize = 256 << 20;
/// The number of loaded files of all pages.
const MAX_LOADED: usize = 16;
/// Requests per second of a page, and its burst.
const PAGE_LIMIT: RateLimit = RateLimit { per_second: 60.0, burst: 120.0 };
/// New sessions per second.
const OPENING_LIMIT: RateLimit = RateLimit { per_second: 20.0, burst: 400.0 };

/// A session name: 128 random bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SessionName(u128);

impl SessionName {
    pub(crate) fn parse(text: &str) -> Option<SessionName> {
        let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| u128::from_str_radix(text, 16).ok().map(SessionName)).flatten()
    }
}

impl std::fmt::Display for SessionName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// All sessions.
#[derive(Debug)]
pub(crate) struct Sessions(Mutex<State>);

#[derive(Debug)]
struct State {
    pages: HashMap<SessionName, Page>,
    opening: Bucket,
    /// The memory limit of all books, in bytes.
    book_limit: usize,
}

#[derive(Debug)]
struct Page {
    last_request: Instant,
    bucket: Bucket,
    book: Option<Arc<PageBook>>,
    /// The games of the loaded file.
    games: Option<Arc<Database>>,
}

impl Sessions {
    pub(crate) fn new() -> Sessions {
        Sessions::with_book_limit(MAX_BOOK_BYTES)
    }

    fn with_book_limit(book_limit: usize) -> Sessions {
        let opening = Bucket::full(OPENING_LIMIT, Instant::now());
        Sessions(Mutex::new(State { pages: HashMap::new(), opening, book_limit }))
    }

    /// Ends all sessions and drops their data.
    pub(crate) fn close_all(&self) {
        self.state().pages.clear();
    }

    /// Opens a session.
    pub(crate) fn open(&self, now: Instant) -> Result<SessionName, ApiError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|_| ApiError::new(500, "no random numbers available"))?;
        let name = SessionName(u128::from_ne_bytes(bytes));
        let mut state = self.state();
        if !state.opening.take(OPENING_LIMIT, now) {
            return Err(ApiError::busy(429, "too many new sessions", 1));
        }
        state.pages.retain(|_, page| now.saturating_duration_since(page.last_request) < SESSION_TIMEOUT);
        while state.pages.len() >= MAX_SESSIONS {
            state.evict_oldest();
        }
        let page = Page { last_request: now, bucket: Bucket::full(PAGE_LIMIT, now), book: None, games: None };
        state.pages.insert(name, page);
        Ok(name)
    }

    /// Counts a request of a page; fails if the session is unknown or exceeds its rate limit.
    pub(crate) fn touch(&self, name: SessionName, now: Instant) -> Result<(), ApiError> {
        let mut state = self.state();
        let page = state.page(name, now)?;
        if !page.bucket.take(PAGE_LIMIT, now) {
            return Err(ApiError::busy(429, "too many requests", 1));
        }
        Ok(())
    }

    /// Sets or removes the book of a page. Books of the pages unused for longest are evicted; the sessions
    /// themselves stay.
    pub(crate) fn set_book(
        &self,
        name: SessionName,
        book: Option<Arc<PageBook>>,
        now: Instant,
    ) -> Result<(), ApiError> {
        let mut state = self.state();
        state.page(name, now)?.book = book;
        while state.book_bytes() > state.book_limit {
            let others = state.pages.iter_mut().filter(|(page, _)| **page != name);
            let with_book = others.map(|(_, page)| page).filter(|page| page.book.is_some());
            // A single book always fits: its file and its graph are limited.
            let Some(page) = with_book.min_by_key(|page| page.last_request) else { break };
            page.book = None;
        }
        Ok(())
    }

    pub(crate) fn book(&self, name: SessionName, now: Instant) -> Result<Option<Arc<PageBook>>, ApiError> {
        Ok(self.state().page(name, now)?.book.clone())
    }

    /// Sets the loaded games of a page. Those of the page unused for longest are evicted.
    pub(crate) fn set_games(
        &self,
        name: SessionName,
        games: Arc<Database>,
        now: Instant,
    ) -> Result<(), ApiError> {
        // Evicted databases are deleted from disk after the lock is released.
        let mut evicted = Vec::new();
        let mut state = self.state();
        evicted.extend(state.page(name, now)?.games.replace(games));
        let with_games = |page: &&mut Page| page.games.is_some();
        while state.pages.values_mut().filter(with_games).count() > MAX_LOADED {
            let others = state.pages.iter_mut().filter(|(page, _)| **page != name).map(|(_, page)| page);
            let Some(page) = others.filter(with_games).min_by_key(|page| page.last_request) else { break };
            evicted.extend(page.games.take());
        }
        drop(state);
        Ok(())
    }

    pub(crate) fn games(&self, name: SessionName, now: Instant) -> Result<Option<Arc<Database>>, ApiError> {
        Ok(self.state().page(name, now)?.games.clone())
    }

    /// A panic of another thread leaves the map consistent.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn page(&mut self, name: SessionName, now: Instant) -> Result<&mut Page, ApiError> {
        let page = self.pages.get_mut(&name);
        let page = page.filter(|page| now.saturating_duration_since(page.last_request) < SESSION_TIMEOUT);
        let page = page.ok_or_else(|| ApiError::new(410, "the session has expired"))?;
        page.last_request = now;
        Ok(page)
    }

    fn book_bytes(&self) -> usize {
        self.pages.values().filter_map(|page| page.book.as_ref()).map(|book| book.bytes()).sum()
    }

    fn evict_oldest(&mut self) {
        let oldest = self.pages.iter().min_by_key(|(_, page)| page.last_request);
        if let Some(name) = oldest.map(|(name, _)| *name) {
            self.pages.remove(&name);
        }
    }
}

/// A rate limit.
#[derive(Clone, Copy, Debug)]
struct RateLimit {
    per_second: f64,
    burst: f64,
}

/// A token bucket.
#[derive(Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    fn full(pace: RateLimit, now: Instant) -> Bucket {
        Bucket { tokens: pace.burst, at: now }
    }

    fn take(&mut self, pace: RateLimit, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * pace.per_second).min(pace.burst);
        self.at = now;
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn rate_limit_is_per_page() {
        let (sessions, now) = (Sessions::new(), Instant::now());
        let (busy, other) = (sessions.open(now).unwrap(), sessions.open(now).unwrap());
        let db_error = (0..200).filter(|_| sessions.touch(busy, now).is_err()).count();
        assert_eq!(db_error, 80);
        assert_eq!(sessions.touch(busy, now).unwrap_err().status, 429);
        assert_eq!(sessions.touch(other, now), Ok(()));
        assert_eq!(sessions.touch(busy, now + seconds(1)), Ok(()));
    }

    #[test]
    fn unused_session_expires() {
        let (sessions, now) = (Sessions::new(), Instant::now());
        let name = sessions.open(now).unwrap();
        assert_eq!(sessions.touch(name, now + SESSION_TIMEOUT - seconds(1)), Ok(()));
        assert_eq!(sessions.touch(name, now + SESSION_TIMEOUT + SESSION_TIMEOUT).unwrap_err().status, 410);
    }

    #[test]
    fn oldest_session_is_evicted() {
        let (sessions, mut now) = (Sessions::new(), Instant::now());
        let first = sessions.open(now).unwrap();
        let second = sessions.open(now + seconds(1)).unwrap();
        sessions.touch(first, now + seconds(2)).unwrap();
        now += seconds(2);
        for _ in 2..=MAX_SESSIONS {
            now += seconds(1);
            sessions.open(now).unwrap();
        }
        assert_eq!(sessions.touch(first, now), Ok(()));
        assert_eq!(sessions.touch(second, now).unwrap_err().status, 410);
    }

    #[test]
    fn oldest_book_is_evicted() {
        let book = || Arc::new(PageBook::new(vec![0; 16]).unwrap());
        let sessions = Sessions::with_book_limit(2 * book().bytes());
        let now = Instant::now();
        let pages = [0, 1, 2].map(|second| sessions.open(now + seconds(second)).unwrap());
        for (second, page) in (3..).zip(pages) {
            sessions.set_book(page, Some(book()), now + seconds(second)).unwrap();
        }
        let now = now + seconds(10);
        let has_book = |page: &SessionName| sessions.book(*page, now).unwrap().is_some();
        assert_eq!(pages.each_ref().map(has_book), [false, true, true]);
    }

    #[test]
    fn oldest_games_are_evicted() {
        let games = Arc::new(Database::temporary(&b"1. e4 *"[..]).unwrap());
        let (sessions, now) = (Sessions::new(), Instant::now());
        let pages: Vec<_> = (0..=MAX_LOADED).map(|_| sessions.open(now).unwrap()).collect();
        for (second, page) in (1..).zip(&pages) {
            sessions.set_games(*page, Arc::clone(&games), now + seconds(second)).unwrap();
        }
        let has_games = |page: &SessionName| sessions.games(*page, now + seconds(60)).unwrap().is_some();
        assert!(!has_games(&pages[0]) && pages[1..].iter().all(has_games));
    }

    #[test]
    fn new_sessions_are_rate_limited() {
        let (sessions, now) = (Sessions::new(), Instant::now());
        let db_error = (0..1000).filter(|_| sessions.open(now).is_err()).count();
        assert_eq!(db_error, 600);
    }

    #[test]
    fn session_name_is_32_hexadecimal_digits() {
        let name = SessionName(7);
        assert_eq!(SessionName::parse(&name.to_string()), Some(name));
        for invalid in ["", "7", "+0000000000000000000000000000007", "x".repeat(32).as_str()] {
            assert_eq!(SessionName::parse(invalid), None, "{invalid}");
        }
    }
}
