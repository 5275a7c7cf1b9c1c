//! The conversation with a GUI: what is obeyed when.

use std::io::{BufRead, Write};
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::command::Command;
use super::lines::Line;
use super::queue::{self, Queue, Urge};
use super::session::Session;

/// Between two looks at a search that is waited for.
const MOMENT: Duration = Duration::from_millis(1);
/// How often something is said while a search goes on after the end of input.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// Answers UCI commands until `quit` or the end of input.
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
    let (send, heard) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        let converse = move || session.converse(Queue::new(heard));
        let conversation = thread::Builder::new().spawn_scoped(scope, converse)?;
        let read = queue::read(&mut input, &send);
        drop(send);
        let out = conversation.join().unwrap_or_else(|panic| resume_unwind(panic));
        read.map(|()| out)
    })
}

impl<W: Write + Send + 'static> Session<W> {
    /// Obeys line after line, and gives the writer back.
    fn converse(mut self, mut queue: Queue) -> W {
        while let Some(line) = queue.next() {
            let command = match line {
                Line::Text(text) => Command::parse(&text),
                Line::Lost { why, is_position: true } => Ok(Some(Command::NoPosition(why.into()))),
                Line::Lost { why, is_position: false } => Err(why.into()),
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

    /// Whether a command is only for when a search with an end of its own has come to it. All wait for `readyok`.
    fn must_wait(&self, command: &Result<Option<Command>, String>) -> bool {
        let Some(thinking) = &self.thinking else { return false };
        let is_heard_at_once = matches!(
            command,
            Err(_) | Ok(None | Some(Command::Stop | Command::Quit | Command::IsReady | Command::PonderHit))
        );
        thinking.ends_by_itself() && (thinking.is_preparing() || !is_heard_at_once)
    }

    /// Waits for a search to end by itself, and reads on meanwhile: a `stop` in line ends it a little later. False when
    /// somebody has quit instead.
    fn let_end(&mut self, queue: &mut Queue) -> bool {
        while let Some(thinking) = self.thinking.as_ref().filter(|thinking| !thinking.is_over()) {
            queue.listen(MOMENT);
            match queue.urge() {
                Some(Urge::Quit) => return false,
                Some(Urge::Stop) => thinking.stop(),
                None => {}
            }
        }
        true
    }

    /// The input has ended, perhaps because somebody piped in a few commands: a search with an end of its own comes to it,
    /// as long as somebody reads what it finds. Whoever has crashed does not; that is noticed by saying something.
    fn let_end_unheard(&self) {
        let mut said = Instant::now();
        while let Some(thinking) = &self.thinking
            && thinking.ends_by_itself()
            && !thinking.is_over()
            && !self.out.is_broken()
        {
            thread::sleep(MOMENT);
            if said.elapsed() > SIGN_OF_LIFE {
                self.note("the input has ended; what was asked is still worked on");
                said = Instant::now();
            }
        }
    }
}
