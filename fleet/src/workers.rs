//! Work that several threads share.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use tabiya_db::Result;

use crate::lazy_file::locked;

/// Does something with each item, by so many threads, each of which has a bench of its own. What comes of it is in no order.
pub(crate) fn each<I: Send, B, T: Send>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    bench: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, I) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    // When one has failed, nobody begins anything else.
    let (items, has_failed) = (Mutex::new(items), AtomicBool::new(false));
    let worker = || {
        let (mut bench, mut done) = (bench(), Vec::new());
        loop {
            let next = locked(&items).next().filter(|_| !has_failed.load(Relaxed));
            let Some(item) = next else { return Ok(done) };
            let result = work(&mut bench, item);
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
