use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tabiya_cli::args::FilterArgs;
use tabiya_db::{Database, DbError, Filter, GameId};
use tabiya_files::atomic_write;

use super::failed;
use crate::output::{self, Failure, Verdict, complain, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db export games.tabiya -o games.pgn
  tabiya db export games.tabiya --player carlsen --elo 2700.. | head -50
  tabiya db export games.tabiya --since 2020 --openings -o recent.pgn";

/// Export games as PGN with all tags, moves and annotations
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Export {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    filters: FilterArgs,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Add ECO and Opening to games of chess without them
    #[arg(long)]
    openings: bool,
}

impl Export {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let filter = self.filters.filter()?;
        let database = super::open(&self.database)?;
        if self.output == Path::new("-") {
            let mut out = output::open();
            let written = self.write(&database, &filter, &mut out);
            written.and_then(|_| out.flush().map_err(Stopped::Writing)).map_err(Stopped::failure)?;
            return Ok(Verdict::Good);
        }
        let mut stopped = None;
        let written = atomic_write(&self.output, |out| {
            self.write(&database, &filter, out).map_err(|why| {
                stopped = Some(why);
                io::Error::other("stopped")
            })
        });
        match (written, stopped) {
            (Ok(games), _) => {
                output::answer(format!("{}: {}", output::path(&self.output), counted(games, "game")))
            }
            (Err(_), Some(Stopped::Reading(error))) => Err(failed(error)),
            (Err(error), stopped) => {
                let error = match stopped {
                    Some(Stopped::Writing(error)) => error,
                    _ => error,
                };
                Err(Failure::BadInput(format!("cannot write {}: {error}", output::path(&self.output))))
            }
        }
    }

    fn write(&self, database: &Database, filter: &Filter, out: &mut impl Write) -> Result<u64, Stopped> {
        let mut ids: Vec<GameId> = Vec::new();
        let collected = database.each_game(filter, |game| {
            ids.push(game);
            Ok(true)
        });
        collected.map_err(Stopped::Reading)?;
        if ids.is_empty() {
            complain("note", "no game matches the filters");
        }
        for id in &ids {
            let game = database.game(*id).map_err(Stopped::Reading)?;
            let opening = (self.openings && game.tag("Opening").is_none())
                .then(|| tabiya_pgn::openings::deepest_name(game.positions().into_iter()))
                .flatten();
            let mut more = Vec::new();
            if let Some(opening) = opening {
                if game.tag("ECO").is_none() {
                    more.push(("ECO", opening.eco));
                }
                more.push(("Opening", opening.name));
            }
            game.write_pgn(out, &more).map_err(Stopped::Writing)?;
        }
        Ok(ids.len() as u64)
    }
}

/// Why the export stopped.
enum Stopped {
    Reading(DbError),
    Writing(io::Error),
}

impl Stopped {
    fn failure(self) -> Failure {
        match self {
            Stopped::Reading(error) => failed(error),
            Stopped::Writing(error) => Failure::Output(error),
        }
    }
}
