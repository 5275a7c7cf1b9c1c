use std::path::PathBuf;

use clap::Args;
use tabiya_cli::args::{complain, counted};
use tabiya_db::{AddOptions, Collection, Writer};
use tabiya_fleet::{Fleet, through_pipe, verify_games};

use crate::Failure;
use crate::rows::Told;

const EXAMPLES: &str = "\
Examples:
  tabiya-fleet import games.rows games.tabiya
  tabiya explore games.tabiya --moves '1. e4'";

/// Make a database of a folder of rows: the same games under the same numbers
///
/// And back: `tabiya-fleet rows games.tabiya -o other.rows`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Import {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The database, which must not be there
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Import {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        verify_games(&self.folder)?;
        let fleet = Fleet::open(&self.folder)?;
        let name = self.folder.display().to_string();
        if self.database.exists() {
            let there = format!("{} is there already", self.database.display());
            return Err(Failure::BadInput(Some(there)));
        }
        let options =
            AddOptions { keep_duplicates: true, threads: usize::from(self.threads), ..AddOptions::default() };
        let mut writer = Writer::open(&self.database, options)?;
        let is_whole = through_pipe(&fleet, |games| writer.read(&name, games, &mut Told))?;
        let (taken, all) = (writer.added().added, fleet.games());
        if !is_whole || taken != all {
            // Nothing is there before it is committed.
            return Err(Failure::BadInput(Some(format!(
                "{name}: {taken} of its {} could be read again",
                counted(all, "game")
            ))));
        }
        let added = writer.commit(&mut Told)?;
        complain("note", format!("{}: {}", self.database.display(), counted(added.added, "game")));
        Ok(())
    }
}
