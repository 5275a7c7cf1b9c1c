use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tabiya_pgn::Counter;

/// A bar with games a second, if somebody can see it.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    games: AtomicU64,
    /// Bytes of the files before this one, and of this one.
    bytes: Mutex<(u64, Counter)>,
}

/// How many games pass between two looks at the clock.
const STEP: u64 = 256;

impl Progress {
    /// A bar for these files; a command that writes rows as it goes needs none where they are seen.
    pub(crate) fn new(files: &[PathBuf], writes_rows: bool) -> Progress {
        let size = |path: &PathBuf| path.metadata().map_or(0, |data| data.len());
        // Rows on the same terminal show how far it is.
        let is_seen = io::stderr().is_terminal() && !(writes_rows && io::stdout().is_terminal());
        let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bytes: u64 = files.iter().map(size).sum();
        let bar = ProgressBar::with_draw_target(Some(bytes), target);
        // Nobody knows how much a pipe holds.
        let template = match bytes {
            0 => "{spinner} {msg}, {elapsed}",
            _ => "{bar:30} {percent:>3}% {msg}, {elapsed} of {duration}",
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.expect("the template is right"));
        Progress { bar, begun: Instant::now(), games: AtomicU64::new(0), bytes: Mutex::default() }
    }

    /// The next file, whose bytes are counted here.
    pub(crate) fn begin_file(&self, counter: Counter) {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *bytes = (bytes.0 + bytes.1.get(), counter);
    }

    pub(crate) fn count_game(&self) {
        let games = self.games.fetch_add(1, Ordering::Relaxed) + 1;
        if games.is_multiple_of(STEP) && !self.bar.is_hidden() {
            let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            let speed = games as f64 / self.begun.elapsed().as_secs_f64().max(f64::EPSILON);
            self.bar.set_message(format!("{games} games, {speed:.0} a second"));
            self.bar.set_position(bytes.0 + bytes.1.get());
        }
    }

    /// Says beside the bar what is being done.
    pub(crate) fn say(&self, text: String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text);
            self.bar.tick();
        }
    }

    /// Says something on standard error without spoiling the bar.
    pub(crate) fn aside(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
