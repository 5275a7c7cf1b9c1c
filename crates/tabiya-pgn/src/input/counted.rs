use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number of bytes that grows as they are read; copies see the same number.
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    /// How many there have been.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts what is read through it.
pub(super) struct Counted<R> {
    source: R,
    counter: Counter,
}

impl<R> Counted<R> {
    pub(super) fn new(source: R, counter: Counter) -> Counted<R> {
        Counted { source, counter }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.counter.0.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
