use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Where answers go; the conversation and the search share it, line by line.
#[derive(Debug)]
pub(crate) struct Out<W>(Arc<Inner<W>>);

#[derive(Debug)]
struct Inner<W> {
    writer: Mutex<W>,
    is_broken: AtomicBool,
}

impl<W> Clone for Out<W> {
    fn clone(&self) -> Self {
        Out(Arc::clone(&self.0))
    }
}

impl<W: Write> Out<W> {
    pub(crate) fn new(out: W) -> Out<W> {
        Out(Arc::new(Inner { writer: Mutex::new(out), is_broken: AtomicBool::new(false) }))
    }

    /// The writer itself, once nobody else writes.
    pub(crate) fn into_inner(self) -> W {
        let Ok(inner) = Arc::try_unwrap(self.0) else { unreachable!("every search has been waited for") };
        inner.writer.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Writes whole lines at once. Nobody reading any more is no reason to fail: the input ends soon, too.
    pub(crate) fn say(&self, text: &str) {
        let mut out = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if out.write_all(format!("{text}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
            self.0.is_broken.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nobody reads any more, as far as was noticed when something was said.
    pub(crate) fn is_broken(&self) -> bool {
        self.0.is_broken.load(Ordering::Relaxed)
    }
}
