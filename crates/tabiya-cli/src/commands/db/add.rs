use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tabiya::Variant;
use tabiya_db::{AddOptions, Writer};
use tabiya_pgn::Input;

use super::{Listener, WorkArgs, failed, give_way};
use crate::commands::game::progress::Progress;
use crate::commands::variants;
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db add games.tabiya games.pgn
  tabiya db add lichess.tabiya lichess_db_*.pgn.zst --threads 8 --memory 8192
  zcat old/*.gz | tabiya db add games.tabiya -";

/// Add games to a database, creating it if necessary
///
/// Reads PGN, plain or compressed. All or nothing: if interrupted, the database is unchanged. Duplicates (equal
/// moves, result, players and date) are left out. Comments, NAGs, variations and clock times are kept. If a compressed file is damaged, the games before the damage are
/// added. A game with an error is reported with its line and left out, unless --keep-broken. In both cases the exit
/// status is 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Add {
    /// The database, a folder such as games.tabiya
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    work: WorkArgs,
    /// Also add duplicates
    #[arg(long)]
    keep_duplicates: bool,
    /// Keep a game with an error up to the error
    #[arg(long)]
    keep_broken: bool,
    /// Leave out comments, NAGs and variations
    #[arg(long)]
    no_annotations: bool,
    /// Variant of games that do not name theirs
    #[arg(long, value_name = "V", default_value = "chess", value_parser = variants())]
    variant: Variant,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    read: u64,
    added: u64,
    duplicates: u64,
    broken: u64,
    annotated: u64,
    bytes: u64,
}

/// From this number of segments on, `compact` is suggested.
const MANY: usize = 50;

impl Add {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        // A database of only some of the files would pass for one of all of them. What is not a regular file, such as a pipe, can be
        // opened only once.
        let is_pipe =
            |file: &&PathBuf| file.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
        for file in self.files.iter().filter(|file| !is_stdin(file) && !is_pipe(file)) {
            Input::open(file).map_err(|error| Failure::BadInput(format!("{}: {error}", file.display())))?;
        }
        give_way();
        let progress = Progress::new(&self.files, false);
        let mut listener = Listener::new(&progress);
        let mut writer = Writer::open(&self.database, self.options()).map_err(failed)?;
        for file in &self.files {
            let input = if is_stdin(file) { Input::new(io::stdin()) } else { Input::open(file) };
            let input = input.map_err(|error| Failure::BadInput(format!("{}: {error}", file.display())))?;
            progress.begin_file(input.compressed_bytes());
            let name = if is_stdin(file) { "standard input".to_string() } else { file.display().to_string() };
            writer.read(&name, input, &mut listener).map_err(failed)?;
        }
        if writer.added().read == 0 {
            progress.finish();
            return Err(Failure::BadInput("no games: nothing was added".to_string()));
        }
        let added = writer.commit(&mut listener).map_err(failed)?;
        let complaints = listener.complaints;
        progress.finish();
        if self.json {
            let tabiya_db::AddStats { read, added, duplicates, broken, annotated, bytes } = added;
            output::answer(output::json(&Answer { read, added, duplicates, broken, annotated, bytes }))?;
        } else {
            output::answer(self.summary(&added))?;
        }
        Ok(if complaints == 0 { Verdict::Good } else { Verdict::BadInput })
    }

    fn summary(&self, added: &tabiya_db::AddStats) -> String {
        let mut text = format!("{}: {} added", output::path(&self.database), counted(added.added, "game"));
        let mut also = Vec::new();
        if added.duplicates > 0 {
            also.push(format!("{} left out", counted(added.duplicates, "duplicate")));
        }
        if added.broken > 0 {
            let fate = if self.keep_broken { "cut short" } else { "left out" };
            also.push(format!("{} {fate}", counted(added.broken, "broken game")));
        }
        if added.annotated > 0 {
            also.push(format!("{} with annotations", counted(added.annotated, "game")));
        }
        if let Some(bytes) = added.bytes.checked_div(added.added) {
            also.push(format!("{bytes} bytes per game"));
        }
        if !also.is_empty() {
            text += &format!(" ({})", also.join(", "));
        }
        let segments = super::open(&self.database).map_or(0, |database| database.info().segments);
        if segments >= MANY {
            let database = output::path(&self.database);
            text += &format!("\n{segments} segments: `tabiya db compact {database}` makes queries faster");
        }
        text
    }

    fn options(&self) -> AddOptions {
        AddOptions {
            keep_duplicates: self.keep_duplicates,
            keep_broken: self.keep_broken,
            annotations: !self.no_annotations,
            variant: self.variant,
            ..self.work.options()
        }
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}
