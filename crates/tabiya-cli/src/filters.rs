//! The arguments that say which games of a database are meant.

use std::ops::RangeInclusive;

use clap::Args;
use tabiya_db::{Date, Filter, Speed};
use tabiya_pgn::GameResult;

use crate::output::Failure;

#[derive(Args, Debug)]
#[command(next_help_heading = "Which games")]
pub(crate) struct FilterArgs {
    /// Who played, with either color: the name as it is written, or some words of it
    #[arg(long, value_name = "NAME", value_parser = name)]
    player: Option<String>,
    /// Who had white
    #[arg(long, value_name = "NAME", value_parser = name)]
    white: Option<String>,
    /// Who had black
    #[arg(long, value_name = "NAME", value_parser = name)]
    black: Option<String>,
    /// Both players' ratings, such as 2500..2700, 2600.. or ..2000
    #[arg(long, value_name = "MIN..MAX", value_parser = elo)]
    elo: Option<RangeInclusive<u16>>,
    /// Not before: a year, 2019.05 or 2019.05.31
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Not after
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// The result: 1-0, 0-1, 1/2-1/2 or *; also white, black, draw, unknown; may be given several times
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Vec<GameResult>,
    /// The event, or some words of it
    #[arg(long, value_name = "NAME", value_parser = name)]
    event: Option<String>,
    /// The ECO code, or its beginning
    #[arg(long, value_name = "CODE")]
    eco: Option<String>,
    /// How fast: ultraBullet, bullet, blitz, rapid, classical or correspondence; may be given several times
    #[arg(long, value_name = "SPEED", value_delimiter = ',')]
    speed: Vec<Speed>,
}

impl FilterArgs {
    pub(crate) fn filter(&self) -> Result<Filter, Failure> {
        if let (Some(since), Some(until)) = (self.since, self.until)
            && !until.is_since(since)
        {
            return Err(Failure::conflict(format!("--since {since} is later than --until {until}")));
        }
        Ok(Filter {
            player: self.player.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            elo: self.elo.clone(),
            since: self.since,
            until: self.until,
            results: self.result.clone(),
            event: self.event.clone(),
            eco: self.eco.clone(),
            speeds: self.speed.clone(),
            ..Filter::default()
        })
    }
}

/// A name with a letter or a digit in it; everybody would be meant by any other.
fn name(text: &str) -> Result<String, String> {
    let is_name = text.chars().any(char::is_alphanumeric);
    is_name.then(|| text.to_owned()).ok_or_else(|| "expected a name, or some words of it".to_owned())
}

fn elo(text: &str) -> Result<RangeInclusive<u16>, String> {
    let wrong = || "expected two numbers such as 2500..2700, one of which may be missing".to_owned();
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, unless: u16| match text.trim_start_matches('=') {
        "" => Ok(unless),
        text => text.parse().map_err(|_| wrong()),
    };
    let range = number(low, 0)?..=number(high, u16::MAX)?;
    if range.is_empty() { Err("the first number is the lower one".to_owned()) } else { Ok(range) }
}

fn result(text: &str) -> Result<GameResult, String> {
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
