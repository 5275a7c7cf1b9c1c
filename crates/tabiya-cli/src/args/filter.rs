use std::ops::RangeInclusive;

use clap::Args;
use tabiya_db::filter::{BackwardDates, parse};
use tabiya_db::{Date, Filter, Speed};
use tabiya_pgn::GameResult;

/// Arguments that filter games.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Which games")]
pub struct FilterArgs {
    /// Either player: the complete name, or some words of it
    #[arg(long, value_name = "NAME", value_parser = parse::name)]
    player: Option<String>,
    /// The player with the white pieces
    #[arg(long, value_name = "NAME", value_parser = parse::name)]
    white: Option<String>,
    /// The player with the black pieces
    #[arg(long, value_name = "NAME", value_parser = parse::name)]
    black: Option<String>,
    /// Rating range of both players, such as 2500..2700, 2600.. or ..2000
    #[arg(long, value_name = "MIN..MAX", value_parser = parse::elo)]
    elo: Option<RangeInclusive<u16>>,
    /// Earliest date: 2019, 2019.05 or 2019.05.31
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Latest date
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// Result: 1-0, 0-1, 1/2-1/2 or *; or white, black, draw, unknown; repeatable
    #[arg(long, value_name = "RESULT", value_parser = parse::result)]
    result: Vec<GameResult>,
    /// The event, or some words of it
    #[arg(long, value_name = "NAME", value_parser = parse::name)]
    event: Option<String>,
    /// ECO code, or its beginning
    #[arg(long, value_name = "CODE")]
    eco: Option<String>,
    /// Speed: ultraBullet, bullet, blitz, rapid, classical or correspondence; repeatable
    #[arg(long, value_name = "SPEED", value_delimiter = ',')]
    speed: Vec<Speed>,
}

impl FilterArgs {
    /// The filter.
    pub fn filter(&self) -> Result<Filter, BackwardDates> {
        let filter = Filter {
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
        };
        filter.check()?;
        Ok(filter)
    }
}
