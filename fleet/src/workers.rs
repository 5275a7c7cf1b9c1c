//! Work shared by several threads.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use tabiya_db::Result;

use crate::lazy_file::locked;

/// Processes each item on this many threads, each with its own state. The results are unordered.
pub(crate) fn each<I: Send, B, T: Send>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    state: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, I) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    // After a failure no further item is started.
    let (items, has_failed) = (Mutex::new(items), AtomicBool::new(false));
    let worker = || {
        let (mut state, mut done) = (state(), Vec::new());
        loop {
            let next = locked(&items).next().filter(|_| !has_failed.load(Relaxed));
            let Some(item) = next else { return Ok(done) };
            let result = work(&mut state, item);
            has_failed.fetch_or(result.is_err(), Relaxed);
            done.push(result?);
        }
    };
    let done = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
        joined.collect::<Result<Vec<Vec<T>>>>()
    })?;
    Ok(done.into_iter().flatten().collect())
}
