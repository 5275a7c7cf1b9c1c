use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use crate::build::{AddObserver, AddOptions, Writer};
use crate::error::{DbError, Result};
use crate::filter::NameCache;
use crate::manifest::{self, SegmentEntry};
use crate::store::segment::Segment;

/// The number of a game in its database, from 1, in the order of addition. It never changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub u64);

impl GameId {
    /// The number of the game with this index.
    pub(crate) fn at(index: u64) -> GameId {
        GameId(index.saturating_add(1))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An open database. Queries can run on any number of threads.
///
/// ```
/// use tabiya_db::{AddOptions, Database, Writer};
///
/// let database = Database::temporary(&b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4 1-0"[..])?;
/// assert_eq!(database.games(), 1);
/// # Ok::<(), tabiya_db::DbError>(())
/// ```
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    state: RwLock<Arc<State>>,
    /// Removes a temporary database on drop.
    _folder: Option<tempfile::TempDir>,
}

/// The content of a database at one time.
#[derive(Debug)]
pub(crate) struct State {
    listed: Vec<SegmentEntry>,
    pub(crate) segments: Vec<Arc<Segment>>,
    games: u64,
    pub(crate) names: NameCache,
}

/// Maximum number of retries when a writer replaces segments while they are opened.
const MAX_RETRIES: usize = 5;

impl Database {
    /// Opens a database.
    pub fn open(path: &Path) -> Result<Database> {
        Ok(Database { path: path.to_owned(), state: RwLock::new(Arc::new(load(path, &[])?)), _folder: None })
    }

    /// Creates a temporary database from PGN text, which is deleted on drop. Games with faults are kept up to the fault.
    pub fn temporary(pgn: impl Read + Send) -> Result<Database> {
        let options = AddOptions { keep_broken: true, keep_duplicates: true, ..AddOptions::default() };
        Database::temporary_with(pgn, options, &mut ())
    }

    /// Like [`temporary`](Database::temporary), with options; problems are reported to `observer`.
    pub fn temporary_with(
        pgn: impl Read + Send,
        options: AddOptions,
        observer: &mut impl AddObserver,
    ) -> Result<Database> {
        let folder = tempfile::Builder::new().prefix("tabiya-db-").tempdir();
        let folder = folder.map_err(DbError::io(&std::env::temp_dir()))?;
        let path = folder.path().join("games.tabiya");
        let mut writer = Writer::open(&path, options)?;
        writer.read("input", pgn, observer)?;
        writer.commit(observer)?;
        let state = RwLock::new(Arc::new(load(&path, &[])?));
        Ok(Database { path, state, _folder: Some(folder) })
    }

    /// Loads games added since the database was opened; returns whether there were any.
    pub fn refresh(&self) -> Result<bool> {
        let listed = manifest::read(&self.path)?.unwrap_or_default();
        if listed == self.state().listed {
            return Ok(false);
        }
        let state = Arc::new(load(&self.path, &self.state().segments)?);
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
        Ok(true)
    }

    /// The folder of the database.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.state().games
    }

    pub(crate) fn state(&self) -> Arc<State> {
        Arc::clone(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    /// Prefetches games that will be read, so that they are loaded from disk in parallel.
    pub(crate) fn prefetch(&self, games: impl Iterator<Item = GameId> + Clone) {
        let places = games.filter_map(|game| self.place(game).ok());
        places.clone().for_each(|(segment, game)| segment.games.prefetch(game));
        places.for_each(|(segment, game)| segment.games.prefetch_record(game));
    }

    /// The segment of a game and its index there.
    pub(crate) fn place(&self, game: GameId) -> Result<(&Segment, usize)> {
        let index = game.0.checked_sub(1).filter(|index| *index < self.games);
        let index = index.ok_or(DbError::NoSuchGame { number: game.0, games: self.games })?;
        let after = self.segments.partition_point(|segment| segment.first <= index);
        let segment = &self.segments[after - 1];
        Ok((segment, (index - segment.first) as usize))
    }
}

/// Opens a database. Segments that are open already are shared, and keep their list of verified pages.
fn load(path: &Path, open: &[Arc<Segment>]) -> Result<State> {
    let mut retries = 0;
    loop {
        let listed = manifest::read(path)?;
        let Some(listed) = listed else {
            let what = if !path.exists() {
                "no such folder"
            } else if path.is_dir() {
                "it has no manifest: an addition of games was interrupted, or it is another folder"
            } else {
                "it is a file, and a database is a folder; `tabiya db add games.tabiya FILE.pgn` makes one from PGN"
            };
            return Err(DbError::NotADatabase { path: path.to_owned(), what });
        };
        match open_all(path, &listed, open) {
            Ok(segments) => {
                let games = listed.iter().map(|listed| listed.games).sum();
                return Ok(State { listed, segments, games, names: NameCache::default() });
            }
            Err(error) if retries < MAX_RETRIES && manifest::read(path)?.as_ref() != Some(&listed) => {
                retries += 1;
                drop(error);
            }
            Err(error) => return Err(error),
        }
    }
}

fn open_all(path: &Path, listed: &[SegmentEntry], open: &[Arc<Segment>]) -> Result<Vec<Arc<Segment>>> {
    let mut first = 0;
    let mut segment_of = |listed: &SegmentEntry| {
        let is_it = |segment: &&Arc<Segment>| segment.id == listed.id && segment.first == first;
        if let Some(segment) = open.iter().find(is_it) {
            first += listed.games;
            return Ok(Arc::clone(segment));
        }
        let folder = listed.folder(path);
        let segment = Segment::open(&folder, listed.id, first)?;
        if segment.meta.games != listed.games {
            return Err(DbError::damaged(
                &folder.join("segment"),
                "its number of games differs from the manifest",
            ));
        }
        first += listed.games;
        Ok(Arc::new(segment))
    };
    listed.iter().map(&mut segment_of).collect()
}
