//! A folder of statistics: its manifest, and the rows it was computed from.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_db::Result;

use crate::error::{damaged, io_error};
use crate::folder::{InputManifest, check_format, has_other_files, read_json, write_json};
use crate::folder_kind::{not_a, not_for_output};
use crate::lazy_file::check_listed;
use crate::schema::{FORMAT, Table};
use crate::summed::FileSum;

pub(crate) const MANIFEST: &str = "stats.json";
/// Its description in messages.
const FOLDER: &str = "folder of statistics";

/// The manifest of a folder of statistics. Files that it does not name are ignored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct StatsManifest {
    /// The version of the format.
    pub format: u32,
    /// The number of parts, by the first bits of the key: the same as in the rows.
    pub parts: u32,
    /// Positions reached by fewer games are left out.
    pub at_least: u64,
    /// The maximum number of games per list.
    pub listed: usize,
    /// The number of updates.
    pub generation: u32,
    /// The parts with rows.
    pub computed: Vec<StatsPart>,
}

/// The statistics of one part, and the rows they were computed from.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct StatsPart {
    /// The first bits of the keys.
    pub part: u32,
    /// The generation that computed it.
    pub generation: u32,
    /// The inputs with rows here, in the order of their games, with their numbers of games, which define game numbers.
    pub inputs: Vec<StatsInput>,
    /// The table of moves.
    pub moves: FileSum,
    /// The lists of games.
    pub lists: FileSum,
}

/// An input and its rows in a part.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct StatsInput {
    /// The name of the file of games.
    pub input: String,
    /// Its number of games.
    pub games: u64,
    /// Its row files in this part.
    pub files: Vec<FileSum>,
}

/// The rows of a part, as recorded in statistics.
pub(crate) fn rows_of(inputs: &[InputManifest], part: u32) -> Vec<StatsInput> {
    let of_input = |input: &InputManifest| StatsInput {
        input: input.input.clone(),
        games: input.games,
        files: input.files.iter().filter(|file| file.part == part).map(|file| file.sum).collect(),
    };
    inputs.iter().map(of_input).filter(|input| !input.files.is_empty()).collect()
}

impl StatsManifest {
    /// Reads the manifest of a folder.
    pub fn open(path: &Path) -> Result<StatsManifest> {
        let manifest = path.join(MANIFEST);
        if !manifest.exists() {
            return Err(not_a(path, FOLDER, MANIFEST));
        }
        let read: StatsManifest = read_json(&manifest)?;
        check_format(&manifest, read.format)?;
        if let Some(part) = read.computed.iter().find(|part| part.part >= read.parts) {
            return Err(damaged(&manifest, format!("part {} does not exist", part.part)));
        }
        Ok(read)
    }

    /// Creates a folder if necessary; one with other content is rejected.
    pub(crate) fn create_folder(path: &Path) -> Result<()> {
        fs::create_dir_all(path).map_err(io_error(path))?;
        // Another program may be creating it now.
        if !path.join(MANIFEST).exists() && has_other_files(path)? && !path.join(MANIFEST).exists() {
            return Err(not_for_output(path, FOLDER));
        }
        Ok(())
    }

    /// The manifest, empty for a new folder. The caller holds the lock.
    pub(crate) fn open_or_new(
        path: &Path,
        parts: u32,
        at_least: u64,
        listed: usize,
    ) -> Result<StatsManifest> {
        if path.join(MANIFEST).exists() {
            return StatsManifest::open(path);
        }
        let new =
            StatsManifest { format: FORMAT, parts, at_least, listed, generation: 0, computed: Vec::new() };
        new.publish(path)?;
        Ok(new)
    }

    /// Replaces the statistics of a part.
    pub(crate) fn set(&mut self, part: u32, computed: Option<StatsPart>) {
        self.computed.retain(|other| other.part != part);
        self.computed.extend(computed);
        self.computed.sort_by_key(|part| part.part);
    }

    pub(crate) fn publish(&self, path: &Path) -> Result<()> {
        write_json(&path.join(MANIFEST), self)
    }

    pub(crate) fn path_in(path: &Path) -> PathBuf {
        path.join(MANIFEST)
    }
}

impl StatsPart {
    /// Its files: table, path, size and checksum.
    pub(crate) fn files(&self, path: &Path) -> [(Table, PathBuf, FileSum); 2] {
        [(Table::Moves, self.moves), (Table::Lists, self.lists)].map(|(table, sum)| {
            (
                table,
                part_folder(path, table.name(), self.part).join(format!("{}.parquet", self.generation)),
                sum,
            )
        })
    }

    /// Whether both files exist with their sizes.
    pub(crate) fn exists(&self, path: &Path) -> bool {
        let manifest = StatsManifest::path_in(path);
        self.files(path).iter().all(|(_, file, sum)| check_listed(file, sum.bytes, &manifest).is_ok())
    }
}

pub(crate) fn part_folder(path: &Path, table: &str, part: u32) -> PathBuf {
    path.join(table).join(format!("part={part:04}"))
}
