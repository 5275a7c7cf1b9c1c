use std::path::PathBuf;

use clap::Args;

use super::Listener;
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya db verify games.tabiya
  tabiya db verify games.tabiya --deep";

/// Check every byte of a database, and name the files that are not what was written
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Replay every game, compare what is known of it with its tags, and sort its positions again
    #[arg(long)]
    deep: bool,
}

impl Verify {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let progress = Progress::new(&[], false);
        let mut listener = Listener { progress: &progress, complaints: 0 };
        let faults = tabiya_db::verify(&self.database, self.deep, &mut listener);
        progress.finish();
        for fault in &faults {
            complain("error", fault);
        }
        if !faults.is_empty() {
            return Ok(Verdict::BadInput);
        }
        let how = if self.deep { ", every game and the order of its positions" } else { "" };
        output::answer(format!("{}: every checksum is right{how}", output::path(&self.database)))
    }
}
