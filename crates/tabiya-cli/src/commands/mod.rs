//! One file per command. Each parses its arguments, calls the library and writes the output.

mod analyze;
mod annotate;
mod audit;
mod bench;
mod book;
mod db;
mod explore;
mod fen;
mod find;
mod game;
mod generate;
mod key;
mod matches;
mod moves;
mod novelty;
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
    #[command(visible_alias = "analyse")]
    Analyze(analyze::Analyze),
    Annotate(annotate::Annotate),
    #[command(subcommand)]
    Audit(audit::Audit),
    #[command(subcommand)]
    Book(book::Book),
    #[command(subcommand)]
    Db(Box<db::Db>),
    Explore(Box<explore::Explore>),
    Fen(fen::Fen),
    Find(Box<find::Find>),
    Game(game::Game),
    Generate(generate::Generate),
    Match(Box<matches::Match>),
    Moves(moves::Moves),
    Novelty(novelty::Novelty),
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
            Command::Analyze(analyze) => analyze.run(),
            Command::Annotate(annotate) => annotate.run(),
            Command::Audit(audit) => audit.run(),
            Command::Book(book) => book.run(),
            Command::Db(db) => db.run(),
            Command::Explore(explore) => explore.run(),
            Command::Fen(fen) => fen.run(),
            Command::Find(find) => find.run(),
            Command::Game(game) => game.run(),
            Command::Generate(generate) => generate.run(),
            Command::Match(contest) => contest.run(),
            Command::Moves(moves) => moves.run(),
            Command::Novelty(novelty) => novelty.run(),
            Command::Perft(perft) => perft.run(),
            Command::Serve(serve) => serve.run(),
            Command::Trace(trace) => trace.run(),
            Command::Uci(uci) => uci.run(),
            Command::Bench(bench) => bench.run(),
        }
    }
}

/// Arguments common to all commands.
#[derive(Args, Clone, Copy, Debug)]
struct Common {
    /// Variant [default: chess, or chess960 if the FEN is valid only there]
    #[arg(long = "variant", value_name = "V", value_parser = variants())]
    requested_variant: Option<Variant>,
    /// Write JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Common {
    /// The variant, if nothing else determines it.
    fn variant(&self) -> Variant {
        self.requested_variant.unwrap_or_default()
    }
}

pub(crate) fn variants() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(|variant| variant.to_string()))
        .try_map(|name| name.parse::<Variant>())
}
