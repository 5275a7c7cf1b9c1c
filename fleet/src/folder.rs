//! A folder of rows: its manifests and files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_cli::args::counted;
use tabiya_db::Result;
use tabiya_files::{atomic_write, write_new};

use crate::error::{damaged, io_error, other};
use crate::folder_kind::{not_a, not_for_output};
use crate::lazy_file::check_listed;
use crate::schema::FORMAT;
use crate::summed::FileSum;

/// The manifest of the folder.
pub(crate) const MANIFEST: &str = "fleet.json";
/// Its description in messages.
const FOLDER: &str = "folder of rows";
const INPUTS: &str = "inputs";
/// Engines ignore names that begin with an underscore.
const STAGING: &str = "_staging";
/// The maximum number of parts: with more, files would have few rows.
const MAX_PARTS: u32 = 4096;
/// The maximum plausible number of games or sum over games; larger ones could overflow.
pub(crate) const MAX_COUNT: u64 = 1 << 48;

#[derive(Deserialize, Debug)]
struct Version {
    format: u32,
}

#[derive(Serialize, Deserialize, Debug)]
struct Manifest {
    format: u32,
    parts: u32,
}

/// A folder of rows.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    parts: u32,
}

/// The manifest of an input. An input exists if its manifest does.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct InputManifest {
    /// The version of the format.
    pub format: u32,
    /// The name of the file.
    pub input: String,
    /// Its size and checksum; of a database, those of its list of segments.
    pub source: FileSum,
    /// Whether games with an illegal move were kept up to that move.
    pub keep_broken: bool,
    /// The variant assumed for games without a tag.
    pub variant: String,
    /// The number of games.
    pub games: u64,
    /// The number of games left out or truncated.
    pub broken: u64,
    /// The number of rows.
    pub rows: u64,
    /// Size and checksum of the file of games.
    pub games_file: FileSum,
    /// The row files, in the order of their games.
    pub files: Vec<PartFile>,
}

/// A row file.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct PartFile {
    /// The first bits of the keys.
    pub part: u32,
    /// The number of the file within its input and part.
    pub chunk: u32,
    /// Its size and checksum.
    #[serde(flatten)]
    pub sum: FileSum,
}

impl Folder {
    /// Opens a folder, or creates it with this many parts. Safe to call from several programs at once.
    pub fn create(path: &Path, parts: u32) -> Result<Folder> {
        if !(parts.is_power_of_two() && parts <= MAX_PARTS) {
            return Err(other(format!("{parts} parts: expected a power of two up to {MAX_PARTS}")));
        }
        fs::create_dir_all(path).map_err(io_error(path))?;
        let manifest = path.join(MANIFEST);
        if !manifest.exists() {
            // Another program may be creating it now.
            if has_other_files(path)? && !manifest.exists() {
                return Err(not_for_output(path, FOLDER));
            }
            write_json_once(&manifest, &Manifest { format: FORMAT, parts })?;
        }
        let folder = Folder::open(path)?;
        if folder.parts != parts {
            let found = counted(folder.parts.into(), "part");
            return Err(other(format!("{} has {found}, not {parts}", path.display())));
        }
        Ok(folder)
    }

    /// Opens an existing folder.
    pub fn open(path: &Path) -> Result<Folder> {
        let manifest = path.join(MANIFEST);
        if !manifest.exists() {
            return Err(not_a(path, FOLDER, MANIFEST));
        }
        let Manifest { format, parts } = read_json(&manifest)?;
        check_format(&manifest, format)?;
        if !(parts.is_power_of_two() && parts <= MAX_PARTS) {
            return Err(damaged(&manifest, format!("{parts} parts")));
        }
        Ok(Folder { path: path.to_owned(), parts })
    }

    /// Whether a folder has the manifest of a folder of rows.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        path.join(MANIFEST).exists()
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of parts, which split rows by the first bits of the key.
    #[must_use]
    pub fn parts(&self) -> u32 {
        self.parts
    }

    /// The part of a key.
    #[must_use]
    pub fn part_of(&self, key: u64) -> u32 {
        key.checked_shr(64 - self.parts.trailing_zeros()).unwrap_or(0) as u32
    }

    /// All inputs in the order of their names, which is the order of their games.
    pub fn inputs(&self) -> Result<Vec<InputManifest>> {
        let folder = self.path.join(INPUTS);
        let mut inputs = Vec::new();
        for name in file_names(&folder)?.iter().filter(|name| name.ends_with(".json")) {
            inputs.push(self.read_input(&folder.join(name))?);
        }
        inputs.sort_by(|a, b| a.input.cmp(&b.input));
        Ok(inputs)
    }

    /// All inputs, of which there must be at least one.
    pub fn nonempty_inputs(&self) -> Result<Vec<InputManifest>> {
        let inputs = self.inputs()?;
        if inputs.is_empty() {
            let what = "it contains no finished input: add games with `tabiya-fleet rows`";
            return Err(other(format!("{}: {what}", self.path.display())));
        }
        Ok(inputs)
    }

