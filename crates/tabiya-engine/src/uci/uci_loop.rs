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
const MOMENT: Duration = Duration::from_millis(1);
/// How often a message is written while a search continues after the end of input.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

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
                InputLine::Lost { why, is_position: true } => Ok(Some(Command::NoPosition(why.into()))),
                InputLine::Lost { why, is_position: false } => Err(why.into()),
            };
            if command == Ok(Some(Command::Quit)) || self.must_wait(&command) && !self.let_end(&mut queue) {
                return self.end();
            }
            match command {
                Ok(None) => {}
                Ok(Some(command)) => self.obey(command),
                Err(problem) => self.note(&problem),
            }
        }
        self.let_end_unheard();
        self.end()
    }

    /// Whether a command must wait for a limited search to finish. All commands wait for `readyok`.
    fn must_wait(&self, command: &Result<Option<Command>, String>) -> bool {
        let Some(search_thread) = &self.search_thread else { return false };
        let is_heard_at_once = matches!(
            command,
            Err(_) | Ok(None | Some(Command::Stop | Command::Quit | Command::IsReady | Command::PonderHit))
        );
        search_thread.ends_by_itself() && (search_thread.is_preparing() || !is_heard_at_once)
    }

    /// Waits for a search to finish by itself while reading ahead: a queued `stop` ends it after a delay. Returns false after
    /// `quit`.
    fn let_end(&mut self, queue: &mut Queue) -> bool {
        while let Some(search_thread) =
            self.search_thread.as_ref().filter(|search_thread| !search_thread.is_over())
        {
            queue.listen(MOMENT);
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
    fn let_end_unheard(&self) {
        let mut said = Instant::now();
        while let Some(search_thread) = &self.search_thread
            && search_thread.ends_by_itself()
            && !search_thread.is_over()
            && !self.out.is_broken()
        {
            thread::sleep(MOMENT);
            if said.elapsed() > SIGN_OF_LIFE {
                self.note("end of input; finishing the running search");
                said = Instant::now();
            }
        }
    }
}
