use std::path::PathBuf;

use clap::Args;

use super::{Listener, WorkArgs, failed, give_way};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db compact games.tabiya";

/// Merge segments of a database to make queries faster
///
/// Games keep their numbers. All or nothing; readers are not disturbed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Compact {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    #[command(flatten)]
    work: WorkArgs,
}

impl Compact {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let before = super::open(&self.database)?.info().segments;
        if before < 2 {
            let segments = if before == 0 { "no segments" } else { "a single segment" };
            return output::answer(format!("{}: {segments}, nothing to do", output::path(&self.database)));
        }
        give_way();
        let progress = Progress::new(&[], false);
        let mut listener = Listener::new(&progress);
        tabiya_db::compact(&self.database, self.work.options(), &mut listener).map_err(failed)?;
        progress.finish();
        let info = super::open(&self.database)?.info();
        output::answer(format!(
            "{}: {} in {} ({before} before)",
            output::path(&self.database),
            counted(info.games, "game"),
            counted(info.segments as u64, "segment"),
        ))
    }
}
