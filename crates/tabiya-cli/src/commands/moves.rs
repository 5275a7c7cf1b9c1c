use clap::Args;
use serde::Serialize;
use tabiya::AnyPosition;
use tabiya_cli::args::PlaceArgs;

use super::Common;
use crate::dialects::{Dialect, DialectArgs, written_key};
use crate::input::{answer_each_line, lenient_position, play_each};
use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya moves
  tabiya moves --moves '1. e4 e5 2. Nf3'
  tabiya moves --variant makruk --json
  tabiya moves '4k3/8/8/8/8/8/8/4K2R w K - 0 1' --dialect polyglot
  printf 'startpos\\n' | tabiya moves --stdin";

/// List the legal moves of a position in UCI notation and SAN, with keys
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Moves {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    dialect: DialectArgs,
    /// Read one FEN or EPD per line, with an optional TAB and moves; print the moves of each on one line, in UCI notation
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    #[command(flatten)]
    common: Common,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    variant: String,
    fen: String,
    dialect: String,
    moves: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    key: String,
}

impl Moves {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let dialect = self.dialect.choose(self.common.variant())?;
        if self.stdin {
            return answer_each_line(self.common.json, |line, number| {
                let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
                let start = lenient_position(fen, self.common.requested_variant, Some(number))?;
                let position = play_each(start, moves, |_| ())?;
                dialect.check(position.variant()).map_err(|error| error.to_string())?;
                let rows = rows(&position, &dialect);
                let uci: Vec<&str> = rows.iter().map(|row| &*row.uci).collect();
                let line = uci.join(" ");
                Ok(if self.common.json { json(&position, &dialect, rows) } else { line })
            });
        }
        let position = self.place.reached(self.common.requested_variant)?;
        dialect.check(position.variant()).map_err(Failure::conflict)?;
        let rows = rows(&position, &dialect);
        if self.common.json {
            return output::answer(json(&position, &dialect, rows));
        }
        if rows.is_empty() {
            let why = position.outcome().map(|outcome| format!(": {outcome}")).unwrap_or_default();
            complain("note", format!("no legal moves{why}"));
            return Ok(Verdict::Good);
        }
        let lines: Vec<String> =
            rows.iter().map(|Row { uci, san, key }| format!("{uci:<6} {san:<8} {key}")).collect();
        output::answer(lines.join("\n"))
    }
}

/// The legal moves, sorted by UCI notation.
fn rows(position: &AnyPosition, dialect: &Dialect) -> Vec<Row> {
    let row = |&mv: &tabiya::Move| Row {
        uci: position.uci(mv),
        san: position.san(mv),
        key: written_key(dialect, &position.play_legal(mv)),
    };
    let mut rows: Vec<Row> = position.legal_moves().iter().map(row).collect();
    rows.sort_by(|a, b| a.uci.cmp(&b.uci));
    rows
}

fn json(position: &AnyPosition, dialect: &Dialect, moves: Vec<Row>) -> String {
    let variant = position.variant().to_string();
    output::json(&Answer { variant, fen: position.to_fen(), dialect: dialect.to_string(), moves })
}
