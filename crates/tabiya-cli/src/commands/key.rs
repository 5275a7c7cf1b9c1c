use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use tabiya::AnyPosition;

use super::Common;
use crate::dialects::Dialect;
use crate::input::{answer_each_line, join, lenient_position, play_each, position};
use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya key
  tabiya key startpos --moves \"e2e4 e7e5\"
  tabiya key '4k3/8/8/8/8/8/8/4K2R w K - 0 1' --dialect tabiya-128
  tabiya key --variant makruk --all
  printf 'startpos\\nstartpos\\tg1f3 g8f6\\n' | tabiya key --stdin";

/// Print a position's key
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Key {
    /// The position: a FEN, quoted or not, or `startpos`, which is also meant when nothing is given
    #[arg(value_name = "FEN")]
    fen: Vec<OsString>,
    /// Moves to play first, as UCI writes them; the key is that of the position they lead to
    #[arg(long, value_name = "MOVES")]
    moves: Option<OsString>,
    /// Whose keys: tabiya (64 bits) or tabiya-128
    #[arg(long, value_name = "D", default_value_t)]
    dialect: Dialect,
    /// The key in every dialect, one a line
    #[arg(long, conflicts_with_all = ["dialect", "stdin"])]
    all: bool,
    /// Read a position a line, then perhaps a TAB and moves; with moves, print the keys after each ply
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    #[command(flatten)]
    common: Common,
}

/// What `--json` writes.
#[derive(Serialize)]
struct Answer {
    variant: String,
    fen: String,
    #[serde(flatten)]
    keys: Map<String, Value>,
}

impl Key {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        if self.stdin {
            return answer_each_line(self.common.json, |line, number| self.answer_line(line, number));
        }
        let start = position(&self.fen, self.common.variant)?;
        let moves = join(self.moves.as_slice())?;
        let reached = play_each(start, &moves, |_| ()).map_err(Failure::BadInput)?;
        if self.all {
            return output::answer(self.in_every_dialect(&reached));
        }
        let key = self.dialect.key(&reached);
        output::answer(if self.common.json { self.json(&reached, "key", key) } else { key })
    }

    fn answer_line(&self, line: &str, number: usize) -> Result<String, String> {
        let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
        let start =
            lenient_position(fen, self.common.variant, Some(number)).map_err(|error| error.to_string())?;
        let mut keys = Vec::new();
        let reached = play_each(start, moves, |position| keys.push(self.dialect.key(position)))?;
        if keys.is_empty() {
            let key = self.dialect.key(&reached);
            return Ok(if self.common.json { self.json(&reached, "key", key) } else { key });
        }
        Ok(if self.common.json { self.json(&reached, "keys", keys) } else { keys.join(" ") })
    }

    fn in_every_dialect(&self, position: &AnyPosition) -> String {
        let keys = Dialect::ALL.map(|dialect| (dialect, dialect.key(position)));
        if self.common.json {
            let by_name: Map<String, Value> =
                keys.into_iter().map(|(dialect, key)| (dialect.to_string(), key.into())).collect();
            return self.json(position, "keys", by_name);
        }
        let width = Dialect::ALL.iter().map(|dialect| dialect.name().len()).max().unwrap_or_default();
        keys.map(|(dialect, key)| format!("{dialect:width$} {key}")).join("\n")
    }

    fn json(&self, position: &AnyPosition, name: &str, keys: impl Into<Value>) -> String {
        let mut fields = Map::new();
        if !self.all {
            fields.insert("dialect".to_string(), self.dialect.name().into());
        }
        fields.insert(name.to_string(), keys.into());
        let variant = self.common.variant.to_string();
        output::json(&Answer { variant, fen: position.to_fen(), keys: fields })
    }
}
