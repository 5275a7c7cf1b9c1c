use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::{AnyPosition, Variant};
use tabiya_audit::{Disagreement, Disagreements, Example, audit_dialect};

use super::{progress_bar, subject};
use crate::commands::variants;
use crate::dialects::{self, DialectArgs};
use crate::output::{self, Failure, Verdict};

const EXAMPLES: &str = "\
Examples:
  tabiya audit dialect rustic
  tabiya audit dialect stockfish --variant chess
  tabiya audit dialect stockfish-15 --printed
  tabiya audit dialect --dialect-file my-engine.toml --games 5000 --json

Exit status: 0 no disagreement found, 1 a disagreement found, or the input was bad, 2 wrong usage.";

/// Play games and report where a dialect's keys disagree with the rules
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Dialect {
    /// The dialect
    #[arg(value_name = "D", required_unless_present = "dialect_file")]
    name: Option<String>,
    /// A dialect of your own in a TOML file
    #[arg(long, value_name = "F.toml")]
    dialect_file: Option<PathBuf>,
    /// Play only this variant [default: all that the dialect supports]
    #[arg(long, value_name = "V", value_parser = variants())]
    variant: Option<Variant>,
    /// Number of games to play, up to 100000
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Seed of the random moves
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Audit the printed key, which the half-move clock may change, instead of the one used for repetition
    #[arg(long)]
    printed: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    dialect: String,
    variants: Vec<String>,
    games: usize,
    positions: usize,
    disagreements: Vec<Kind>,
}

#[derive(Serialize)]
struct Kind {
    kind: &'static str,
    cause: String,
    times: u64,
    variant: String,
    /// A game and the ply of the first of two positions; or two FENs.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<[usize; 2]>,
    fens: [String; 2],
    keys: [String; 2],
}

impl Dialect {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let args = DialectArgs::new(self.name.clone(), self.dialect_file.clone());
        let dialect = args.selected()?;
        subject::refuse_parts(&dialect)?;
        let variants = match self.variant {
            None => subject::games(&dialect),
            Some(variant) => {
                args.choose(variant)?;
                vec![variant]
            }
        };
        let bar = progress_bar(self.games.into());
        let key = |position: &AnyPosition| subject::key(&dialect, position, self.printed);
        let found = audit_dialect(&key, &variants, self.games as usize, self.seed, &mut |game| {
            bar.set_position(game as u64);
        });
        bar.finish_and_clear();
        let report = Report { dialect: &dialect, variants: &variants, found: &found, printed: self.printed };
        output::answer(if self.json { output::json(&report.json()) } else { report.text() })?;
        Ok(if found.kinds.is_empty() { Verdict::Good } else { Verdict::BadInput })
    }
}

struct Report<'a> {
    dialect: &'a dialects::Dialect,
    variants: &'a [Variant],
    found: &'a Disagreements,
    printed: bool,
}

impl Report<'_> {
    fn kind(&self, kind: &Disagreement) -> Kind {
        let both = kind.example.positions();
        let keys = both
            .each_ref()
            .map(|position| subject::hex(self.dialect, subject::key(self.dialect, position, self.printed)));
        let (start, moves, plies) = match &kind.example {
            Example::OneGame { start, moves, first } => {
                let is_start = *start == AnyPosition::start(start.variant());
                let start = if is_start { "startpos".to_string() } else { start.to_fen() };
                (Some(start), Some(moves.clone()), Some([*first, moves.len()]))
            }
            Example::DifferentGames(_) => (None, None, None),
        };
        Kind {
            kind: if kind.cause.is_missed() { "missed" } else { "false" },
            cause: kind.cause.to_string(),
            times: kind.count,
            variant: both[0].variant().to_string(),
            start,
            moves,
            plies,
            fens: both.map(|position| position.to_fen()),
            keys,
        }
    }

    fn json(&self) -> Answer {
        Answer {
            dialect: self.dialect.to_string(),
            variants: self.variants.iter().map(Variant::to_string).collect(),
            games: self.found.games,
            positions: self.found.positions,
            disagreements: self.found.kinds.iter().map(|kind| self.kind(kind)).collect(),
        }
    }

    fn text(&self) -> String {
        let variants: Vec<String> = self.variants.iter().map(Variant::to_string).collect();
        let mut text = format!(
            "{}: {} games of {}, {} positions, compared with identity (FIDE 9.2)\n",
            self.dialect,
            self.found.games,
            variants.join(", "),
            self.found.positions
        );
        if let (dialects::Dialect::Scheme(scheme, _), false) = (self.dialect, self.printed)
            && let Some(clock) = scheme.layout().clock
        {
            let _ = writeln!(
                text,
                "These are the keys it compares for repetition; the printed ones also change with the half-move clock, \
                 from {} on (--printed).",
                clock.from
            );
        }
        for (kind, title) in [("missed", MISSED), ("false", FALSE)] {
            let kinds: Vec<Kind> = self
                .found
                .kinds
                .iter()
                .map(|found| self.kind(found))
                .filter(|found| found.kind == kind)
                .collect();
            if kinds.is_empty() {
                let _ = writeln!(text, "\n{title}: none.");
                continue;
            }
            let _ = writeln!(text, "\n{title}:");
            for (number, kind) in (1..).zip(&kinds) {
                let _ = write!(text, "{number}. {}", example(kind));
            }
        }
        text.trim_end().to_string()
    }
}

const MISSED: &str = "Missed repetitions (the same position, different keys)";
const FALSE: &str = "False repetitions (different positions, the same key)";

fn example(kind: &Kind) -> String {
    let times = if kind.times == 1 { "once".to_string() } else { format!("{} times", kind.times) };
    let mut text = format!("{} ({times}), in {}:\n", kind.cause, kind.variant);
    let [one, other] = &kind.keys;
    let mut line = |words: String| text.push_str(&format!("     {words}\n"));
    match (&kind.start, &kind.moves, kind.plies) {
        (Some(start), Some(moves), Some([first, last])) => {
            line(start.clone());
            line(format!("moves {}", moves.join(" ")));
            line(format!("after ply {first}  {one}  {}", kind.fens[0]));
            line(format!("after ply {last}  {other}  {}", kind.fens[1]));
        }
        _ => {
            line(format!("{one}  {}", kind.fens[0]));
            line(format!("{other}  {}", kind.fens[1]));
        }
    }
    text
}
