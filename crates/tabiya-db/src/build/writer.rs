use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tabiya::Variant;
use tabiya_files::sync_folder;

use super::code::Coded;
use super::feed::{self, Item, Listen};
use super::hash;
use super::segment::{Finished, SegmentWriter};
use crate::database::Database;
use crate::error::{DbError, Result};
use crate::manifest::{self, Listed};
use crate::store::segment::{FILES, has_hash};

/// How games are added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddOptions {
    /// How many threads read and sort.
    pub threads: usize,
    /// How many bytes of memory may be used, about; what does not fit goes to files beside the database.
    pub memory: usize,
    /// Whether a game that is there already is added again.
    pub keep_duplicates: bool,
    /// Whether a game with an illegal move is kept up to there.
    pub keep_broken: bool,
    /// Which game it is if a text does not say.
    pub variant: Variant,
}

impl Default for AddOptions {
    fn default() -> AddOptions {
        AddOptions {
            threads: 1,
            memory: 1 << 30,
            keep_duplicates: false,
            keep_broken: false,
            variant: Variant::Chess,
        }
    }
}

/// What was added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Added {
    /// Games that were read.
    pub read: u64,
    /// Games that are now in the database and were not before.
    pub added: u64,
    /// Games left out because they are there already.
    pub duplicates: u64,
    /// Games with an illegal move or an unknown start: left out, or cut short.
    pub broken: u64,
    /// Bytes they take.
    pub bytes: u64,
}

/// Adds games to a database. Nothing is changed before [`commit`](Writer::commit); then all of it is there at once.
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
    /// Held as long as we write.
    _lock: File,
    listed: Vec<Listed>,
    existing: Option<Database>,
    current: Option<SegmentWriter>,
    finished: Vec<Finished>,
    added: Added,
    ids: RandomState,
    is_done: bool,
    /// All games belong into one segment, however much memory that needs.
    is_one: bool,
    /// By which positions are told apart, if not by the number of their segment.
    secret: Option<u64>,
}

const LOCK: &str = "lock";
const BUILDING: &str = "building-";

impl Writer {
    /// Begins an addition to a database; one that is not there yet is made.
    pub fn open(path: &Path, options: AddOptions) -> Result<Writer> {
        match fs::create_dir(path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(DbError::io(path)(error)),
        }
        refuse_strangers(path)?;
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
            added: Added::default(),
            ids: RandomState::new(),
            is_done: false,
            is_one: false,
            secret: None,
        })
    }

    /// All that is read becomes one segment, in which positions are told apart as in another.
    pub(crate) fn into_segment_like(mut self, id: u64) -> Writer {
        (self.is_one, self.secret) = (true, Some(id));
        self
    }

    /// Reads games of PGN text. What is wrong with it is told, with the name of where it comes from.
    ///
    /// The answer says whether the text was read to its end.
    pub fn read(&mut self, name: &str, input: impl Read + Send, listen: &mut impl Listen) -> Result<bool> {
        let (variant, threads) = (self.options.variant, self.options.threads);
        let broken = feed::each(input, variant, threads, &mut |item| self.take(name, item, listen))?;
        if let Some(error) = &broken {
            listen.complaint(&format!("{name}: {error}"));
        }
        Ok(broken.is_none())
    }

    /// How many segments what was read makes.
    pub(crate) fn segments(&self) -> usize {
        self.finished.len() + usize::from(self.current.is_some())
    }

    /// What has been read so far.
    #[must_use]
    pub fn added(&self) -> Added {
        self.added
    }

    fn take(&mut self, name: &str, item: &mut Item, listen: &mut impl Listen) -> Result<()> {
        if !item.is_kept(name, self.options.keep_broken, &mut self.added, listen) {
            return Ok(());
        }
        let texts = item.tags();
        let tags = texts.iter().map(|(name, value)| (name.as_ref(), value.as_ref()));
        let Item { record, coded, .. } = &*item;
        self.push(coded, tags, hash::of_record(coded, record), self.options.keep_duplicates, listen)
    }

    /// Takes a game unless it is there already.
    pub(crate) fn push<'a>(
        &mut self,
        coded: &Coded,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        hash: u64,
        keep_duplicates: bool,
        listen: &mut impl Listen,
    ) -> Result<()> {
        if !keep_duplicates && self.is_known(hash)? {
            self.added.duplicates += 1;
            return Ok(());
        }
        if !self.is_one && self.current.as_ref().is_some_and(SegmentWriter::is_full) {
            self.finish_segment(listen)?;
        }
        if self.current.is_none() {
            let id = self.ids.hash_one((self.finished.len(), std::process::id()));
            let folder = self.path.join(format!("{BUILDING}{id:016x}"));
            let secret = self.secret.unwrap_or(id);
            self.current = Some(SegmentWriter::create(&folder, id, self.options.memory, secret)?);
        }
        self.added.added += 1;
        self.current.as_mut().map_or(Ok(()), |current| current.push(coded, tags, hash))
    }

    fn is_known(&self, hash: u64) -> Result<bool> {
        if self.current.as_ref().is_some_and(|current| current.has_hash(hash)) {
            return Ok(true);
        }
        for finished in &self.finished {
            if has_hash(&finished.hashes, hash)? {
                return Ok(true);
            }
        }
        self.existing.as_ref().map_or(Ok(false), |existing| existing.has_hash(hash))
    }

    fn finish_segment(&mut self, listen: &mut impl Listen) -> Result<()> {
        if let Some(current) = self.current.take().filter(|current| !current.is_empty()) {
            let finished =
                current.finish(self.options.threads, &mut |part, parts| listen.sorted(part, parts))?;
            self.added.bytes += finished.bytes;
            self.finished.push(finished);
        }
        Ok(())
    }

    /// Sorts and writes what was read, and makes it a part of the database.
    pub fn commit(self, listen: &mut impl Listen) -> Result<Added> {
        self.publish(false, listen)
    }

    /// The same in place of what was there before.
    pub(crate) fn commit_instead(self, listen: &mut impl Listen) -> Result<Added> {
        self.publish(true, listen)
    }

    fn publish(mut self, instead: bool, listen: &mut impl Listen) -> Result<Added> {
        self.finish_segment(listen)?;
        let old = if instead { std::mem::take(&mut self.listed) } else { Vec::new() };
        if !manifest::path(&self.path).exists() {
            // From here on whole segments may lie there, and a folder without a manifest is nobody's to clean.
            manifest::write(&self.path, &[])?;
        }
        for Finished { folder, id, games, bytes, hashes } in std::mem::take(&mut self.finished) {
            drop(hashes);
            let listed = Listed { id, games, bytes };
            let place = listed.folder(&self.path);
            fs::rename(&folder, &place).map_err(DbError::io(&place))?;
            sync_folder(&place);
            self.listed.push(listed);
        }
        sync_folder(&self.path);
        manifest::write(&self.path, &self.listed)?;
        self.is_done = true;
        self.existing = None;
        for listed in old {
            // Who still reads them has them open.
            discard(&listed.folder(&self.path));
        }
        Ok(self.added)
    }
}