    /// The manifests that do not exist although files of their inputs do: after an incomplete copy of the folder, or a command that was
    /// killed or is running. Games of these inputs are in no query result.
    pub fn missing_manifests(&self) -> Result<Vec<PathBuf>> {
        let mut inputs = BTreeSet::new();
        let games = file_names(&self.path.join("games"))?;
        inputs.extend(games.iter().filter_map(|name| Some(name.strip_suffix(".parquet")?.to_owned())));
        for part in 0..self.parts {
            for name in file_names(&self.part_folder(part))? {
                let stem = name.strip_suffix(".parquet").and_then(|name| name.rsplit_once('.'));
                inputs.extend(stem.map(|(input, _)| input.to_owned()));
            }
        }
        // Checked last: a program that is running now may have finished an input.
        let manifests = inputs.iter().map(|input| self.path.join(INPUTS).join(format!("{input}.json")));
        Ok(manifests.filter(|manifest| !manifest.exists()).collect())
    }

    pub(crate) fn input(&self, name: &str) -> Result<Option<InputManifest>> {
        let path = self.manifest_of(name);
        if path.exists() { self.read_input(&path).map(Some) } else { Ok(None) }
    }

    fn read_input(&self, path: &Path) -> Result<InputManifest> {
        // The version first: other versions may have other fields.
        let Version { format } = read_json(path)?;
        check_format(path, format)?;
        let input: InputManifest = read_json(path)?;
        if path != self.manifest_of(&input.input) {
            return Err(damaged(path, format!("it is the manifest of {}", tabiya::printable(&input.input))));
        }
        if input.games >= MAX_COUNT {
            return Err(damaged(path, format!("it has {} games", input.games)));
        }
        Ok(input)
    }

    pub(crate) fn manifest_of(&self, input: &str) -> PathBuf {
        self.path.join(INPUTS).join(format!("{}.json", file_name(input)))
    }

    pub(crate) fn games_file(&self, input: &str) -> PathBuf {
        self.path.join("games").join(format!("{}.parquet", file_name(input)))
    }

    pub(crate) fn part_folder(&self, part: u32) -> PathBuf {
        self.path.join("rows").join(format!("part={part:04}"))
    }

    pub(crate) fn rows_file(&self, input: &str, part: u32, chunk: u32) -> PathBuf {
        self.part_folder(part).join(format!("{}.{chunk}.parquet", file_name(input)))
    }

    /// The staging folder of an input.
    pub(crate) fn staging(&self, input: &str) -> PathBuf {
        self.path.join(STAGING).join(format!("writing-{}", file_name(input)))
    }

    /// The lock file of an input's writer.
    pub(crate) fn lock_file(&self, input: &str) -> PathBuf {
        self.path.join(STAGING).join(format!("lock-{}", file_name(input)))
    }

    /// Checks that all files of an input exist with their sizes.
    pub(crate) fn check_files(&self, input: &InputManifest) -> Result<()> {
        let manifest = self.manifest_of(&input.input);
        let rows = |file: &PartFile| (self.rows_file(&input.input, file.part, file.chunk), file.sum);
        let games = (self.games_file(&input.input), input.games_file);
        let mut files = input.files.iter().map(rows).chain([games]);
        files.try_for_each(|(path, sum)| check_listed(&path, sum.bytes, &manifest))
    }

    pub(crate) fn publish(&self, input: &InputManifest) -> Result<()> {
        let path = self.manifest_of(&input.input);
        fs::create_dir_all(self.path.join(INPUTS)).map_err(io_error(&path))?;
        write_json(&path, input)
    }
}

/// The names of the files in a folder, if it exists, without those that engines ignore.
fn file_names(folder: &Path) -> Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(io_error(folder))?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(io_error(folder))?.file_name().to_string_lossy().into_owned();
        if !name.starts_with(['.', '_']) {
            names.push(name);
        }
    }
    Ok(names)
}

/// Whether a folder has other files than this program creates before the manifest.
pub(crate) fn has_other_files(path: &Path) -> Result<bool> {
    let entries = fs::read_dir(path).map_err(io_error(path))?;
    // Temporary files of the manifest.
    let is_expected = |name: &str| name == STAGING || (name.starts_with('.') && name.ends_with(".part"));
    Ok(entries.flatten().any(|entry| !is_expected(&entry.file_name().to_string_lossy())))
}

/// The percent-encoded file name of an input.
pub(crate) fn file_name(input: &str) -> String {
    let mut name = String::new();
    for (index, byte) in input.bytes().enumerate() {
        let is_plain = byte.is_ascii_alphanumeric() || (index > 0 && b"-._".contains(&byte));
        if is_plain { name.push(byte.into()) } else { name += &format!("%{byte:02X}") }
    }
    name
}

pub(crate) fn check_format(path: &Path, format: u32) -> Result<()> {
    if format == FORMAT {
        return Ok(());
    }
    let why = if format > FORMAT {
        "it was written by a newer program"
    } else {
        "it was written by an older program"
    };
    Err(other(format!(
        "{} has format {format}, but this program reads format {FORMAT}: {why}",
        path.display()
    )))
}

pub(crate) fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T> {
    let text = fs::read(path).map_err(io_error(path))?;
    serde_json::from_slice(&text).map_err(|error| damaged(path, error))
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    atomic_write(path, |out| out.write_all(&json(value))).map_err(io_error(path))
}

fn json(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec(value).expect("a manifest can be written as JSON");
    text.push(b'\n');
    text
}

/// Writes a new file unless it exists, also when several programs do so at once.
fn write_json_once(path: &Path, value: &impl Serialize) -> Result<()> {
    write_new(path, &json(value)).map(|_| ()).map_err(io_error(path))
}
