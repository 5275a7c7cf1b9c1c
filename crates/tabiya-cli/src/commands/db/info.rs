use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use tabiya::Variant;

use tabiya_db::{Database, PositionCount};

use super::{Listener, WorkArgs, failed};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, grouped};

const EXAMPLES: &str = "\
Examples:
  tabiya db info games.tabiya
  tabiya db info games.tabiya --json";

/// Show the size and contents of a database
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Info {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Count the positions of all segments together, which takes as long as adding the games again
    ///
    /// By default only the positions of small databases are counted so.
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    work: WorkArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    games: u64,
    variants: Map<String, Value>,
    plies: u64,
    positions: u64,
    /// `null` if the positions of several segments were not counted together.
    shared_positions: Option<u64>,
    /// Whether `positions` is exact, not an upper bound.
    exact: bool,
    segments: usize,
    annotated: u64,
    bytes: u64,
    files: Map<String, Value>,
}

impl Info {
    /// The exact numbers of positions, if there is a single segment, if they are few, or on request.
    fn count(&self, database: &Database, info: &tabiya_db::Info) -> Result<Option<PositionCount>, Failure> {
        if info.segments > 1 && !self.exact && info.plies > FEW_PLIES {
            return Ok(None);
        }
        let progress = Progress::new(&[], false);
        let mut listener = Listener::new(&progress);
        let count = database.count_positions(self.work.options(), &mut listener).map_err(failed)?;
        progress.finish();
        Ok(Some(count))
    }

    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let database = super::open(&self.database)?;
        let info = database.info();
        let counted = self.count(&database, &info)?;
        let positions = counted.map_or(info.positions, |count| count.positions);
        let variants = || Variant::ALL.into_iter().zip(info.by_variant).filter(|(_, games)| *games > 0);
        if self.json {
            return output::answer(output::json(&Answer {
                games: info.games,
                variants: variants().map(|(variant, games)| (variant.to_string(), games.into())).collect(),
                plies: info.plies,
                positions,
                shared_positions: counted.map(|count| count.shared),
                exact: counted.is_some(),
                segments: info.segments,
                annotated: info.annotated,
                bytes: info.bytes,
                files: database
                    .sizes()
                    .into_iter()
                    .map(|(name, size)| (name.to_owned(), size.into()))
                    .collect(),
            }));
        }
        let by_variant: Vec<String> =
            variants().map(|(variant, games)| format!("{variant} {}", grouped(games))).collect();
        let a_game = info.bytes.checked_div(info.games).unwrap_or(0);
        let about_positions = match counted {
            Some(count) => format!("{} in two games or more", grouped(count.shared)),
            None => "at most: counted for each segment separately; --exact counts them together".to_owned(),
        };
        let annotated = match info.annotated {
            0 => String::new(),
            games => format!(", {} with annotations", grouped(games)),
        };
        let lines = [
            format!("games      {:>15}   {}", grouped(info.games), by_variant.join(", ") + &annotated),
            format!("half-moves {:>15}", grouped(info.plies)),
            format!("positions  {:>15}   {about_positions}", grouped(positions)),
            format!("bytes      {:>15}   {a_game} a game", grouped(info.bytes)),
            format!("segments   {:>15}{}", info.segments, advice(info.segments)),
        ];
        output::answer(lines.map(|line| line.trim_end().to_owned()).join("\n"))
    }
}

/// Databases with up to this many half-moves are counted exactly: it takes a second.
const FEW_PLIES: u64 = 1_000_000;

fn advice(segments: usize) -> &'static str {
    if segments > 8 { "   `tabiya db compact` makes queries faster" } else { "" }
}
