//! A folder of statistics: what it says of itself, and of which rows it was made.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_db::Result;

use crate::error::{damaged, io_error};
use crate::folder::{InputManifest, check_format, has_strangers, read_json, write_json};
use crate::folder_kind::{not_a, taken};
use crate::lazy_file::check_listed;
use crate::schema::{FORMAT, Table};
use crate::summed::FileSum;

pub(crate) const MANIFEST: &str = "stats.json";
/// What it is called.
const FOLDER: &str = "folder of statistics";

/// What a folder of statistics says of itself: what it names is there, and nothing else counts.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct StatsManifest {
    /// The version of the format.
    pub format: u32,
    /// In how many parts positions are, by the first bits of the key: as many as the rows have.
    pub parts: u32,
    /// Positions that fewer games reached are not in it.
    pub at_least: u64,
    /// How many games each list has at most.
    pub listed: usize,
    /// How often it was made or renewed.
    pub generation: u32,
    /// The parts that have rows.
    pub made: Vec<StatsPart>,
}

/// The statistics of one part, and the rows they were made of.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct StatsPart {
    /// The first bits of the keys.
    pub part: u32,
    /// The generation that made it.
    pub generation: u32,
    /// The inputs that have rows here, in the order of their games, and how many games each has: by these games are numbered.
    pub inputs: Vec<StatsInput>,
    /// What was played.
    pub moves: FileSum,
    /// The lists of games.
    pub lists: FileSum,
}

/// An input and its rows in a part.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct StatsInput {
    /// The name of the file of games.
    pub input: String,
    /// How many games it has.
    pub games: u64,
    /// Its files of rows in this part.
    pub files: Vec<FileSum>,
}

/// The rows of a part, as statistics remember them.
pub(crate) fn rows_of(inputs: &[InputManifest], part: u32) -> Vec<StatsInput> {
    let of_input = |input: &InputManifest| StatsInput {
        input: input.input.clone(),
        games: input.games,
        files: input.files.iter().filter(|file| file.part == part).map(|file| file.sum).collect(),
    };
    inputs.iter().map(of_input).filter(|input| !input.files.is_empty()).collect()
}

impl StatsManifest {
    /// Reads what a folder says of itself.
    pub fn open(path: &Path) -> Result<StatsManifest> {
        let manifest = path.join(MANIFEST);
        if !manifest.exists() {
            return Err(not_a(path, FOLDER, MANIFEST));
        }
        let read: StatsManifest = read_json(&manifest)?;
        check_format(&manifest, read.format)?;
        if let Some(wrong) = read.made.iter().find(|made| made.part >= read.parts) {
            return Err(damaged(&manifest, format!("there is no part {}", wrong.part)));
        }
        Ok(read)
    }

    /// Makes a folder if it is not there; one that belongs to somebody else is refused.
    pub(crate) fn create_folder(path: &Path) -> Result<()> {
        fs::create_dir_all(path).map_err(io_error(path))?;
        // Another program may be making it at this moment.
        if !path.join(MANIFEST).exists() && has_strangers(path)? && !path.join(MANIFEST).exists() {
            return Err(taken(path, FOLDER));
        }
        Ok(())
    }

    /// What is there; in a new folder it now says that nothing is. Whoever asks holds the lock.
    pub(crate) fn open_or_new(
        path: &Path,
        parts: u32,
        at_least: u64,
        listed: usize,
    ) -> Result<StatsManifest> {
        if path.join(MANIFEST).exists() {
            return StatsManifest::open(path);
        }
        let new = StatsManifest { format: FORMAT, parts, at_least, listed, generation: 0, made: Vec::new() };
        new.publish(path)?;
        Ok(new)
    }

    /// Puts the statistics of a part in the place of those it had.
    pub(crate) fn set(&mut self, part: u32, made: Option<StatsPart>) {
        self.made.retain(|there| there.part != part);
        self.made.extend(made);
        self.made.sort_by_key(|made| made.part);
    }

    pub(crate) fn publish(&self, path: &Path) -> Result<()> {
        write_json(&path.join(MANIFEST), self)
    }

    pub(crate) fn path_in(path: &Path) -> PathBuf {
        path.join(MANIFEST)
    }
}

impl StatsPart {
    /// Its files, as they should be.
    pub(crate) fn files(&self, path: &Path) -> [(Table, PathBuf, FileSum); 2] {
        [(Table::Moves, self.moves), (Table::Lists, self.lists)].map(|(table, sum)| {
            (
                table,
                part_folder(path, table.name(), self.part).join(format!("{}.parquet", self.generation)),
                sum,
            )
        })
    }

    /// Whether both are there in their size.
    pub(crate) fn is_there(&self, path: &Path) -> bool {
        let manifest = StatsManifest::path_in(path);
        self.files(path).iter().all(|(_, file, sum)| check_listed(file, sum.bytes, &manifest).is_ok())
    }
}

pub(crate) fn part_folder(path: &Path, table: &str, part: u32) -> PathBuf {
    path.join(table).join(format!("part={part:04}"))
}
