use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tabiya_pgn::Tree;

use crate::output;

/// The progress bar of the current game, shown only on a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(json: bool) -> Progress {
        let is_seen = io::stderr().is_terminal() && !(json && io::stdout().is_terminal());
        let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(1), target);
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} positions, {elapsed}: {msg}");
        bar.set_style(style.expect("the template is valid"));
        Progress(bar)
    }

    pub(super) fn begin(&self, tree: &Tree) {
        let name = |tag| output::cut(&tabiya::printable(tree.tag(tag).unwrap_or("?")), 20);
        self.0.reset();
        self.0.set_length(tree.main_line().count() as u64 + 1);
        self.0.set_message(format!("{} – {}", name("White"), name("Black")));
    }

    pub(super) fn at(&self, ply: usize) {
        self.0.set_position(ply as u64 + 1);
    }

    /// Prints a message without breaking the bar.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
