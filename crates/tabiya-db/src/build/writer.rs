use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tabiya::Variant;
use tabiya_files::sync_folder;

use super::duplicates::GameContent;
use super::encode::EncodedGame;
use super::parse::{self, AddObserver, ParsedGame};
use super::segment::{FinishedSegment, SegmentWriter};
use crate::database::Database;
use crate::error::{DbError, Result};
use crate::manifest::{self, SegmentEntry};
use crate::store::segment::{FILES, Segment};

/// Options for adding games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddOptions {
    /// Number of threads for parsing and sorting.
    pub threads: usize,
    /// Approximate memory limit in bytes; beyond it, temporary files are used in the folder of the database.
    pub memory: usize,
    /// Whether to add games that the database already contains.
    pub keep_duplicates: bool,
    /// Whether to keep games with an illegal move, up to that move.
    pub keep_broken: bool,
    /// Whether to store comments, NAGs and variations.
    pub annotations: bool,
    /// The variant of games that do not name theirs.
    pub variant: Variant,
}

impl Default for AddOptions {
    fn default() -> AddOptions {
        AddOptions {
            threads: 1,
            memory: 1 << 30,
            keep_duplicates: false,
            keep_broken: false,
            annotations: true,
            variant: Variant::Chess,
        }
    }
}

/// Statistics of an addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AddStats {
    /// Games read.
    pub read: u64,
    /// Games added.
    pub added: u64,
    /// Games skipped as duplicates.
    pub duplicates: u64,
    /// Games with an illegal move or an invalid start: skipped, or truncated.
    pub broken: u64,
    /// Games added with comments, NAGs or variations.
    pub annotated: u64,
    /// Bytes written.
    pub bytes: u64,
}

/// Adds games to a database. Nothing changes before [`commit`](Writer::commit), which adds all games atomically.
///
/// ```
/// use tabiya_db::{AddOptions, Database, Writer};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.tabiya");
/// let mut writer = Writer::open(&path, AddOptions::default())?;
/// writer.read("example", &b"1. e4 e5 2. Nf3 1-0\n\n1. d4 *"[..], &mut ())?;
/// let added = writer.commit(&mut ())?;
/// assert_eq!((added.added, added.duplicates), (2, 0));
/// assert_eq!(Database::open(&path)?.games(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    options: AddOptions,
    /// The lock file, held while writing.
    _lock: File,
    listed: Vec<SegmentEntry>,
    existing: Option<Database>,
    current: Option<SegmentWriter>,
    finished: Vec<FinishedSegment>,
    added: AddStats,
    /// Of the current segment.
    fingerprints: Fingerprints,
    ids: RandomState,
    /// The number of segments begun.
    created: usize,
    is_done: bool,
    /// Write a single segment, whatever memory that needs.
    single_segment: bool,
    /// The secret for the check bits of rows, if it is not the number of the segment.
    secret: Option<u64>,
}

/// A segment of the database after a change.
#[derive(Debug)]
pub(crate) enum Slot {
    /// A segment that does not change.
    Old(SegmentEntry),
    /// A new one.
    New(Box<FinishedSegment>),
}

impl Slot {
    pub(crate) fn new(finished: FinishedSegment) -> Slot {
        Slot::New(Box::new(finished))
    }
}

const LOCK: &str = "lock";
const BUILDING: &str = "building-";

impl Writer {
    /// Starts an addition. Creates the database if it does not exist.
    pub fn open(path: &Path, options: AddOptions) -> Result<Writer> {
        match fs::create_dir(path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(DbError::io(path)(error)),
        }
        reject_foreign_folder(path)?;
        let lock = lock(path)?;
        let listed = manifest::read(path)?.unwrap_or_default();
        clean(path, &listed);
        let existing = if listed.is_empty() { None } else { Some(Database::open(path)?) };
        Ok(Writer {
            path: path.to_owned(),
            options,
            _lock: lock,
            listed,
            existing,
            current: None,
            finished: Vec::new(),
            added: AddStats::default(),
            fingerprints: Fingerprints::default(),
            ids: RandomState::new(),
            created: 0,
            is_done: false,
            single_segment: false,
            secret: None,
        })
    }

    /// Writes a single segment, with the secret of another one if given.
    pub(crate) fn into_single_segment(mut self, like: Option<u64>) -> Writer {
        (self.single_segment, self.secret) = (true, like);
        self
    }

    /// Reads games from PGN text. Problems are reported to `observer` with `name`, the name of the source.
    ///
    /// Returns whether the text was read to its end.
    pub fn read(
        &mut self,
        name: &str,
        input: impl Read + Send,
        observer: &mut impl AddObserver,
    ) -> Result<bool> {
        let options = self.options;
        let broken = parse::read_games(input, &options, &mut |item| self.take(name, item, observer))?;
        if let Some(error) = &broken {
            observer.error(&format!("{name}: {error}"));
        }
        Ok(broken.is_none())
    }

