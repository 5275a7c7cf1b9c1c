use std::ffi::OsString;
use std::fmt::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tabiya_audit::{
    Analysis, AnalysisSettings, EngineReport, EngineSettings, EngineTable, Suspicion, audit_engine,
};

use super::spinner;
use crate::commands::Common;
use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya audit engine -- stockfish
  tabiya audit engine --variant makruk -- fairy-stockfish
  tabiya audit engine --seconds 120 --json -- ./my-engine --uci
  tabiya audit engine --games 2000 -- ./my-engine

The engine must print a line `Key: …` in response to the command `d`. No response may take
longer than 5 seconds. The engine and its child processes are killed when the audit ends.
Exit status: 0 nothing suspicious found, 1 something found, or the engine failed, 2 wrong usage.";

/// The default limits.
const SECONDS: u64 = 60;
const GAMES: usize = 100;

/// The time to search dependent sets of more than six of the engine's numbers.
const TABLE_TIME: Duration = Duration::from_secs(2);

/// Query a UCI engine for keys in many ways and report inconsistencies
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Engine {
    /// Time for the audit: random games are played until it is over [default: 60 at most]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: Option<u64>,
    /// Number of random games after the other checks [default: 100, or as many as --seconds permits]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Seed of the random games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    common: Common,
    /// The engine and its arguments, after `--`
    #[arg(value_name = "COMMAND", required = true, last = true)]
    command: Vec<OsString>,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer<'a> {
    engine: &'a str,
    variant: String,
    dialects: &'a [String],
    positions: usize,
    checks: Vec<Checked>,
    suspicions: Vec<Suspected<'a>>,
    games: usize,
    constant_bits: &'a [u32],
    equal_bits: &'a [[u32; 2]],
    table: Option<&'a TableFinding>,
    left_out: &'a [String],
}

#[derive(Serialize)]
struct Checked {
    check: String,
    comparisons: usize,
}

#[derive(Serialize)]
struct Suspected<'a> {
    check: String,
    variant: String,
    about: &'a str,
    times: usize,
    identity: &'static str,
    commands: &'a [Vec<String>; 2],
    keys: &'a [String; 2],
}

/// The audit of the engine's own numbers.
#[derive(Serialize)]
struct TableFinding {
    count: usize,
    rank: usize,
    smallest_set: Option<Vec<String>>,
    verdict: String,
    #[serde(skip)]
    is_weak: bool,
}

impl TableFinding {
    fn of(table: &EngineTable) -> Option<TableFinding> {
        let settings = AnalysisSettings { time: TABLE_TIME, ..AnalysisSettings::default() };
        let analysis = Analysis::of(&table.keys, &settings).ok()?;
        let name = |place: &usize| table.names[*place].clone();
        let set = analysis.smallest_set.as_ref();
        Some(TableFinding {
            count: analysis.count,
            rank: analysis.rank,
            smallest_set: set.map(|set| set.iter().map(name).collect()),
            verdict: analysis.verdict(),
            // Dependent sets of this size are not expected in random numbers.
            is_weak: set.is_some_and(|set| set.len() <= analysis.exact_up_to),
        })
    }
}

impl<'a> Suspected<'a> {
    fn of(suspicion: &'a Suspicion) -> Suspected<'a> {
        Suspected {
            check: suspicion.check.to_string(),
            variant: suspicion.variant.to_string(),
            about: &suspicion.description,
            times: suspicion.count,
            identity: identity(suspicion),
            commands: &suspicion.commands,
            keys: &suspicion.keys,
        }
    }
}

impl Engine {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let seconds = self.seconds.unwrap_or(SECONDS);
        let mut settings = EngineSettings::new(self.common.variant(), Duration::from_secs(seconds));
        settings.games = self.games.or(if self.seconds.is_some() { None } else { Some(GAMES) });
        settings.seed = self.seed;
        let bar = spinner("querying the engine");
        let on_progress =
            &mut |queried: usize| bar.set_message(format!("querying the engine: {queried} positions"));
        let report = audit_engine(&self.command, &settings, on_progress);
        let report = report.map_err(|error| Failure::BadInput(error.to_string()))?;
        bar.set_message("searching dependent sets");
        let table = report.table.as_ref().and_then(TableFinding::of);
        bar.finish_and_clear();
        let (json, text) = (self.common.json, table.as_ref());
        output::answer(if json { self.json(&report, text) } else { self.text(&report, text) })?;
        let is_clean = report.suspicions.is_empty()
            && report.constant_bits.is_empty()
            && report.equal_bits.is_empty()
            && table.is_none_or(|table| !table.is_weak)
            && !report.is_unfinished;
        Ok(if is_clean { Verdict::Good } else { Verdict::BadInput })
    }

