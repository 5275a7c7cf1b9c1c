//! Long work that Ctrl-C ends.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How long Ctrl-C may wait to be heard.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does the work in another thread, without holding the interpreter, and asks it to stop when somebody presses Ctrl-C.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let working = scope.spawn(|| work(&stop));
        let mut raised = Ok(());
        while !working.is_finished() {
            py.detach(|| thread::sleep(PATIENCE));
            if let Err(error) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                raised = Err(error);
                break;
            }
        }
        let done = py.detach(|| working.join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        raised.map(|()| done)
    })
}

/// A source that breaks off when it is asked to.
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
