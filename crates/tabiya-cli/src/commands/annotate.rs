mod journal;
mod progress;
mod told;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use tabiya_engine::annotate::{Analyst, annotate};
use tabiya_engine::{Limits, Signals};
use tabiya_files::write_whole;
use tabiya_pgn::{Input, ReadError, Reader, TreeRead, TreeRecord};

use super::Common;
use crate::output::{self, Failure, Out, Verdict, complain};
use crate::overwrite;
use journal::{Done, Journal, Settings};
use progress::Progress;
use told::Told;

/// Positions looked at for each position of a game, if nobody says.
const NODES: u64 = 100_000;

const EXAMPLES: &str = "\
Examples:
  tabiya annotate games.pgn -o annotated.pgn
  tabiya annotate game.pgn -o deep.pgn --nodes 5000000 --threads 4 --hash 256
  tabiya annotate makruk.pgn --variant makruk --depth 14 -o out.pgn --json
  zcat old/*.gz | tabiya annotate - -o old.pgn";

/// Let the engine look at games: evaluations, marks, better lines, accuracy
///
/// Every position of a game's main line is searched. Written are [%eval] after each move, ?! ? ?? where a move costs its
/// player 5, 10 or 15 points of a hundred, the better line beside it as a variation, and the tags WhiteAccuracy and
/// BlackAccuracy. All that was in the games stays; a move somebody has marked keeps its mark.
///
/// The output is written whole or not at all. What is done lies beside it, in OUT.journal, and the same command goes on
/// where it was cut off. A broken game is reported and annotated up to its fault; one whose start is not known is
/// reported and left out. The exit status is then 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Annotate {
    /// PGN files, plain or packed; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Where to write
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Look at so many positions for each position of a game [default: 100000, or no limit with --depth]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Look so many plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// How many threads, up to 256; with more than one no two runs are quite the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Megabytes for the table
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
        // Without it Ctrl-C ends the program at once; no more is lost then than the game on the desk.
        let _ = ctrlc::set_handler(move || on_interrupt.stop.store(true, Ordering::Relaxed));
        let mut run = Run {
            asked: self,
            journal,
            told: Told::new(self.common.json),
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

    /// What must be the same for a run to go on.
    fn settings(&self) -> Settings {
        let Limits { depth, nodes, .. } = self.limits();
        let (threads, hash, variant) = (self.threads, self.hash, self.common.variant().to_string());
        Settings::new(depth, nodes, threads, hash, variant)
    }
}

/// One run over all files.
struct Run<'a> {
    asked: &'a Annotate,
    journal: Journal,
    told: Told,
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
                // The whole games before the damage are good; of a file that is no PGN there are none.
                Err(error @ ReadError::Input { .. }) => {
                    self.complain(file, error);
                    return Ok(());
                }
                Err(error) => return Err(named(file, error)),
            }
            if let Some(problem) = record.take_stray_problem() {
                self.complain(file, problem);
            }
            match record.tree(self.asked.common.variant()) {
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

    /// Annotates a game, unless that was done before.
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
                        "stopped after {}; the same command goes on from there",
                        output::counted(self.journal.games(), "game")
                    )));
                };
                let summary = annotate(&mut tree, &findings);
                let done = Done::new(source, &tree, &summary);
                self.journal.add(&done).map_err(|error| named(self.journal.path(), error))?;
                done
            }
        };
        let row = self.told.row(self.journal.games(), &done);
        self.progress
            .aside(|| writeln!(self.out, "{row}").and_then(|()| self.out.flush()).map_err(Failure::Output))
    }

    fn complain(&mut self, file: &Path, what: impl Display) {
        self.is_good = false;
        let text = format!("{}: {what}", file.display());
        self.progress.aside(|| complain("error", text));
    }

    fn finish(self) -> Result<Verdict, Failure> {
        self.progress.finish();
        if self.journal.games() == 0 {
            self.journal.remove();
            return Err(Failure::BadInput("there is no game to annotate: nothing is written".to_string()));
        }
        let output = &self.asked.output;
        write_whole(output, |out| self.journal.write_games(out)).map_err(|error| named(output, error))?;
        self.journal.remove();
        Ok(if self.is_good { Verdict::Good } else { Verdict::BadInput })
    }
}

fn named(file: &Path, error: impl Display) -> Failure {
    Failure::BadInput(format!("{}: {error}", file.display()))
}
