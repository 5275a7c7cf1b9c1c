//! A GUI that talks to the engine line by line, and one that says everything at once.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tabiya_engine::uci;

/// Everything the engine answers to these lines, which end with the input.
pub(crate) fn answers(lines: impl AsRef<[u8]>) -> String {
    let out = uci::run(lines.as_ref(), Vec::new()).expect("bytes can be read");
    String::from_utf8(out).expect("answers are UTF-8")
}

/// How often a line begins like this.
pub(crate) fn count(text: &str, beginning: &str) -> usize {
    text.lines().filter(|line| line.starts_with(beginning)).count()
}

pub(crate) fn best_moves(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

/// The first line that has this in it.
#[track_caller]
pub(crate) fn line_with<'a>(text: &'a str, part: &str) -> &'a str {
    text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part:?} in\n{text}"))
}

/// The FEN that `d` prints, each time.
pub(crate) fn fens(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("Fen: ")).collect()
}

/// Longer than any answer takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A uci_loop under way.
pub(crate) struct UciLoop {
    mouth: Option<Sender<Vec<u8>>>,
    ear: Ear,
    input: usize,
    engine: Option<JoinHandle<io::Result<()>>>,
}

impl UciLoop {
    pub(crate) fn start() -> UciLoop {
        UciLoop::start_through(|ear| ear)
    }

    /// With something between the engine and the ear.
    pub(crate) fn start_through<W: Write + Send + 'static>(wrap: impl FnOnce(Ear) -> W) -> UciLoop {
        let (mouth, words) = mpsc::channel();
        let ear = Ear::default();
        let theirs = wrap(ear.clone());
        let input = BufReader::new(Words { words, left: Vec::new() });
        let engine = Some(thread::spawn(move || uci::run(input, theirs).map(|_| ())));
        UciLoop { mouth: Some(mouth), ear, input: 0, engine }
    }

    pub(crate) fn say(&self, line: &str) {
        let mouth = self.mouth.as_ref().expect("the uci_loop goes on");
        // An engine that has quit does not listen any more.
        let _ = mouth.send(format!("{line}\n").into_bytes());
    }

    /// The lines up to one that begins like this.
    pub(crate) fn wait_for(&mut self, beginning: &str) -> Vec<String> {
        let asked = Instant::now();
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.ear.line_from(&mut self.input, PATIENCE.saturating_sub(asked.elapsed()))
            else {
                panic!("no {beginning:?} within {PATIENCE:?}, only {lines:?}");
            };
            let found = line.starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Ends the input, or waits for an engine that has quit, and gives everything that was answered.
    pub(crate) fn end(mut self) -> String {
        self.mouth = None;
        let engine = self.engine.take().expect("it runs");
        engine.join().expect("the engine does not panic").expect("words can be read");
        let text = self.ear.0.0.lock().expect("nobody panics").clone();
        String::from_utf8(text).expect("answers are UTF-8")
    }
}

/// What was said, as a stream of bytes.
struct Words {
    words: Receiver<Vec<u8>>,
    left: Vec<u8>,
}

impl Read for Words {
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

/// What was answered so far.
#[derive(Clone, Default)]
pub(crate) struct Ear(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Ear {
    /// The next whole line after `input`, which moves behind it.
    fn line_from(&self, input: &mut usize, patience: Duration) -> Option<String> {
        let (text, more) = &*self.0;
        let has_no_line = |text: &mut Vec<u8>| !text[*input..].contains(&b'\n');
        let text = text.lock().expect("nobody panics");
        let (text, timeout) = more.wait_timeout_while(text, patience, has_no_line).expect("nobody panics");
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

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().expect("nobody panics").extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
