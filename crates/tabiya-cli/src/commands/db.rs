mod add;
mod compact;
mod export;
mod info;
mod verify;

use std::path::Path;

use clap::Subcommand;
use tabiya_db::{Database, DbError, Listen};

use super::game::progress::Progress;
use crate::output::{Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya db add games.tabiya games.pgn
  tabiya db info games.tabiya
  tabiya explore games.tabiya --moves '1. e4 c5'
  tabiya find games.tabiya --moves '1. e4 c5' --player carlsen
  tabiya db export games.tabiya --since 2020 -o recent.pgn";

/// Keep a database of games that is asked by position: add to it, look after it, take games out
#[derive(Subcommand, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Db {
    Add(add::Add),
    Info(info::Info),
    Verify(verify::Verify),
    Compact(compact::Compact),
    Export(export::Export),
}

impl Db {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        match self {
            Db::Add(add) => add.run(),
            Db::Info(info) => info.run(),
            Db::Verify(verify) => verify.run(),
            Db::Compact(compact) => compact.run(),
            Db::Export(export) => export.run(),
        }
    }
}

/// Opens a database to ask it.
pub(super) fn open(path: &Path) -> Result<Database, Failure> {
    Database::open(path).map_err(failed)
}

/// What a database has to say is meant for people.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn failed(error: DbError) -> Failure {
    Failure::BadInput(error.to_string())
}

/// Shows how far long work is, and says what is wrong on the way.
pub(super) struct Listener<'a> {
    pub(super) progress: &'a Progress,
    pub(super) complaints: u64,
}

impl Listen for Listener<'_> {
    fn game(&mut self) {
        self.progress.count_game();
    }

    fn complaint(&mut self, text: &str) {
        self.complaints += 1;
        self.progress.aside(|| complain("error", text));
    }

    fn warning(&mut self, text: &str) {
        self.progress.aside(|| complain("warning", text));
    }

    fn sorted(&mut self, part: usize, parts: usize) {
        self.progress.say(format!("sorting positions, {} %", 100 * part / parts));
    }
}
