use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use tabiya::keys::{NumberName, Scheme, native};
use tabiya::{Piece, Role};
use tabiya_audit::{Analysis, AnalysisSettings};

use super::collision_pair::{CollisionPair, collision_pair};
use super::{keys_file, spinner, subject};
use crate::dialects::{Dialect, DialectArgs};
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya audit table --dialect polyglot
  tabiya audit table --dialect tabiya --seconds 60
  tabiya audit table --dialect-file my-engine.toml --json
  tabiya audit table my-keys.txt
  tabiya audit table --dialect stockfish --forge

FILE contains hexadecimal keys, one or several per line: 0x…, 0x…ULL, all 16 digits, in quotes,
braces or a JSON list. Columns before a key are ignored. Ambiguous lines are rejected.
Exit status: 0 done, whatever the verdict; 1 the file was bad; 2 wrong usage.";

/// Analyze a table of keys: equal and dependent keys, rank, distances
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TableAudit {
    /// A file of keys, or `-` for standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["dialect", "dialect_file"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    dialect: DialectArgs,
    /// Maximum time to search for dependent sets of more than six keys
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(..=86_400))]
    seconds: u64,
    /// Also construct two different legal positions with the same key
    #[arg(long, conflicts_with = "file")]
    forge: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A table with the meaning of each key.
struct Named {
    title: String,
    keys: Vec<u64>,
    names: Vec<String>,
    /// The guarantee of the construction.
    proven: usize,
    note: Option<String>,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer<'a> {
    table: &'a str,
    count: usize,
    zeros: Vec<&'a str>,
    duplicates: Vec<Vec<&'a str>>,
    rank: usize,
    closest: Option<Pair<'a>>,
    mean_distance: f64,
    exact_up_to: usize,
    guarantee: usize,
    smallest_set: Option<Vec<&'a str>>,
    is_smallest: bool,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<&'a CollisionPair>,
}

#[derive(Serialize)]
struct Pair<'a> {
    keys: [&'a str; 2],
    bits: u32,
}

impl TableAudit {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let (table, dialect) = match &self.file {
            Some(path) => (Named::of_file(path).map_err(Failure::BadInput)?, None),
            None if !self.dialect.is_given() => {
                return Err(Failure::conflict("expected a FILE of keys, --dialect or --dialect-file"));
            }
            None => {
                let dialect = self.dialect.selected()?;
                (Named::of_dialect(&dialect)?, Some(dialect))
            }
        };
        let settings = AnalysisSettings {
            time: Duration::from_secs(self.seconds),
            proven: table.proven,
            ..AnalysisSettings::default()
        };
        let bar = spinner("searching dependent sets");
        let analysis =
            Analysis::of(&table.keys, &settings).map_err(|error| Failure::BadInput(error.to_string()))?;
        let pair = match dialect.filter(|_| self.forge) {
            Some(dialect) => Some(collision_pair(&dialect, self.seconds)?),
            None => None,
        };
        bar.finish_and_clear();
        output::answer(if self.json {
            output::json(&table.answer(&analysis, pair.as_ref()))
        } else {
            let mut text = table.text(&analysis);
            if let Some(pair) = &pair {
                text.push_str(&pair.text());
            }
            text.trim_end().to_string()
        })
    }
}

impl Named {
    fn of_file(path: &std::path::Path) -> Result<Named, String> {
        let (lines, keys) = keys_file::read(path)?.into_iter().unzip::<usize, u64, Vec<_>, Vec<_>>();
        let names = lines.chunk_by(|one, next| one == next).flat_map(names_of_line).collect();
        let title = output::path(path);
        Ok(Named { title, keys, names, proven: 0, note: None })
    }

    fn of_dialect(dialect: &Dialect) -> Result<Named, Failure> {
        subject::refuse_parts(dialect)?;
        match dialect {
            Dialect::Tabiya => Ok(Named {
                title: dialect.to_string(),
                keys: native::features().map(|feature| native::key(feature).0).collect(),
                names: native::features().map(|feature| feature.to_string()).collect(),
                proven: native::GUARANTEE_64 as usize,
                note: Some(format!(
                    "The keys are columns of an extended BCH code: any {} of them are independent.",
                    native::GUARANTEE_64
                )),
            }),
            Dialect::Tabiya128 => Err(Failure::conflict(format!(
                "the audit supports keys of 64 bits. tabiya-128 guarantees {} features; its lower half is tabiya",
                native::GUARANTEE_128
            ))),
            Dialect::Scheme(scheme, _) => Ok(Named::of_scheme(scheme)),
        }
    }

