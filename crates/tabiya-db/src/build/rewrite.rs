//! Deleting games, changing tags, and recovering the games of a damaged database.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fmt, fs};

use tabiya_pgn::GameResult;

use super::compact::push;
use super::encode::{EncodedGame, facts};
use super::parse::AddObserver;
use super::writer::{AddOptions, Slot, Writer};
use crate::database::{Database, GameId};
use crate::error::{DbError, Result};
use crate::filter::Filter;
use crate::manifest;
use crate::query::StoredGame;
use crate::store::games::{Games, ReplayVisitor};
use crate::store::notes::Notes;

/// Games to delete or to change.
#[derive(Clone, PartialEq, Debug)]
pub enum Selection {
    /// The games that match a filter.
    Filter(Filter),
    /// The games with these numbers.
    Games(BTreeSet<GameId>),
}

impl Database {
    /// The numbers of the selected games.
    ///
    /// ```
    /// use tabiya_db::{Database, Filter, GameId, Selection};
    ///
    /// let database = Database::temporary(&b"[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *"[..])?;
    /// let ann = Filter { white: Some("ann".into()), ..Filter::default() };
    /// assert_eq!(database.selected(&Selection::Filter(ann))?, [GameId(1)].into());
    /// assert!(database.selected(&Selection::Games([GameId(3)].into())).is_err());
    /// # Ok::<(), tabiya_db::DbError>(())
    /// ```
    pub fn selected(&self, selection: &Selection) -> Result<BTreeSet<GameId>> {
        match selection {
            Selection::Filter(filter) => {
                let mut selected = BTreeSet::new();
                self.each_game(filter, |game| {
                    selected.insert(game);
                    Ok(true)
                })?;
                Ok(selected)
            }
            Selection::Games(numbers) => {
                let state = self.state();
                numbers.iter().try_for_each(|number| state.place(*number).map(drop))?;
                Ok(numbers.clone())
            }
        }
    }
}

/// Deletes games. Returns their number.
///
/// The segments with these games are written again, so the disk space is free afterwards; the other segments are untouched. The
/// numbers of later games become smaller. Nothing changes until all data has been written; readers can continue.
///
/// ```
/// use tabiya_db::{AddOptions, Database, Filter, Selection, Writer, delete};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.tabiya");
/// let mut writer = Writer::open(&path, AddOptions::default())?;
/// writer.read("example", &b"[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *"[..], &mut ())?;
/// writer.commit(&mut ())?;
/// let ann = Filter { white: Some("ann".into()), ..Filter::default() };
/// assert_eq!(delete(&path, &Selection::Filter(ann), AddOptions::default(), &mut ())?, 1);
/// assert_eq!(Database::open(&path)?.games(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn delete(
    path: &Path,
    selection: &Selection,
    options: AddOptions,
    observer: &mut impl AddObserver,
) -> Result<u64> {
    rewrite(path, selection, options, observer, &mut |_| false)
}

/// Changes tags of games. Returns the number of games. Numbers stay the same; otherwise like [`delete`].
///
/// ```
/// use tabiya_db::{AddOptions, Database, Filter, GameId, Selection, Writer, edit_tags};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.tabiya");
/// let mut writer = Writer::open(&path, AddOptions::default())?;
/// writer.read("example", &b"[White \"Carlsen,M\"]\n\n1. e4 *"[..], &mut ())?;
/// writer.commit(&mut ())?;
/// let all = Selection::Filter(Filter::default());
/// edit_tags(&path, &all, &["White=Carlsen, Magnus".parse()?], AddOptions::default(), &mut ())?;
/// assert_eq!(Database::open(&path)?.game(GameId(1))?.tag("White"), Some("Carlsen, Magnus"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn edit_tags(
    path: &Path,
    selection: &Selection,
    changes: &[TagChange],
    options: AddOptions,
    observer: &mut impl AddObserver,
) -> Result<u64> {
    rewrite(path, selection, options, observer, &mut |game| {
        changes.iter().for_each(|change| change.apply(game));
        true
    })
}

