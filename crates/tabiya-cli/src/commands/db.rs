mod add;
mod compact;
mod delete;
mod duplicates;
mod edit;
mod export;
mod info;
mod recover;
mod selection;
mod verify;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, Subcommand};
use tabiya_db::{AddObserver, AddOptions, Database, DbError};

use super::game::progress::Progress;
use crate::interrupt;
use crate::output::{Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya db add games.tabiya games.pgn
  tabiya db info games.tabiya
  tabiya explore games.tabiya --moves '1. e4 c5'
  tabiya find games.tabiya --moves '1. e4 c5' --player carlsen
  tabiya db export games.tabiya --since 2020 -o recent.pgn";

/// Manage a database of games that is searched by position
#[derive(Subcommand, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Db {
    Add(add::Add),
    Info(info::Info),
    Verify(verify::Verify),
    Compact(compact::Compact),
    Export(export::Export),
    Delete(delete::Delete),
    Edit(edit::Edit),
    Duplicates(duplicates::Duplicates),
    Recover(recover::Recover),
}

impl Db {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        match self {
            Db::Add(add) => add.run(),
            Db::Info(info) => info.run(),
            Db::Verify(verify) => verify.run(),
            Db::Compact(compact) => compact.run(),
            Db::Export(export) => export.run(),
            Db::Delete(delete) => delete.run(),
            Db::Edit(edit) => edit.run(),
            Db::Duplicates(duplicates) => duplicates.run(),
            Db::Recover(recover) => recover.run(),
        }
    }
}

/// Resources for long operations.
#[derive(Args, Debug)]
struct WorkArgs {
    /// Number of threads, up to 256 [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Working memory in MB; beyond it, temporary files in the database folder are used
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

/// Lowers the priority, so that a server of the same database stays responsive.
fn give_way() {
    #[cfg(unix)]
    let _ = rustix::process::nice(10);
}

/// Opens a database for queries.
pub(super) fn open(path: &Path) -> Result<Database, Failure> {
    Database::open(path).map_err(failed)
}

/// Database errors are messages about the input.
pub(super) fn failed(error: DbError) -> Failure {
    match error {
        DbError::Cancelled => Failure::Interrupted("interrupted: nothing was changed"),
        error => Failure::BadInput(error.to_string()),
    }
}

/// Shows progress, and prints warnings.
pub(super) struct Listener<'a> {
    pub(super) progress: &'a Progress,
    pub(super) complaints: u64,
    interrupted: Arc<AtomicBool>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(progress: &'a Progress) -> Listener<'a> {
        Listener { progress, complaints: 0, interrupted: interrupt::flag() }
    }
}

impl AddObserver for Listener<'_> {
    fn game(&mut self) {
        self.progress.count_game();
    }

    fn error(&mut self, text: &str) {
        self.complaints += 1;
        self.progress.suspend(|| complain("error", text));
    }

    fn warning(&mut self, text: &str) {
        self.progress.suspend(|| complain("warning", text));
    }

    fn is_cancelled(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn sorted(&mut self, part: usize, parts: usize) {
        self.progress.set_message(format!("sorting positions, {} %", 100 * part / parts));
    }
}
