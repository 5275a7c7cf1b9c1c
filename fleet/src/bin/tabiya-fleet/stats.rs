use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tabiya_cli::args::complain;
use tabiya_fleet::{Engine, Folder, StatsOptions, compute_stats, explain_stats};

use crate::Failure;
use crate::query::warn_of_missing_manifests;

const EXAMPLES: &str = "\
Examples:
  tabiya-fleet stats games.rows -o games.stats
  tabiya-fleet stats games.rows -o games.stats --scheduler df://10.0.0.1:50050 --tasks 64
  tabiya-fleet stats games.rows --explain 0";

/// One of the two options is required, which clap's own usage line does not show.
const USAGE: &str = "\
tabiya-fleet stats [OPTIONS] --output <DIR> <DIR>
       tabiya-fleet stats [OPTIONS] --explain <PART> <DIR>";

/// Compute opening statistics from rows
///
/// Statistics contain the moves and the top games of each position. They are computed by SQL: with DataFusion in this process, or
/// with Ballista on a cluster whose machines have both folders at the same paths. Only parts with changed rows are computed.
/// An interrupted command continues with the next part when run again.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
pub(crate) struct Stats {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The folder of statistics, created if necessary
    #[arg(short, long, value_name = "DIR", required_unless_present = "explain")]
    output: Option<PathBuf>,
    /// Print the SQL statements and plans of a part, and write nothing
    #[arg(long, value_name = "PART", conflicts_with = "output")]
    explain: Option<u32>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Minimum number of games of a position; the rows of others are counted for each query
    #[arg(long, value_name = "N", default_value_t = StatsOptions::default().at_least, value_parser = clap::value_parser!(u64).range(1..))]
    at_least: u64,
    /// Maximum number of games per list
    #[arg(long, value_name = "N", default_value_t = StatsOptions::default().listed as u16, value_parser = clap::value_parser!(u16).range(0..=1000))]
    listed: u16,
    /// Timeout of each statement on a cluster, in seconds; 0 for none [default: two minutes, and a second for every 50 kB of
    /// rows in the largest part]
    #[arg(long, value_name = "SECONDS", requires = "scheduler")]
    timeout: Option<u32>,
}

/// Options of the engine.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// Address of Ballista's scheduler, such as df://127.0.0.1:50050; without it, DataFusion runs in this process
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) scheduler: Option<String>,
    /// Number of tasks [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    tasks: Option<u16>,
    /// Approximate memory of DataFusion in this process, in MiB; larger sorts spill to disk [default: 4096]
    #[arg(long, value_name = "MiB", conflicts_with = "scheduler", value_parser = clap::value_parser!(u32).range(64..))]
    memory: Option<u32>,
}

/// The default memory of DataFusion, in MiB.
const DEFAULT_MEMORY: u32 = 4096;
/// The default timeout of a statement: this number of seconds, and one more for every 50 kB of rows, which is hundreds of times the usual duration.
const BASE_TIMEOUT: u64 = 120;
const BYTES_PER_SECOND: u64 = 50_000;

impl EngineArgs {
    pub(crate) fn engine(&self) -> Result<Engine, Failure> {
        let tasks = self.tasks.map_or_else(
            || std::thread::available_parallelism().map_or(2, std::num::NonZero::get),
            usize::from,
        );
        Ok(match &self.scheduler {
            Some(address) => Engine::remote(address, tasks)?,
            None => Engine::local(tasks, (self.memory.unwrap_or(DEFAULT_MEMORY) as usize) << 20)?,
        })
    }

    /// Whether any option of an engine is set.
    pub(crate) fn is_set(&self) -> bool {
        self.tasks.is_some() || self.memory.is_some()
    }
}

impl Stats {
    /// The timeout of a statement.
    fn time_limit(&self, rows: &Folder) -> Result<Option<Duration>, Failure> {
        if self.engine.scheduler.is_none() {
            return Ok(None);
        }
        if let Some(seconds) = self.timeout {
            return Ok((seconds > 0).then(|| Duration::from_secs(seconds.into())));
        }
        let mut bytes = BTreeMap::<u32, u64>::new();
        for file in rows.inputs()?.iter().flat_map(|input| &input.files) {
            let sum = bytes.entry(file.part).or_default();
            *sum = sum.saturating_add(file.sum.bytes);
        }
        let largest = bytes.into_values().max().unwrap_or(0);
        Ok(Some(Duration::from_secs(BASE_TIMEOUT + largest / BYTES_PER_SECOND)))
    }

    pub(crate) fn run(&self) -> Result<(), Failure> {
        let folder = Folder::open(&self.folder)?;
        warn_of_missing_manifests(&self.folder)?;
        let engine = match self.time_limit(&folder)? {
            None => self.engine.engine()?,
            Some(limit) => self.engine.engine()?.with_time_limit(limit),
        };
        let options = StatsOptions { at_least: self.at_least, listed: usize::from(self.listed) };
        if let Some(part) = self.explain {
            for [plan, sql] in explain_stats(&engine, &folder, options, part)? {
                writeln!(std::io::stdout(), "{sql};\n{plan}").map_err(Failure::Output)?;
            }
            return Ok(());
        }
        let output = self.output.as_deref().expect("it is required");
        let updated = compute_stats(&engine, &folder, output, options, |text| complain("note", text))?;
        let text = format!(
            "parts      {} computed, {} unchanged\nbytes      {}",
            updated.computed, updated.unchanged, updated.bytes
        );
        writeln!(std::io::stdout(), "{text}").map_err(Failure::Output)
    }
}
