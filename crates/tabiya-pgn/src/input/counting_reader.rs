use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A shared number of bytes; clones see the same number.
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    /// The number of bytes read so far.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The original error of the source. The decoders wrap errors in their own, so the first one is kept here.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedError(Arc<Mutex<Option<io::Error>>>);

impl SharedError {
    pub(super) fn take(&self) -> Option<io::Error> {
        self.cell().take()
    }

    fn cell(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts the bytes read through it and keeps the first error.
pub(super) struct CountingReader<R> {
    source: R,
    counter: Counter,
    failure: SharedError,
}

impl<R> CountingReader<R> {
    pub(super) fn new(source: R, counter: Counter, failure: SharedError) -> CountingReader<R> {
        CountingReader { source, counter, failure }
    }
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut failure = self.failure.cell();
        // The error has not been taken yet: do not read the source again.
        if let Some(error) = &*failure {
            return Err(error.kind().into());
        }
        match self.source.read(buffer) {
            Ok(count) => {
                self.counter.0.fetch_add(count as u64, Ordering::Relaxed);
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let kind = error.kind();
                *failure = Some(error);
                Err(kind.into())
            }
        }
    }
}
