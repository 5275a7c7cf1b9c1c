use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tabiya::{AnyPosition, Variant};
use tabiya_cli::args::{ExploreArgs, FilterArgs, PlaceArgs, answer_each_line, complain, lenient_position};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{Collection, DbError, Filter, GameId};
use tabiya_fleet::{Fleet, Folder, verify_games, write_all};
use tabiya_pgn::openings::name_of;
use tabiya_pgn::play_each;

use crate::Failure;

/// The folder to query, and how.
#[derive(Args, Debug)]
pub(crate) struct Source {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Statistics of these rows, used instead of counting rows
    #[arg(long, value_name = "DIR")]
    #[cfg_attr(feature = "sql", arg(conflicts_with_all = ["sql", "scheduler"]))]
    stats: Option<PathBuf>,
    /// Query with SQL, using DataFusion in this process
    #[cfg(feature = "sql")]
    #[arg(long)]
    sql: bool,
    #[cfg(feature = "sql")]
    #[command(flatten)]
    engine: crate::stats::EngineArgs,
    /// Timeout of each SQL statement, in seconds; 0 for none [default: 60]
    #[cfg(feature = "sql")]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u32>,
}

/// The default timeout of a statement, in seconds.
#[cfg(feature = "sql")]
const DEFAULT_TIMEOUT: u32 = 60;

impl Source {
    pub(crate) fn open(&self) -> Result<Box<dyn Collection>, Failure> {
        #[cfg(feature = "sql")]
        if self.sql || self.engine.scheduler.is_some() {
            let engine = self.engine.engine()?;
            let engine = match self.timeout.unwrap_or(DEFAULT_TIMEOUT) {
                0 => engine,
                seconds => engine.with_time_limit(std::time::Duration::from_secs(seconds.into())),
            };
            let fleet = tabiya_fleet::SqlFleet::open(&self.folder, engine)?;
            warn_of_missing_manifests(&self.folder)?;
            return Ok(Box::new(fleet));
        }
        #[cfg(feature = "sql")]
        if self.engine.is_set() || self.timeout.is_some() {
            let what = "--tasks, --memory and --timeout need --sql or --scheduler";
            return Err(Failure::Usage(what.to_owned()));
        }
        let fleet = Fleet::open(&self.folder)?;
        warn_of_missing_manifests(&self.folder)?;
        let Some(stats) = &self.stats else { return Ok(Box::new(fleet)) };
        let fleet = fleet.with_stats(stats)?;
        let outdated = fleet.parts_without_stats();
        if outdated > 0 {
            let (rows, stats) = (self.folder.display(), stats.display());
            let what = format!(
                "{stats} is out of date for some parts ({outdated}), whose rows are counted for each query"
            );
            complain("note", format!("{what}: run tabiya-fleet stats {rows} -o {stats}"));
        }
        Ok(Box::new(fleet))
    }
}

/// Warns about games that are not in query results, because the manifests of their inputs are missing.
pub(crate) fn warn_of_missing_manifests(folder: &Path) -> Result<(), Failure> {
    for manifest in Folder::open(folder)?.missing_manifests()? {
        let what = "is missing, so the games of this input are not included";
        let how = "copy the folder again, or add the games again with `tabiya-fleet rows`";
        complain("warning", format!("{} {what}: {how}", manifest.display()));
    }
    Ok(())
}

/// Options common to `tabiya explore` and `tabiya find`.
#[derive(Args, Clone, Copy, Debug)]
struct CommonArgs {
    /// Variant [default: chess, or chess960 if only that fits the FEN]
    #[arg(long, value_name = "V")]
    variant: Option<Variant>,
    /// Write JSON, one object per line; this is the default, except with `find --pgn`
    #[arg(long = "json", id = "json")]
    _json: bool,
}

const EXPLORE: &str = "\
Examples:
  tabiya-fleet explore games.rows --moves '1. e4 c5 2. Nf3'
  tabiya-fleet explore games.rows --player carlsen --since 2020
  tabiya-fleet explore games.rows --stats games.stats --moves '1. e4'";

