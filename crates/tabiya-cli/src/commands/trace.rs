mod changes;

use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use tabiya::keys::Tracker;
use tabiya::{AnyPosition, Game, Position, Rules, Toggle, with_position};
use tabiya_cli::args::StartArgs;

use super::Common;
use crate::dialects::{Dialect, DialectArgs, written_key};
use crate::input::{answer_each_line, join, lenient_position, moves_of, parse_ply};
use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya trace --moves \"g1f3 g8f6 f3g1 f6g8\"
  tabiya trace '4k2r/8/8/8/8/8/8/4K3 b k - 0 1' --moves e8g8 --dialect polyglot
  tabiya trace --variant makruk --moves \"g1e2 h6h5\" --json
  printf 'startpos\\te2e4 e7e5\\n' | tabiya trace --stdin --json";

/// Show how each move changes the features, the key and repetition
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Trace {
    #[command(flatten)]
    start: StartArgs,
    /// Moves, in UCI notation or SAN
    #[arg(long, value_name = "MOVES", required_unless_present = "stdin")]
    moves: Option<OsString>,
    #[command(flatten)]
    dialect: DialectArgs,
    /// Read one position, TAB and moves per line
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    #[command(flatten)]
    common: Common,
}

/// The effects of one move.
struct Ply {
    san: String,
    toggled: Vec<String>,
    key: String,
    /// How often the position has occurred, including now.
    occurrences: u32,
    /// How often the dialect's key has occurred: the repetition count of a program with this key.
    by_key: u32,
    clock: u16,
    /// Makruk's limit and count, in plies.
    count: Option<String>,
    claim: Option<String>,
    outcome: Option<String>,
}

/// The moves, and the outcome, after the ply that ended the game.
struct TracedGame {
    plies: Vec<Ply>,
    outcome: Option<String>,
    over_at: Option<usize>,
}

/// The JSON output: arrays with one entry per ply.
#[derive(Serialize)]
struct Answer<'a> {
    san: Vec<&'a str>,
    keys: Vec<&'a str>,
    toggled: Vec<&'a [String]>,
    occurrences: Vec<u32>,
    /// By the dialect's key, if that is another program's.
    #[serde(skip_serializing_if = "Option::is_none")]
    occurrences_by_key: Option<Vec<u32>>,
    clock: Vec<u16>,
    count: Vec<Option<&'a str>>,
    claim: Vec<Option<&'a str>>,
    outcome: Option<&'a str>,
    over_at: Option<usize>,
}

impl Trace {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let dialect = self.dialect.choose(self.common.variant())?;
        if self.stdin {
            return answer_each_line(self.common.json, |line, number| {
                let (fen, moves) = line.split_once('\t').unwrap_or((line, ""));
                let start = lenient_position(fen, self.common.requested_variant, Some(number))?;
                dialect.check(start.variant()).map_err(|error| error.to_string())?;
                trace(&start, moves, &dialect).map(|traced| self.show(&traced, &dialect))
            });
        }
        let start = self.start.position(self.common.requested_variant)?;
        dialect.check(start.variant()).map_err(Failure::conflict)?;
        let moves = join(self.moves.as_slice())?;
        output::answer(self.show(&trace(&start, &moves, &dialect).map_err(Failure::BadInput)?, &dialect))
    }

    fn show(&self, TracedGame { plies, outcome, over_at }: &TracedGame, dialect: &Dialect) -> String {
        let of_a_scheme = matches!(dialect, Dialect::Scheme(..));
        if !self.common.json {
            explain_count(plies);
            return table(plies, of_a_scheme);
        }
        output::json(&Answer {
            san: plies.iter().map(|ply| &*ply.san).collect(),
            keys: plies.iter().map(|ply| &*ply.key).collect(),
            toggled: plies.iter().map(|ply| &*ply.toggled).collect(),
            occurrences: plies.iter().map(|ply| ply.occurrences).collect(),
            occurrences_by_key: of_a_scheme.then(|| plies.iter().map(|ply| ply.by_key).collect()),
            clock: plies.iter().map(|ply| ply.clock).collect(),
            count: plies.iter().map(|ply| ply.count.as_deref()).collect(),
            claim: plies.iter().map(|ply| ply.claim.as_deref()).collect(),
            outcome: outcome.as_deref(),
            over_at: *over_at,
        })
    }
}

fn trace(start: &AnyPosition, moves: &str, dialect: &Dialect) -> Result<TracedGame, String> {
    with_position!(start, start, wrap => follow(*start, moves, dialect, wrap))
}