    /// The number of segments of the games read so far.
    pub(crate) fn segments(&self) -> usize {
        self.finished.len() + usize::from(self.current.is_some())
    }

    /// Statistics of the games read so far.
    #[must_use]
    pub fn added(&self) -> AddStats {
        self.added
    }

    fn take(&mut self, name: &str, item: &mut ParsedGame, observer: &mut impl AddObserver) -> Result<()> {
        if !item.is_kept(name, self.options.keep_broken, &mut self.added, observer) {
            return Ok(());
        }
        let texts = item.tags();
        let tags = texts.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
        let ParsedGame { record, encoded, .. } = &*item;
        let content = GameContent::of_record(encoded, record.record());
        self.push(encoded, tags, &content, self.options.keep_duplicates, observer)
    }

    /// Adds a game unless it is a duplicate.
    pub(crate) fn push<'a>(
        &mut self,
        encoded: &EncodedGame,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        content: &GameContent,
        keep_duplicates: bool,
        observer: &mut impl AddObserver,
    ) -> Result<()> {
        check_cancelled(observer)?;
        if !keep_duplicates && self.is_known(content)? {
            self.added.duplicates += 1;
            return Ok(());
        }
        if !self.single_segment && self.current.as_ref().is_some_and(SegmentWriter::is_full) {
            self.finish_segment(observer)?;
        }
        if self.current.is_none() {
            let id = self.ids.hash_one((self.created, std::process::id()));
            self.created += 1;
            let folder = self.path.join(format!("{BUILDING}{id:016x}"));
            let secret = self.secret.unwrap_or(id);
            self.current = Some(SegmentWriter::create(&folder, id, self.options.memory, secret)?);
        }
        self.added.added += 1;
        self.added.annotated += u64::from(!encoded.notes.is_empty());
        self.current.as_mut().map_or(Ok(()), |current| current.push(encoded, tags, content.hash()))
    }

    /// Whether there is a game with this content. Remembers it.
    fn is_known(&mut self, content: &GameContent) -> Result<bool> {
        if !self.fingerprints.is_new(content) {
            return Ok(true);
        }
        let existing = self.existing.as_ref().map(Database::state);
        let finished = self.finished.iter().map(|finished| &finished.segment);
        let existing = existing.iter().flat_map(|state| &state.segments).map(AsRef::as_ref);
        for segment in finished.chain(existing) {
            if content.is_in(segment)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn finish_segment(&mut self, observer: &mut impl AddObserver) -> Result<()> {
        if let Some(current) = self.current.take().filter(|current| !current.is_empty()) {
            let finished = current.finish(self.options.threads, &mut |part, parts| {
                observer.sorted(part, parts);
                check_cancelled(observer)
            })?;
            self.added.bytes += finished.bytes;
            self.finished.push(finished);
            // From now on its games can be read.
            self.fingerprints.seen.clear();
        }
        Ok(())
    }

    /// Sorts the positions, writes the files and adds the games to the database.
    pub fn commit(self, observer: &mut impl AddObserver) -> Result<AddStats> {
        let old: Vec<Slot> = self.listed.iter().copied().map(Slot::Old).collect();
        self.publish(old, observer)
    }

    /// Like `commit`, but replaces the existing games.
    pub(crate) fn commit_replacing(self, observer: &mut impl AddObserver) -> Result<AddStats> {
        self.publish(Vec::new(), observer)
    }

    /// Finishes the current segment and returns all that are finished.
    pub(crate) fn take_finished(&mut self, observer: &mut impl AddObserver) -> Result<Vec<FinishedSegment>> {
        self.finish_segment(observer)?;
        Ok(std::mem::take(&mut self.finished))
    }

    /// The segments of the database.
    pub(crate) fn listed(&self) -> &[SegmentEntry] {
        &self.listed
    }

    /// Replaces the segments of the database by `slots` and the current one. Segments that are not listed any more are removed.
    pub(crate) fn publish(
        mut self,
        mut slots: Vec<Slot>,
        observer: &mut impl AddObserver,
    ) -> Result<AddStats> {
        slots.extend(self.take_finished(observer)?.into_iter().map(Slot::new));
        if !manifest::path(&self.path).exists() {
            // From here on there may be finished segments, and `clean` ignores folders without a manifest.
            manifest::write(&self.path, &[])?;
        }
        let mut old = std::mem::take(&mut self.listed);
        for slot in slots {
            let entry = match slot {
                Slot::Old(entry) => entry,
                Slot::New(finished) => {
                    let FinishedSegment { segment, bytes } = *finished;
                    let Segment { id, folder, meta, .. } = &segment;
                    let (folder, entry) =
                        (folder.clone(), SegmentEntry { id: *id, games: meta.games, bytes });
                    drop(segment);
                    let place = entry.folder(&self.path);
                    fs::rename(&folder, &place).map_err(DbError::io(&place))?;
                    sync_folder(&place);
                    entry
                }
            };
            old.retain(|old| old.id != entry.id);
            self.listed.push(entry);
        }
        sync_folder(&self.path);
        manifest::write(&self.path, &self.listed)?;
        self.is_done = true;
        self.existing = None;
        for listed in old {
            // Current readers have the files open.
            discard(&listed.folder(&self.path));
        }
        Ok(self.added)
    }
}

fn check_cancelled(observer: &impl AddObserver) -> Result<()> {
    if observer.is_cancelled() { Err(DbError::Cancelled) } else { Ok(()) }
}

/// Fingerprints of the games of the current segment, which cannot be read yet: 128 bits of SipHash with a random key, so that no
/// file can be made to have two different games with the same fingerprint.
#[derive(Debug, Default)]
struct Fingerprints {
    keys: [RandomState; 2],
    seen: HashSet<u128, foldhash::fast::RandomState>,
}

impl Fingerprints {
    /// Adds a game; returns whether it is the first with this content.
    fn is_new(&mut self, content: &GameContent) -> bool {
        let [low, high] = self.keys.each_ref().map(|key| u128::from(key.hash_one(content.bytes())));
        self.seen.insert(high << 64 | low)
    }
}

/// Removes the files of an addition that was not committed.
impl Drop for Writer {
    fn drop(&mut self) {
        self.current = None;
        // The manifest is read again: after an error it may or may not have been replaced.
        if let (false, Ok(listed)) = (self.is_done, manifest::read(&self.path)) {
            clean(&self.path, listed.as_deref().unwrap_or_default());
            if listed.is_none() {
                // There was no database before. Foreign files keep the folder from being removed.
                let _ = fs::remove_file(self.path.join(LOCK));
                let _ = fs::remove_dir(&self.path);
            }
        }
    }
}

fn lock(path: &Path) -> Result<File> {
    let name = path.join(LOCK);
    let file =
        File::options().create(true).truncate(false).write(true).open(&name).map_err(DbError::io(&name))?;
    match file.try_lock() {
        // Another writer may have removed the file between opening and locking it.
        Ok(()) if !is_still(&file, &name) => lock(path),
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(DbError::Locked { path: path.to_owned() }),
        Err(fs::TryLockError::Error(error)) => Err(DbError::Io { path: name, error }),
    }
}

/// Whether the path still refers to the open file.
#[cfg(unix)]
fn is_still(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    file.metadata().ok().zip(name.metadata().ok()).is_some_and(|(a, b)| same(a, b))
}

/// Other systems do not remove open files.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

/// Rejects a folder with other files and no manifest.
fn reject_foreign_folder(path: &Path) -> Result<()> {
    if manifest::path(path).exists() {
        return Ok(());
    }
    let what = "not a folder";
    if !path.is_dir() {
        return Err(DbError::NotADatabase { path: path.to_owned(), what });
    }
    for entry in fs::read_dir(path).map_err(DbError::io(path))? {
        let name = entry.map_err(DbError::io(path))?.file_name();
        if !is_own_file(&name.to_string_lossy()) {
            let what = "no manifest, and the folder has other files";
            return Err(DbError::NotADatabase { path: path.to_owned(), what });
        }
    }
    Ok(())
}

/// Segments without a manifest may be the remains of a database and are not deleted.
fn is_own_file(name: &str) -> bool {
    name == LOCK || name.strip_prefix(BUILDING).is_some_and(is_id) || name.starts_with(".manifest.")
}

fn is_id(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a folder is left over from an aborted addition: one being built, or one with only files of a segment.
fn is_leftover(name: &str, path: &Path) -> bool {
    let is_file = |name: &str| FILES.iter().any(|(known, _)| *known == name);
    let is_segment = |path: &Path| {
        let names = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let mut are_files = names.map(|name| is_file(&name.to_string_lossy())).peekable();
        are_files.peek().is_some() && are_files.all(|is_file| is_file)
    };
    name.strip_prefix(BUILDING).is_some_and(is_id) || (is_id(name) && is_segment(path))
}

/// Removes a segment. It is renamed first, so that an interrupted removal is recognized as a leftover.
fn discard(folder: &Path) {
    let name = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let removed = folder.with_file_name(format!("{BUILDING}{}", name.trim_start_matches(BUILDING)));
    let _ = fs::rename(folder, &removed);
    let _ = fs::remove_dir_all(removed);
}

/// Removes leftovers that the manifest does not list. Requires the lock.
fn clean(path: &Path, listed: &[SegmentEntry]) {
    let Ok(entries) = fs::read_dir(path) else { return };
    let is_listed = |name: &str| listed.iter().any(|listed| name == format!("{:016x}", listed.id));
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_leftover(&name, &entry.path()) && !is_listed(&name) {
            discard(&entry.path());
        } else if name.starts_with(".manifest.") {
            let _ = fs::remove_file(entry.path());
        }
    }
}
