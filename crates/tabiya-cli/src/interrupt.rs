//! Ctrl-C ends long work in an orderly way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A flag set by the first Ctrl-C; the second ends the program.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        let handled = Arc::clone(&flag);
        let handler = move || {
            if handled.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
        };
        // Without a handler Ctrl-C ends the program at once.
        let _ = ctrlc::set_handler(handler);
        flag
    };
    Arc::clone(FLAG.get_or_init(install))
}

/// The exit status after Ctrl-C, as of programs that SIGINT ends.
pub(crate) const INTERRUPTED: u8 = 130;
