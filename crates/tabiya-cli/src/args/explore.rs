use clap::Args;
use tabiya_db::ExploreOptions;

/// Arguments for the extra parts of an explorer response.
#[derive(Args, Clone, Copy, Debug)]
pub struct ExploreArgs {
    /// Number of games between the strongest players to list, up to 1000
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=1000))]
    top_games: u16,
    /// Number of most recent games to list, up to 1000
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    recent_games: u16,
    /// Include results over time: by year, in JSON by month
    #[arg(long)]
    history: bool,
}

impl ExploreArgs {
    /// The options.
    #[must_use]
    pub fn options(self) -> ExploreOptions {
        ExploreOptions {
            top_games: usize::from(self.top_games),
            recent_games: usize::from(self.recent_games),
            history: self.history,
        }
    }
}
