//! How much of a file is read, and how long that may take.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Reads on up to a limit. If there is more the file does not just end there: it is said.
pub(super) struct Unpacked<R> {
    file: R,
    left: u64,
    most: u64,
}

impl<R> Unpacked<R> {
    pub(super) fn at_most(most: u64, file: R) -> Unpacked<R> {
        Unpacked { file, left: most, most }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return match self.file.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::other(format!(
                    "unpacked it is larger than {} MiB; the rest is not shown",
                    self.most >> 20
                ))),
            };
        }
        let room = usize::try_from(self.left).map_or(buffer.len(), |left| buffer.len().min(left));
        let count = self.file.read(&mut buffer[..room])?;
        self.left -= count as u64;
        Ok(count)
    }
}

/// Measures how long we work on a file. It stands still while we wait for the file to arrive: a slow network is no
/// reason to give up, and has a limit of its own.
pub(super) struct Stopwatch<C> {
    /// The time, from any beginning.
    clock: C,
    began: Duration,
    waited: AtomicU64,
}

impl<C: Fn() -> Duration + Sync> Stopwatch<C> {
    pub(super) fn start(clock: C) -> Stopwatch<C> {
        Stopwatch { began: clock(), clock, waited: AtomicU64::new(0) }
    }

    pub(super) fn worked(&self) -> Duration {
        let waited = Duration::from_nanos(self.waited.load(Ordering::Relaxed));
        (self.clock)().saturating_sub(self.began).saturating_sub(waited)
    }

    /// The same file; the watch stands while it is read.
    pub(super) fn awaiting<R: Read>(&self, file: R) -> Awaited<'_, C, R> {
        Awaited { watch: self, file }
    }
}

pub(super) struct Awaited<'a, C, R> {
    watch: &'a Stopwatch<C>,
    file: R,
}

impl<C: Fn() -> Duration + Sync, R: Read> Read for Awaited<'_, C, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let before = (self.watch.clock)();
        let count = self.file.read(buffer);
        let passed = (self.watch.clock)().saturating_sub(before);
        let nanos = u64::try_from(passed.as_nanos()).unwrap_or(u64::MAX);
        self.watch.waited.fetch_add(nanos, Ordering::Relaxed);
        count
    }
}
