use std::sync::{Mutex, PoisonError};
use std::thread;

/// Splits a slice among this many threads, including the calling one.
///
/// If the system starts fewer threads, the others do the rest.
pub(crate) fn for_each_part<T: Send>(items: &mut [T], threads: usize, work: impl Fn(&mut [T]) + Sync) {
    /// Items per thread that justify starting one.
    const PART: usize = 1 << 16;
    // More threads than processors do not help.
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let parts = Mutex::new(items.chunks_mut(PART));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let toil = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.clamp(1, processors) {
            if thread::Builder::new().spawn_scoped(scope, toil).is_err() {
                break;
            }
        }
        toil();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_processed_once_for_any_number_of_threads() {
        for threads in [0, 1, 2, 3, usize::MAX] {
            let mut items = vec![0_u8; 200_001];
            for_each_part(&mut items, threads, |part| part.iter_mut().for_each(|item| *item += 1));
            assert!(items.iter().all(|&item| item == 1));
        }
    }
}
