//! The UCI loop: which command is executed when.

use std::io::{BufRead, Write};
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::command::Command;
use super::io::InputLine;
use super::queue::{self, PendingStop, Queue};
use super::session::Session;

/// The polling interval while waiting for a search.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// How often a message is written while a search continues after the end of input.
const MESSAGE_INTERVAL: Duration = Duration::from_secs(5);

/// Reads and executes UCI commands until `quit` or the end of input.
///
/// ```
/// let commands = "uci\nposition startpos moves e2e4\ngo depth 3\nisready\n";
/// let mut answers = Vec::new();
/// let answers = tabiya_engine::uci::run(commands.as_bytes(), answers)?;
/// let text = String::from_utf8(answers)?;
/// assert!(text.contains("uciok") && text.contains("readyok") && text.contains("bestmove"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<W: Write + Send + 'static>(mut input: impl BufRead, out: W) -> std::io::Result<W> {
    let session = Session::new(out)?;
    let (send, receive) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        let run = move || session.run(Queue::new(receive));
        let uci_loop = thread::Builder::new().spawn_scoped(scope, run)?;
        let read = queue::read(&mut input, &send);
        drop(send);
        let out = uci_loop.join().unwrap_or_else(|panic| resume_unwind(panic));
        read.map(|()| out)
    })
}

impl<W: Write + Send + 'static> Session<W> {
    /// Executes line after line, and returns the writer.
    fn run(mut self, mut queue: Queue) -> W {
        while let Some(line) = queue.next() {
            let command = match line {
                InputLine::Text(text) => Command::parse(&text),
                InputLine::Rejected { reason, is_position: true } => {
                    Ok(Some(Command::NoPosition(reason.into())))
                }
                InputLine::Rejected { reason, is_position: false } => Err(reason.into()),
            };
            if command == Ok(Some(Command::Quit))
                || self.must_wait(&command) && !self.wait_for_search(&mut queue)
            {
                return self.end();
            }
            match command {
                Ok(None) => {}
                Ok(Some(command)) => self.execute(command),
                Err(problem) => self.note(&problem),
            }
        }
        self.finish_search_at_end_of_input();
        self.end()
    }

    /// Whether a command must wait for a limited search to finish. All commands wait for `readyok`.
    fn must_wait(&self, command: &Result<Option<Command>, String>) -> bool {
        let Some(search_thread) = &self.search_thread else { return false };
        let runs_during_search = matches!(
            command,
            Err(_) | Ok(None | Some(Command::Stop | Command::Quit | Command::IsReady | Command::PonderHit))
        );
        search_thread.ends_by_itself() && (search_thread.is_preparing() || !runs_during_search)
    }

    /// Waits for a search to finish by itself while reading ahead: a queued `stop` ends it after a delay. Returns false after
    /// `quit`.
    fn wait_for_search(&mut self, queue: &mut Queue) -> bool {
        while let Some(search_thread) =
            self.search_thread.as_ref().filter(|search_thread| !search_thread.is_over())
        {
            queue.read_ahead(POLL_INTERVAL);
            match queue.pending_stop() {
                Some(PendingStop::Quit) => return false,
                Some(PendingStop::Stop) => search_thread.stop(),
                None => {}
            }
        }
        true
    }

    /// At the end of input, which may come from a pipe: lets a limited search finish,
    /// as long as its output can be written. Writing a message detects a closed output.
    fn finish_search_at_end_of_input(&self) {
        let mut last_message = Instant::now();
        while let Some(search_thread) = &self.search_thread
            && search_thread.ends_by_itself()
            && !search_thread.is_over()
            && !self.out.is_broken()
        {
            thread::sleep(POLL_INTERVAL);
            if last_message.elapsed() > MESSAGE_INTERVAL {
                self.note("end of input; finishing the running search");
                last_message = Instant::now();
            }
        }
    }
}
