use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::keys::schemes;
use tabiya::{Chess, Key, Position};
use tabiya_pgn::book::{BookEntry, BookError};

use crate::output::{self, Failure, Verdict, complain, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya book show book.bin
  tabiya book show book.bin --dump | head
  tabiya book show book.bin --json";

/// Summarize a book, or print every entry
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Print all entries: key, move, weight, learn
    #[arg(long)]
    dump: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The summary of a book.
#[derive(Serialize, Default)]
struct Sum {
    entries: u64,
    positions: u64,
    most_moves: u64,
    largest_weight: u16,
    without_weight: u64,
    learned: u64,
    bad_promotions: u64,
    null_moves: u64,
    start_moves: u64,
}

#[derive(Serialize)]
struct Line {
    key: String,
    #[serde(rename = "move")]
    uci: String,
    weight: u16,
    learn: u32,
}

/// A read or write error.
enum Broken {
    Book(BookError),
    Output(std::io::Error),
}

impl From<BookError> for Broken {
    fn from(error: BookError) -> Broken {
        Broken::Book(error)
    }
}

impl Show {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let mut book = super::open(&self.book)?;
        let mut out = output::open();
        let mut sum = Summing::new();
        let finished = book.for_each(|_, entry| {
            sum.add(&entry);
            if self.dump { writeln!(out, "{}", self.line(&entry)).map_err(Broken::Output) } else { Ok(()) }
        });
        match finished {
            Ok(()) => {}
            Err(Broken::Book(error)) => return Err(super::broken(&self.book, &error)),
            Err(Broken::Output(error)) => return Err(Failure::Output(error)),
        }
        let sum = sum.sum;
        if !self.dump {
            let text = if self.json { output::json(&sum) + "\n" } else { sum.text() };
            write!(out, "{text}").map_err(Failure::Output)?;
        }
        out.flush().map_err(Failure::Output)?;
        if sum.bad_promotions + sum.null_moves > 0 {
            let count = sum.bad_promotions + sum.null_moves;
            complain("warning", format!("{}: {count} entries are not valid moves", self.book.display()));
        }
        Ok(Verdict::Good)
    }

    fn line(&self, entry: &BookEntry) -> String {
        if self.json {
            return output::json(&Line {
                key: entry.key.to_string(),
                uci: entry.mv.to_string(),
                weight: entry.weight,
                learn: entry.learn,
            });
        }
        format!("{} {:<5} {:>5} {}", entry.key, entry.mv, entry.weight, entry.learn)
    }
}

struct Summing {
    sum: Sum,
    last: Option<Key>,
    moves: u64,
    start: Key,
}

impl Summing {
    fn new() -> Summing {
        let start = schemes::POLYGLOT.key(&Position::<Chess>::start());
        Summing { sum: Sum::default(), last: None, moves: 0, start }
    }

    fn add(&mut self, entry: &BookEntry) {
        let Summing { sum, last, moves, start } = self;
        if last.replace(entry.key) != Some(entry.key) {
            sum.positions += 1;
            *moves = 0;
        }
        *moves += 1;
        let (from, to) = entry.mv.squares();
        sum.entries += 1;
        sum.most_moves = sum.most_moves.max(*moves);
        sum.largest_weight = sum.largest_weight.max(entry.weight);
        sum.without_weight += u64::from(entry.weight == 0);
        sum.learned += u64::from(entry.learn != 0);
        sum.bad_promotions += u64::from(entry.mv.promotion().is_err());
        sum.null_moves += u64::from(from == to);
        sum.start_moves += u64::from(entry.key == *start);
    }
}

impl Sum {
    fn text(&self) -> String {
        let mut text = format!(
            "{} in {}, at most {} in one\n{} for the start position\nlargest weight {}\n",
            counted(self.entries, "move"),
            counted(self.positions, "position"),
            self.most_moves,
            counted(self.start_moves, "move"),
            self.largest_weight
        );
        for (count, what) in [
            (self.without_weight, "with weight 0, never played"),
            (self.learned, "with a learn value"),
            (self.bad_promotions, "with an invalid promotion"),
            (self.null_moves, "with equal origin and target"),
        ] {
            if count > 0 {
                text.push_str(&format!("{} {what}\n", counted(count, "move")));
            }
        }
        text
    }
}
