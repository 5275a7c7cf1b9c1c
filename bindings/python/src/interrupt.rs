//! Work that Ctrl-C interrupts.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// The interval at which signals are checked.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs a closure in another thread without the interpreter lock, and sets its stop flag on Ctrl-C.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    // Nothing is ever sent: the end of the work, even by a panic, closes the channel.
    let (at_work, mut done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let work = || {
            let _at_work = at_work;
            work(&stop)
        };
        let working = thread::Builder::new().spawn_scoped(scope, work)?;
        let mut raised = Ok(());
        while raised.is_ok() && py.detach(|| is_at_work(&mut done)) {
            raised = py.check_signals();
            stop.store(raised.is_err(), Ordering::Relaxed);
        }
        let worked = py.detach(|| working.join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised.map(|()| worked)
    })
}

/// Waits a while; returns whether the work is still running.
fn is_at_work(done: &mut Receiver<()>) -> bool {
    done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout)
}

/// A reader that fails once the stop flag is set.
pub(crate) struct Stoppable<'a, R> {
    pub(crate) source: R,
    pub(crate) stop: &'a AtomicBool,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("stopped"));
        }
        self.source.read(into)
    }
}