/// Moves are traced beyond the end of the game.
fn follow<R: Rules>(
    start: Position<R>,
    moves: &str,
    dialect: &Dialect,
    any: impl Fn(Position<R>) -> AnyPosition,
) -> Result<TracedGame, String> {
    let variant = any(start).variant();
    let mut game = Game::from_position(start);
    let scheme = if let Dialect::Scheme(scheme, _) = dialect { Some(&**scheme) } else { None };
    let mut tracker = Tracker::new(start, scheme);
    let mut plies = Vec::new();
    let mut keys = vec![written_key(dialect, &any(start))];
    for (index, text) in moves_of(moves).enumerate() {
        let position = *game.position();
        let mv = parse_ply(index + 1, &text, |text| position.parse_move(text))?;
        let mut toggles: Vec<Toggle> = Vec::new();
        tracker.play_legal_with(mv, &mut toggles);
        game.play_legal(mv);
        keys.push(match dialect {
            Dialect::Scheme(_, part) => tracker.key(0, *part).expect("it tracks this scheme").to_string(),
            Dialect::Tabiya | Dialect::Tabiya128 => written_key(dialect, &any(*game.position())),
        });
        let key = &keys[index + 1];
        plies.push(Ply {
            by_key: keys.iter().filter(|earlier| *earlier == key).count() as u32,
            key: key.clone(),
            san: position.san(mv),
            toggled: changes::names(&toggles, dialect, variant, [&position, game.position()]),
            occurrences: game.occurrences(),
            clock: game.position().halfmove_clock(),
            count: game.count().map(|count| count.to_string()),
            claim: game.claim().map(|claim| claim.to_string()),
            outcome: game.outcome().map(|outcome| outcome.to_string()),
        });
    }
    // The first outcome counts, whatever was played afterwards.
    let start = start.outcome().map(|outcome| outcome.to_string());
    let outcomes = std::iter::once(&start).chain(plies.iter().map(|ply: &Ply| &ply.outcome));
    let end = outcomes.enumerate().find_map(|(ply, outcome)| Some((ply, outcome.clone()?)));
    let (over_at, outcome) = end.unzip();
    Ok(TracedGame { plies, outcome, over_at })
}

/// Explains a count once, if one is printed.
fn explain_count(plies: &[Ply]) {
    let mut counts = plies.iter().filter_map(|ply| ply.count.as_deref()?.split_once('/'));
    if let Some((limit, plies)) = counts.next_back() {
        complain(
            "note",
            format!("count {limit}/{plies}: {plies} of the {limit} half-moves after which the game is drawn"),
        );
    }
}

/// With another program's key, its repetition count is shown beside the true one.
fn table(plies: &[Ply], of_a_scheme: bool) -> String {
    let widest = |column: fn(&Ply) -> usize| plies.iter().map(column).max().unwrap_or_default();
    let san = widest(|ply| ply.san.len()).max("move".len());
    let key = widest(|ply| ply.key.len()).max("key".len());
    let count = widest(|ply| ply.count.as_ref().map_or(1, String::len)).max("count".len());
    let draw = widest(|ply| ply.claim_or_end().len()).max("claim or end".len());
    let mut text = format!(
        "ply  {:san$}  {:key$}  times  {}clock  {:count$}  {:draw$}  toggled",
        "move",
        "key",
        if of_a_scheme { "by key  " } else { "" },
        "count",
        "claim or end"
    );
    for (index, ply) in plies.iter().enumerate() {
        let Ply { san: name, key: printed, occurrences, clock, .. } = ply;
        let by_key_column = if of_a_scheme { format!("{:>6}  ", ply.by_key) } else { String::new() };
        let counted = ply.count.as_deref().unwrap_or("-");
        let (number, status, toggled) = (index + 1, ply.claim_or_end(), ply.toggled.join(", "));
        text.push_str(&format!(
            "\n{number:>3}  {name:san$}  {printed:key$}  {occurrences:>5}  {by_key_column}{clock:>5}  {counted:count$}  \
             {status:draw$}  {toggled}"
        ));
    }
    text
}

impl Ply {
    /// A claim has a question mark, an outcome has none.
    fn claim_or_end(&self) -> String {
        match (&self.outcome, &self.claim) {
            (Some(outcome), _) => outcome.clone(),
            (None, Some(claim)) => format!("{claim}?"),
            (None, None) => "-".to_owned(),
        }
    }
}
