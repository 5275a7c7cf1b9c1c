//! The journal of a long run: one line per finished game, so that the same command can resume.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_engine::annotate::{Side, Summary};
use tabiya_pgn::Tree;

/// The parameters of a run; the first line of its journal.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct Settings {
    tabiya_annotate: String,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: u16,
    hash: u32,
    variant: String,
}

impl Settings {
    pub(super) fn new(
        depth: Option<u32>,
        nodes: Option<u64>,
        threads: u16,
        hash: u32,
        variant: String,
    ) -> Settings {
        Settings {
            tabiya_annotate: env!("CARGO_PKG_VERSION").to_owned(),
            depth,
            nodes,
            threads,
            hash,
            variant,
        }
    }
}

/// A finished game; a line of the journal.
#[derive(Serialize, Deserialize)]
pub(super) struct Done {
    /// A hash of the game as it was read.
    source: u64,
    pub(super) white: Player,
    pub(super) black: Player,
    pub(super) result: String,
    pub(super) plies: usize,
    pgn: String,
}

/// One side of a game.
#[derive(Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) accuracy: Option<f64>,
    pub(super) inaccuracies: usize,
    pub(super) mistakes: usize,
    pub(super) blunders: usize,
}

impl Done {
    pub(super) fn new(source: u64, tree: &Tree, summary: &Summary) -> Done {
        let player = |tag: &str, side: Side| Player {
            name: tree.tag(tag).unwrap_or("?").to_owned(),
            accuracy: side.accuracy.map(|accuracy| (accuracy * 10.0).round() / 10.0),
            inaccuracies: side.inaccuracies,
            mistakes: side.mistakes,
            blunders: side.blunders,
        };
        Done {
            source,
            white: player("White", summary.white),
            black: player("Black", summary.black),
            result: tree.result().to_string(),
            plies: tree.main_line().count(),
            pgn: tree.to_pgn(),
        }
    }
}

/// A hash that distinguishes games.
pub(super) fn fingerprint(tree: &Tree) -> u64 {
    let mut hasher = DefaultHasher::new();
    tree.to_pgn().hash(&mut hasher);
    hasher.finish()
}

/// The journal of a run, beside its output.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Reads what an earlier run has finished; `None` at the end.
    earlier: Option<BufReader<File>>,
    games: u64,
}

impl Journal {
    /// Opens the journal of an output, or creates one.
    pub(super) fn open(output: &Path, settings: &Settings) -> Result<Journal, String> {
        let mut name = output.as_os_str().to_owned();
        name.push(".journal");
        let path = PathBuf::from(name);
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.as_mut().map_err(|error| format!("{}: {error}", path.display()))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                format!("{}: another run is writing this output", path.display())
            }
            TryLockError::Error(error) => failed(error),
        })?;
        let complete_length = cut_incomplete_line(file).map_err(failed)?;
        let mut earlier = BufReader::new(File::open(&path).map_err(failed)?);
        if complete_length == 0 {
            writeln!(file, "{}", crate::output::json(settings)).map_err(failed)?;
        }
        let mut first = String::new();
        earlier.read_line(&mut first).map_err(failed)?;
        if serde_json::from_str::<Settings>(&first).ok().as_ref() != Some(settings) {
            return Err(format!(
                "{} is the journal of a run with other settings: delete it, or choose another output",
                path.display()
            ));
        }
        let file = file.try_clone().map_err(failed)?;
        Ok(Journal { path, file, earlier: Some(earlier), games: 0 })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of games finished now or earlier.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// The next game's result from an earlier run.
    pub(super) fn next(&mut self, source: u64) -> Result<Option<Done>, String> {
        let Some(earlier) = &mut self.earlier else { return Ok(None) };
        let mut line = String::new();
        let read =
            earlier.read_line(&mut line).map_err(|error| format!("{}: {error}", self.path.display()))?;
        if read == 0 {
            self.earlier = None;
            return Ok(None);
        }
        self.games += 1;
        let done = serde_json::from_str::<Done>(&line).ok().filter(|done| done.source == source);
        let wrong = || {
            format!(
                "{}: game {} is not the game that was annotated: delete the journal, or choose another output",
                self.path.display(),
                self.games
            )
        };
        done.map(Some).ok_or_else(wrong)
    }

    /// Records a finished game durably.
    pub(super) fn add(&mut self, done: &Done) -> io::Result<()> {
        self.games += 1;
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(format!("{}\n", crate::output::json(done)).as_bytes())?;
        self.file.sync_data()
    }

    /// Writes the finished games.
    pub(super) fn write_games(&self, out: &mut impl Write) -> io::Result<()> {
        let lines = BufReader::new(File::open(&self.path)?).lines().skip(1).take(self.games as usize);
        for line in lines {
            let done: Done = serde_json::from_str(&line?)?;
            out.write_all(done.pgn.as_bytes())?;
        }
        Ok(())
    }

    /// Removes the journal of a completed run.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes an incomplete last line; returns the length that remains.
fn cut_incomplete_line(file: &mut File) -> io::Result<u64> {
    let mut complete_length = 0;
    let mut at = 0;
    let mut buffer = [0; 1 << 16];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        if let Some(end) = buffer[..count].iter().rposition(|byte| *byte == b'\n') {
            complete_length = at + end as u64 + 1;
        }
        at += count as u64;
    }
    file.set_len(complete_length)?;
    file.seek(SeekFrom::End(0))?;
    Ok(complete_length)
}
