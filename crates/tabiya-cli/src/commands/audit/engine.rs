use std::ffi::OsString;
use std::fmt::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tabiya_audit::{EngineReport, EngineSettings, Suspicion, audit_engine};

use super::spinner;
use crate::commands::Common;
use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya audit engine -- stockfish
  tabiya audit engine --variant makruk -- fairy-stockfish
  tabiya audit engine --seconds 120 --json -- ./my-engine --uci

The engine must print a line `Key: …` in response to the command `d`. No response may take
longer than 5 seconds. The engine and its child processes are killed when the audit ends.
Exit status: 0 nothing suspicious found, 1 something found, or the engine failed, 2 wrong usage.";

/// Query a UCI engine for keys in many ways and report inconsistencies
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Engine {
    /// Maximum duration of the audit
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
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
        let mut settings = EngineSettings::new(self.common.variant(), Duration::from_secs(self.seconds));
        settings.seed = self.seed;
        let bar = spinner("querying the engine");
        let on_progress =
            &mut |queried: usize| bar.set_message(format!("querying the engine: {queried} positions"));
        let report = audit_engine(&self.command, &settings, on_progress);
        bar.finish_and_clear();
        let report = report.map_err(|error| Failure::BadInput(error.to_string()))?;
        output::answer(if self.common.json { self.json(&report) } else { self.text(&report) })?;
        let is_clean = report.suspicions.is_empty() && !report.is_unfinished;
        Ok(if is_clean { Verdict::Good } else { Verdict::BadInput })
    }

    fn json(&self, report: &EngineReport) -> String {
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
            left_out: &report.skipped,
        })
    }

    fn text(&self, report: &EngineReport) -> String {
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
