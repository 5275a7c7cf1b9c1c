//! The few words of UCI an audit needs.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::time::{Duration, Instant};

use tabiya::Variant;

use super::process::{Process, Silence};

/// More lines than any engine needs for one answer.
const MOST_LINES: usize = 20_000;

/// An engine that has introduced itself.
pub(super) struct Talk {
    process: Process,
    /// How long one answer may take.
    patience: Duration,
    pub(super) name: String,
    options: Vec<String>,
    /// The options that are set, as commands.
    settings: Vec<String>,
    answers: HashMap<Vec<String>, Answer>,
    pub(super) asked: usize,
}

/// What an engine says of the position on its board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    pub(super) key: u128,
    /// As the engine writes it.
    pub(super) text: String,
    pub(super) fen: Option<String>,
}

/// Why an engine could not be audited.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// The program could not be started.
    CannotStart(String),
    /// It did not answer in time.
    NoAnswer {
        /// What it was asked.
        to: String,
        /// How long we waited.
        waited: Duration,
    },
    /// It ended, or closed its output.
    Ended {
        /// What it was asked before.
        after: String,
        /// How it ended, if it did.
        status: Option<String>,
    },
    /// It wrote on and on.
    TooMuch {
        /// What it was asked.
        to: String,
    },
    /// It prints no key.
    NoKey,
    /// It does not play the game.
    NoSuchGame(Variant),
}

impl Talk {
    pub(super) fn start(command: &[OsString], patience: Duration) -> Result<Talk, EngineError> {
        let (program, args) =
            command.split_first().ok_or_else(|| EngineError::CannotStart("no command".into()))?;
        let process =
            Process::start(program, args).map_err(|error| EngineError::CannotStart(error.to_string()))?;
        let name = printable(&program.to_string_lossy());
        let mut talk = Talk {
            process,
            patience,
            name,
            options: Vec::new(),
            settings: Vec::new(),
            answers: HashMap::new(),
            asked: 0,
        };
        for line in talk.ask("uci", |line| line == "uciok")? {
            if let Some(name) = line.strip_prefix("id name ") {
                talk.name = printable(name);
            } else if line.starts_with("option name ") {
                talk.options.push(line);
            }
        }
        Ok(talk)
    }

    /// Whether the engine has an option, and among its values this one.
    pub(super) fn has_option(&self, name: &str, value: Option<&str>) -> bool {
        let mut lines = self.options.iter().filter(|line| {
            line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next()) == Some(name)
        });
        lines.any(|line| value.is_none_or(|value| line.split(' ').any(|word| word == value)))
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        // Answers of before may no longer hold.
        self.answers.clear();
        let command = format!("setoption name {name} value {value}");
        self.process.send(&command);
        let begin = format!("setoption name {name} ");
        self.settings.retain(|setting| !setting.starts_with(&begin));
        self.settings.push(command);
        self.ask("isready", |line| line == "readyok").map(|_| ())
    }

    /// What has to be sent before a position to get the same answers again.
    pub(super) fn settings(&self) -> &[String] {
        &self.settings
    }

    /// What the engine says after these commands; the same commands are not sent twice.
    pub(super) fn answer(&mut self, commands: &[String]) -> Result<Answer, EngineError> {
        if let Some(known) = self.answers.get(commands) {
            return Ok(known.clone());
        }
        for command in commands {
            if command.starts_with("go ") {
                self.ask(command, |line| line.starts_with("bestmove"))?;
            } else {
                self.process.send(command);
            }
        }
        self.process.send("d");
        let lines = self.ask("isready", |line| line == "readyok")?;
        self.asked += 1;
        let (key, text) = lines.iter().find_map(|line| read_key(line)).ok_or(EngineError::NoKey)?;
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: ")).map(str::to_string);
        let answer = Answer { key, text, fen };
        self.answers.insert(commands.to_vec(), answer.clone());
        Ok(answer)
    }

    /// Sends a line and reads until the last line of the answer.
    fn ask(&mut self, line: &str, is_last: impl Fn(&str) -> bool) -> Result<Vec<String>, EngineError> {
        let asked = Instant::now();
        self.process.send(line);
        let to = || line.chars().take(100).collect::<String>();
        let mut lines = Vec::new();
        loop {
            match self.process.line(asked + self.patience) {
                Ok(line) if is_last(&line) => return Ok(lines),
                Ok(_) if lines.len() >= MOST_LINES => return Err(EngineError::TooMuch { to: to() }),
                // Somebody who writes without end always has a line at hand.
                Ok(_) if asked.elapsed() > self.patience => return Err(EngineError::TooMuch { to: to() }),
                Ok(line) => lines.push(line),
                Err(Silence::TooLate) => {
                    return Err(EngineError::NoAnswer { to: to(), waited: self.patience });
                }
                Err(Silence::Ended(status)) => return Err(EngineError::Ended { after: to(), status }),
            }
        }
    }
}

/// `Key: 8F8F01D4562F59FB`, and what other programs make of it: any word before the colon that ends with "key".
fn read_key(line: &str) -> Option<(u128, String)> {
    let (name, value) = line.split_once(':')?;
    if !name.trim().to_ascii_lowercase().ends_with("key") {
        return None;
    }
    let text = value.split_whitespace().next()?;
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or(text);
    let is_key = (1..=32).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let key = if is_key { u128::from_str_radix(digits, 16).ok()? } else { return None };
    Some((key, text.to_string()))
}

/// Somebody's text with nothing in it that a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_debug).collect()
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::CannotStart(reason) => write!(f, "the engine cannot be started: {reason}"),
            EngineError::NoAnswer { to, waited } => {
                write!(f, "the engine did not answer `{to}` within {:.1} s", waited.as_secs_f64())
            }
            EngineError::Ended { after, status: Some(status) } => {
                write!(f, "the engine ended ({status}) instead of answering `{after}`")
            }
            EngineError::Ended { after, status: None } => {
                write!(f, "the engine closed its output instead of answering `{after}`")
            }
            EngineError::TooMuch { to } => write!(f, "the engine's answer to `{to}` does not end"),
            EngineError::NoKey => f.write_str("the engine prints no line `Key:` when it gets `d`"),
            EngineError::NoSuchGame(variant) => {
                write!(f, "the engine does not play {variant}: it has no such UCI option")
            }
        }
    }
}

impl std::error::Error for EngineError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_programs_write_them() {
        assert_eq!(
            read_key("Key: 8F8F01D4562F59FB"),
            Some((0x8f8f_01d4_562f_59fb, "8F8F01D4562F59FB".into()))
        );
        assert_eq!(read_key("Zobrist Key : 0x2a").map(|(key, _)| key), Some(0x2a));
        assert_eq!(read_key("Key: none"), None);
        assert_eq!(read_key("Key:"), None);
        assert_eq!(read_key(&format!("Key: {}", "f".repeat(33))), None);
        assert_eq!(read_key("Fen: 8/8/8/8/8/8/8/8 w - - 0 1"), None);
    }
}
