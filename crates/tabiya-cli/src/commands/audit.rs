//! `tabiya audit`: tests key tables, dialects and engines.

mod collision_pair;
mod collisions;
mod dialect;
mod engine;
mod keys_file;
mod pgn;
mod subject;
mod table;

use std::time::Duration;

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::{Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya audit table --dialect polyglot
  tabiya audit dialect rustic
  tabiya audit engine -- stockfish
  tabiya audit collisions --positions 1000000";

/// Find weaknesses in Zobrist keys: of a table, a dialect, an engine
#[derive(Subcommand, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Audit {
    Table(table::TableAudit),
    Dialect(dialect::Dialect),
    Engine(engine::Engine),
    Collisions(collisions::Collisions),
}

impl Audit {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        match self {
            Audit::Table(table) => table.run(),
            Audit::Dialect(dialect) => dialect.run(),
            Audit::Engine(engine) => engine.run(),
            Audit::Collisions(collisions) => collisions.run(),
        }
    }
}

/// A progress bar, shown only on a terminal.
fn progress_bar(length: u64) -> ProgressBar {
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr())
}

/// A spinner for work of unknown length.
fn spinner(message: &'static str) -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_message(message);
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}").expect("the template is valid");
    spinner.set_style(style);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
