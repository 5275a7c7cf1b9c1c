use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use tabiya::Variant;

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
    shared_positions: u64,
    segments: usize,
    annotated: u64,
    bytes: u64,
    files: Map<String, Value>,
}

impl Info {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let database = super::open(&self.database)?;
        let info = database.info();
        let variants = || Variant::ALL.into_iter().zip(info.by_variant).filter(|(_, games)| *games > 0);
        if self.json {
            return output::answer(output::json(&Answer {
                games: info.games,
                variants: variants().map(|(variant, games)| (variant.to_string(), games.into())).collect(),
                plies: info.plies,
                positions: info.positions,
                shared_positions: info.shared_positions,
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
        let annotated = match info.annotated {
            0 => String::new(),
            games => format!(", {} with annotations", grouped(games)),
        };
        let lines = [
            format!("games      {:>15}   {}", grouped(info.games), by_variant.join(", ") + &annotated),
            format!("half-moves {:>15}", grouped(info.plies)),
            format!(
                "positions  {:>15}   {} in two games or more",
                grouped(info.positions),
                grouped(info.shared_positions)
            ),
            format!("bytes      {:>15}   {a_game} a game", grouped(info.bytes)),
            format!("segments   {:>15}{}", info.segments, advice(info.segments)),
        ];
        output::answer(lines.map(|line| line.trim_end().to_owned()).join("\n"))
    }
}

fn advice(segments: usize) -> &'static str {
    if segments > 8 { "   `tabiya db compact` makes queries faster" } else { "" }
}
