//! Reading input ahead while a search runs.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::io::{InputLine, next_line};

/// The maximum number of bytes read ahead.
const MAX: usize = 4 << 20;
/// The overhead of a queued line in bytes.
const LINE_OVERHEAD: usize = 64;
/// How long a search may continue when `stop` or `quit` is queued behind a command that waits for its end.
const STOP_DELAY: Duration = Duration::from_millis(500);

/// Forwards lines until the end of input or `quit`.
pub(super) fn read(input: &mut impl BufRead, lines: &SyncSender<InputLine>) -> io::Result<()> {
    while let Some(line) = next_line(input)? {
        let is_quit = line.first_word() == Some("quit");
        if lines.send(line).is_err() || is_quit {
            break;
        }
    }
    Ok(())
}

/// Lines that have been read but not executed.
#[derive(Debug)]
pub(super) struct Queue {
    input: Receiver<InputLine>,
    waiting: VecDeque<InputLine>,
    /// Their size.
    bytes: usize,
    /// When `stop` or `quit` was queued.
    stop_queued_at: Option<Instant>,
}

/// A queued `stop` or `quit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PendingStop {
    Stop,
    Quit,
}

impl Queue {
    pub(super) fn new(input: Receiver<InputLine>) -> Queue {
        Queue { input, waiting: VecDeque::new(), bytes: 0, stop_queued_at: None }
    }

    /// The next line, blocking; `None` at the end of input.
    pub(super) fn next(&mut self) -> Option<InputLine> {
        let Some(line) = self.waiting.pop_front() else { return self.input.recv().ok() };
        self.bytes -= cost(&line);
        if pending_stop(&line).is_some() && !self.waiting.iter().any(|line| pending_stop(line).is_some()) {
            self.stop_queued_at = None;
        }
        Some(line)
    }

    /// Reads ahead for a moment.
    pub(super) fn read_ahead(&mut self, timeout: Duration) {
        if self.bytes >= MAX {
            thread::sleep(timeout);
            return;
        }
        match self.input.recv_timeout(timeout) {
            Ok(line) => {
                if pending_stop(&line).is_some() {
                    self.stop_queued_at.get_or_insert_with(Instant::now);
                }
                self.bytes += cost(&line);
                self.waiting.push_back(line);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(timeout),
        }
    }

    /// The queued stop, if it has waited long enough.
    pub(super) fn pending_stop(&self) -> Option<PendingStop> {
        self.stop_queued_at.filter(|since| since.elapsed() >= STOP_DELAY)?;
        // Nothing is read after `quit`.
        self.waiting
            .back()
            .and_then(pending_stop)
            .filter(|&last| last == PendingStop::Quit)
            .or(Some(PendingStop::Stop))
    }
}

fn pending_stop(line: &InputLine) -> Option<PendingStop> {
    match line.first_word()? {
        "stop" => Some(PendingStop::Stop),
        "quit" => Some(PendingStop::Quit),
        _ => None,
    }
}

fn cost(line: &InputLine) -> usize {
    LINE_OVERHEAD
        + match line {
            InputLine::Text(text) => text.len(),
            InputLine::Rejected { .. } => 0,
        }
}