/// What was begun and not finished is taken away again.
impl Drop for Writer {
    fn drop(&mut self) {
        self.current = None;
        // What is listed is asked of the file: it may have been replaced or not when something failed.
        if let (false, Ok(listed)) = (self.is_done, manifest::read(&self.path)) {
            clean(&self.path, listed.as_deref().unwrap_or_default());
            if listed.is_none() {
                // There was no database before. Somebody else's files would keep the folder.
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
        // A writer that gave up may have taken the file away between our two steps.
        Ok(()) if !is_still(&file, &name) => lock(path),
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(DbError::Locked { path: path.to_owned() }),
        Err(fs::TryLockError::Error(error)) => Err(DbError::Io { path: name, error }),
    }
}

/// Whether a name still means the file we have open.
#[cfg(unix)]
fn is_still(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    file.metadata().ok().zip(name.metadata().ok()).is_some_and(|(a, b)| same(a, b))
}

/// Elsewhere a file that is open is not taken away.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

/// A folder that has other things in it and no manifest is somebody else's.
fn refuse_strangers(path: &Path) -> Result<()> {
    if manifest::path(path).exists() {
        return Ok(());
    }
    let what = "it is not a folder";
    if !path.is_dir() {
        return Err(DbError::NotADatabase { path: path.to_owned(), what });
    }
    for entry in fs::read_dir(path).map_err(DbError::io(path))? {
        let name = entry.map_err(DbError::io(path))?.file_name();
        if !is_ours(&name.to_string_lossy()) {
            let what = "it has no manifest, and there are other files in the folder";
            return Err(DbError::NotADatabase { path: path.to_owned(), what });
        }
    }
    Ok(())
}

/// Segments without a manifest may be all that is left of a database: they are not ours to take away.
fn is_ours(name: &str) -> bool {
    name == LOCK || name.strip_prefix(BUILDING).is_some_and(is_id) || name.starts_with(".manifest.")
}

fn is_id(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What an addition that was cut off may have left: a folder that is being built, or one with files of a segment and nothing
/// else.
fn is_leftover(name: &str, path: &Path) -> bool {
    let is_file = |name: &str| FILES.iter().any(|(known, _)| *known == name);
    let is_segment = |path: &Path| {
        let names = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let mut are_files = names.map(|name| is_file(&name.to_string_lossy())).peekable();
        are_files.peek().is_some() && are_files.all(|is_file| is_file)
    };
    name.strip_prefix(BUILDING).is_some_and(is_id) || (is_id(name) && is_segment(path))
}

/// Takes a segment away. If that is cut off, what is left has the name of one that was never finished.
fn discard(folder: &Path) {
    let name = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let going = folder.with_file_name(format!("{BUILDING}{}", name.trim_start_matches(BUILDING)));
    let _ = fs::rename(folder, &going);
    let _ = fs::remove_dir_all(going);
}

/// Takes away what no manifest lists. Only who has the lock may.
fn clean(path: &Path, listed: &[Listed]) {
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
