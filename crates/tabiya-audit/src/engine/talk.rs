//! The few words of UCI an audit needs.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use tabiya::Variant;
use tabiya_match::uci::{Peer, PeerError};

/// An engine that is asked for keys.
pub(super) struct Talk {
    peer: Peer<'static>,
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
    /// It cannot be talked to.
    Peer(PeerError),
    /// It prints no key.
    NoKey,
    /// It does not play the game.
    NoSuchGame(Variant),
}

impl Talk {
    pub(super) fn start(command: &[OsString], patience: Duration) -> Result<Talk, EngineError> {
        let peer = Peer::start(command, patience)?;
        Ok(Talk { peer, settings: Vec::new(), answers: HashMap::new(), asked: 0 })
    }

    pub(super) fn name(&self) -> &str {
        self.peer.name()
    }

    /// Whether the engine has an option, and among its values this one.
    pub(super) fn has_option(&self, name: &str, value: &str) -> bool {
        self.peer.option(name).is_some_and(|option| option.check(value).is_ok())
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        // Answers of before may no longer hold.
        self.answers.clear();
        let begin = format!("setoption name {name} ");
        self.settings.retain(|setting| !setting.starts_with(&begin));
        self.settings.push(format!("{begin}value {value}"));
        Ok(self.peer.set_option(name, value)?)
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
                self.peer.ask(command, |line| line.starts_with("bestmove"))?;
            } else {
                self.peer.send(command);
            }
        }
        self.peer.send("d");
        let lines = self.peer.ask("isready", |line| line == "readyok")?;
        self.asked += 1;
        let (key, text) = lines.iter().find_map(|line| read_key(line)).ok_or(EngineError::NoKey)?;
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: ")).map(str::to_string);
        let answer = Answer { key, text, fen };
        self.answers.insert(commands.to_vec(), answer.clone());
        Ok(answer)
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

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Peer(error) => error.fmt(f),
            EngineError::NoKey => f.write_str("the engine prints no line `Key:` when it gets `d`"),
            EngineError::NoSuchGame(variant) => {
                write!(f, "the engine does not play {variant}: it has no such UCI option")
            }
        }
    }
}

impl std::error::Error for EngineError {}

impl From<PeerError> for EngineError {
    fn from(error: PeerError) -> EngineError {
        EngineError::Peer(error)
    }
}

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