/// Show what was played in a position, like `tabiya explore --json`
#[derive(Args, Debug)]
#[command(after_help = EXPLORE)]
pub(crate) struct Explore {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    place: PlaceArgs,
    /// Read one position per line, as FEN or EPD, optionally followed by TAB and moves
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    #[command(flatten)]
    options: ExploreArgs,
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    filters: FilterArgs,
}

impl Explore {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let filter = self.filters.filter()?;
        let variant = self.common.variant;
        if self.stdin {
            let fleet = self.source.open()?;
            let all_valid = answer_each_line(true, |line, number| {
                let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
                self.response(&*fleet, lenient_position(fen, variant, Some(number))?, moves, &filter)
            })?;
            return if all_valid { Ok(()) } else { Err(Failure::BadInput(None)) };
        }
        let (start, moves) = (self.place.start(variant)?, self.place.moves()?);
        let response = self.response(&*self.source.open()?, start, &moves, &filter);
        let response = response.map_err(|error| Failure::BadInput(Some(error)))?;
        writeln!(io::stdout(), "{response}").map_err(Failure::Output)
    }

    fn response(
        &self,
        fleet: &dyn Collection,
        start: AnyPosition,
        moves: &str,
        filter: &Filter,
    ) -> Result<String, String> {
        let mut opening = name_of(&start);
        let position = play_each(start, moves, |position| opening = name_of(position).or(opening))?;
        let options = self.options.options();
        let explored = fleet.explore(&position, filter, &options);
        let response = explored.and_then(|explored| {
            ExplorerResponse::new(
                fleet,
                &position,
                &explored,
                opening,
                &ResponseOptions::everything(options.history),
            )
        });
        response.map(|response| json(&response)).map_err(|error| error.to_string())
    }
}

const FIND: &str = "\
Examples:
  tabiya-fleet find games.rows --moves '1. e4 e5 2. Nf3 Nc6 3. Bb5'
  tabiya-fleet find games.rows --moves '1. d4' --player carlsen --pgn > carlsen.pgn";

/// Find games that reached a position, like `tabiya find --json`
#[derive(Args, Debug)]
#[command(after_help = FIND)]
pub(crate) struct Find {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    place: PlaceArgs,
    /// Maximum number of games; 0 for all
    #[arg(long, value_name = "N", default_value_t = 0)]
    limit: usize,
    /// Write the games as PGN
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    filters: FilterArgs,
}

impl Find {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let filter = self.filters.filter()?;
        let position = self.place.reached(self.common.variant)?;
        let fleet = self.source.open()?;
        let limit = if self.limit == 0 { usize::MAX } else { self.limit };
        let mut out = BufWriter::new(io::stdout().lock());
        let found = fleet.each_found(&position, &filter, limit, &mut |found| {
            let written = match self.pgn {
                true => fleet.game(GameId(found.game))?.write_pgn(&mut out, &[]),
                false => writeln!(out, "{}", json(&found)),
            };
            written.map_err(|error| DbError::Other(Box::new(error)))
        });
        found.map_err(unless_output)?;
        out.flush().map_err(Failure::Output)
    }
}

const EXPORT: &str = "\
Example:
  tabiya-fleet export games.rows > games.pgn";

/// Export all games as PGN, by number
#[derive(Args, Debug)]
#[command(after_help = EXPORT)]
pub(crate) struct ExportGames {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ExportGames {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        verify_games(&self.folder)?;
        let fleet = Fleet::open(&self.folder)?;
        warn_of_missing_manifests(&self.folder)?;
        write_all(&fleet, &mut io::stdout().lock()).map_err(unless_output)
    }
}

/// An error of the games or of standard output.
fn unless_output(error: DbError) -> Failure {
    match error {
        DbError::Other(error) => match error.downcast::<io::Error>() {
            Ok(error) => Failure::Output(*error),
            Err(error) => DbError::Other(error).into(),
        },
        error => error.into(),
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a result can be written as JSON")
}
