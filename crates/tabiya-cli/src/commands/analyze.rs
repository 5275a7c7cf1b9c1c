mod report;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use clap::Args;
use tabiya::{AnyPosition, Game, with_position};
use tabiya_cli::args::PlaceArgs;
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, ReportBound, STACK, Searcher, Settings, Signals};
use tabiya_table::Table;

use super::Common;
use crate::input::{moves_of, parse_ply};
use crate::output::{self, Failure, Verdict, complain};
use report::AnalysisReport;

/// The default time.
const SECONDS: f64 = 5.0;

const EXAMPLES: &str = "\
Examples:
  tabiya analyze --moves '1. e4 e5 2. Nf3 Nc6 3. Bb5' --time 10
  tabiya analyze 'r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1' --depth 12
  tabiya analyze --variant makruk --nodes 500000 --multipv 3 --json";

/// Analyze a position with the engine
///
/// Prints depth, score and line as the search goes on, and the best move at the end. Scores are White's: +1.00 is a pawn
/// more for White, #3 is mate by White in three, #-3 by Black. Ctrl-C stops the search. Without a limit it searches for
/// five seconds. Repetitions among the moves of --moves count.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Analyze {
    #[command(flatten)]
    place: PlaceArgs,
    /// Maximum depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Maximum number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Maximum time in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Number of best lines, up to 100
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    multipv: u16,
    /// Number of threads, up to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    #[command(flatten)]
    common: Common,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds, from 0.001 to 1000000".to_string())
}

impl Analyze {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let start = self.place.start(self.common.requested_variant)?;
        with_position!(start, start, wrap => self.search_with_output(Game::from_position(start), wrap))
    }

    fn search_with_output<R: Evaluate>(
        &self,
        mut game: Game<R>,
        any: fn(tabiya::Position<R>) -> AnyPosition,
    ) -> Result<Verdict, Failure> {
        for (index, text) in moves_of(&self.place.moves()?).enumerate() {
            let mv = parse_ply(index + 1, &text, |text| game.position().parse_move(text));
            game.play_legal(mv.map_err(Failure::BadInput)?);
        }
        let table = Table::new(self.hash as usize)
            .map_err(|error| Failure::conflict(format!("--hash {}: {error}", self.hash)))?;
        let signals = Arc::new(Signals::default());
        let on_interrupt = Arc::clone(&signals);
        // Without a handler Ctrl-C would end the program instead of the search.
        let _ = ctrlc::set_handler(move || on_interrupt.stop.store(true, Ordering::Relaxed));
        let output = AnalysisReport::new(any(*game.position()), self.common.json, self.multipv);
        let search = || self.search(&game, &table, &signals, output);
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
            let thread =
                thread.map_err(|error| Failure::BadInput(format!("cannot start a thread: {error}")))?;
            thread.join().expect("a search does not panic")
        })
    }

    fn search<R: Evaluate>(
        &self,
        game: &Game<R>,
        table: &Table,
        signals: &Signals,
        mut output: AnalysisReport,
    ) -> Result<Verdict, Failure> {
        let settings =
            Settings { threads: self.threads.into(), multi_pv: self.multipv.into(), ..Settings::default() };
        let mut out = output::open();
        let mut failure = None;
        let found = Searcher::new().search(game, &self.limits(), &settings, table, signals, &mut |report| {
            if report.bound == ReportBound::Exact && failure.is_none() {
                let line = output.line(report);
                let written = line.map_or(Ok(()), |line| writeln!(out, "{line}").and_then(|()| out.flush()));
                failure = written.err();
                if failure.is_some() {
                    signals.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(error) = failure {
            return Err(Failure::Output(error));
        }
        if found.best.is_none() && !self.common.json {
            let why = game.outcome().map(|outcome| format!(": {outcome}")).unwrap_or_default();
            complain("note", format!("no legal moves{why}"));
            return Ok(Verdict::Good);
        }
        writeln!(out, "{}", output.end(&found)).and_then(|()| out.flush()).map_err(Failure::Output)?;
        Ok(Verdict::Good)
    }

    fn limits(&self) -> Limits {
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.time.is_some();
        let usual = (!is_limited).then(|| Duration::from_secs_f64(SECONDS));
        Limits { depth: self.depth, nodes: self.nodes, move_time: self.time.or(usual), ..Limits::default() }
    }
}
