use std::path::PathBuf;

use clap::Args;
use tabiya_cli::args::{complain, counted};
use tabiya_db::{AddOptions, Collection, Writer};
use tabiya_fleet::{Fleet, through_pipe, verify_games};

use crate::Failure;
use crate::query::warn_of_missing_manifests;
use crate::rows::ProblemPrinter;

const EXAMPLES: &str = "\
Examples:
  tabiya-fleet import games.rows games.tabiya
  tabiya explore games.tabiya --moves '1. e4'";

/// Convert rows to a database: the same games with the same numbers
///
/// The other direction is `tabiya-fleet rows games.tabiya -o other.rows`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Import {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The database, which must not exist
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Import {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        verify_games(&self.folder)?;
        let fleet = Fleet::open(&self.folder)?;
        warn_of_missing_manifests(&self.folder)?;
        let name = self.folder.display().to_string();
        if self.database.exists() {
            let error = format!("{} exists already", self.database.display());
            return Err(Failure::BadInput(Some(error)));
        }
        let options =
            AddOptions { keep_duplicates: true, threads: usize::from(self.threads), ..AddOptions::default() };
        let mut writer = Writer::open(&self.database, options)?;
        let is_complete = through_pipe(&fleet, |games| writer.read(&name, games, &mut ProblemPrinter))?;
        let (read, all) = (writer.added().added, fleet.games());
        if !is_complete || read != all {
            // Nothing is visible before the commit.
            return Err(Failure::BadInput(Some(format!(
                "{name}: only {read} of its {} could be read",
                counted(all, "game")
            ))));
        }
        let added = writer.commit(&mut ProblemPrinter)?;
        complain("note", format!("{}: {}", self.database.display(), counted(added.added, "game")));
        Ok(())
    }
}
