//! Parses filter arguments, for all front ends.
//!
//! ```
//! use tabiya_db::filter::parse;
//! use tabiya_pgn::GameResult;
//!
//! assert_eq!(parse::elo("2500.."), Ok(2500..=u16::MAX));
//! assert_eq!(parse::result("draw"), Ok(GameResult::Draw));
//! assert!(parse::name("-").is_err());
//! ```

use std::ops::RangeInclusive;

use tabiya_pgn::GameResult;

/// Parses a name. It must contain a letter or digit, because it would match everything otherwise.
pub fn name(text: &str) -> Result<String, String> {
    let is_name = text.chars().any(char::is_alphanumeric);
    is_name.then(|| text.to_owned()).ok_or_else(|| "expected a name, or some words of it".to_owned())
}

/// Parses a range of ratings; either end may be missing.
pub fn elo(text: &str) -> Result<RangeInclusive<u16>, String> {
    let wrong = || "expected two numbers such as 2500..2700, one of which may be missing".to_owned();
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, unless: u16| match text.trim_start_matches('=') {
        "" => Ok(unless),
        text => text.parse().map_err(|_| wrong()),
    };
    let range = number(low, 0)?..=number(high, u16::MAX)?;
    if range.is_empty() { Err("the lower number comes first".to_owned()) } else { Ok(range) }
}

/// Parses a result as in PGN, or as a word.
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
