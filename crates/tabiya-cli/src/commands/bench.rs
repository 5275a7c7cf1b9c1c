use clap::Args;
use serde::Serialize;
use tabiya_engine::{Signals, bench};

use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya bench
  tabiya bench --depth 8 --json";

/// Search fixed positions and print the node signature and speed
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bench {
    /// Depth in plies
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    nodes: u64,
    milliseconds: u128,
    nodes_per_second: u64,
}

impl Bench {
    pub(crate) fn run(self) -> Result<Verdict, Failure> {
        let mut print = |line: &str| {
            if !self.json {
                eprintln!("{line}");
            }
        };
        let sum = bench::run(self.depth, &Signals::default(), &mut print)
            .map_err(|problem| Failure::BadInput(problem.to_string()))?;
        if !self.json {
            return output::answer(sum);
        }
        output::answer(output::json(&Answer {
            nodes: sum.nodes,
            milliseconds: sum.time.as_millis(),
            nodes_per_second: sum.speed(),
        }))
    }
}