    fn of_scheme(scheme: &Scheme) -> Named {
        let is_left_out = |name: &NumberName, key: u64| match name {
            // The initial value of the pawn key is in no full key.
            NumberName::NoPawns => true,
            NumberName::Piece(Piece { role: Role::Pawn, .. }, _) => {
                key == 0 && scheme.layout().zero_for_impossible_pawns
            }
            _ => false,
        };
        let all: Vec<(NumberName, u64)> = scheme.named_numbers().map(|(name, key)| (name, key.0)).collect();
        let zeros = all.iter().filter(|(name, key)| *key == 0 && is_left_out(name, 0)).count();
        let used = all.into_iter().filter(|(name, key)| !is_left_out(name, *key));
        let makruk = !scheme.layout().games.chess && !scheme.layout().games.chess960;
        let (names, keys) = used.map(|(name, key)| (name_of(name, makruk), key)).unzip();
        let note =
            (zeros > 0).then(|| format!("{zeros} zeros for pawns on the first and last rank are left out."));
        Named { title: scheme.name().to_string(), keys, names, proven: 0, note }
    }

    fn name(&self, place: usize) -> &str {
        self.names.get(place).map_or("?", String::as_str)
    }

    fn named(&self, places: &[usize]) -> Vec<&str> {
        places.iter().map(|&place| self.name(place)).collect()
    }

    fn answer<'a>(&'a self, analysis: &Analysis, pair: Option<&'a CollisionPair>) -> Answer<'a> {
        Answer {
            table: &self.title,
            count: analysis.count,
            zeros: self.named(&analysis.zeros),
            duplicates: analysis.duplicates.iter().map(|group| self.named(group)).collect(),
            rank: analysis.rank,
            closest: analysis
                .closest
                .map(|(one, other, bits)| Pair { keys: [one, other].map(|place| self.name(place)), bits }),
            mean_distance: (analysis.mean_distance * 1000.0).round() / 1000.0,
            exact_up_to: analysis.exact_up_to,
            guarantee: analysis.proven,
            smallest_set: analysis.smallest_set.as_ref().map(|set| self.named(set)),
            is_smallest: analysis.is_smallest(),
            verdict: analysis.verdict(),
            pair,
        }
    }

    fn text(&self, analysis: &Analysis) -> String {
        let mut rows = vec![("keys", format!("{} of {}", analysis.count, self.title))];
        let groups = |groups: &[Vec<usize>]| match groups {
            [] => "none".to_string(),
            groups => {
                let shown: Vec<String> =
                    groups.iter().take(MAX_SHOWN).map(|group| self.named(group).join(" = ")).collect();
                let more = if groups.len() > MAX_SHOWN { "; …" } else { "" };
                format!("{}: {}{more}", counted(groups.len() as u64, "group"), shown.join("; "))
            }
        };
        rows.push(("equal keys", groups(&analysis.duplicates)));
        rows.push((
            "zero keys",
            match analysis.zeros.len() {
                0 => "none".to_string(),
                count => {
                    let shown = &analysis.zeros[..count.min(MAX_SHOWN)];
                    format!(
                        "{count}: {}{}",
                        self.named(shown).join(", "),
                        if count > MAX_SHOWN { ", …" } else { "" }
                    )
                }
            },
        ));
        rows.push(("rank", format!("{} of {}", analysis.rank, analysis.count.min(64))));
        if let Some((one, other, bits)) = analysis.closest {
            let pair = format!("{} and {}", self.name(one), self.name(other));
            rows.push((
                "distance",
                format!("at least {bits} bits ({pair}), {:.2} on average", analysis.mean_distance),
            ));
        }
        if analysis.proven > 0 {
            rows.push(("guarantee", format!("no dependent set of up to {} keys", analysis.proven)));
        }
        rows.push(("dependent set", smallest_set(analysis)));
        let mut text = String::new();
        for (name, value) in rows {
            let _ = writeln!(text, "{name:14} {value}");
        }
        for &place in analysis.smallest_set.iter().flatten() {
            let _ = writeln!(text, "    {:016x}  {}", self.keys[place], self.name(place));
        }
        if let Some(note) = &self.note {
            let _ = writeln!(text, "{note}");
        }
        let _ = writeln!(text, "{}", analysis.verdict());
        text
    }
}

fn smallest_set(analysis: &Analysis) -> String {
    let none_smaller = format!("all sets of up to {} keys were checked", analysis.exact_up_to);
    match &analysis.smallest_set {
        None => "none, of any size".to_string(),
        Some(set) if analysis.is_smallest() => {
            format!("{}; none is smaller:", counted(set.len() as u64, "key"))
        }
        Some(set) => format!("{}, the smallest found; {none_smaller}:", counted(set.len() as u64, "key")),
    }
}

/// The number of equal or zero keys shown; `--json` has all.
const MAX_SHOWN: usize = 8;

fn name_of(name: NumberName, makruk: bool) -> String {
    match name {
        NumberName::Piece(piece, square) if makruk => {
            format!("{} {} {square}", piece.color, piece.role.makruk_name())
        }
        name => name.to_string(),
    }
}

/// The names of the keys of a line: with their place if it has several.
fn names_of_line(line: &[usize]) -> Vec<String> {
    match line {
        [line] => vec![format!("line {line}")],
        several => (1..).zip(several).map(|(place, line)| format!("line {line}, key {place}")).collect(),
    }
}