/// Writes the segments of the selected games again. `change` changes a game, and returns whether to keep it.
fn rewrite(
    path: &Path,
    selection: &Selection,
    options: AddOptions,
    observer: &mut impl AddObserver,
    change: &mut dyn FnMut(&mut StoredGame) -> bool,
) -> Result<u64> {
    // Do not create a database in a folder that is not one.
    drop(Database::open(path)?);
    let mut writer = Writer::open(path, options)?;
    // Opened under the lock, to include games that other writers have added meanwhile.
    let database = Database::open(path)?;
    let selected = database.selected(selection)?;
    if selected.is_empty() {
        return Ok(0);
    }
    let (mut slots, mut encoded, mut first) = (Vec::new(), EncodedGame::default(), 1);
    for entry in writer.listed().to_vec() {
        let numbers = first..first + entry.games;
        first = numbers.end;
        if selected.range(GameId(numbers.start)..GameId(numbers.end)).next().is_none() {
            slots.push(Slot::Old(entry));
            continue;
        }
        for number in numbers.map(GameId) {
            let mut game = database.game(number)?;
            if !selected.contains(&number) || change(&mut game) {
                push(&mut writer, &game, &mut encoded, observer)?;
            }
        }
        slots.extend(writer.take_finished(observer)?.into_iter().map(Slot::new));
    }
    drop(database);
    writer.publish(slots, observer)?;
    Ok(selected.len() as u64)
}

/// A change of a tag: `Name=value`, or `Name=` to remove it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagChange {
    name: String,
    value: Option<String>,
}

impl TagChange {
    fn apply(&self, game: &mut StoredGame) {
        let is_it = |name: &str| name.eq_ignore_ascii_case(&self.name);
        let place = game.tags.iter().position(|(name, _)| is_it(name));
        game.tags.retain(|(name, _)| !is_it(name));
        if let Some(value) = &self.value {
            game.tags.insert(place.unwrap_or(game.tags.len()), (self.name.clone(), value.clone()));
        }
        let result = self.value.as_deref().filter(|_| is_it("Result"));
        let result = result.and_then(|text| GameResult::parse(text.as_bytes())).unwrap_or(game.facts.result);
        let tags = game.tags.iter().map(|(name, value)| (name, value));
        game.facts = facts(tags, |value: &String| value.into(), result, &game.start);
    }
}

impl FromStr for TagChange {
    type Err = BadTagChange;

    fn from_str(text: &str) -> std::result::Result<TagChange, BadTagChange> {
        let bad = |what: &str| Err(BadTagChange(format!("`{}`: {what}", tabiya::printable(text))));
        let Some((name, value)) = text.split_once('=') else {
            return bad("expected NAME=VALUE, such as Event=Olympiad, or NAME= to remove the tag");
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return bad("a tag name has letters, digits and underscores only");
        }
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        if ["FEN", "SetUp", "Variant"].iter().any(is) {
            return bad("the start position of a game cannot be changed");
        }
        if is(&"Result") && GameResult::parse(value.as_bytes()).is_none() {
            return bad("the result is 1-0, 0-1, 1/2-1/2 or *");
        }
        if value.chars().any(char::is_control) {
            return bad("a value has no line ends or other control characters");
        }
        // What a PGN reader can read back.
        if value.len() > MAX_VALUE {
            return bad("the value is too long");
        }
        Ok(TagChange { name: name.to_owned(), value: (!value.is_empty()).then(|| value.to_owned()) })
    }
}

/// Maximum length of a new value.
const MAX_VALUE: usize = 1024;

/// A text that describes no change of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTagChange(String);

impl fmt::Display for BadTagChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadTagChange {}

/// Statistics of a recovery.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Recovered {
    /// Games copied to the new database.
    pub games: u64,
    /// Games that cannot be read.
    pub lost: u64,
    /// Games copied without their annotations, which cannot be read.
    pub without_annotations: u64,
}

