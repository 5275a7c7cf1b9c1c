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
struct Summary {
    entries: u64,
    positions: u64,
    #[serde(rename = "most_moves")]
    max_moves: u64,
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
        let mut summary = SummaryBuilder::new();
        let finished = book.for_each(|_, entry| {
            summary.add(&entry);
            if self.dump { writeln!(out, "{}", self.line(&entry)).map_err(Broken::Output) } else { Ok(()) }
        });
        match finished {
            Ok(()) => {}
            Err(Broken::Book(error)) => return Err(super::broken(&self.book, &error)),
            Err(Broken::Output(error)) => return Err(Failure::Output(error)),
        }
        let summary = summary.summary;
        if !self.dump {
            let text = if self.json { output::json(&summary) + "\n" } else { summary.text() };
            write!(out, "{text}").map_err(Failure::Output)?;
        }
        out.flush().map_err(Failure::Output)?;
        if summary.bad_promotions + summary.null_moves > 0 {
            let count = summary.bad_promotions + summary.null_moves;
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

struct SummaryBuilder {
    summary: Summary,
    last: Option<Key>,
    moves: u64,
    start: Key,
}

impl SummaryBuilder {
    fn new() -> SummaryBuilder {
        let start = schemes::POLYGLOT.key(&Position::<Chess>::start());
        SummaryBuilder { summary: Summary::default(), last: None, moves: 0, start }
    }

    fn add(&mut self, entry: &BookEntry) {
        let SummaryBuilder { summary, last, moves, start } = self;
        if last.replace(entry.key) != Some(entry.key) {
            summary.positions += 1;
            *moves = 0;
        }
        *moves += 1;
        let (from, to) = entry.mv.squares();
        summary.entries += 1;
        summary.max_moves = summary.max_moves.max(*moves);
        summary.largest_weight = summary.largest_weight.max(entry.weight);
        summary.without_weight += u64::from(entry.weight == 0);
        summary.learned += u64::from(entry.learn != 0);
        summary.bad_promotions += u64::from(entry.mv.promotion().is_err());
        summary.null_moves += u64::from(from == to);
        summary.start_moves += u64::from(entry.key == *start);
    }
}

impl Summary {
    fn text(&self) -> String {
        let mut text = format!(
            "{} in {}, at most {} in one\n{} for the start position\nlargest weight {}\n",
            counted(self.entries, "move"),
            counted(self.positions, "position"),
            self.max_moves,
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
