use std::path::PathBuf;

use clap::Args;
use tabiya_db::AddOptions;

use super::{Listener, failed};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db compact games.tabiya";

/// Make few large segments of many small ones, so that questions are answered faster
///
/// Games keep their numbers. All or nothing, and whoever reads meanwhile goes on reading.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Compact {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// How many threads sort, up to 256; as many as there are processors unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Mebibytes of memory to work in
    #[arg(long, value_name = "MiB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(16..=1_048_576))]
    memory: u32,
}

impl Compact {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let before = super::open(&self.database)?.info().segments;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let options = AddOptions {
            threads: self.threads.map_or(processors, usize::from),
            memory: (self.memory as usize) << 20,
            ..AddOptions::default()
        };
        let progress = Progress::new(&[], false);
        let mut listener = Listener { progress: &progress, complaints: 0 };
        tabiya_db::compact(&self.database, options, &mut listener).map_err(failed)?;
        progress.finish();
        let info = super::open(&self.database)?.info();
        output::answer(format!(
            "{}: {} in {} ({before} before)",
            output::path(&self.database),
            counted(info.games, "game"),
            counted(info.segments as u64, "segment"),
        ))
    }
}
