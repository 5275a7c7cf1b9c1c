use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::selection::{SelectionArgs, confirmed};
use super::{Listener, WorkArgs, failed, give_way};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db delete games.tabiya --event 'Simultaneous' --dry-run
  tabiya db delete games.tabiya --until 1900
  tabiya db delete games.tabiya --games 17,20-25 --yes";

/// Delete games from a database
///
/// All or nothing; readers are not disturbed. The disk space is free afterwards, and the numbers of later games become
/// smaller.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Delete {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    work: WorkArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    selection: SelectionArgs,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    deleted: u64,
    games: u64,
    dry_run: bool,
}

impl Delete {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        if self.selection.is_empty()? {
            return Err(Failure::conflict("select the games to delete by filters or with --games"));
        }
        let database = super::open(&self.database)?;
        let selection = self.selection.selection()?;
        let count = database.selected(&selection).map_err(failed)?.len() as u64;
        let all = database.games();
        drop(database);
        let what = format!("{} of {all}", counted(count, "game"));
        let is_done = count > 0
            && confirmed(&self.selection, &format!("Delete {what} from {}?", output::path(&self.database)))?;
        let deleted = if is_done {
            give_way();
            let progress = Progress::new(&[], false);
            let mut listener = Listener::new(&progress);
            let options = self.work.options();
            let deleted =
                tabiya_db::delete(&self.database, &selection, options, &mut listener).map_err(failed)?;
            progress.finish();
            deleted
        } else {
            count
        };
        let games = super::open(&self.database)?.games();
        if self.json {
            let deleted = if is_done || self.selection.dry_run { deleted } else { 0 };
            return output::answer(output::json(&Answer { deleted, games, dry_run: self.selection.dry_run }));
        }
        output::answer(match (is_done, count) {
            (true, _) => format!(
                "{}: {} deleted, {games} left",
                output::path(&self.database),
                counted(deleted, "game")
            ),
            (false, 0) => "no game matches: nothing was deleted".to_owned(),
            (false, _) if self.selection.dry_run => format!("{what} would be deleted"),
            (false, _) => "nothing was deleted".to_owned(),
        })
    }
}
