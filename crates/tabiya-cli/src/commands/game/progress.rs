use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tabiya_pgn::Counter;

/// A progress bar with games per second, shown only on a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    games: AtomicU64,
    /// Bytes of earlier files, and of this one.
    bytes: Mutex<(u64, Counter)>,
}

/// Games between two updates.
const STEP: u64 = 256;

impl Progress {
    /// A bar for these files; hidden if rows are printed to the same terminal.
    pub(crate) fn new(files: &[PathBuf], writes_rows: bool) -> Progress {
        let size = |path: &PathBuf| path.metadata().map_or(0, |data| data.len());
        // The rows show the progress.
        let is_seen = io::stderr().is_terminal() && !(writes_rows && io::stdout().is_terminal());
        let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bytes: u64 = files.iter().map(size).sum();
        let bar = ProgressBar::with_draw_target(Some(bytes), target);
        // The length of a pipe is unknown.
        let template = match bytes {
            0 => "{spinner} {msg}, {elapsed}",
            _ => "{bar:30} {percent:>3}% {msg}, {elapsed} of {duration}",
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.expect("the template is valid"));
        Progress { bar, started: Instant::now(), games: AtomicU64::new(0), bytes: Mutex::default() }
    }

    /// Opens the next file and counts its bytes.
    pub(crate) fn begin_file(&self, counter: Counter) {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *bytes = (bytes.0 + bytes.1.get(), counter);
    }

    pub(crate) fn count_game(&self) {
        self.count_games(1);
    }

    pub(crate) fn count_games(&self, more: u64) {
        let before = self.games.fetch_add(more, Ordering::Relaxed);
        let games = before + more;
        if before / STEP != games / STEP && !self.bar.is_hidden() {
            let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            let speed = games as f64 / self.started.elapsed().as_secs_f64().max(f64::EPSILON);
            self.bar.set_message(format!("{games} games, {speed:.0}/s"));
            self.bar.set_position(bytes.0 + bytes.1.get());
        }
    }

    /// Sets the message of the bar.
    pub(crate) fn set_message(&self, text: String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text);
            self.bar.tick();
        }
    }

    /// Prints a message without breaking the bar.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
