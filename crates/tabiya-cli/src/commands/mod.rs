//! One file a command. Each reads its arguments, asks the library and writes the answer.

mod audit;
mod bench;
mod book;
mod fen;
mod game;
mod key;
mod matches;
mod perft;
mod serve;
mod trace;
mod uci;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use tabiya::Variant;

use crate::output::{Failure, Verdict};

#[derive(Subcommand)]
pub(crate) enum Command {
    Key(key::Key),
    #[command(subcommand)]
    Audit(audit::Audit),
    #[command(subcommand)]
    Book(book::Book),
    Fen(fen::Fen),
    Game(game::Game),
    Match(Box<matches::Match>),
    Perft(perft::Perft),
    Serve(serve::Serve),
    Trace(trace::Trace),
    Uci(uci::Uci),
    Bench(bench::Bench),
}

impl Command {
    pub(crate) fn run(self) -> Result<Verdict, Failure> {
        match self {
            Command::Key(key) => key.run(),
            Command::Audit(audit) => audit.run(),
            Command::Book(book) => book.run(),
            Command::Fen(fen) => fen.run(),
            Command::Game(game) => game.run(),
            Command::Match(contest) => contest.run(),
            Command::Perft(perft) => perft.run(),
            Command::Serve(serve) => serve.run(),
            Command::Trace(trace) => trace.run(),
            Command::Uci(uci) => uci.run(),
            Command::Bench(bench) => bench.run(),
        }
    }
}

/// What every command may be told.
#[derive(Args, Clone, Copy, Debug)]
struct Common {
    /// Which game the positions belong to
    #[arg(long, value_name = "V", default_value_t, value_parser = variants())]
    variant: Variant,
    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn variants() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(|variant| variant.to_string()))
        .try_map(|name| name.parse::<Variant>())
}
