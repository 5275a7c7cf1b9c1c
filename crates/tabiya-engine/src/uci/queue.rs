//! Lines in the order they came, read on while a search runs.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::{self, Line};

/// No more is read ahead than this, in bytes.
const MOST: usize = 4 << 20;
/// What keeping a line costs beside its text.
const EACH: usize = 64;
/// So long a search may go on when `stop` or `quit` stands in line behind a command that waits for its end.
const GRACE: Duration = Duration::from_millis(500);

/// Sends lines on, to the end of input or to `quit`.
pub(super) fn read(input: &mut impl BufRead, lines: &SyncSender<Line>) -> io::Result<()> {
    while let Some(line) = lines::next(input)? {
        let is_quit = line.first_word() == Some("quit");
        if lines.send(line).is_err() || is_quit {
            break;
        }
    }
    Ok(())
}

/// What was said and not obeyed yet.
#[derive(Debug)]
pub(super) struct Queue {
    heard: Receiver<Line>,
    waiting: VecDeque<Line>,
    /// What those take.
    bytes: usize,
    /// Since when one of them is `stop` or `quit`.
    urged: Option<Instant>,
}

/// What stands in line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Urge {
    Stop,
    Quit,
}

impl Queue {
    pub(super) fn new(heard: Receiver<Line>) -> Queue {
        Queue { heard, waiting: VecDeque::new(), bytes: 0, urged: None }
    }

    /// The next line, waited for; none at the end of input.
    pub(super) fn next(&mut self) -> Option<Line> {
        let Some(line) = self.waiting.pop_front() else { return self.heard.recv().ok() };
        self.bytes -= cost(&line);
        if urge(&line).is_some() && !self.waiting.iter().any(|line| urge(line).is_some()) {
            self.urged = None;
        }
        Some(line)
    }

    /// Reads on for a moment.
    pub(super) fn listen(&mut self, moment: Duration) {
        if self.bytes >= MOST {
            thread::sleep(moment);
            return;
        }
        match self.heard.recv_timeout(moment) {
            Ok(line) => {
                if urge(&line).is_some() {
                    self.urged.get_or_insert_with(Instant::now);
                }
                self.bytes += cost(&line);
                self.waiting.push_back(line);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(moment),
        }
    }

    /// What stands in line and has waited long enough.
    pub(super) fn urge(&self) -> Option<Urge> {
        self.urged.filter(|since| since.elapsed() >= GRACE)?;
        // Nothing is read after `quit`.
        self.waiting.back().and_then(urge).filter(|&last| last == Urge::Quit).or(Some(Urge::Stop))
    }
}

fn urge(line: &Line) -> Option<Urge> {
    match line.first_word()? {
        "stop" => Some(Urge::Stop),
        "quit" => Some(Urge::Quit),
        _ => None,
    }
}

fn cost(line: &Line) -> usize {
    EACH + match line {
        Line::Text(text) => text.len(),
        Line::Lost { .. } => 0,
    }
}
