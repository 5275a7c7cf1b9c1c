use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tabiya::printable;

use super::{Deadline, Process, ReadLineError, UciEngineError, UciOption};

/// The maximum number of lines of a response.
const MAX_LINES: usize = 20_000;
/// The maximum size of a response.
const MAX_BYTES: usize = 1 << 22;
/// The polling interval of the stop flag.
const BLINK: Duration = Duration::from_millis(50);

/// A running UCI engine.
#[derive(Debug)]
pub struct UciEngine<'a> {
    process: Process,
    timeout: AnswerTimeout<'a>,
    name: String,
    options: Vec<UciOption>,
}

/// Timeouts of an engine.
#[derive(Clone, Copy, Debug)]
pub struct AnswerTimeout<'a> {
    /// The timeout of one response.
    pub timeout: Duration,
    /// Stops waiting when set.
    pub stop: Option<&'a AtomicBool>,
}

impl AnswerTimeout<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl<'a> UciEngine<'a> {
    /// Starts a program, `command` being its file and arguments, and waits for `uciok`.
    ///
    /// # Errors
    ///
    /// The program cannot be started, does not respond, ends, or writes without end. It has been ended by then.
    pub fn start(command: &[OsString], timeout: Duration) -> Result<UciEngine<'a>, UciEngineError> {
        UciEngine::start_in(None, command, AnswerTimeout { timeout, stop: None })
    }

    /// The same in a folder, to which relative paths of the program refer.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub fn start_in(
        folder: Option<&Path>,
        command: &[OsString],
        timeout: AnswerTimeout<'a>,
    ) -> Result<UciEngine<'a>, UciEngineError> {
        if timeout.is_stopped() {
            return Err(UciEngineError::Stopped);
        }
        let (program, args) =
            command.split_first().ok_or_else(|| UciEngineError::CannotStart("no command".into()))?;
        let mut command = Command::new(program);
        command.args(args);
        folder.map(|folder| command.current_dir(folder));
        let process =
            Process::start(command).map_err(|error| UciEngineError::CannotStart(error.to_string()))?;
        let name = printable(&program.to_string_lossy());
        let mut engine = UciEngine { process, timeout, name, options: Vec::new() };
        for line in engine.query("uci", |line| line == "uciok")? {
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = printable(name);
            } else {
                engine.options.extend(UciOption::parse(&line));
            }
        }
        Ok(engine)
    }

    /// The engine's name, safe to print.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An option by name, case-insensitive.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.name().eq_ignore_ascii_case(name))
    }

    /// All options.
    #[must_use]
    pub fn options(&self) -> &[UciOption] {
        &self.options
    }

    /// Sets an option and waits until the engine is ready.
    ///
    /// # Errors
    ///
    /// As [`query`](Self::query).
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError> {
        self.send(&format!("setoption name {name} value {value}"));
        self.wait_until_ready()
    }

    /// Waits for `readyok`.
    ///
    /// # Errors
    ///
    /// As [`query`](Self::query).
    pub fn wait_until_ready(&mut self) -> Result<(), UciEngineError> {
        self.query("isready", |line| line == "readyok").map(|_| ())
    }

    /// Sends a line; ignored if the program has closed its input.
    pub fn send(&self, line: &str) {
        self.process.send(line);
    }

    /// The next line of output.
    ///
    /// # Errors
    ///
    /// The timeout has passed, or the output is closed.
    pub fn line(&mut self, until: Deadline) -> Result<String, ReadLineError> {
        self.process.line(until)
    }

    /// Sends a line and reads until the last line of the response, which is left out.
    ///
    /// # Errors
    ///
    /// The engine does not respond, ends, or writes without end; or the stop flag is set.
    pub fn query(
        &mut self,
        line: &str,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, UciEngineError> {
        let AnswerTimeout { timeout, .. } = self.timeout;
        let end = Deadline::after(timeout);
        self.send(line);
        let to = || line.chars().take(100).collect::<String>();
        let (mut lines, mut bytes) = (Vec::new(), 0);
        loop {
            if self.timeout.is_stopped() {
                return Err(UciEngineError::Stopped);
            }
            match self.line(end.within(BLINK)) {
                Ok(line) if is_last(&line) => return Ok(lines),
                Ok(_) if lines.len() >= MAX_LINES || bytes > MAX_BYTES => {
                    return Err(UciEngineError::TooMuch { to: to() });
                }
                // A program that writes without end always has a line available.
                Ok(_) if end.is_past() => return Err(UciEngineError::TooMuch { to: to() }),
                Ok(line) => {
                    bytes += line.len();
                    lines.push(line);
                }
                Err(ReadLineError::TimedOut) if end.is_past() => {
                    return Err(UciEngineError::NoAnswer { to: to(), waited: timeout });
                }
                Err(ReadLineError::TimedOut) => {}
                Err(ReadLineError::Ended(status)) => {
                    return Err(UciEngineError::Ended { after: to(), status });
                }
            }
        }
    }
}
