//! The program `tabiya`: command-line adapters over the library.

mod commands;
mod dialects;
mod input;
mod interrupt;
mod output;
mod overwrite;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

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
    let answer = match Cli::try_parse_from(with_help_of_help(env::args_os().collect())) {
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

/// The commands `help` have no option `--help`: `tabiya help --help` is read as `tabiya help help`.
fn with_help_of_help(mut words: Vec<OsString>) -> Vec<OsString> {
    let program = Cli::command();
    let group = words.get(1).and_then(|name| program.find_subcommand(name));
    let place = 1 + usize::from(group.is_some_and(clap::Command::has_subcommands));
    if let [help, option] = words.get(place..).unwrap_or_default()
        && help == "help"
        && (option == "--help" || option == "-h")
    {
        words[place + 1] = "help".into();
    }
    words
}

/// Help and version go to standard output, so writing them can fail, too.
fn print(help: &clap::Error) -> Result<Verdict, Failure> {
    help.print().and_then(|()| io::stdout().flush()).map_err(Failure::Output)?;
    Ok(Verdict::Good)
}
