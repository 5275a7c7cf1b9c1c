//! What people write to say which games they mean, in any program.
//!
//! ```
//! use tabiya_db::filter::words;
//! use tabiya_pgn::GameResult;
//!
//! assert_eq!(words::elo("2500.."), Ok(2500..=u16::MAX));
//! assert_eq!(words::result("draw"), Ok(GameResult::Draw));
//! assert!(words::name("-").is_err());
//! ```

use std::ops::RangeInclusive;

use tabiya_pgn::GameResult;

/// A name with a letter or a digit in it; everybody would be meant by any other.
pub fn name(text: &str) -> Result<String, String> {
    let is_name = text.chars().any(char::is_alphanumeric);
    is_name.then(|| text.to_owned()).ok_or_else(|| "expected a name, or some words of it".to_owned())
}

/// The lowest and the highest rating, either of which may be missing.
pub fn elo(text: &str) -> Result<RangeInclusive<u16>, String> {
    let wrong = || "expected two numbers such as 2500..2700, one of which may be missing".to_owned();
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, unless: u16| match text.trim_start_matches('=') {
        "" => Ok(unless),
        text => text.parse().map_err(|_| wrong()),
    };
    let range = number(low, 0)?..=number(high, u16::MAX)?;
    if range.is_empty() { Err("the first number is the lower one".to_owned()) } else { Ok(range) }
}

/// A result as PGN has it, or in a word.
pub fn result(text: &str) -> Result<GameResult, String> {
    let by_word = match text.to_ascii_lowercase().as_str() {
        "white" => Some(GameResult::WhiteWins),
        "black" => Some(GameResult::BlackWins),
        "draw" => Some(GameResult::Draw),
        "unknown" => Some(GameResult::Unknown),
        _ => None,
    };
    by_word
        .or_else(|| GameResult::parse(text.as_bytes()))
        .ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2, *, white, black, draw or unknown".to_owned())
}
