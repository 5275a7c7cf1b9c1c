//! The UCI commands used by the audit.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use tabiya::Variant;
use tabiya_match::uci::{UciEngine, UciEngineError};

/// An engine that is queried for keys.
pub(super) struct Session {
    engine: UciEngine<'static>,
    /// Options to set, as commands.
    settings: Vec<String>,
    answers: HashMap<Vec<String>, Answer>,
    pub(super) queried: usize,
}

/// The engine's output for the position on its board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    pub(super) key: u128,
    /// The key as printed.
    pub(super) text: String,
    pub(super) fen: Option<String>,
}

/// Why an engine could not be audited.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// Communication failed.
    UciEngine(UciEngineError),
    /// It prints no key.
    NoKey,
    /// It does not support the variant.
    NoSuchGame(Variant),
}

impl Session {
    pub(super) fn start(command: &[OsString], timeout: Duration) -> Result<Session, EngineError> {
        let engine = UciEngine::start(command, timeout)?;
        Ok(Session { engine, settings: Vec::new(), answers: HashMap::new(), queried: 0 })
    }

    pub(super) fn name(&self) -> &str {
        self.engine.name()
    }

    /// Whether the engine has an option, with this value if it is a combo.
    pub(super) fn has_option(&self, name: &str, value: &str) -> bool {
        self.engine.option(name).is_some_and(|option| option.check(value).is_ok())
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        // Cached responses may no longer hold.
        self.answers.clear();
        let prefix = format!("setoption name {name} ");
        self.settings.retain(|setting| !setting.starts_with(&prefix));
        self.settings.push(format!("{prefix}value {value}"));
        Ok(self.engine.set_option(name, value)?)
    }

    /// Drops the cached responses, to limit memory.
    pub(super) fn forget(&mut self) {
        self.answers.clear();
    }

    /// The commands that reproduce a response: options first.
    pub(super) fn settings(&self) -> &[String] {
        &self.settings
    }

    /// The engine's output after these commands; cached.
    pub(super) fn answer(&mut self, commands: &[String]) -> Result<Answer, EngineError> {
        if let Some(existing) = self.answers.get(commands) {
            return Ok(existing.clone());
        }
        for command in commands {
            if command.starts_with("go ") {
                self.engine.query(command, |line| line.starts_with("bestmove"))?;
            } else {
                self.engine.send(command);
            }
        }
        self.engine.send("d");
        let lines = self.engine.query("isready", |line| line == "readyok")?;
        self.queried += 1;
        let (key, text) = lines.iter().find_map(|line| read_key(line)).ok_or(EngineError::NoKey)?;
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: ")).map(str::to_string);
        let answer = Answer { key, text, fen };
        self.answers.insert(commands.to_vec(), answer.clone());
        Ok(answer)
    }
}

/// Parses `Key: 8F8F01D4562F59FB` and similar lines: any word before the colon that ends with "key".
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

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::UciEngine(error) => error.fmt(f),
            EngineError::NoKey => f.write_str("the engine does not print a line `Key:` in response to `d`"),
            EngineError::NoSuchGame(variant) => {
                write!(f, "the engine does not support {variant}: it has no such UCI option")
            }
        }
    }
}

impl std::error::Error for EngineError {}

impl From<UciEngineError> for EngineError {
    fn from(error: UciEngineError) -> EngineError {
        EngineError::UciEngine(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_parsed_in_several_formats() {
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
