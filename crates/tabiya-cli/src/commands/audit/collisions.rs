use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use tabiya::keys::{Generator, KeyPart, Numbers, Scheme, schemes};
use tabiya::{AnyPosition, Variant};
use tabiya_audit::{Collection, Measured, ShortKey, expected_collisions, plot};
use tabiya_files::atomic_write;

use super::{pgn, progress_bar, subject};
use crate::commands::Common;
use crate::dialects::{Dialect, DialectArgs};
use crate::output::{self, Failure, Verdict};
use crate::overwrite;

const EXAMPLES: &str = "\
Examples:
  tabiya audit collisions
  tabiya audit collisions --positions 5000000 --dialect polyglot --plot collisions.svg
  tabiya audit collisions --variant makruk --dialect makruk-js --bits 20..32
  tabiya audit collisions --pgn games.pgn.zst --json

Keys are shortened to their first b bits. The counts are pairs of different positions with the same
shortened key; of N positions with random keys, N(N-1)/2^(b+1) pairs collide. The dialect tabiya and
random, a table of SplitMix64's numbers, are always measured.";

/// Count collisions of shortened keys of real positions, compared with chance
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Collisions {
    /// Number of different positions, up to 10000000
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    positions: u32,
    /// Use the positions of these games, plain or compressed, instead of random ones
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Seed of the random games and the random table
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Another dialect to measure; repeatable up to 8 times
    #[arg(long, value_name = "D")]
    dialect: Vec<String>,
    /// A dialect of your own to measure, in a TOML file
    #[arg(long, value_name = "F.toml")]
    dialect_file: Option<PathBuf>,
    /// Range of bits; every second number is measured
    #[arg(long, value_name = "FIRST..LAST", default_value = "24..40", value_parser = read_bits)]
    bits: Bits,
    /// Also write a picture
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Debug)]
struct Bits(Vec<u32>);

fn read_bits(text: &str) -> Result<Bits, String> {
    let number = |text: &str| text.parse().ok().filter(|bits| (1..=64).contains(bits));
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first), number(last)),
        None => (number(text), number(text)),
    };
    match (first, last) {
        (Some(first), Some(last)) if first <= last => Ok(Bits((first..=last).step_by(2).collect())),
        _ => Err("expected two numbers from 1 to 64, as in 24..40".to_string()),
    }
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    variant: String,
    source: String,
    positions: usize,
    bits: Vec<u32>,
    expected: Vec<f64>,
    measured: Map<String, Value>,
}

const MAX_DIALECTS: usize = 8;

