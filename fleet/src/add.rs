//! Converts a file of games to rows, atomically.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tabiya_cli::args::counted;
use tabiya_db::rows::{self, GameRows};
use tabiya_db::{AddObserver, AddOptions, AddStats, Database, DbError, Result};
use tabiya_files::sync_folder;
use tabiya_pgn::Input;

use crate::error::{io_error, other};
use crate::folder::{Folder, InputManifest, PartFile, file_name};
use crate::folder_kind::not_games;
use crate::games::GamesWriter;
use crate::games_text::through_pipe;
use crate::schema::FORMAT;
use crate::sorting::{Limits, Sorting, staged};
use crate::summed::{FileSum, sum_of};

/// Options of [`add`].
pub type RowOptions = AddOptions;

/// The result of [`add`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// Rows were written.
    Added(InputManifest, AddStats),
    /// The rows existed already.
    AlreadyAdded(InputManifest),
    /// The input could not be read completely; nothing was added.
    Incomplete,
}

/// Writes the rows of a PGN file, plain or compressed, or of a database, unless they exist. If one of their files is missing or
/// truncated, all are written again. When killed, either none of the rows or all of them are visible.
pub fn add(
    folder: &Folder,
    path: &Path,
    options: &RowOptions,
    observer: &mut impl AddObserver,
) -> Result<Outcome> {
    if path.is_dir() {
        if let Some(error) = not_games(path) {
            return Err(error);
        }
        let games = Database::open(path)?;
        // The list of segments, which have unique numbers: adding games changes it.
        let source = sum_of(&path.join("manifest"))?;
        games.refresh()?;
        if sum_of(&path.join("manifest"))? != source {
            return Err(other(format!(
                "{}: games are being added; run the same command again",
                path.display()
            )));
        }
        return add_named(folder, path, source, options, observer, |writer, observer| {
            let written = through_pipe(&games, |text| writer.write(path, text, source, options, observer))?;
            match &written {
                Some((_, added)) if added.added != games.games() => {
                    let (read, all) = (added.added, counted(games.games(), "game"));
                    Err(other(format!("{}: only {read} of its {all} could be read", path.display())))
                }
                _ => Ok(written),
            }
        });
    }
    if path == Path::new("-") && !path.exists() {
        let what = "standard input (-) is not supported, because rows are identified by a file name";
        return Err(other(format!("{what}: save the games as a file first")));
    }
    if !fs::metadata(path).map_err(io_error(path))?.is_file() {
        // Inputs are identified by file name.
        return Err(other(format!("{} is not a regular file: save it as a file first", path.display())));
    }
    let state =
        || fs::metadata(path).and_then(|file| Ok((file.len(), file.modified()?))).map_err(io_error(path));
    let before = state()?;
    let source = sum_of(path)?;
    add_named(folder, path, source, options, observer, |writer, observer| {
        let text = Input::open(path).map_err(io_error(path))?;
        let written = writer.write(path, text, source, options, observer)?;
        if state()? != before {
            return Err(other(format!("{}: the file was changed while it was read", path.display())));
        }
        Ok(written)
    })
}

/// The new rows; `None` if the input could not be read completely.
type Finished = Option<(InputManifest, AddStats)>;

fn add_named<L: AddObserver>(
    folder: &Folder,
    path: &Path,
    source: FileSum,
    options: &RowOptions,
    observer: &mut L,
    write: impl FnOnce(InputWriter<'_>, &mut L) -> Result<Finished>,
) -> Result<Outcome> {
    let input = path.file_name().and_then(|name| name.to_str());
    let input = input.ok_or_else(|| other(format!("{}: the file name is not UTF-8", path.display())))?;
    let _lock = lock_at(&folder.lock_file(input), input)?;
    let before = folder.input(input)?;
    if let Some(existing) = &before {
        if let Some(what) = mismatch(existing, source, options) {
            return Err(other(format!("{}: {what}", path.display())));
        }
        match folder.check_files(existing) {
            Ok(()) => return Ok(Outcome::AlreadyAdded(existing.clone())),
            Err(error @ DbError::Damaged { .. }) => {
                observer.warning(&format!("{error}; writing its rows again"));
            }
            Err(error) => return Err(error),
        }
    }
    let staging = folder.staging(input);
    ignore_missing(fs::remove_dir_all(&staging), &staging)?;
    if before.is_none() {
        remove_files(folder, input, None)?;
    }
    fs::create_dir_all(&staging).map_err(io_error(&staging))?;
    let written = InputWriter::new(folder, input, options)
        .and_then(|writer| write(writer, observer))
        .and_then(|written| {
            written.iter().try_for_each(|(manifest, _)| publish(folder, manifest))?;
            Ok(written)
        });
    if written.is_err() && before.is_none() {
        // Remove files that other engines would read. The first error is reported.
        let _ = remove_files(folder, input, None);
    }
    let _ = fs::remove_dir_all(&staging);
    Ok(written?.map_or(Outcome::Incomplete, |(manifest, added)| Outcome::Added(manifest, added)))
}

/// Why existing rows do not match the requested ones.
fn mismatch(existing: &InputManifest, source: FileSum, options: &RowOptions) -> Option<String> {
    if existing.source != source {
        let what = "rows of a different file of this name exist: rename one of the files";
        return Some(what.to_owned());
    }
    if existing.keep_broken != options.keep_broken {
        let how = if existing.keep_broken { "with" } else { "without" };
        return Some(format!("its rows were written {how} --keep-broken"));
    }
    (existing.variant != options.variant.to_string())
        .then(|| format!("its rows were written with --variant {}", existing.variant))
}

/// The rows of an input while they are written.
struct InputWriter<'a> {
    folder: &'a Folder,
    input: &'a str,
    games: GamesWriter,
    sorting: Sorting,
    rows: u64,
}

