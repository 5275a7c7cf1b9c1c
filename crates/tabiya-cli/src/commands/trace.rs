use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use tabiya::{AnyPosition, Chess, Feature, Makruk, Position, Rules, Witness};

use super::Common;
use crate::dialects::{Dialect, DialectArgs};
use crate::input::{answer_each_line, join, lenient_position, position};
use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya trace --moves \"g1f3 g8f6 f3g1 f6g8\"
  tabiya trace '4k2r/8/8/8/8/8/8/4K3 b k - 0 1' --moves e8g8 --dialect polyglot
  tabiya trace --variant makruk --moves \"g1e2 h6h5\" --json
  printf 'startpos\\te2e4 e7e5\\n' | tabiya trace --stdin --json";

/// Show, move by move, which features of the position change and what the key becomes
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Trace {
    /// The position: a FEN, quoted or not, or `startpos`, which is also meant when nothing is given
    #[arg(value_name = "FEN")]
    fen: Vec<OsString>,
    /// The moves, as UCI writes them
    #[arg(long, value_name = "MOVES", required_unless_present = "stdin")]
    moves: Option<OsString>,
    #[command(flatten)]
    dialect: DialectArgs,
    /// Read a position, a TAB and moves a line
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    #[command(flatten)]
    common: Common,
}

/// What one move did.
struct Ply {
    san: String,
    toggled: Vec<String>,
    key: String,
    clock: u16,
    /// Makruk's count, limit and plies.
    count: Option<String>,
}

/// What `--json` writes: arrays with one entry a ply.
#[derive(Serialize)]
struct Answer<'a> {
    san: Vec<&'a str>,
    keys: Vec<&'a str>,
    toggled: Vec<&'a [String]>,
    clock: Vec<u16>,
    count: Vec<Option<&'a str>>,
}

impl Trace {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let dialect = self.dialect.choose(self.common.variant)?;
        if self.stdin {
            return answer_each_line(self.common.json, |line, number| {
                let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
                let start = lenient_position(fen, self.common.variant, Some(number));
                let start = start.map_err(|error| error.to_string())?;
                trace(&start, moves, &dialect).map(|plies| self.show(&plies))
            });
        }
        let start = position(&self.fen, self.common.variant)?;
        let moves = join(self.moves.as_slice())?;
        output::answer(self.show(&trace(&start, &moves, &dialect).map_err(Failure::BadInput)?))
    }

    fn show(&self, plies: &[Ply]) -> String {
        if !self.common.json {
            return table(plies);
        }
        output::json(&Answer {
            san: plies.iter().map(|ply| &*ply.san).collect(),
            keys: plies.iter().map(|ply| &*ply.key).collect(),
            toggled: plies.iter().map(|ply| &*ply.toggled).collect(),
            clock: plies.iter().map(|ply| ply.clock).collect(),
            count: plies.iter().map(|ply| ply.count.as_deref()).collect(),
        })
    }
}

fn trace(start: &AnyPosition, moves: &str, dialect: &Dialect) -> Result<Vec<Ply>, String> {
    match start {
        AnyPosition::Chess(start) => follow::<Chess>(*start, moves, dialect, AnyPosition::Chess),
        AnyPosition::Chess960(start) => follow::<Chess>(*start, moves, dialect, AnyPosition::Chess960),
        AnyPosition::Makruk(start) => follow::<Makruk>(*start, moves, dialect, AnyPosition::Makruk),
    }
}

fn follow<R: Rules>(
    start: Position<R>,
    moves: &str,
    dialect: &Dialect,
    any: impl Fn(Position<R>) -> AnyPosition,
) -> Result<Vec<Ply>, String> {
    let mut position = start;
    let mut plies = Vec::new();
    for (index, text) in moves.split_ascii_whitespace().enumerate() {
        let mv = position.parse_uci(text).map_err(|error| format!("ply {}: {error}", index + 1))?;
        let san = position.san(mv);
        let mut log = Log::default();
        position = position.play_legal_with(mv, &mut log);
        let reached = any(position);
        plies.push(Ply {
            san,
            toggled: log.0,
            key: dialect.key(&reached),
            clock: reached.halfmove_clock(),
            count: reached.count().map(|count| count.to_string()),
        });
    }
    Ok(plies)
}

/// Writes down what goes off (−) and on (+). The turn only ever passes.
#[derive(Default)]
struct Log(Vec<String>);

impl Witness for Log {
    fn toggle(&mut self, feature: Feature, on: bool) {
        self.0.push(match (feature, on) {
            (Feature::BlackToMove, _) => feature.to_string(),
            (_, true) => format!("+ {feature}"),
            (_, false) => format!("− {feature}"),
        });
    }
}

fn table(plies: &[Ply]) -> String {
    let widest = |column: fn(&Ply) -> usize| plies.iter().map(column).max().unwrap_or_default();
    let san = widest(|ply| ply.san.len()).max("move".len());
    let key = widest(|ply| ply.key.len()).max("key".len());
    let count = widest(|ply| ply.count.as_ref().map_or(1, String::len)).max("count".len());
    let mut text = format!("ply  {:san$}  {:key$}  clock  {:count$}  toggled", "move", "key", "count");
    for (index, ply) in plies.iter().enumerate() {
        let counted = ply.count.as_deref().unwrap_or("-");
        let (number, clock, toggled) = (index + 1, ply.clock, ply.toggled.join(", "));
        let (name, printed) = (&ply.san, &ply.key);
        text.push_str(&format!(
            "\n{number:>3}  {name:san$}  {printed:key$}  {clock:>5}  {counted:count$}  {toggled}"
        ));
    }
    text
}
