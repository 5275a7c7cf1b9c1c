use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::{AnyPosition, Reading, Variant};
use tabiya_db::filter::FilterArgs;
use tabiya_db::protocol::{Answer, Shape};
use tabiya_db::{Collection, DbError, GameId, Wanted};
use tabiya_files::{LineRead, read_line};
use tabiya_fleet::{Fleet, write_all};
use tabiya_openings::{Opening, name_of};
use tabiya_pgn::play_each;

use crate::{Failure, complain};

/// A longer line is refused and never held in memory.
const LONGEST_LINE: usize = 1 << 16;

/// Who is asked.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Statistics of these rows: what they know is not counted again
    #[arg(long, value_name = "DIR")]
    stats: Option<PathBuf>,
    /// Count by SQL, with DataFusion in this process
    #[cfg(feature = "sql")]
    #[arg(long, conflicts_with = "stats")]
    sql: bool,
    #[cfg(feature = "sql")]
    #[command(flatten)]
    engine: crate::stats::EngineArgs,
}

impl Asked {
    pub(crate) fn open(&self) -> Result<Box<dyn Collection>, Failure> {
        #[cfg(feature = "sql")]
        if self.sql || self.engine.scheduler.is_some() {
            return Ok(Box::new(tabiya_fleet::SqlFleet::open(&self.folder, self.engine.engine()?)?));
        }
        let fleet = Fleet::open(&self.folder)?;
        Ok(Box::new(match &self.stats {
            Some(stats) => fleet.with_stats(stats)?,
            None => fleet,
        }))
    }
}

/// Which position is meant.
#[derive(Args, Debug)]
struct Place {
    /// The position: a FEN, quoted or not, or `startpos`, which is also meant when nothing is given
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Moves to play first, in UCI or SAN
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Which game: chess, chess960 or makruk
    #[arg(long)]
    variant: Option<Variant>,
}

impl Place {
    /// The position, and what the opening is called that led to it.
    fn reached(&self) -> Result<(AnyPosition, Option<Opening>), Failure> {
        let bad = |text: String| Failure::BadInput(Some(text));
        let fen = if self.fen.is_empty() { "startpos".to_owned() } else { self.fen.join(" ") };
        let position = self.read(&fen).map_err(bad)?;
        let mut opening = name_of(&position);
        let each = |position: &AnyPosition| opening = name_of(position).or(opening);
        let position = play_each(position, &self.moves, each).map_err(bad)?;
        Ok((position, opening))
    }

    fn read(&self, fen: &str) -> Result<AnyPosition, String> {
        let read = match self.variant {
            Some(variant) => AnyPosition::from_fen(variant, fen, Reading::LENIENT),
            None => AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT.either()),
        };
        let parsed = read.map_err(|error| error.to_string())?;
        parsed.notes.iter().for_each(|note| complain("warning", note));
        Ok(parsed.position)
    }

    /// Gives the position of each line of standard input that is not empty to a function, or what is wrong with it, with the line's number.
    fn each_line(
        &self,
        mut give: impl FnMut(u64, Result<AnyPosition, String>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut input, mut line) = (io::stdin().lock(), Vec::new());
        for number in 1.. {
            let read = read_line(&mut input, LONGEST_LINE, &mut line);
            let read = read.map_err(|error| Failure::BadInput(Some(format!("standard input: {error}"))))?;
            let position = match (read, std::str::from_utf8(&line)) {
                (LineRead::End, _) => break,
                (LineRead::Cut, _) => Err(format!("it is longer than {LONGEST_LINE} bytes")),
                (LineRead::Whole, Err(_)) => Err("it is not UTF-8".to_owned()),
                (LineRead::Whole, Ok(text)) if text.trim().is_empty() => continue,
                (LineRead::Whole, Ok(text)) => self.read(text.trim()),
            };
            give(number, position)?;
        }
        Ok(())
    }
}

const EXPLORE: &str = "\
Examples:
  tabiya-fleet explore games.rows --moves '1. e4 c5 2. Nf3'
  tabiya-fleet explore games.rows --player carlsen --since 2020
  tabiya-fleet explore games.rows --stats games.stats --moves '1. e4'";