const GAMES: &str = "games.parquet";

impl<'a> InputWriter<'a> {
    fn new(folder: &'a Folder, input: &'a str, options: &RowOptions) -> Result<InputWriter<'a>> {
        let staging = folder.staging(input);
        let games = GamesWriter::create(&staging.join(GAMES), input)?;
        let limits = Limits { threads: options.threads, memory: options.memory };
        Ok(InputWriter { folder, input, games, sorting: Sorting::new(folder, &staging, limits), rows: 0 })
    }

    fn write(
        mut self,
        path: &Path,
        text: impl Read + Send,
        source: FileSum,
        options: &RowOptions,
        observer: &mut impl AddObserver,
    ) -> Result<Finished> {
        let name = path.display().to_string();
        let (added, is_complete) = rows::each(&name, text, options, observer, &mut |game| self.push(game))?;
        if !is_complete {
            return Ok(None);
        }
        let manifest = InputManifest {
            format: FORMAT,
            input: self.input.to_owned(),
            source,
            keep_broken: options.keep_broken,
            variant: options.variant.to_string(),
            games: added.added,
            broken: added.broken,
            rows: self.rows,
            // First, because buffered games take memory.
            games_file: self.games.finish()?,
            files: self.sorting.finish(self.input)?,
        };
        Ok(Some((manifest, added)))
    }

    fn push(&mut self, game: &GameRows<'_>) -> Result<()> {
        self.games.push(game)?;
        self.rows += game.rows.len() as u64;
        self.sorting.push(self.folder, game)
    }
}

/// Moves finished files from the staging folder; the manifest, which makes them visible, last.
fn publish(folder: &Folder, manifest: &InputManifest) -> Result<()> {
    let staging = folder.staging(&manifest.input);
    let games = folder.games_file(&manifest.input);
    let mut moves = vec![(staging.join(GAMES), games)];
    for PartFile { part, chunk, .. } in &manifest.files {
        let file = folder.rows_file(&manifest.input, *part, *chunk);
        moves.push((staged(&staging, *part, *chunk), file));
    }
    for (from, to) in &moves {
        let parent = to.parent().expect("a path in the folder");
        fs::create_dir_all(parent).map_err(io_error(parent))?;
        fs::rename(from, to).map_err(io_error(to))?;
    }
    let folders: BTreeSet<&Path> = moves.iter().filter_map(|(_, to)| to.parent()).collect();
    folders.into_iter().for_each(sync_folder);
    // Earlier rows of the input may have had more files.
    remove_files(folder, &manifest.input, Some(manifest))?;
    folder.publish(manifest)
}

fn ignore_missing(result: io::Result<()>, path: &Path) -> Result<()> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io_error(path)(error)),
        _ => Ok(()),
    }
}

/// Removes files of an input that are not in this manifest.
fn remove_files(folder: &Folder, input: &str, manifest: Option<&InputManifest>) -> Result<()> {
    if manifest.is_none() {
        let games = folder.games_file(input);
        ignore_missing(fs::remove_file(&games), &games)?;
    }
    let path_of = |file: &PartFile| folder.rows_file(input, file.part, file.chunk);
    let named: BTreeSet<PathBuf> =
        manifest.iter().flat_map(|manifest| manifest.files.iter().map(path_of)).collect();
    let is_of_input = |name: &str| {
        let chunk = name.strip_prefix(&file_name(input)).and_then(|rest| rest.strip_prefix('.'));
        let chunk = chunk.and_then(|rest| rest.strip_suffix(".parquet"));
        chunk.is_some_and(|chunk| !chunk.is_empty() && chunk.bytes().all(|byte| byte.is_ascii_digit()))
    };
    for part in 0..folder.parts() {
        let Ok(entries) = fs::read_dir(folder.part_folder(part)) else { continue };
        let of_input = entries.flatten().filter(|entry| is_of_input(&entry.file_name().to_string_lossy()));
        for path in of_input.map(|entry| entry.path()).filter(|path| !named.contains(path)) {
            ignore_missing(fs::remove_file(&path), &path)?;
        }
    }
    Ok(())
}

/// A lock held while files are written.
pub(crate) fn lock_at(path: &Path, what: &str) -> Result<File> {
    let parent = path.parent().expect("a path in the folder");
    fs::create_dir_all(parent).map_err(io_error(parent))?;
    let open = File::options().create(true).truncate(false).write(true).open(path);
    let file = open.map_err(io_error(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(other(format!("{what}: another program is writing it"))),
        Err(fs::TryLockError::Error(error)) => Err(io_error(path)(error)),
    }
}