impl Collisions {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        if let Some(plot) = &self.plot {
            overwrite::refuse(plot, self.pgn.iter().chain(&self.dialect_file))?;
        }
        let dialects = self.dialects()?;
        let mut collection = Collection::new(self.common.variant(), self.positions as usize, dialects);
        let bar = progress_bar(self.positions.into());
        let mut progress = |found: usize| bar.set_position(found as u64);
        let verdict = match &self.pgn {
            None => {
                collection.play_random_games(self.seed, &mut progress);
                Verdict::Good
            }
            Some(path) => pgn::add_games(path, self.common.variant(), &mut collection, &mut progress)?,
        };
        bar.finish_and_clear();
        let positions = collection.len();
        if positions < 2 {
            return Err(Failure::BadInput(format!(
                "no two different positions of {}",
                self.common.variant()
            )));
        }
        let bits = &self.bits.0;
        let measured = collection.collisions(bits);
        if let Some(path) = &self.plot {
            let name = output::path(path);
            atomic_write(path, |out| out.write_all(plot(positions, bits, &measured).as_bytes()))
                .map_err(|error| Failure::BadInput(format!("cannot write {name}: {error}")))?;
        }
        output::answer(if self.common.json {
            output::json(&self.json(positions, &measured))
        } else {
            self.text(positions, &measured)
        })?;
        Ok(verdict)
    }

    /// The native scheme, a random table, and the requested ones.
    fn dialects(&self) -> Result<Vec<(String, ShortKey<'static>)>, Failure> {
        let variant = self.common.variant();
        let mut chosen = vec![DialectArgs::new(None, None).choose(variant)?];
        if self.dialect.len() > MAX_DIALECTS {
            return Err(Failure::conflict(format!("more than {MAX_DIALECTS} dialects")));
        }
        for name in &self.dialect {
            chosen
                .push(DialectArgs::new(Some(name.clone()), self.dialect_file.clone()).choose_among(variant)?);
        }
        if self.dialect.is_empty() && self.dialect_file.is_some() {
            chosen.push(DialectArgs::new(None, self.dialect_file.clone()).choose(variant)?);
        }
        let mut dialects: Vec<(String, ShortKey<'static>)> = Vec::new();
        for dialect in chosen {
            subject::refuse_parts(&dialect)?;
            let name = dialect.to_string();
            if !dialects.iter().any(|(known, _)| *known == name) {
                dialects
                    .push((name, Box::new(move |position: &AnyPosition| first_64_bits(&dialect, position))));
            }
        }
        dialects.insert(1, ("random".to_string(), random(variant, self.seed)));
        Ok(dialects)
    }

    fn source(&self) -> String {
        match &self.pgn {
            None => format!("random games, seed {}", self.seed),
            Some(path) => output::path(path),
        }
    }

    fn json(&self, positions: usize, measured: &[Measured]) -> Answer {
        let counts = |dialect: &Measured| (dialect.name.clone(), dialect.pairs.clone().into());
        Answer {
            variant: self.common.variant().to_string(),
            source: self.source(),
            positions,
            bits: self.bits.0.clone(),
            expected: self.bits.0.iter().map(|&bits| expected_collisions(positions, bits)).collect(),
            measured: measured.iter().map(counts).collect(),
        }
    }

    fn text(&self, positions: usize, measured: &[Measured]) -> String {
        let mut rows = vec![["bits", "expected"].map(str::to_string).to_vec()];
        rows[0].extend(measured.iter().map(|dialect| dialect.name.clone()));
        for (place, &bits) in self.bits.0.iter().enumerate() {
            let mut row = vec![bits.to_string(), format!("{:.1}", expected_collisions(positions, bits))];
            row.extend(measured.iter().map(|dialect| dialect.pairs[place].to_string()));
            rows.push(row);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        let mut text =
            format!("{positions} different positions of {}, {}\n", self.common.variant(), self.source());
        for row in &rows {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
            text.push_str(&format!("\n{}", cells.collect::<Vec<_>>().join("  ")));
        }
        text
    }
}

fn first_64_bits(dialect: &Dialect, position: &AnyPosition) -> u64 {
    let key = subject::key(dialect, position, false);
    match dialect {
        Dialect::Tabiya128 => (key >> 64) as u64,
        Dialect::Tabiya | Dialect::Scheme(..) => key as u64,
    }
}

/// The usual scheme: a table of random numbers, with en passant and castling as in the identity.
fn random(variant: Variant, seed: u64) -> ShortKey<'static> {
    let layout = match variant {
        Variant::Chess | Variant::Chess960 => *schemes::POLYGLOT_LEGAL.layout(),
        Variant::Makruk => *schemes::MAKRUK_JS.layout(),
    };
    let numbers = Numbers::Generated(Generator::SplitMix64 { seed });
    let scheme =
        Scheme::new("random", "random numbers", layout, numbers).expect("a generator has enough numbers");
    Box::new(move |position| scheme.any_key(KeyPart::Full, position).map_or(0, |key| key.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_bits_are_in_steps_of_two() {
        assert_eq!(read_bits("24..30").map(|bits| bits.0), Ok(vec![24, 26, 28, 30]));
        assert_eq!(read_bits("7").map(|bits| bits.0), Ok(vec![7]));
        for bad in ["", "..", "40..24", "0..8", "24..65", "a..b", "24..", "-1..3"] {
            assert!(read_bits(bad).is_err(), "{bad}");
        }
    }
}
