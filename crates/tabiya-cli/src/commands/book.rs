mod make;
mod probe;
mod show;

use std::fs::File;
use std::path::Path;

use clap::Subcommand;
use tabiya_pgn::book::BookError;

use crate::output::{Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya book make games.pgn -o book.bin
  tabiya book probe book.bin --moves 'e2e4 e7e5'
  tabiya book show book.bin";

/// Make, probe and show Polyglot opening books
#[derive(Subcommand, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Book {
    Make(make::Make),
    Probe(probe::Probe),
    Show(show::Show),
}

impl Book {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        match self {
            Book::Make(make) => make.run(),
            Book::Probe(probe) => probe.run(),
            Book::Show(show) => show.run(),
        }
    }
}

fn open(path: &Path) -> Result<tabiya_pgn::book::Book<File>, Failure> {
    tabiya_pgn::book::Book::open(path).map_err(|error| broken(path, &error))
}

fn broken(path: &Path, error: &BookError) -> Failure {
    Failure::BadInput(format!("{}: {error}", path.display()))
}
