mod add;
mod compact;
mod export;
mod info;
mod verify;

use std::path::Path;

use clap::{Args, Subcommand};
use tabiya_db::{AddObserver, AddOptions, Database, DbError};

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

/// How much of the machine long work may use.
#[derive(Args, Debug)]
struct WorkArgs {
    /// How many threads, up to 256; as many as there are processors unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Mebibytes of memory to work in; beyond that, files in the database's folder are used
    #[arg(long, value_name = "MiB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(16..=1_048_576))]
    memory: u32,
}

impl WorkArgs {
    fn options(&self) -> AddOptions {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        AddOptions {
            threads: self.threads.map_or(processors, usize::from),
            memory: (self.memory as usize) << 20,
            ..AddOptions::default()
        }
    }
}

/// Long work gives way to whoever waits for an answer meanwhile, such as a server of the same database.
fn give_way() {
    #[cfg(unix)]
    let _ = rustix::process::nice(10);
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

impl AddObserver for Listener<'_> {
    fn game(&mut self) {
        self.progress.count_game();
    }

    fn error(&mut self, text: &str) {
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
