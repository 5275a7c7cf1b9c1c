use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabiya::{AnyPosition, printable};
use tabiya_cli::args::{FilterArgs, PlaceArgs};
use tabiya_db::{Database, FoundGame, GameId};

use super::Common;
use super::db::{failed, open};
use crate::output::{self, Failure, Out, Verdict, complain, counted, cut, grouped};

const EXAMPLES: &str = "\
Examples:
  tabiya find games.tabiya --moves '1. e4 e5 2. Nf3 Nc6 3. Bb5'
  tabiya find games.tabiya '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1' --result draw
  tabiya find games.tabiya --moves '1. d4' --player carlsen --pgn > carlsen.pgn
  tabiya find games.tabiya --moves '1. e4 c5' --limit 0 --json";

/// The default number of games.
const DEFAULT_LIMIT: usize = 20;

/// Find games that reached a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Find {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Maximum number of games; 0 is all [default: 20, all with --json and --pgn]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print the games as PGN
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    filters: FilterArgs,
}

impl Find {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let filter = self.filters.filter()?;
        let position = self.place.reached(self.common.requested_variant)?;
        let database = open(&self.database)?;
        let is_table = !self.pgn && !self.common.json;
        let limit = self.limit.unwrap_or(if is_table { DEFAULT_LIMIT } else { 0 });
        let shown = if limit == 0 { usize::MAX } else { limit };
        // The total number is printed too.
        let max = if is_table { usize::MAX } else { shown };
        let games = database.find(&position, &filter, max).map_err(failed)?;
        if games.is_empty() {
            let which = if filter.is_empty() { "" } else { " matching the filters" };
            complain("note", format!("no game{which} reached this position"));
        }
        let mut out = output::open();
        for game in games.iter().take(shown) {
            self.write(&mut out, &database, *game, &position)?;
        }
        out.flush().map_err(Failure::Output)?;
        if is_table && games.len() > shown {
            let all = grouped(games.len() as u64);
            complain("note", format!("{shown} of {all} games; --limit 0 shows all"));
        }
        Ok(Verdict::Good)
    }

    fn write(
        &self,
        out: &mut Out,
        database: &Database,
        game: GameId,
        position: &AnyPosition,
    ) -> Result<(), Failure> {
        if self.pgn {
            let game = database.game(game).map_err(failed)?;
            return game.write_pgn(out, &[]).map_err(Failure::Output);
        }
        let row = database.found(game, position).map_err(failed)?;
        let line = if self.common.json { output::json(&row) } else { table_row(&row) };
        writeln!(out, "{line}").map_err(Failure::Output)
    }
}

fn table_row(row: &FoundGame) -> String {
    let text = |value: &Option<String>| printable(value.as_deref().unwrap_or("?"));
    let line = format!(
        "{:>9}  {:<24}  {:<24}  {:<7}  {:<10}  {:>8}  {}",
        row.game,
        cut(&text(&row.white), 24),
        cut(&text(&row.black), 24),
        row.result,
        text(&row.date),
        counted(row.ply as u64, "ply").replace("plys", "plies"),
        text(&row.event),
    );
    output::fitted(line.trim_end())
}
