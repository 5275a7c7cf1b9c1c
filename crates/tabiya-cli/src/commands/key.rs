use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tabiya::{AnyPosition, Key128};
use tabiya_cli::args::PlaceArgs;

use super::Common;
use crate::dialects::{Dialect, DialectArgs, written_key};
use crate::input::{answer_each_line, lenient_position, play_each};
use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya key
  tabiya key startpos --moves \"e2e4 e7e5\"
  tabiya key '4k3/8/8/8/8/8/8/4K2R w K - 0 1' --dialect tabiya-128
  tabiya key --variant makruk --all
  tabiya key --dialect stockfish:pawn
  tabiya key --describe rustic > mine.toml
  tabiya key --dialect-file mine.toml
  printf 'startpos\\nstartpos\\tg1f3 g8f6\\n' | tabiya key --stdin";

/// Print the Zobrist key of a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Key {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    dialect: DialectArgs,
    /// Print the key in every dialect that supports the variant, one per line; with --stdin, as many lines per position
    #[arg(long, conflicts_with = "dialect")]
    all: bool,
    /// Print the dialect as a TOML file for --dialect-file, instead of a key
    #[arg(long, value_name = "D", conflicts_with_all = ["fen", "moves", "dialect", "all", "stdin", "json"])]
    describe: Option<String>,
    /// Read one FEN or EPD per line, with an optional TAB and moves; with moves, print the keys after each ply
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
    #[serde(flatten)]
    keys: Map<String, Value>,
}

impl Key {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        if let Some(name) = &self.describe {
            return output::answer(self.dialect.describe(name)?.trim_end());
        }
        if self.all {
            let dialects = self.dialect.supporting(self.common.variant())?;
            if self.stdin {
                return answer_each_line(self.common.json, |line, number| {
                    let (start, moves) = self.read_line(line, number)?;
                    Ok(self.all_dialects(&play_each(start, moves, |_| ())?, &dialects))
                });
            }
            return output::answer(self.all_dialects(&self.reached()?, &dialects));
        }
        let dialect = self.dialect.choose(self.common.variant())?;
        if self.stdin {
            return answer_each_line(self.common.json, |line, number| {
                self.line_answer(&dialect, line, number)
            });
        }
        let reached = self.reached()?;
        dialect.check(reached.variant()).map_err(Failure::conflict)?;
        let key = written_key(&dialect, &reached);
        output::answer(if self.common.json { self.json(&reached, Some(&dialect), "key", key) } else { key })
    }

    /// The position given by the arguments.
    fn reached(&self) -> Result<AnyPosition, Failure> {
        Ok(self.place.reached(self.common.requested_variant)?)
    }

    /// A position, and the moves to play from it.
    fn read_line<'a>(&self, line: &'a str, number: usize) -> Result<(AnyPosition, &'a str), String> {
        let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
        let start = lenient_position(fen, self.common.requested_variant, Some(number))?;
        Ok((start, moves))
    }

    fn line_answer(&self, dialect: &Dialect, line: &str, number: usize) -> Result<String, String> {
        let (start, moves) = self.read_line(line, number)?;
        dialect.check(start.variant()).map_err(|error| error.to_string())?;
        let mut keys = Vec::new();
        let reached = play_each(start, moves, |position| keys.push(written_key(dialect, position)))?;
        if keys.is_empty() {
            let key = written_key(dialect, &reached);
            return Ok(if self.common.json { self.json(&reached, Some(dialect), "key", key) } else { key });
        }
        Ok(if self.common.json { self.json(&reached, Some(dialect), "keys", keys) } else { keys.join(" ") })
    }

    fn all_dialects(&self, position: &AnyPosition, dialects: &[Dialect]) -> String {
        let dialects: Vec<&Dialect> =
            dialects.iter().filter(|dialect| dialect.check(position.variant()).is_ok()).collect();
        let keys = dialects.iter().map(|dialect| (dialect.to_string(), written_key(dialect, position)));
        if self.common.json {
            let by_name: Map<String, Value> = keys.map(|(name, key)| (name, key.into())).collect();
            return self.json(position, None, "keys", by_name);
        }
        let width = dialects.iter().map(|dialect| dialect.to_string().len()).max().unwrap_or_default();
        keys.map(|(name, key)| format!("{name:width$} {key}")).collect::<Vec<_>>().join("\n")
    }

    fn json(
        &self,
        position: &AnyPosition,
        dialect: Option<&Dialect>,
        name: &str,
        keys: impl Into<Value>,
    ) -> String {
        let mut fields = Map::new();
        if let Some(dialect) = dialect {
            fields.insert("dialect".to_string(), dialect.to_string().into());
        }
        fields.insert(name.to_string(), keys.into());
        // The halves of the 128-bit key as columns of signed integers have them.
        if dialect.is_none_or(|dialect| dialect.to_string().starts_with("tabiya")) {
            let Key128(key) = position.key_128();
            let signed = |half: u128| (half as u64).cast_signed();
            fields.insert("signed".to_string(), json!({ "key": signed(key), "high": signed(key >> 64) }));
        }
        let variant = position.variant().to_string();
        output::json(&Answer { variant, fen: position.to_fen(), keys: fields })
    }
}
