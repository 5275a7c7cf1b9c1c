use clap::Args;
use tabiya_db::ExploreOptions;

/// The arguments of a program that say what an answer shall have besides the moves.
#[derive(Args, Clone, Copy, Debug)]
pub struct WantedArgs {
    /// How many of the games with the strongest players, up to 1000
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=1000))]
    top_games: u16,
    /// How many of the last games, up to 1000
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    recent_games: u16,
    /// How games ended in the course of time, too: year by year, in JSON month by month
    #[arg(long)]
    history: bool,
}

impl WantedArgs {
    /// What they mean.
    #[must_use]
    pub fn wanted(self) -> ExploreOptions {
        ExploreOptions {
            top_games: usize::from(self.top_games),
            recent_games: usize::from(self.recent_games),
            history: self.history,
        }
    }
}
