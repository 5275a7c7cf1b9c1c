use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabiya::{AnyPosition, printable};
use tabiya_cli::args::{FilterArgs, PlaceArgs};
use tabiya_db::{BoardQuery, Database, Filter, FoundGame, GameId};

use super::Common;
use super::db::{failed, open};
use super::game::progress::Progress;
use crate::output::{self, Failure, Out, Verdict, complain, cut, grouped};

const EXAMPLES: &str = "\
Examples:
  tabiya find games.tabiya --moves '1. e4 e5 2. Nf3 Nc6 3. Bb5'
  tabiya find games.tabiya '8/8/8/8/8/4k3/4p3/4K3 w - - 0 1' --result draw
  tabiya find games.tabiya --moves '1. d4' --player carlsen --pgn > carlsen.pgn
  tabiya find games.tabiya --moves '1. e4 c5' --limit 0 --json
  tabiya find games.tabiya --material KRPkr --either-color
  tabiya find games.tabiya --pattern '*/PP?????*/*/*/*/*/*/* w' --player carlsen";

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
    /// Games with exactly these pieces on the board at some time, such as KRPkr
    #[arg(long, value_name = "PIECES")]
    material: Option<String>,
    /// Games that reached a pattern: a FEN board with wildcards
    ///
    /// In place of a piece: `?` any square, `.` an empty square, `A` or `a` any white or black piece, `!P` anything
    /// but a white pawn, `[QR]` one of these, `*` the rest of the rank. `w` or `b` may follow for the side to move.
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<String>,
    /// Match --material and --pattern with the colors exchanged, too
    #[arg(long)]
    either_color: bool,
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
        let query = self.board_query()?;
        let database = open(&self.database)?;
        let is_table = !self.pgn && !self.common.json;
        let limit = self.limit.unwrap_or(if is_table { DEFAULT_LIMIT } else { 0 });
        let shown = if limit == 0 { usize::MAX } else { limit };
        // The total number is printed too.
        let max = if is_table { usize::MAX } else { shown };
        let games = match &query {
            None => database
                .find(&position, &filter, max)
                .map(|games| games.into_iter().map(|game| (game, None)).collect()),
            Some(query) => self.find_boards(&database, &position, query, &filter, max),
        };
        let games: Vec<(GameId, Option<usize>)> = games.map_err(failed)?;
        if games.is_empty() {
            let which = if filter.is_empty() { "" } else { " matching the filters" };
            let what = if query.is_none() { "reached this position" } else { "reached such a position" };
            complain("note", format!("no game{which} {what}"));
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

    /// The conditions on the board, if there are any.
    fn board_query(&self) -> Result<Option<BoardQuery>, Failure> {
        if self.material.is_none() && self.pattern.is_none() {
            return if self.either_color {
                Err(Failure::conflict("--either-color goes with --material or --pattern"))
            } else {
                Ok(None)
            };
        }
        let bad = |option: &str| {
            let option = option.to_owned();
            move |error| Failure::BadInput(format!("{option}: {error}"))
        };
        let mut query = BoardQuery::new(self.common.variant());
        if let Some(material) = &self.material {
            query = query.material(material).map_err(bad("--material"))?;
        }
        if let Some(pattern) = &self.pattern {
            query = query.pattern(pattern).map_err(bad("--pattern"))?;
        }
        Ok(Some(if self.either_color { query.either_color() } else { query }))
    }

    /// Replays games: those that reached the position, if one is given, or all that the filter admits.
    fn find_boards(
        &self,
        database: &Database,
        position: &AnyPosition,
        query: &BoardQuery,
        filter: &Filter,
        limit: usize,
    ) -> tabiya_db::Result<Vec<(GameId, Option<usize>)>> {
        let mut found = Vec::new();
        if self.place.is_given() {
            for game in database.find(position, filter, usize::MAX)? {
                if let Some(ply) = database.first_match(game, query)? {
                    found.push((game, Some(ply)));
                }
                if found.len() >= limit {
                    break;
                }
            }
            return Ok(found);
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let progress = Progress::new(&[], false);
        let games =
            database.find_boards(query, filter, limit, threads, &|games| progress.count_games(games))?;
        progress.finish();
        Ok(games.into_iter().map(|(game, ply)| (game, Some(ply))).collect())
    }

    fn write(
        &self,
        out: &mut Out,
        database: &Database,
        (game, ply): (GameId, Option<usize>),
        position: &AnyPosition,
    ) -> Result<(), Failure> {
        if self.pgn {
            let game = database.game(game).map_err(failed)?;
            return game.write_pgn(out, &[]).map_err(Failure::Output);
        }
        let row = match ply {
            None => database.found(game, position),
            Some(ply) => database
                .tags(game)
                .and_then(|tags| Ok(FoundGame::new(game, ply, &tags, &database.facts(game)?))),
        };
        let row = row.map_err(failed)?;
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
        reached_after(row.ply),
        text(&row.event),
    );
    output::fitted(line.trim_end())
}

/// When a game reached the position; a game that begins with it needed no plies.
fn reached_after(ply: usize) -> String {
    match ply {
        0 => "start".to_string(),
        1 => "1 ply".to_string(),
        _ => format!("{ply} plies"),
    }
}
