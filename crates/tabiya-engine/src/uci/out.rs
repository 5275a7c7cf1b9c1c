use std::io::Write;
use std::sync::{Arc, Mutex};

/// Where answers go; the conversation and the search share it, line by line.
#[derive(Debug)]
pub(crate) struct Out<W>(Arc<Mutex<W>>);

impl<W> Clone for Out<W> {
    fn clone(&self) -> Self {
        Out(Arc::clone(&self.0))
    }
}

impl<W: Write> Out<W> {
    pub(crate) fn new(out: W) -> Out<W> {
        Out(Arc::new(Mutex::new(out)))
    }

    /// The writer itself, once nobody else writes.
    pub(crate) fn into_inner(self) -> W {
        let Ok(out) = Arc::try_unwrap(self.0) else { unreachable!("every search has been waited for") };
        out.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Writes whole lines at once. Nobody reading any more is no reason to fail: the input ends soon, too.
    pub(crate) fn say(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = out.write_all(format!("{text}\n").as_bytes());
        let _ = out.flush();
    }
}
