use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde::Serialize;
use tabiya::perft::{CacheTooLarge, MAX_DEPTH, PerftCache, Progress};
use tabiya::{AnyPosition, Chess, Makruk, Move, Variant};
use tabiya_cli::args::StartArgs;
use tabiya_table::available_mebibytes;

use super::Common;
use crate::input::{answer_each_line, lenient_position};
use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya perft 5
  tabiya perft 4 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' --divide
  tabiya perft 5 --variant makruk --threads 2
  tabiya perft 7 --hash 256
  printf 'startpos\\t3\\n' | tabiya perft --stdin";

/// Count leaf nodes of the tree of legal moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Perft {
    /// Depth in half-moves, up to 100
    #[arg(value_name = "DEPTH", required_unless_present = "stdin", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    #[command(flatten)]
    start: StartArgs,
    /// Print a count for each move first
    #[arg(long, conflicts_with = "stdin")]
    divide: bool,
    /// Number of threads, up to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Cache size in MB; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,
    /// Read one position, TAB and depth per line (DEPTH is the default depth); print one count per line
    #[arg(long, conflicts_with = "fen")]
    stdin: bool,
    #[command(flatten)]
    common: Common,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    variant: String,
    fen: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
    seconds: f64,
    nodes_per_second: f64,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    uci: String,
    nodes: u64,
}

impl Perft {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let counter = Counter::new(self).map_err(Failure::conflict)?;
        if self.stdin {
            return answer_each_line(self.common.json, |line, number| {
                self.answer_line(&counter, line, number)
            });
        }
        let position = self.start.position(self.common.requested_variant)?;
        let depth = self.depth.expect("without --stdin the depth is required");
        output::answer(self.answer(&counter, &position, depth).map_err(Failure::BadInput)?)
    }

    fn answer_line(&self, counter: &Counter, line: &str, number: usize) -> Result<String, String> {
        let (fen, depth) = match line.split_once('\t') {
            Some((fen, depth)) => (fen, read_depth(depth)?),
            None => (line, self.depth.ok_or("missing depth: expected FEN, TAB, depth")?),
        };
        let position = lenient_position(fen, self.common.requested_variant, Some(number))?;
        self.answer(counter, &position, depth)
    }

    fn answer(&self, counter: &Counter, position: &AnyPosition, depth: u32) -> Result<String, String> {
        let start = Instant::now();
        let by_move = counter.divide(position, depth);
        let nodes = match depth {
            0 => Some(1),
            _ => by_move.iter().try_fold(0u64, |sum, (_, nodes)| sum.checked_add(*nodes)),
        };
        // The counter saturates at `u64::MAX`.
        let nodes = nodes.filter(|nodes| *nodes < u64::MAX).ok_or("the count exceeds 64 bits")?;
        let seconds = start.elapsed().as_secs_f64();
        let branches = by_move.into_iter().map(|(mv, nodes)| Branch { uci: position.uci(mv), nodes });
        if self.common.json {
            return Ok(output::json(&Answer {
                variant: position.variant().to_string(),
                fen: position.to_fen(),
                depth,
                nodes,
                divide: self.divide.then(|| branches.collect()),
                seconds,
                nodes_per_second: nodes as f64 / seconds.max(f64::EPSILON),
            }));
        }
        if io::stderr().is_terminal() {
            let speed = nodes as f64 / seconds.max(f64::EPSILON) / 1e6;
            complain("speed", format!("{nodes} nodes in {seconds:.3} s, {speed:.1} Mn/s"));
        }
        let mut text = String::new();
        if self.divide {
            branches.for_each(|branch| text.push_str(&format!("{}: {}\n", branch.uci, branch.nodes)));
        }
        Ok(text + &nodes.to_string())
    }
}

fn read_depth(text: &str) -> Result<u32, String> {
    let digits = text.trim_ascii();
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let depth = digits.parse().ok().filter(|depth| is_number && *depth <= MAX_DEPTH);
    depth.ok_or_else(|| format!("the depth must be a number from 0 to {MAX_DEPTH}"))
}

/// Threads, and a cache for the variant in use.
struct Counter {
    threads: usize,
    chess: PerftCache<Chess>,
    makruk: PerftCache<Makruk>,
}

impl Counter {
    fn new(args: &Perft) -> Result<Counter, String> {
        if let Some(available) = available_mebibytes().filter(|available| args.hash > *available) {
            return Err(format!("--hash {} exceeds the available {available} MB", args.hash));
        }
        Counter::allocate(args).map_err(|error| error.to_string())
    }

    fn allocate(args: &Perft) -> Result<Counter, CacheTooLarge> {
        let is_makruk = args.common.variant() == Variant::Makruk;
        let hash_if = |is_needed: bool| if is_needed { args.hash } else { 0 };
        Ok(Counter {
            threads: args.threads.into(),
            chess: PerftCache::new(hash_if(!is_makruk))?,
            makruk: PerftCache::new(hash_if(is_makruk))?,
        })
    }

    fn divide(&self, position: &AnyPosition, depth: u32) -> Vec<(Move, u64)> {
        // Hidden unless standard error is a terminal.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let started = Instant::now();
        let show = |progress: Progress| {
            if started.elapsed() > Duration::from_secs(1) {
                bar.set_length(progress.all as u64);
                bar.set_position(progress.done as u64);
            }
        };
        // Not `with_position!`: each variant has a cache type of its own.
        let by_move = match position {
            AnyPosition::Chess(position) | AnyPosition::Chess960(position) => tabiya::perft::Perft::new()
                .threads(self.threads)
                .cache(&self.chess)
                .on_progress(&show)
                .divide(position, depth),
            AnyPosition::Makruk(position) => tabiya::perft::Perft::new()
                .threads(self.threads)
                .cache(&self.makruk)
                .on_progress(&show)
                .divide(position, depth),
        };
        bar.finish_and_clear();
        by_move
    }
}
