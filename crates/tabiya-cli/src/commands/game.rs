pub(super) mod feed;
mod json;
pub(super) mod progress;
mod report;
mod row;
mod summary;
mod workers;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use tabiya_pgn::replay::Replayer;

use super::Common;
use crate::output::{self, Failure, Out, Verdict, complain};
use feed::FeedItem;
use progress::Progress;
use report::GameReport;
use summary::Summary;

const EXAMPLES: &str = "\
Examples:
  tabiya game games.pgn
  tabiya game --wide games.pgn | less -S
  tabiya game --summary lichess.pgn.zst
  tabiya game --json lichess.pgn.zst | head
  tabiya game --threads 2 *.pgn.gz
  tabiya game --variant makruk - < games.pgn";

/// Replay games: opening, result, claims, repetitions, final position
///
/// Reads PGN, plain or compressed with gzip, bzip2 or Zstandard. A game with an error is reported with its line, and the next
/// one is read; the exit status is then 1. A summary follows the table; with --json it goes to standard error.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Game {
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Show all columns: also line number, key, repetitions and final position
    #[arg(long, conflicts_with_all = ["json", "summary"])]
    wide: bool,
    /// Print only the summary
    #[arg(long, conflicts_with = "json")]
    summary: bool,
    /// Number of threads, up to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    common: Common,
}

impl Game {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let progress = Progress::new(&self.files, !self.summary);
        let mut output_writer = GameOutput::new(self, &progress);
        let writer = GameWriter { row_format: self.row_format(), files: &self.files };
        let new_replayer = || Replayer::new(self.common.variant());
        if self.threads == 1 {
            let mut replayer = new_replayer();
            feed::each(&self.files, &progress, &mut |found| {
                output_writer.take(writer.report(&found, &mut replayer))
            });
        } else {
            workers::each(self, &progress, &writer, new_replayer, &mut |report| output_writer.take(report)).map_err(
                |error| Failure::BadInput(format!("cannot start {} threads: {error}", self.threads)),
            )?;
        }
        progress.finish();
        output_writer.finish()
    }

    fn row_format(&self) -> RowFormat {
        match (self.common.json, self.summary, self.wide) {
            (true, ..) => RowFormat::Json,
            (_, true, _) => RowFormat::Nothing,
            (_, _, true) => RowFormat::Wide,
            _ => RowFormat::Fitted,
        }
    }
}

/// The output per game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowFormat {
    Json,
    /// A row that fits the terminal.
    Fitted,
    /// A row with all columns.
    Wide,
    Nothing,
}

/// Describes the events of a game.
struct GameWriter<'a> {
    row_format: RowFormat,
    files: &'a [PathBuf],
}

impl GameWriter<'_> {
    fn report(&self, found: &FeedItem<'_>, replayer: &mut Replayer) -> GameReport {
        match found {
            FeedItem::Problem(text) | FeedItem::NotOpened(text) => GameReport::Problem(text.clone()),
            FeedItem::Game(game) => {
                let report = replayer.replay(game.record);
                let opening = || tabiya_pgn::openings::deepest_name(replayer.positions());
                let file = &self.files[game.file];
                let line = match self.row_format {
                    RowFormat::Json => json::line(&file.display().to_string(), game, &report, opening()),
                    RowFormat::Fitted => row::fitted(game, &report, opening()),
                    RowFormat::Wide => row::wide(game, &report, opening()),
                    RowFormat::Nothing => String::new(),
                };
                GameReport::game(game, &output::path(file), line, &report)
            }
        }
    }
}

/// Writes rows as they come, and adds up the summary.
struct GameOutput<'a> {
    args: &'a Game,
    progress: &'a Progress,
    out: Out,
    summary: Summary,
    has_begun: bool,
    is_good: bool,
    failure: Option<Failure>,
}

impl<'a> GameOutput<'a> {
    fn new(args: &'a Game, progress: &'a Progress) -> GameOutput<'a> {
        GameOutput {
            args,
            progress,
            out: output::open(),
            summary: Summary::default(),
            has_begun: false,
            is_good: true,
            failure: None,
        }
    }

    /// The table header is written with the first row.
    fn begin(&mut self) -> Result<(), Failure> {
        let header = match self.args.row_format() {
            RowFormat::Json | RowFormat::Nothing => return Ok(()),
            RowFormat::Fitted => row::FITTED_HEADER,
            RowFormat::Wide => row::WIDE_HEADER,
        };
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        writeln!(self.out, "{header}").map_err(Failure::Output)
    }

    fn write_row(&mut self, line: &str) -> Result<(), Failure> {
        if self.args.summary {
            return Ok(());
        }
        self.begin()?;
        writeln!(self.out, "{line}").map_err(Failure::Output)
    }

    fn take(&mut self, report: GameReport) -> ControlFlow<()> {
        if self.failure.is_some() {
            return ControlFlow::Break(());
        }
        let problem = match report {
            GameReport::Problem(text) => Some(text),
            GameReport::Game { line, problem, facts } => {
                self.failure = self.write_row(&line).err();
                self.summary.add(*facts);
                problem
            }
        };
        if let Some(text) = problem {
            self.is_good = false;
            self.progress.suspend(|| complain("error", text));
        }
        ControlFlow::Continue(())
    }

    fn finish(mut self) -> Result<Verdict, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.summary.is_empty() && !self.is_good && !self.args.common.json {
            // Errors have been reported.
            return Ok(Verdict::BadInput);
        }
        self.begin()?;
        if !self.args.common.json {
            let gap = if self.args.summary { "" } else { "\n" };
            let text = self.summary.text(output::width());
            write!(self.out, "{gap}{text}").map_err(Failure::Output)?;
        }
        self.out.flush().map_err(Failure::Output)?;
        if self.args.common.json {
            for line in self.summary.text(output::message_width("summary")).lines() {
                complain("summary", line);
            }
        }
        Ok(if self.is_good { Verdict::Good } else { Verdict::BadInput })
    }
}
