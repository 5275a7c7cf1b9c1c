//! The program `tabiya-fleet`.

mod import;
mod query;
mod rows;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "sql")]
mod servers;
#[cfg(feature = "sql")]
mod stats;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tabiya_cli::args::{AskError, complain};
use tabiya_db::DbError;
use tabiya_db::filter::BackwardDates;

/// Query collections of games stored as Parquet, on one machine or a cluster
#[derive(Parser, Debug)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Rows(rows::Rows),
    Info(rows::Info),
    Verify(rows::Verify),
    Explore(query::Explore),
    Find(query::Find),
    Export(query::ExportGames),
    Import(import::Import),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    #[cfg(feature = "sql")]
    Stats(stats::Stats),
    #[cfg(feature = "sql")]
    Scheduler(servers::Scheduler),
    #[cfg(feature = "sql")]
    Executor(servers::Executor),
}

/// Why a command failed.
#[derive(Debug)]
enum Failure {
    /// Bad input, with a message unless it was printed already.
    BadInput(Option<String>),
    /// Wrong usage.
    Usage(String),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Failure {
        Failure::BadInput(Some(error.to_string()))
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Failure {
        match error {
            AskError::Output(error) => Failure::Output(error),
            error => Failure::BadInput(Some(error.to_string())),
        }
    }
}

impl From<BackwardDates> for Failure {
    fn from(dates: BackwardDates) -> Failure {
        Failure::Usage(dates.to_string())
    }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Rows(rows) => rows.run(),
        Command::Info(info) => info.run(),
        Command::Verify(verify) => verify.run(),
        Command::Explore(explore) => explore.run(),
        Command::Find(find) => find.run(),
        Command::Export(export) => export.run(),
        Command::Import(import) => import.run(),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve.run(),
        #[cfg(feature = "sql")]
        Command::Stats(stats) => stats.run(),
        #[cfg(feature = "sql")]
        Command::Scheduler(scheduler) => scheduler.run(),
        #[cfg(feature = "sql")]
        Command::Executor(executor) => executor.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::BadInput(text)) => {
            text.iter().for_each(|text| complain("error", text));
            ExitCode::from(1)
        }
        Err(Failure::Usage(text)) => {
            complain("error", text);
            ExitCode::from(2)
        }
        // The reader closed the pipe.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            complain("error", format!("cannot write to standard output: {error}"));
            ExitCode::from(1)
        }
    }
}