    fn json(&self, report: &EngineReport, table: Option<&TableFinding>) -> String {
        output::json(&Answer {
            engine: &report.name,
            variant: self.common.variant().to_string(),
            dialects: &report.dialects,
            positions: report.positions,
            checks: report
                .comparisons
                .iter()
                .map(|(check, comparisons)| Checked { check: check.to_string(), comparisons: *comparisons })
                .collect(),
            suspicions: report.suspicions.iter().map(Suspected::of).collect(),
            games: report.games,
            constant_bits: &report.constant_bits,
            equal_bits: &report.equal_bits,
            table,
            left_out: &report.skipped,
        })
    }

    fn text(&self, report: &EngineReport, table: Option<&TableFinding>) -> String {
        let dialect = match report.dialects.as_slice() {
            [] => "not recognized".to_string(),
            names => names.join(" or "),
        };
        let mut text = format!("engine         {}, {}\n", report.name, self.common.variant());
        let _ = writeln!(text, "dialect        {dialect}");
        let _ = writeln!(text, "positions      {}", report.positions);
        for (check, comparisons) in &report.comparisons {
            let kinds = report.suspicions.iter().filter(|suspicion| suspicion.check == *check).count();
            let result = match kinds {
                0 => "nothing suspicious".to_string(),
                1 => "1 suspicion".to_string(),
                kinds => format!("{kinds} suspicions"),
            };
            let _ = writeln!(text, "{check:14} {comparisons} comparisons, {result}");
        }
        let _ = writeln!(text, "random games   {}", report.games);
        for bits in runs(&report.constant_bits) {
            let _ = writeln!(text, "constant       {bits} in all keys: the keys are shorter than they look");
        }
        for [one, other] in &report.equal_bits {
            let _ = writeln!(text, "duplicate      bit {other} is always bit {one} or its opposite");
        }
        if let Some(TableFinding { count, rank, smallest_set, verdict, is_weak }) = table {
            let _ = writeln!(text, "numbers        {count}, reconstructed from key differences; rank {rank}");
            let _ = writeln!(text, "               {verdict}");
            for name in smallest_set.iter().flatten().filter(|_| *is_weak) {
                let _ = writeln!(text, "                 {name}");
            }
        }
        for skipped in &report.skipped {
            let _ = writeln!(text, "skipped        {skipped}");
        }
        for (number, suspicion) in (1..).zip(&report.suspicions) {
            let _ = write!(text, "\n{number}. {}", described(suspicion));
        }
        text.trim_end().to_string()
    }
}

fn described(suspicion: &Suspicion) -> String {
    let times = if suspicion.count == 1 { "once".to_string() } else { format!("{} times", suspicion.count) };
    let mut text = format!("{}: {} ({times})\n", suspicion.check, suspicion.description);
    for (commands, key) in suspicion.commands.iter().zip(&suspicion.keys) {
        for command in commands {
            let _ = writeln!(text, "     {command}");
        }
        let _ = writeln!(text, "       Key: {key}");
    }
    let _ = writeln!(text, "   Identity: {}", identity(suspicion));
    text
}

fn identity(suspicion: &Suspicion) -> &'static str {
    if suspicion.is_same { "the same position" } else { "different positions" }
}

/// Consecutive bits as ranges.
fn runs(bits: &[u32]) -> Vec<String> {
    let name = |run: &[u32]| match run {
        [bit] => format!("bit {bit} is the same"),
        [first, .., last] => format!("bits {first} to {last} are the same"),
        [] => String::new(),
    };
    bits.chunk_by(|one, next| one + 1 == *next).map(name).collect()
}
