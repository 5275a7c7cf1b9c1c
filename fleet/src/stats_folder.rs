//! A folder of statistics: what it says of itself, and of which rows it was made.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_db::{DbError, Result};

use crate::error::{damaged, io_error};
use crate::folder::{InputManifest, check_format, read_json, write_json};
use crate::schema::FORMAT;
use crate::summed::FileSum;

const MANIFEST: &str = "stats.json";

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
            let what = if path.is_dir() { "it has no stats.json" } else { "there is no such folder" };
            return Err(DbError::NotADatabase { path: path.to_owned(), what });
        }
        let read: StatsManifest = read_json(&manifest)?;
        check_format(&manifest, read.format)?;
        if let Some(wrong) = read.made.iter().find(|made| made.part >= read.parts) {
            return Err(damaged(&manifest, format!("there is no part {}", wrong.part)));
        }
        Ok(read)
    }

    /// What is there, if anything is; a folder with other files in it is refused.
    pub(crate) fn open_or_new(
        path: &Path,
        parts: u32,
        at_least: u64,
        listed: usize,
    ) -> Result<StatsManifest> {
        fs::create_dir_all(path).map_err(io_error(path))?;
        if path.join(MANIFEST).exists() {
            return StatsManifest::open(path);
        }
        let mut names = fs::read_dir(path).map_err(io_error(path))?.flatten().map(|entry| entry.file_name());
        if names.any(|name| !["_staging", "moves", "lists"].iter().any(|ours| name == *ours)) {
            let what = "there are other files in the folder";
            return Err(DbError::NotADatabase { path: path.to_owned(), what });
        }
        Ok(StatsManifest { format: FORMAT, parts, at_least, listed, generation: 0, made: Vec::new() })
    }

    pub(crate) fn publish(&self, path: &Path) -> Result<()> {
        write_json(&path.join(MANIFEST), self)
    }

    pub(crate) fn path_in(path: &Path) -> PathBuf {
        path.join(MANIFEST)
    }
}

impl StatsPart {
    /// Where one of its files is: of `moves` or `lists`.
    pub(crate) fn file(&self, path: &Path, table: &str) -> PathBuf {
        path.join(table).join(format!("part={:04}", self.part)).join(format!("{}.parquet", self.generation))
    }
}
