//! The program `tabiya`: command-line adapters over the library.

mod commands;
mod dialects;
mod input;
mod interrupt;
mod output;
mod overwrite;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use commands::Command;
use output::{Failure, Verdict};

/// Zobrist keys, games, databases and an engine for chess, Chess960 and Makruk
#[derive(Parser)]
#[command(name = "tabiya", version, arg_required_else_help = true)]
#[command(after_help = "Exit status: 0 done, 1 the input was bad, 2 wrong usage.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let answer = match Cli::try_parse() {
        Ok(cli) => cli.command.run(),
        Err(refusal) if refusal.use_stderr() => Err(Failure::Usage(refusal)),
        Err(help) => print(&help),
    };
    match answer {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::BadInput) => ExitCode::from(1),
        Err(failure) => failure.report(),
    }
}

/// Help and version go to standard output, so writing them can fail, too.
fn print(help: &clap::Error) -> Result<Verdict, Failure> {
    help.print().and_then(|()| io::stdout().flush()).map_err(Failure::Output)?;
    Ok(Verdict::Good)
}
