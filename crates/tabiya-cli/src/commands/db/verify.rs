use std::path::PathBuf;

use clap::Args;

use super::Listener;
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya db verify games.tabiya
  tabiya db verify games.tabiya --deep";

/// Check a database for damage
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Also replay every game, compare stored facts with tags, and check the order of positions
    #[arg(long)]
    deep: bool,
}

impl Verify {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let progress = Progress::new(&[], false);
        let mut listener = Listener::new(&progress);
        let faults = tabiya_db::verify(&self.database, self.deep, &mut listener);
        progress.finish();
        for fault in &faults {
            complain("error", fault);
        }
        if !faults.is_empty() {
            return Ok(Verdict::BadInput);
        }
        let how = if self.deep { ", every game replays, every index is in order" } else { "" };
        output::answer(format!("{}: all checksums match{how}", output::path(&self.database)))
    }
}
