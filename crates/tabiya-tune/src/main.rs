//! Tunes the evaluation: `play` generates positions with results, `fit` finds weights that predict them.

mod fit;
mod play;
mod sample;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use tabiya::{Chess, Makruk, Variant};

/// Tune the engine's evaluation
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
    /// Play games against itself and record their quiet positions
    ///
    /// Each line is a position, its game's result for White (1, 0.5, 0) and the search's score for White in
    /// centipawns, separated by semicolons. An interrupted run resumes.
    #[command(after_help = "Example: tabiya-tune play --games 10000 --nodes 2000 --out chess.txt")]
    Play(PlayArgs),
    /// Find weights that predict the results
    #[command(
        after_help = "Example: tabiya-tune fit chess.txt --out crates/tabiya-engine/src/eval/chess_weights_table.rs"
    )]
    Fit(FitArgs),
}

#[derive(Args)]
struct PlayArgs {
    /// Variant: chess, chess960 or makruk
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// Number of games in the file
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games in parallel
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Output file; an existing one is resumed
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct FitArgs {
    /// Variant: chess (also for Chess960) or makruk
    #[arg(long, default_value = "chess")]
    variant: Variant,
    /// Files written by `play`
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Output file for the table of weights
    #[arg(long)]
    out: PathBuf,
    /// Share of the search's score in the target; the rest is the result
    #[arg(long, default_value_t = 0.4)]
    blend: f64,
    /// Maximum number of epochs
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// Initial learning rate, in centipawns
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// Regularization of rare weights toward their initial values
    #[arg(long = "hold", default_value_t = 100.0)]
    regularization: f64,
    /// Number of threads
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
