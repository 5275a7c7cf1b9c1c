//! A folder of rows: what it says of itself, and which files belong to it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_cli::args::counted;
use tabiya_db::Result;
use tabiya_files::{write_new, write_whole};

use crate::error::{damaged, io_error, other};
use crate::folder_kind::{not_a, taken};
use crate::lazy_file::check_listed;
use crate::schema::FORMAT;
use crate::summed::FileSum;

/// What the folder says of itself.
pub(crate) const MANIFEST: &str = "fleet.json";
/// What it is called.
const FOLDER: &str = "folder of rows";
const INPUTS: &str = "inputs";
/// Engines pass over names that begin so.
const STAGING: &str = "_staging";
/// More would make files of a few rows.
const MOST_PARTS: u32 = 4096;
/// A larger number of games, or sum over them, is nonsense, and adding it up would overflow.
pub(crate) const MOST_COUNTED: u64 = 1 << 48;

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

/// What belongs to one file of games: it is there if this is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct InputManifest {
    /// The version of the format.
    pub format: u32,
    /// The name of the file.
    pub input: String,
    /// What it adds up to; of a database, the list of its segments.
    pub source: FileSum,
    /// Whether games with an illegal move were kept up to there.
    pub keep_broken: bool,
    /// Which game it was taken to be where it does not say.
    pub variant: String,
    /// How many games were taken from it.
    pub games: u64,
    /// How many were left out or cut short.
    pub broken: u64,
    /// How many rows they have.
    pub rows: u64,
    /// What is known of the file of games.
    pub games_file: FileSum,
    /// The files of rows, those of earlier games first.
    pub files: Vec<PartFile>,
}

/// A file of rows.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct PartFile {
    /// The first bits of the keys.
    pub part: u32,
    /// Which of the files of this input and part.
    pub chunk: u32,
    /// What is known of it.
    #[serde(flatten)]
    pub sum: FileSum,
}

impl Folder {
    /// Opens a folder, or makes it with so many parts. Two programs may do so at once.
    pub fn create(path: &Path, parts: u32) -> Result<Folder> {
        if !(parts.is_power_of_two() && parts <= MOST_PARTS) {
            return Err(other(format!("{parts} parts: expected a power of two up to {MOST_PARTS}")));
        }
        fs::create_dir_all(path).map_err(io_error(path))?;
        let manifest = path.join(MANIFEST);
        if !manifest.exists() {
            // Another program may be making it at this moment.
            if has_strangers(path)? && !manifest.exists() {
                return Err(taken(path, FOLDER));
            }
            write_json_once(&manifest, &Manifest { format: FORMAT, parts })?;
        }
        let folder = Folder::open(path)?;
        if folder.parts != parts {
            let had = counted(folder.parts.into(), "part");
            return Err(other(format!("{} has {had} and not {parts}", path.display())));
        }
        Ok(folder)
    }

    /// Opens a folder that is there.
    pub fn open(path: &Path) -> Result<Folder> {
        let manifest = path.join(MANIFEST);
        if !manifest.exists() {
            return Err(not_a(path, FOLDER, MANIFEST));
        }
        let Manifest { format, parts } = read_json(&manifest)?;
        check_format(&manifest, format)?;
        if !(parts.is_power_of_two() && parts <= MOST_PARTS) {
            return Err(damaged(&manifest, format!("{parts} parts")));
        }
        Ok(Folder { path: path.to_owned(), parts })
    }

    /// Whether a folder says that it is one of rows.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        path.join(MANIFEST).exists()
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// In how many parts the rows are, by the first bits of the key.
    #[must_use]
    pub fn parts(&self) -> u32 {
        self.parts
    }

    /// The part of a key.
    #[must_use]
    pub fn part_of(&self, key: u64) -> u32 {
        key.checked_shr(64 - self.parts.trailing_zeros()).unwrap_or(0) as u32
    }

    /// Every input that is there, by name, which is the order of their games.
    pub fn inputs(&self) -> Result<Vec<InputManifest>> {
        let folder = self.path.join(INPUTS);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(io_error(&folder))?,
        };
        let mut inputs = Vec::new();
        for entry in entries {
            let path = entry.map_err(io_error(&folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.ends_with(".json") && !name.starts_with('.') {
                inputs.push(self.read_input(&path)?);
            }
        }
        inputs.sort_by(|a, b| a.input.cmp(&b.input));
        Ok(inputs)
    }

    pub(crate) fn input(&self, name: &str) -> Result<Option<InputManifest>> {
        let path = self.manifest_of(name);
        if path.exists() { self.read_input(&path).map(Some) } else { Ok(None) }
    }

    fn read_input(&self, path: &Path) -> Result<InputManifest> {
        // The version first: another one may have other fields.
        let Version { format } = read_json(path)?;
        check_format(path, format)?;
        let input: InputManifest = read_json(path)?;
        if path != self.manifest_of(&input.input) {
            return Err(damaged(path, format!("it is of {}", tabiya::printable(&input.input))));
        }
        if input.games >= MOST_COUNTED {
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

    /// Where the files of an input are made.
    pub(crate) fn staging(&self, input: &str) -> PathBuf {
        self.path.join(STAGING).join(format!("making-{}", file_name(input)))
    }

    /// Held by who makes them.
    pub(crate) fn lock_file(&self, input: &str) -> PathBuf {
        self.path.join(STAGING).join(format!("lock-{}", file_name(input)))
    }

    /// Refuses an input of which a file is not there in its size.
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

/// Whether a folder has something in it that no program of ours puts there before it says what the folder is.
pub(crate) fn has_strangers(path: &Path) -> Result<bool> {
    let entries = fs::read_dir(path).map_err(io_error(path))?;
    // Nor a file that is being written.
    let is_ours = |name: &str| name == STAGING || (name.starts_with('.') && name.ends_with(".part"));
    Ok(entries.flatten().any(|entry| !is_ours(&entry.file_name().to_string_lossy())))
}

/// A name as files have it: what is not a letter, a digit, a hyphen, a full stop or an underscore within is written as in addresses.
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
    let why = if format > FORMAT { "a newer program wrote it" } else { "an older program wrote it" };
    Err(other(format!(
        "{} is of version {format}, and this program reads version {FORMAT}: {why}",
        path.display()
    )))
}

pub(crate) fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T> {
    let text = fs::read(path).map_err(io_error(path))?;
    serde_json::from_slice(&text).map_err(|error| damaged(path, error))
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    write_whole(path, |out| out.write_all(&json(value))).map_err(io_error(path))
}

fn json(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec(value).expect("a manifest is written as JSON");
    text.push(b'\n');
    text
}

/// Writes a file unless somebody else has: of two that begin at the same time one gives way.
fn write_json_once(path: &Path, value: &impl Serialize) -> Result<()> {
    write_new(path, &json(value)).map(|_| ()).map_err(io_error(path))
}
