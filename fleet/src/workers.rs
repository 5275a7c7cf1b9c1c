//! Work that several threads share.

use std::sync::Mutex;
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
    let items = Mutex::new(items);
    let worker = || {
        let (mut bench, mut done) = (bench(), Vec::new());
        loop {
            let next = locked(&items).next();
            let Some(item) = next else { return Ok(done) };
            done.push(work(&mut bench, item)?);
        }
    };
    let done = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
        joined.collect::<Result<Vec<Vec<T>>>>()
    })?;
    Ok(done.into_iter().flatten().collect())
}
