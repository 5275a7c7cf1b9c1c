use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tabiya::Variant;
use tabiya_cli::args::{complain, counted};
use tabiya_db::AddObserver;
use tabiya_fleet::{FORMAT, Folder, Outcome, RowOptions, add, verify};

use crate::Failure;
use crate::query::warn_of_missing_manifests;

const EXAMPLES: &str = "\
Examples:
  tabiya-fleet rows lichess_2013-01.pgn.zst lichess_2013-02.pgn.zst -o games.rows
  tabiya-fleet rows twic.pgn -o twic.rows --parts 64 --threads 4 --memory 2048";

/// Convert games to rows: a row for each move of each game
///
/// Each file is added atomically, and skipped if it was added before. Several programs, also on different machines, can add
/// different files to one folder at the same time.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Rows {
    /// PGN files, plain or compressed, or databases (NAME.tabiya)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder of rows, created if necessary
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Number of parts into which rows are split by the first bits of the key: a power of two [default: 16 for a new folder]
    #[arg(long, value_name = "N")]
    parts: Option<u32>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Approximate memory for rows, in MiB; more rows are sorted on disk, in the folder of rows
    #[arg(long, value_name = "MiB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Keep games with an illegal move up to that move
    #[arg(long)]
    keep_broken: bool,
    /// Variant of games without a tag: chess, chess960 or makruk
    #[arg(long, default_value_t)]
    variant: Variant,
}

/// Prints problems of games.
pub(crate) struct ProblemPrinter;

impl AddObserver for ProblemPrinter {
    fn error(&mut self, text: &str) {
        complain("error", text);
    }

    fn warning(&mut self, text: &str) {
        complain("warning", text);
    }
}

const DEFAULT_PARTS: u32 = 16;

impl Rows {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let folder = match self.parts {
            None if Folder::is_at(&self.output) => Folder::open(&self.output)?,
            parts => Folder::create(&self.output, parts.unwrap_or(DEFAULT_PARTS))?,
        };
        let options = RowOptions {
            threads: usize::from(self.threads),
            memory: (self.memory as usize) << 20,
            keep_duplicates: true,
            keep_broken: self.keep_broken,
            annotations: false,
            variant: self.variant,
        };
        let mut is_complete = true;
        for file in &self.files {
            let name = file.display();
            match add(&folder, file, &options, &mut ProblemPrinter) {
                Ok(Outcome::Added(input, added)) => {
                    is_complete &= added.broken == 0;
                    let (games, rows) = (counted(input.games, "game"), counted(input.rows, "row"));
                    complain("note", format!("{name}: {games}, {rows}"));
                    if added.annotated > 0 {
                        let annotated = counted(added.annotated, "game");
                        let what = "with comments, NAGs or variations, which rows do not keep";
                        complain("warning", format!("{name}: {annotated} {what}"));
                    }
                }
                Ok(Outcome::AlreadyAdded(input)) => {
                    is_complete &= input.broken == 0;
                    let broken = match input.broken {
                        0 => String::new(),
                        1 => "; 1 was broken".to_owned(),
                        broken => format!("; {broken} were broken"),
                    };
                    let were = if input.games == 1 { "was" } else { "were" };
                    let games = counted(input.games, "game");
                    complain("note", format!("{name}: {games} {were} added before{broken}"));
                }
                Ok(_) => {
                    is_complete = false;
                    complain("error", format!("{name}: not added, because it could not be read completely"));
                }
                Err(error) => {
                    is_complete = false;
                    complain("error", error);
                }
            }
        }
        if is_complete { Ok(()) } else { Err(Failure::BadInput(None)) }
    }
}

const INFO: &str = "\
Example:
  tabiya-fleet info games.rows";

/// Print the contents of a folder of rows
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
        warn_of_missing_manifests(&self.folder)?;
        let inputs = folder.nonempty_inputs()?;
        let games: u64 = inputs.iter().map(|input| input.games).sum();
        let rows: u64 = inputs.iter().map(|input| input.rows).sum();
        let game_bytes: u64 = inputs.iter().map(|input| input.games_file.bytes).sum();
        let row_bytes: u64 = inputs.iter().flat_map(|input| &input.files).map(|file| file.sum.bytes).sum();
        let per_game = |bytes: u64| bytes as f64 / games.max(1) as f64;
        let text = format!(
            "format     {FORMAT}\nparts      {}\ninputs     {}\ngames      {games}\nrows       {rows}\n\
             bytes      {row_bytes} of rows ({:.1} per game), {game_bytes} of games ({:.1} per game)",
            folder.parts(),
            inputs.len(),
            per_game(row_bytes),
            per_game(game_bytes),
        );
        writeln!(std::io::stdout(), "{text}").map_err(Failure::Output)
    }
}

const VERIFY: &str = "\
Examples:
  tabiya-fleet verify games.rows
  tabiya-fleet verify games.stats";

/// Verify the checksums of all files
#[derive(Args, Debug)]
#[command(after_help = VERIFY)]
pub(crate) struct Verify {
    /// The folder of rows or of statistics
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut damaged = 0;
        let files = verify(&self.folder, |error| {
            damaged += 1;
            complain("error", error);
        })?;
        if damaged > 0 {
            let all = format!(
                "{} checked, {damaged} {}; see docs/guide/fleet.md on repairing a folder",
                counted(files as u64, "file"),
                if damaged == 1 { "is damaged" } else { "are damaged" }
            );
            return Err(Failure::BadInput(Some(all)));
        }
        if files == 0 {
            let what = "it contains no finished input";
            return Err(Failure::BadInput(Some(format!("{}: {what}", self.folder.display()))));
        }
        let matches = if files == 1 { "matches its checksum" } else { "match their checksums" };
        writeln!(std::io::stdout(), "{} {matches}", counted(files as u64, "file")).map_err(Failure::Output)
    }
}
