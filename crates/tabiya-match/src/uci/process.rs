//! A child process with line-based input and output that never outlives its parent.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use tabiya_files::{LineRead, read_line};

use super::Deadline;

/// The rest of longer lines is discarded.
const MAX_LINE_BYTES: usize = 1 << 16;
/// The number of buffered lines; then the program blocks.
const MAX_BUFFERED_LINES: usize = 256;
/// How long a program may take to end by itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// A child process with its input and output. Dropping it kills the process and all its children.
#[derive(Debug)]
pub struct Process {
    child: Child,
    watchdog: Option<Child>,
    /// It has been killed with its children.
    is_killed: bool,
    input: Sender<String>,
    lines: Receiver<String>,
}

/// Why a line could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadLineError {
    /// The timeout has passed.
    TimedOut,
    /// The program has closed its output, most likely because it ended; with its exit status if known.
    Ended(Option<String>),
}

impl Process {
    /// Starts a program in its own process group. Standard error is discarded.
    ///
    /// # Errors
    ///
    /// There is no such program, or it is not executable.
    pub fn start(mut command: Command) -> std::io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        in_its_own_group(&mut command);
        let mut child = command.spawn()?;
        let watchdog = watchdog(child.id());
        let (input, to_write) = mpsc::channel();
        let (to_read, lines) = mpsc::sync_channel(MAX_BUFFERED_LINES);
        // Separate threads, so that a program that neither reads nor writes cannot block us.
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &to_read));
        }
        Ok(Process { child, watchdog, is_killed: false, input, lines })
    }

    /// Sends a line; ignored if the program has closed its input.
    pub fn send(&self, line: &str) {
        let _ = self.input.send(format!("{line}\n"));
    }

    /// The next line of output, trimmed; truncated if it is very long.
    ///
    /// # Errors
    ///
    /// The timeout has passed, or the output is closed.
    pub fn line(&mut self, until: Deadline) -> Result<String, ReadLineError> {
        match self.lines.recv_timeout(until.left()) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(ReadLineError::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(ReadLineError::Ended(self.exit_status())),
        }
    }

    /// The exit status, if the program ends soon. Its children are killed.
    fn exit_status(&mut self) -> Option<String> {
        let until = Deadline::after(EXIT_TIMEOUT);
        while !self.has_ended() {
            if until.is_past() {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.end().map(|status| status.to_string())
    }

    /// Whether the program has ended. It is not reaped, so that its process number is not reused.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        if self.is_killed {
            return true;
        }
        let Some(id) = pid(&self.child) else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(id), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the program and its children, unless done.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.is_killed {
            // The group has the program's number, which may be reused once it is reaped.
            kill_group(&self.child);
            let _ = self.child.kill();
            stop_watchdog(self.watchdog.take());
            self.is_killed = true;
        }
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        let until = Deadline::after(EXIT_TIMEOUT);
        while self.lines.recv_timeout(until.left()).is_ok() {}
        let _ = self.end();
    }
}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    if let Some(group) = pid(child) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// A program may be a script that starts others: a process group allows killing them together.
#[cfg(unix)]
fn in_its_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_its_own_group(_: &mut Command) {}

/// Kills the group when this process ends in any way, because its input is closed then.
#[cfg(unix)]
fn watchdog(group: u32) -> Option<Child> {
    let script = "trap '' INT TERM HUP; read -r _ || kill -s KILL -- \"-$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", &group.to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    in_its_own_group(&mut command);
    command.spawn().ok()
}

#[cfg(not(unix))]
fn watchdog(_: u32) -> Option<Child> {
    None
}

/// Ends the watchdog without killing.
fn stop_watchdog(watchdog: Option<Child>) {
    let Some(mut watchdog) = watchdog else { return };
    if let Some(mut stdin) = watchdog.stdin.take() {
        let _ = stdin.write_all(b"gone\n");
    }
    let _ = watchdog.wait();
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        if matches!(read_line(&mut reader, MAX_LINE_BYTES, &mut line), Ok(LineRead::End) | Err(_)) {
            return;
        }
        if lines.send(String::from_utf8_lossy(&line).trim_end().to_string()).is_err() {
            return;
        }
    }
}
