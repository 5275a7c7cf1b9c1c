use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use tabiya::Color;
use tabiya_files::atomic_write;
use tabiya_pgn::book::{BookBuilder, BookStats, Options};

use crate::commands::game::feed::{self, FeedItem};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, complain, counted};
use crate::overwrite;

const EXAMPLES: &str = "\
Examples:
  tabiya book make games.pgn -o book.bin
  tabiya book make games.pgn.zst -o book.bin --max-ply 30 --min-games 10
  tabiya book make games.pgn -o white.bin --only-white --min-score 50
  tabiya book make games.pgn -o - | gzip > book.bin.gz";

/// Make an opening book from games
///
/// A move's weight is twice its player's wins plus draws, as in Polyglot's make-book.
/// A game with an error is used up to the error and reported; the exit status is then 1. The book is written
/// atomically, and not at all if a file cannot be opened or no moves are left.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Make {
    /// PGN files, plain or compressed; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Output file; `-` is standard output
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
    /// Number of half-moves to use of each game
    #[arg(long, value_name = "N", default_value_t = Options::default().max_ply)]
    max_ply: usize,
    /// Leave out moves played in fewer games
    #[arg(long, value_name = "N", default_value_t = Options::default().min_games)]
    min_games: u32,
    /// Leave out moves with a lower score, in percent
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = percent)]
    min_score: f64,
    /// Use only moves of the winning side
    #[arg(long)]
    only_wins: bool,
    /// Use only White's moves
    #[arg(long, conflicts_with = "only_black")]
    only_white: bool,
    /// Use only Black's moves
    #[arg(long)]
    only_black: bool,
    /// Give every move the weight 1
    #[arg(long)]
    uniform: bool,
    /// Working memory in MB; beyond it, temporary files beside the book are used
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
}

impl Make {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        overwrite::refuse(&self.output, &self.files)?;
        let progress = Progress::new(&self.files, false);
        let parent = self.output.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = BookBuilder::new(self.options(), parent.unwrap_or(Path::new(".")));
        let (mut games, mut bad, mut failure) = (0u64, 0u64, None);
        feed::each(&self.files, &progress, &mut |found| {
            let complaint = match found {
                FeedItem::Problem(text) => Some(text),
                // A book of only some of the games would pass for one of all of them.
                FeedItem::NotOpened(text) => {
                    failure = Some(Failure::BadInput(format!("{text}: no book was written")));
                    return ControlFlow::Break(());
                }
                FeedItem::Game(game) => {
                    games += 1;
                    match tabiya_pgn::book::add_to_book(&mut builder, game.record) {
                        Err(error) => {
                            failure = Some(self.cannot_write(&error));
                            return ControlFlow::Break(());
                        }
                        Ok(fault) => fault.map(|fault| {
                            format!("{}, game {}, {fault}", self.files[game.file].display(), game.number)
                        }),
                    }
                }
            };
            if let Some(text) = complaint {
                bad += 1;
                progress.suspend(|| complain("error", text));
            }
            ControlFlow::Continue(())
        });
        progress.finish();
        if let Some(failure) = failure {
            return Err(failure);
        }
        if games == 0 {
            return Err(Failure::BadInput("no games: no book was written".to_string()));
        }
        let made = self.write(builder)?;
        let summary = format!(
            "{} in {}, from {}",
            counted(made.entries, "move"),
            counted(made.positions, "position"),
            counted(games, "game")
        );
        if self.is_to_stdout() {
            complain("summary", summary);
        } else {
            output::answer(format!("{}: {summary}", output::path(&self.output)))?;
        }
        Ok(if bad == 0 { Verdict::Good } else { Verdict::BadInput })
    }

    fn is_to_stdout(&self) -> bool {
        self.output == Path::new("-")
    }

    /// Writes the book, unless it would be empty.
    fn write(&self, builder: BookBuilder) -> Result<BookStats, Failure> {
        let mut empty = None;
        let mut finish = |mut out: &mut dyn Write, builder: BookBuilder| {
            let made = builder.finish(&mut out)?;
            if made.entries > 0 {
                return Ok(made);
            }
            empty = Some(made);
            Err(io::ErrorKind::InvalidData.into())
        };
        let written = if self.is_to_stdout() {
            let mut out = output::open();
            finish(&mut out, builder).and_then(|made| out.flush().map(|()| made))
        } else {
            atomic_write(&self.output, |out| finish(out, builder))
        };
        match (written, empty) {
            (_, Some(made)) => Err(self.nothing_to_keep(made)),
            (Err(error), None) => Err(self.cannot_write(&error)),
            (Ok(made), None) => Ok(made),
        }
    }

    fn nothing_to_keep(&self, BookStats { max_games, .. }: BookStats) -> Failure {
        let min_games = self.min_games;
        Failure::BadInput(if max_games == 0 {
            "no moves are left by these options: no book was written".to_string()
        } else if max_games < min_games {
            format!(
                "no move was played in {min_games} games: no book was written; try --min-games {max_games}"
            )
        } else {
            "no move has enough games and a high enough score: no book was written".to_string()
        })
    }

    fn cannot_write(&self, error: &io::Error) -> Failure {
        let place =
            if self.is_to_stdout() { "to standard output".to_string() } else { output::path(&self.output) };
        Failure::BadInput(format!("cannot write {place}: {error}"))
    }

    fn options(&self) -> Options {
        let only_white = self.only_white.then_some(Color::White);
        Options {
            max_ply: self.max_ply,
            min_games: self.min_games,
            min_score: self.min_score,
            only_wins: self.only_wins,
            only: only_white.or(self.only_black.then_some(Color::Black)),
            uniform: self.uniform,
            memory: (self.memory as usize) << 20,
        }
    }
}

fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|percent| (0.0..=100.0).contains(percent))
        .ok_or_else(|| "expected a number from 0 to 100".to_string())
}
