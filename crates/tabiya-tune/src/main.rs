//! Tunes the evaluation: `play` makes positions whose outcome is known, `fit` finds weights that foretell it.

mod fit;
mod play;
mod sample;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tabiya::{Chess, Makruk, Variant};

/// Tunes the engine's evaluation.
#[derive(Parser)]
#[command(name = "tabiya-tune", version, arg_required_else_help = true)]
#[command(
    after_help = "Exit status: 0 done, 1 the input was bad or a file could not be written, 2 wrong usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games against itself and write down their quiet positions.
    ///
    /// Each line is a position, its game's result for white (1, 0.5, 0) and the search's score for white in
    /// centipawns, with semicolons between. A run that was cut off goes on where it stopped.
    #[command(after_help = "Example: tabiya-tune play --games 10000 --nodes 2000 --out chess.txt")]
    Play(PlayArgs),
    /// Find weights that foretell the results.
    #[command(
        after_help = "Example: tabiya-tune fit chess.txt --out crates/tabiya-engine/src/eval/chess_weights_table.rs"
    )]
    Fit(FitArgs),
}

#[derive(Args)]
struct PlayArgs {
    /// chess, chess960 or makruk.
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// How many games the file shall have.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Positions searched for each move.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Another seed gives other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The file to write, or to go on with.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct FitArgs {
    /// chess (Chess960 too) or makruk.
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// Files that `play` wrote.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The table of weights to write.
    #[arg(long)]
    out: PathBuf,
    /// How much of the aim is the search's score, the rest being the result.
    #[arg(long, default_value_t = 0.4)]
    blend: f64,
    /// Passes over the positions, at most.
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// The first step, in centipawns.
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// How strongly weights that are seldom met stay what they were.
    #[arg(long, default_value_t = 100.0)]
    hold: f64,
    /// Threads that share the work.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Play(args) => match args.variant {
            Variant::Chess | Variant::Chess960 => play::run::<Chess>(&args),
            Variant::Makruk => play::run::<Makruk>(&args),
        },
        Command::Fit(args) => match args.variant {
            Variant::Chess | Variant::Chess960 => fit::run::<Chess>(&args),
            Variant::Makruk => fit::run::<Makruk>(&args),
        },
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(1)
        }
    }
}
