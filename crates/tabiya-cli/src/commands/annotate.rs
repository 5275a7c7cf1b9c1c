mod journal;
mod progress;
mod report;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use tabiya_engine::annotate::{Analyst, annotate};
use tabiya_engine::{Limits, Signals};
use tabiya_files::atomic_write;
use tabiya_pgn::{Input, ReadError, Reader, TreeRead, TreeRecord};

use super::Common;
use crate::output::{self, Failure, Out, Verdict, complain};
use crate::overwrite;
use journal::{Done, Journal, Settings};
use progress::Progress;
use report::GameReport;

/// The default number of nodes per position.
const NODES: u64 = 100_000;

const EXAMPLES: &str = "\
Examples:
  tabiya annotate games.pgn -o annotated.pgn
  tabiya annotate game.pgn -o deep.pgn --nodes 5000000 --threads 4 --hash 256
  tabiya annotate makruk.pgn --variant makruk --depth 14 -o out.pgn --json
  zcat old/*.gz | tabiya annotate - -o old.pgn";

/// Annotate games with evaluations, better lines and accuracy
///
/// Searches every position of each game's main line. Adds [%eval] to each move, the marks ?! ? ?? where a move loses
/// 5, 10 or 15 % of the expected score, the better line as a variation, and the tags WhiteAccuracy and
/// BlackAccuracy. Everything else in the games is kept, including existing marks.
///
/// The output file is written atomically. Finished games are kept in OUT.journal, and the same command resumes
/// an interrupted run. A game with an error is reported and annotated up to the error; one with an unknown start
/// position is reported and left out. The exit status is then 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Annotate {
    /// PGN files, plain or compressed; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Nodes per position [default: 100000, or no limit with --depth]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Number of threads, up to 256; results vary with more than one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    #[command(flatten)]
    common: Common,
}

impl Annotate {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        overwrite::refuse(&self.output, &self.files)?;
        for file in self.files.iter().filter(|file| file.metadata().is_ok_and(|data| data.is_file())) {
            Input::open(file).map_err(|error| named(file, error))?;
        }
        let mut analyst = Analyst::new(self.limits(), self.threads.into(), self.hash as usize)
            .map_err(|error| Failure::conflict(format!("--hash {}: {error}", self.hash)))?;
        let journal = Journal::open(&self.output, &self.settings()).map_err(Failure::BadInput)?;
        let signals = Arc::new(Signals::default());
        let on_interrupt = Arc::clone(&signals);
        // Without a handler Ctrl-C would end the program at once, losing only the current game.
        let _ = ctrlc::set_handler(move || on_interrupt.stop.store(true, Ordering::Relaxed));
        let mut run = Run {
            args: self,
            journal,
            report: GameReport::new(self.common.json),
            out: output::open(),
            progress: Progress::new(self.common.json),
            signals,
            is_good: true,
        };
        for file in &self.files {
            run.read(file, &mut analyst)?;
        }
        run.finish()
    }

    fn limits(&self) -> Limits {
        let usual = self.depth.is_none().then_some(NODES);
        Limits { depth: self.depth, nodes: self.nodes.or(usual), ..Limits::default() }
    }

    /// The parameters that must be equal to resume a run.
    fn settings(&self) -> Settings {
        let Limits { depth, nodes, .. } = self.limits();
        let (threads, hash, variant) = (self.threads, self.hash, self.common.variant().to_string());
        Settings::new(depth, nodes, threads, hash, variant)
    }
}

/// One run over all files.
struct Run<'a> {
    args: &'a Annotate,
    journal: Journal,
    report: GameReport,
    out: Out,
    progress: Progress,
    signals: Arc<Signals>,
    is_good: bool,
}

impl Run<'_> {
    fn read(&mut self, file: &Path, analyst: &mut Analyst) -> Result<(), Failure> {
        let is_stdin = file == Path::new("-");
        let input = if is_stdin { Input::new(io::stdin()) } else { Input::open(file) };
        let input = input.map_err(|error| named(file, error))?;
        let (mut reader, mut record) = (Reader::new(input), TreeRecord::new());
        loop {
            match reader.read_game(&mut record) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                // Games before the damage are complete; a file that is not PGN has none.
                Err(error @ ReadError::Input { .. }) => {
                    self.complain(file, error);
                    return Ok(());
                }
                Err(error) => return Err(named(file, error)),
            }
            if let Some(problem) = record.take_stray_problem() {
                self.complain(file, problem);
            }
            match record.tree(self.args.common.variant()) {
                Ok(read) => {
                    for fault in &read.faults {
                        self.complain(file, fault);
                    }
                    self.game(read, analyst)?;
                }
                Err(error) => {
                    self.complain(file, format!("line {}: {error}; left out", record.record().line()));
                }
            }
        }
    }

    /// Annotates a game, unless the journal has it.
    fn game(&mut self, TreeRead { mut tree, .. }: TreeRead, analyst: &mut Analyst) -> Result<(), Failure> {
        let source = journal::fingerprint(&tree);
        let done = match self.journal.next(source).map_err(Failure::BadInput)? {
            Some(done) => done,
            None => {
                self.progress.begin(&tree);
                let progress = &self.progress;
                let findings = analyst.analyze(&tree, &self.signals, &mut |ply, _| progress.at(ply));
                let Some(findings) = findings else {
                    self.progress.finish();
                    return Err(Failure::BadInput(format!(
                        "stopped after {}; the same command resumes",
                        output::counted(self.journal.games(), "game")
                    )));
                };
                let summary = annotate(&mut tree, &findings);
                let done = Done::new(source, &tree, &summary);
                self.journal.add(&done).map_err(|error| named(self.journal.path(), error))?;
                done
            }
        };
        let row = self.report.row(self.journal.games(), &done);
        self.progress
            .suspend(|| writeln!(self.out, "{row}").and_then(|()| self.out.flush()).map_err(Failure::Output))
    }

    fn complain(&mut self, file: &Path, what: impl Display) {
        self.is_good = false;
        let text = format!("{}: {what}", file.display());
        self.progress.suspend(|| complain("error", text));
    }

    fn finish(self) -> Result<Verdict, Failure> {
        self.progress.finish();
        if self.journal.games() == 0 {
            self.journal.remove();
            return Err(Failure::BadInput("no game to annotate: nothing was written".to_string()));
        }
        let output = &self.args.output;
        atomic_write(output, |out| self.journal.write_games(out)).map_err(|error| named(output, error))?;
        self.journal.remove();
        Ok(if self.is_good { Verdict::Good } else { Verdict::BadInput })
    }
}

fn named(file: &Path, error: impl Display) -> Failure {
    Failure::BadInput(format!("{}: {error}", file.display()))
}