/// Copies the undamaged games of a damaged database to a new one. What is lost is reported to `observer`.
///
/// ```
/// use tabiya_db::{AddOptions, Database, Writer, recover};
///
/// let folder = tempfile::tempdir()?;
/// let (path, new) = (folder.path().join("games.tabiya"), folder.path().join("new.tabiya"));
/// let mut writer = Writer::open(&path, AddOptions::default())?;
/// writer.read("example", &b"1. e4 {best} *\n\n1. d4 *"[..], &mut ())?;
/// writer.commit(&mut ())?;
/// std::fs::remove_file(path.join("manifest"))?;
/// assert_eq!(recover(&path, &new, AddOptions::default(), &mut ())?.games, 2);
/// assert_eq!(Database::open(&new)?.games(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recover(
    path: &Path,
    new: &Path,
    options: AddOptions,
    observer: &mut impl AddObserver,
) -> Result<Recovered> {
    if new.exists() {
        return Err(DbError::Exists { path: new.to_owned() });
    }
    let folders = segment_folders(path, observer)?;
    let mut writer = Writer::open(new, options)?;
    let (mut recovered, mut encoded) = (Recovered::default(), EncodedGame::default());
    for (id, folder) in folders {
        let games = match Games::open_damaged(&folder, id) {
            Ok(games) => games,
            Err(error) => {
                observer.error(&format!("{error}; all games of {} are lost", folder.display()));
                continue;
            }
        };
        let notes = Notes::open_damaged(&folder, id);
        if let Err(error) = &notes {
            observer.error(&format!("{error}; the annotations of {} are lost", folder.display()));
        }
        for game in 0..games.count() {
            let mut stored = match legal_game(&games, game) {
                Ok(stored) => stored,
                Err(error) => {
                    recovered.lost += 1;
                    observer.error(&format!("{error}; game {} of this segment is lost", game + 1));
                    continue;
                }
            };
            if let Ok(notes) = &notes
                && let Err(error) = stored.read_annotations(notes, game)
            {
                recovered.without_annotations += 1;
                observer
                    .error(&format!("{error}; game {} of this segment has lost its annotations", game + 1));
            }
            push(&mut writer, &stored, &mut encoded, observer)?;
            recovered.games += 1;
        }
    }
    writer.commit(observer)?;
    Ok(recovered)
}

/// Reads a game and checks that its moves are legal.
fn legal_game(games: &Games, game: usize) -> Result<StoredGame> {
    let mut legal = Legal(true);
    games.replay(game, &mut legal)?;
    if !legal.0 {
        return Err(DbError::damaged(games.games.path(), format!("game {} has an illegal move", game + 1)));
    }
    StoredGame::read(games, game, GameId::at(game as u64))
}

/// Checks that all moves of a game are legal.
pub(crate) struct Legal(pub(crate) bool);

impl ReplayVisitor for Legal {
    fn visit<R: tabiya::Rules>(
        &mut self,
        position: &tabiya::Position<R>,
        _: usize,
        code: Option<u16>,
    ) -> bool {
        let is_legal =
            |code| crate::store::moves::decode(position, code).is_some_and(|mv| position.is_legal(mv));
        self.0 &= code.is_none_or(is_legal);
        self.0
    }
}

/// The segments of a database in the order of their games. Without a manifest, all folders that may be segments, by name.
fn segment_folders(path: &Path, observer: &mut impl AddObserver) -> Result<Vec<(u64, PathBuf)>> {
    let why = match manifest::read(path) {
        Ok(Some(listed)) => {
            return Ok(listed.iter().map(|entry| (entry.id, entry.folder(path))).collect());
        }
        Ok(None) => format!("{}: no manifest", path.display()),
        Err(error @ DbError::Version { .. }) => return Err(error),
        Err(error) => error.to_string(),
    };
    let mut folders = Vec::new();
    for entry in fs::read_dir(path).map_err(DbError::io(path))? {
        let folder = entry.map_err(DbError::io(path))?.path();
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let id = u64::from_str_radix(&name, 16).ok().filter(|_| name.len() == 16);
        folders.extend(id.map(|id| (id, folder)));
    }
    folders.sort();
    if folders.is_empty() {
        let what = "no manifest and no segments";
        return Err(DbError::NotADatabase { path: path.to_owned(), what });
    }
    observer.error(&format!("{why}; games are recovered from all folders in it, in any order"));
    Ok(folders)
}
