//! UCI sessions: interactive, or with all input at once.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tabiya_engine::uci;

/// The engine's output for this input.
pub(crate) fn answers(lines: impl AsRef<[u8]>) -> String {
    let out = uci::run(lines.as_ref(), Vec::new()).expect("bytes can be read");
    String::from_utf8(out).expect("answers are UTF-8")
}

/// The number of lines with this prefix.
pub(crate) fn count(text: &str, beginning: &str) -> usize {
    text.lines().filter(|line| line.starts_with(beginning)).count()
}

pub(crate) fn best_moves(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

/// The first line that contains this text.
#[track_caller]
pub(crate) fn line_with<'a>(text: &'a str, part: &str) -> &'a str {
    text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part:?} in\n{text}"))
}

/// The FENs printed by `d`.
pub(crate) fn fens(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("Fen: ")).collect()
}

/// Longer than any reply takes on any machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// An interactive session.
pub(crate) struct UciSession {
    commands: Option<Sender<Vec<u8>>>,
    output: Output,
    input: usize,
    engine: Option<JoinHandle<io::Result<()>>>,
}

impl UciSession {
    pub(crate) fn start() -> UciSession {
        UciSession::start_through(|output| output)
    }

    /// A session whose output goes through a wrapper.
    pub(crate) fn start_through<W: Write + Send + 'static>(wrap: impl FnOnce(Output) -> W) -> UciSession {
        let (commands, words) = mpsc::channel();
        let output = Output::default();
        let theirs = wrap(output.clone());
        let input = BufReader::new(Input { words, left: Vec::new() });
        let engine = Some(thread::spawn(move || uci::run(input, theirs).map(|_| ())));
        UciSession { commands: Some(commands), output, input: 0, engine }
    }

    pub(crate) fn send(&self, line: &str) {
        let commands = self.commands.as_ref().expect("the session is open");
        // Ignored: an engine that has quit no longer reads.
        let _ = commands.send(format!("{line}\n").into_bytes());
    }

    /// The lines up to one with this prefix.
    pub(crate) fn wait_for(&mut self, beginning: &str) -> Vec<String> {
        let started = Instant::now();
        let mut lines = Vec::new();
        loop {
            let Some(line) =
                self.output.line_from(&mut self.input, TIMEOUT.saturating_sub(started.elapsed()))
            else {
                panic!("no {beginning:?} within {TIMEOUT:?}, only {lines:?}");
            };
            let found = line.starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Closes the input, waits for the engine and returns all of its output.
    pub(crate) fn end(mut self) -> String {
        self.commands = None;
        let engine = self.engine.take().expect("it runs");
        engine.join().expect("the engine does not panic").expect("words can be read");
        let text = self.output.0.0.lock().expect("not poisoned").clone();
        String::from_utf8(text).expect("answers are UTF-8")
    }
}

/// The commands as a stream of bytes.
struct Input {
    words: Receiver<Vec<u8>>,
    left: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left.is_empty() {
            match self.words.recv() {
                Ok(words) => self.left = words,
                Err(_) => return Ok(0),
            }
        }
        let some = buffer.len().min(self.left.len());
        buffer[..some].copy_from_slice(&self.left[..some]);
        self.left.drain(..some);
        Ok(some)
    }
}

/// The output so far.
#[derive(Clone, Default)]
pub(crate) struct Output(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Output {
    /// The next complete line after `input`, which is advanced.
    fn line_from(&self, input: &mut usize, timeout: Duration) -> Option<String> {
        let (text, more) = &*self.0;
        let has_no_line = |text: &mut Vec<u8>| !text[*input..].contains(&b'\n');
        let text = text.lock().expect("not poisoned");
        let (text, timeout) = more.wait_timeout_while(text, timeout, has_no_line).expect("not poisoned");
        if timeout.timed_out() {
            return None;
        }
        let rest = &text[*input..];
        let end = rest.iter().position(|&byte| byte == b'\n').expect("there is a line");
        let line = String::from_utf8(rest[..end].to_vec()).expect("answers are UTF-8");
        *input += end + 1;
        Some(line)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().expect("not poisoned").extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
