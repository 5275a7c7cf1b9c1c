use std::io;

use clap::Args;

use crate::output::{Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya uci          use this as the engine command in a chess GUI
  printf 'position startpos moves e2e4\\ngo movetime 300\\n' | tabiya uci
  printf 'setoption name UCI_Variant value makruk\\nd\\ngo perft 4\\n' | tabiya uci

Besides UCI's own commands: `d` shows the position and its key, `eval` explains the evaluation,
`go perft N` counts leaf nodes, `bench` measures the speed.
Options: Hash, Threads, MultiPV, Ponder, UCI_Chess960, UCI_Variant (chess, makruk),
OwnBook, Book (a Polyglot file), UCI_LimitStrength, UCI_Elo, UCI_AnalyseMode, UCI_ShowWDL,
Move Overhead, Clear Hash, UseTT (off, cutoffs, ordering, both).";

/// Run the UCI engine for chess, Chess960 and Makruk
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Uci {}

impl Uci {
    pub(crate) fn run(self) -> Result<Verdict, Failure> {
        tabiya_engine::uci::run(io::stdin().lock(), io::stdout()).map_err(Failure::Input)?;
        Ok(Verdict::Good)
    }
}
