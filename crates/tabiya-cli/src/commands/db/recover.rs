use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{Listener, WorkArgs, failed, give_way};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db recover damaged.tabiya recovered.tabiya";

/// Copy the undamaged games of a damaged database to a new one
///
/// Games that cannot be read are reported; then the exit status is 1. The damaged database is not changed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Recover {
    /// The damaged database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// The new database
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten)]
    work: WorkArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    games: u64,
    lost: u64,
    without_annotations: u64,
}

impl Recover {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        give_way();
        let progress = Progress::new(&[], false);
        let mut listener = Listener::new(&progress);
        let options = self.work.options();
        let recovered =
            tabiya_db::recover(&self.database, &self.new, options, &mut listener).map_err(failed)?;
        let complaints = listener.complaints;
        progress.finish();
        if self.json {
            let tabiya_db::Recovered { games, lost, without_annotations, .. } = recovered;
            output::answer(output::json(&Answer { games, lost, without_annotations }))?;
        } else {
            let mut text =
                format!("{}: {} recovered", output::path(&self.new), counted(recovered.games, "game"));
            if recovered.lost > 0 {
                text += &format!(", {} lost", counted(recovered.lost, "game"));
            }
            if recovered.without_annotations > 0 {
                text += &format!(", {} without annotations", counted(recovered.without_annotations, "game"));
            }
            output::answer(text)?;
        }
        Ok(if complaints == 0 { Verdict::Good } else { Verdict::BadInput })
    }
}
