mod table;

use std::path::PathBuf;

use clap::Args;
use tabiya::AnyPosition;
use tabiya_cli::args::{ExploreArgs, FilterArgs, PlaceArgs};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{Database, Filter};
use tabiya_pgn::openings::{Opening, name_of};

use super::Common;
use super::db::{failed, open};
use crate::input::{answer_each_line, lenient_position, play_each};
use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya explore games.tabiya
  tabiya explore games.tabiya --moves '1. e4 c5 2. Nf3'
  tabiya explore games.tabiya --player carlsen --since 2020
  tabiya explore games.tabiya '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1' --json
  tabiya explore games.tabiya --stdin --json < positions.fen";

/// Show the moves played from a position in a database
///
/// Counts all games that reached the position by any move order. One row per move: games, results (white, draws, black), mean
/// rating of its players, performance rating, and last year.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explore {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Read one FEN or EPD per line, with an optional TAB and moves; write one JSON object per line
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    #[command(flatten)]
    options: ExploreArgs,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    filters: FilterArgs,
}

impl Explore {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let filter = self.filters.filter()?;
        if self.stdin {
            let database = open(&self.database)?;
            return answer_each_line(true, |line, number| {
                let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
                let start = lenient_position(fen, self.common.requested_variant, Some(number))?;
                let query = Query::new(start, moves)?;
                self.json(&database, &query, &filter).map_err(|error| error.to_string())
            });
        }
        let start = self.place.start(self.common.requested_variant)?;
        let query = Query::new(start, &self.place.moves()?).map_err(Failure::BadInput)?;
        let database = open(&self.database)?;
        if self.common.json {
            return output::answer(self.json(&database, &query, &filter).map_err(failed)?);
        }
        let explored = database.explore(&query.position, &filter, &self.options.options()).map_err(failed)?;
        let table = table::table(&database, &query.position, query.opening, &explored);
        output::answer(table.map_err(failed)?)
    }

    fn json(&self, database: &Database, query: &Query, filter: &Filter) -> tabiya_db::Result<String> {
        let options = self.options.options();
        let response_options = ResponseOptions::everything(options.history);
        let explored = database.explore(&query.position, filter, &options)?;
        let answer =
            ExplorerResponse::new(database, &query.position, &explored, query.opening, &response_options)?;
        Ok(output::json(&answer))
    }
}

/// A position, and the opening it belongs to.
struct Query {
    position: AnyPosition,
    opening: Option<Opening>,
}

impl Query {
    fn new(start: AnyPosition, moves: &str) -> Result<Query, String> {
        let mut opening = name_of(&start);
        let position = play_each(start, moves, |position| opening = name_of(position).or(opening))?;
        Ok(Query { position, opening })
    }
}
