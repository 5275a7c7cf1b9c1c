use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabiya::Variant;
use tabiya_cli::args::{complain, counted};
use tabiya_db::AddObserver;
use tabiya_fleet::{FORMAT, Folder, Outcome, RowOptions, add, verify};

use crate::Failure;

const EXAMPLES: &str = "\
Examples:
  tabiya-fleet rows lichess_2013-01.pgn.zst lichess_2013-02.pgn.zst -o games.rows
  tabiya-fleet rows twic.pgn -o twic.rows --parts 64 --threads 4 --memory 2048";

/// Make rows of files of games: a row for each thing a game did in a position
///
/// A file is there whole or not at all, and is not read again if it is there. Any number of these programs may work on one folder at once,
/// on this machine or others, if they have different files.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Rows {
    /// PGN, plain or packed, or a database (NAME.tabiya)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder of rows; it is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// In how many parts rows are split by the first bits of the key, a power of two; 16 for a new folder unless told
    #[arg(long, value_name = "N")]
    parts: Option<u32>,
    /// How many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// How much memory for rows, about, in MiB; what exceeds it is sorted on the disk, in the folder of rows
    #[arg(long, value_name = "MiB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Keep a game with an illegal move up to there
    #[arg(long)]
    keep_broken: bool,
    /// Which game it is if a file does not say: chess, chess960 or makruk
    #[arg(long, default_value_t)]
    variant: Variant,
}

/// Tells what is wrong with games.
pub(crate) struct Told;

impl AddObserver for Told {
    fn error(&mut self, text: &str) {
        complain("error", text);
    }

    fn warning(&mut self, text: &str) {
        complain("warning", text);
    }
}

const USUAL_PARTS: u32 = 16;

impl Rows {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let folder = match self.parts {
            None if Folder::is_at(&self.output) => Folder::open(&self.output)?,
            parts => Folder::create(&self.output, parts.unwrap_or(USUAL_PARTS))?,
        };
        let options = RowOptions {
            threads: usize::from(self.threads),
            memory: (self.memory as usize) << 20,
            keep_duplicates: true,
            keep_broken: self.keep_broken,
            variant: self.variant,
        };
        let mut is_good = true;
        for file in &self.files {
            let name = file.display();
            match add(&folder, file, &options, &mut Told) {
                Ok(Outcome::Added(input, added)) => {
                    is_good &= added.broken == 0;
                    let (games, rows) = (counted(input.games, "game"), counted(input.rows, "row"));
                    complain("note", format!("{name}: {games}, {rows}"));
                }
                Ok(Outcome::WasThere(input)) => {
                    is_good &= input.broken == 0;
                    let broken = match input.broken {
                        0 => String::new(),
                        1 => "; 1 was broken".to_owned(),
                        broken => format!("; {broken} were broken"),
                    };
                    let were = if input.games == 1 { "was" } else { "were" };
                    let games = counted(input.games, "game");
                    complain("note", format!("{name}: its {games} {were} there already{broken}"));
                }
                Ok(_) => {
                    is_good = false;
                    complain("error", format!("{name}: left out, because it could not be read to its end"));
                }
                Err(error) => {
                    is_good = false;
                    complain("error", error);
                }
            }
        }
        if is_good { Ok(()) } else { Err(Failure::BadInput(None)) }
    }
}

const INFO: &str = "\
Example:
  tabiya-fleet info games.rows";

/// Say what is in a folder of rows
#[derive(Args, Debug)]
#[command(after_help = INFO)]
pub(crate) struct Info {
    /// The folder of rows
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Info {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let folder = Folder::open(&self.folder)?;
        let inputs = folder.inputs()?;
        let games: u64 = inputs.iter().map(|input| input.games).sum();
        let rows: u64 = inputs.iter().map(|input| input.rows).sum();
        let game_bytes: u64 = inputs.iter().map(|input| input.games_file.bytes).sum();
        let row_bytes: u64 = inputs.iter().flat_map(|input| &input.files).map(|file| file.sum.bytes).sum();
        let a_game = |bytes: u64| bytes as f64 / games.max(1) as f64;
        let text = format!(
            "format     {FORMAT}\nparts      {}\ninputs     {}\ngames      {games}\nrows       {rows}\n\
             bytes      {row_bytes} of rows ({:.1} a game), {game_bytes} of games ({:.1} a game)",
            folder.parts(),
            inputs.len(),
            a_game(row_bytes),
            a_game(game_bytes),
        );
        writeln!(std::io::stdout(), "{text}").map_err(Failure::Output)
    }
}

const VERIFY: &str = "\
Examples:
  tabiya-fleet verify games.rows
  tabiya-fleet verify games.stats";

/// Compare every file with its checksum
#[derive(Args, Debug)]
#[command(after_help = VERIFY)]
pub(crate) struct Verify {
    /// The folder of rows or of statistics
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut wrong = 0;
        let files = verify(&self.folder, |error| {
            wrong += 1;
            complain("error", error);
        })?;
        if wrong > 0 {
            let all = format!(
                "{} named, and {wrong} {}; docs/guide/fleet.md says how to fix a folder",
                are(files, "file"),
                if wrong == 1 { "is wrong" } else { "are wrong" }
            );
            return Err(Failure::BadInput(Some(all)));
        }
        if files == 0 {
            let what = "nothing in it is finished, so there is nothing to compare";
            return Err(Failure::BadInput(Some(format!("{}: {what}", self.folder.display()))));
        }
        let they = if files == 1 { "it was" } else { "they were" };
        writeln!(std::io::stdout(), "{} as {they} written", are(files, "file")).map_err(Failure::Output)
    }
}

/// So many things: `1 file is`, `2 files are`.
fn are(count: usize, thing: &str) -> String {
    format!("{} {}", counted(count as u64, thing), if count == 1 { "is" } else { "are" })
}