/// Say what was played from a position: the object that `tabiya explore --json` writes
#[derive(Args, Debug)]
#[command(after_help = EXPLORE)]
pub(crate) struct Explore {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    place: Place,
    /// Read a FEN a line; write an object a line
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    stdin: bool,
    /// How many of the games with the strongest players, up to 1000
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(0..=1000))]
    top_games: u16,
    /// How many of the last games, up to 1000
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    recent_games: u16,
    /// How games ended month by month, too
    #[arg(long)]
    history: bool,
    #[command(flatten)]
    filters: FilterArgs,
}

impl Explore {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let filter = self.filters.filter()?;
        let fleet = self.asked.open()?;
        let wanted = Wanted {
            top_games: usize::from(self.top_games),
            recent_games: usize::from(self.recent_games),
            history: self.history,
        };
        let answer = |position: &AnyPosition, opening| {
            let explored = fleet.explore(position, &filter, &wanted)?;
            Answer::new(&*fleet, position, &explored, opening, &Shape::everything(self.history))
        };
        let mut out = BufWriter::new(io::stdout().lock());
        if !self.stdin {
            let (position, opening) = self.place.reached()?;
            write_json(&mut out, &answer(&position, opening)?)?;
            return out.flush().map_err(Failure::Output);
        }
        let mut is_good = true;
        self.place.each_line(|number, position| {
            match position.map(|position| (position, name_of(&position))) {
                Ok((position, opening)) => write_json(&mut out, &answer(&position, opening)?)?,
                Err(error) => {
                    is_good = false;
                    writeln!(out, "error: line {number}: {error}").map_err(Failure::Output)?;
                }
            }
            out.flush().map_err(Failure::Output)
        })?;
        if is_good { Ok(()) } else { Err(Failure::BadInput(None)) }
    }
}

const FIND: &str = "\
Examples:
  tabiya-fleet find games.rows --moves '1. e4 e5 2. Nf3 Nc6 3. Bb5'
  tabiya-fleet find games.rows --moves '1. d4' --player carlsen --pgn > carlsen.pgn";

/// List the games that reached a position: the objects that `tabiya find --json` writes, one a line
#[derive(Args, Debug)]
#[command(after_help = FIND)]
pub(crate) struct Find {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    place: Place,
    /// How many games; 0 is all of them
    #[arg(long, value_name = "N", default_value_t = 0)]
    limit: usize,
    /// Write the games themselves
    #[arg(long)]
    pgn: bool,
    #[command(flatten)]
    filters: FilterArgs,
}

impl Find {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let filter = self.filters.filter()?;
        let (position, _) = self.place.reached()?;
        let fleet = self.asked.open()?;
        let most = if self.limit == 0 { usize::MAX } else { self.limit };
        let mut out = BufWriter::new(io::stdout().lock());
        for found in fleet.found_games(&position, &filter, most)? {
            if self.pgn {
                write_game(&mut out, &*fleet, GameId(found.game))?;
            } else {
                write_json(&mut out, &found)?;
            }
        }
        out.flush().map_err(Failure::Output)
    }
}

const EXPORT: &str = "\
Example:
  tabiya-fleet export games.rows > games.pgn";

/// Write all games as PGN, with their tags and moves, in the order of their numbers
#[derive(Args, Debug)]
#[command(after_help = EXPORT)]
pub(crate) struct ExportGames {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ExportGames {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        write_all(&Fleet::open(&self.folder)?, &mut io::stdout().lock()).map_err(|error| match error {
            DbError::Other(error) => match error.downcast::<io::Error>() {
                Ok(error) => Failure::Output(*error),
                Err(error) => DbError::Other(error).into(),
            },
            error => error.into(),
        })
    }
}

fn write_game(out: &mut impl Write, fleet: &dyn Collection, game: GameId) -> Result<(), Failure> {
    fleet.game(game)?.write_pgn(out, &[]).map_err(Failure::Output)
}

fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).expect("an answer is written as JSON");
    writeln!(out, "{text}").map_err(Failure::Output)
}
