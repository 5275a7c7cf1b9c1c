use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tabiya_db::{DbError, Result};

use crate::error::{WRONG_CHECKSUM, damaged};
use crate::folder::Folder;
use crate::folder_kind::not_a;
#[cfg(feature = "sql")]
use crate::lazy_file::locked;
use crate::stats_folder::StatsManifest;
use crate::summed::{FileSum, sum_of};

/// Compares all files of a folder of rows or statistics with its manifests, and finds files that no manifest names. Calls a function with
/// each problem and returns the number of files.
pub fn verify(path: &Path, mut wrong: impl FnMut(&DbError)) -> Result<usize> {
    // Listed first: files added meanwhile are named in a manifest by then.
    let (there, named) = if StatsManifest::path_in(path).exists() {
        (files(path, ["moves", "lists"]), of_stats(path)?)
    } else if Folder::is_at(path) {
        (files(path, ["games", "rows"]), of_rows(path)?)
    } else {
        return Err(not_a(path, "folder of rows or statistics", "fleet.json"));
    };
    for (file, expected) in &named {
        match sum_of(file) {
            Ok(found) if found == *expected => {}
            Ok(_) => wrong(&damaged(file, WRONG_CHECKSUM)),
            Err(error) => wrong(&error),
        }
    }
    for file in there.iter().filter(|file| !named.contains_key(*file)) {
        let what = "no manifest names it: it belongs to an interrupted or running command, but other engines read it";
        wrong(&damaged(file, what));
    }
    Ok(named.len())
}

/// Files whose checksums were verified by this process.
#[derive(Debug, Default)]
#[cfg(feature = "sql")]
pub(crate) struct VerifiedFiles(std::sync::Mutex<std::collections::HashSet<PathBuf>>);

#[cfg(feature = "sql")]
impl VerifiedFiles {
    /// Verifies the checksum of a file, once.
    pub(crate) fn check(&self, path: &Path, expected: FileSum) -> Result<()> {
        if locked(&self.0).contains(path) {
            return Ok(());
        }
        if sum_of(path)? != expected {
            return Err(damaged(path, WRONG_CHECKSUM));
        }
        locked(&self.0).insert(path.to_owned());
        Ok(())
    }
}

/// Verifies the checksums of all games, for readers of all games.
pub fn verify_games(path: &Path) -> Result<()> {
    let folder = Folder::open(path)?;
    for input in folder.inputs()? {
        let file = folder.games_file(&input.input);
        if sum_of(&file)? != input.games_file {
            return Err(damaged(&file, WRONG_CHECKSUM));
        }
    }
    Ok(())
}

fn of_rows(path: &Path) -> Result<BTreeMap<PathBuf, FileSum>> {
    let folder = Folder::open(path)?;
    let mut named = BTreeMap::new();
    for input in folder.inputs()? {
        named.insert(folder.games_file(&input.input), input.games_file);
        let rows = input.files.iter();
        named.extend(rows.map(|file| (folder.rows_file(&input.input, file.part, file.chunk), file.sum)));
    }
    Ok(named)
}

fn of_stats(path: &Path) -> Result<BTreeMap<PathBuf, FileSum>> {
    let manifest = StatsManifest::open(path)?;
    let of_part = manifest.computed.iter().flat_map(|part| part.files(path));
    Ok(of_part.map(|(_, file, sum)| (file, sum)).collect())
}

/// All files in two folders and their subfolders, which engines read.
fn files(path: &Path, tables: [&str; 2]) -> Vec<PathBuf> {
    let within = |folder: PathBuf| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries
            .filter(|entry| !entry.file_name().to_string_lossy().starts_with(['.', '_']))
            .map(|entry| entry.path())
    };
    let mut files = Vec::new();
    for entry in tables.into_iter().flat_map(|table| within(path.join(table))) {
        if entry.is_dir() { files.extend(within(entry)) } else { files.push(entry) }
    }
    files
}
