use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya_db::TagChange;

use super::selection::{SelectionArgs, confirmed};
use super::{Listener, WorkArgs, failed, give_way};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db edit games.tabiya --set 'White=Carlsen, Magnus' --white 'Carlsen,M'
  tabiya db edit games.tabiya --set Event=Olympiad --set Annotator= --event 'olympiad 2022' --dry-run";

/// Set or remove tags of games in a database
///
/// Without filters, the tags of all games are changed. All or nothing; readers are not disturbed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Edit {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Tag to set; an empty value removes the tag; repeatable
    #[arg(long, value_name = "NAME=VALUE", required = true)]
    set: Vec<TagChange>,
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
    edited: u64,
    games: u64,
    dry_run: bool,
}

impl Edit {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let database = super::open(&self.database)?;
        let selection = self.selection.selection()?;
        let count = database.selected(&selection).map_err(failed)?.len() as u64;
        let games = database.games();
        drop(database);
        let what = format!("{} of {games}", counted(count, "game"));
        let is_done = count > 0
            && confirmed(
                &self.selection,
                &format!("Change tags of {what} in {}?", output::path(&self.database)),
            )?;
        if is_done {
            give_way();
            let progress = Progress::new(&[], false);
            let mut listener = Listener::new(&progress);
            let options = self.work.options();
            tabiya_db::edit_tags(&self.database, &selection, &self.set, options, &mut listener)
                .map_err(failed)?;
            progress.finish();
        }
        if self.json {
            let edited = if is_done || self.selection.dry_run { count } else { 0 };
            return output::answer(output::json(&Answer { edited, games, dry_run: self.selection.dry_run }));
        }
        output::answer(match (is_done, count) {
            (true, _) => format!("{}: tags of {what} changed", output::path(&self.database)),
            (false, 0) => "no game matches: nothing was changed".to_owned(),
            (false, _) if self.selection.dry_run => format!("tags of {what} would be changed"),
            (false, _) => "nothing was changed".to_owned(),
        })
    }
}
