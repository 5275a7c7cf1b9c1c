use std::ops::RangeInclusive;
use std::path::Path;

use tabiya::with_position;

use super::duplicates::GameContent;
use super::encode::EncodedGame;
use super::parse::AddObserver;
use super::writer::{AddOptions, AddStats, Writer};
use crate::database::{Database, GameId};
use crate::error::Result;
use crate::query::StoredGame;
use crate::store::notes;

/// Merges segments into fewer, larger ones, which makes queries faster. Game numbers do not change.
///
/// Nothing changes until all data has been written; readers can continue.
///
/// ```
/// use tabiya_db::{AddOptions, Database, Writer, compact};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.tabiya");
/// for pgn in ["1. e4 e5 *", "1. d4 d5 *"] {
///     let mut writer = Writer::open(&path, AddOptions::default())?;
///     writer.read("example", pgn.as_bytes(), &mut ())?;
///     writer.commit(&mut ())?;
/// }
/// assert_eq!(Database::open(&path)?.info().segments, 2);
/// compact(&path, AddOptions::default(), &mut ())?;
/// assert_eq!((Database::open(&path)?.info().segments, Database::open(&path)?.games()), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compact(path: &Path, options: AddOptions, observer: &mut impl AddObserver) -> Result<AddStats> {
    // Do not create a database in a folder that is not one.
    drop(Database::open(path)?);
    let mut writer = Writer::open(path, options)?;
    // Opened under the lock, to include games that other writers have added meanwhile.
    let database = Database::open(path)?;
    let before = database.info().segments;
    if before < 2 {
        return Ok(AddStats::default());
    }
    copy(&database, 1..=database.games(), &mut writer, observer)?;
    drop(database);
    if writer.segments() >= before {
        // With this memory limit, merging would not reduce the number of segments.
        return Ok(AddStats::default());
    }
    writer.commit_replacing(observer)
}

/// Copies games of another database.
pub(crate) fn copy(
    database: &Database,
    numbers: RangeInclusive<u64>,
    writer: &mut Writer,
    observer: &mut impl AddObserver,
) -> Result<()> {
    let mut encoded = EncodedGame::default();
    for number in numbers {
        push(writer, &database.game(GameId(number))?, &mut encoded, observer)?;
    }
    Ok(())
}

/// Adds a stored game. `encoded` is a buffer.
pub(crate) fn push(
    writer: &mut Writer,
    game: &StoredGame,
    encoded: &mut EncodedGame,
    observer: &mut impl AddObserver,
) -> Result<()> {
    recode(game, encoded);
    observer.game();
    let tags = game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let name = |tag_name| game.tag(tag_name).unwrap_or_default();
    let content = GameContent::of(encoded, name("White"), name("Black"));
    writer.push(encoded, tags, &content, true, observer)
}

fn recode(game: &StoredGame, encoded: &mut EncodedGame) {
    encoded.begin(game.facts, &game.start);
    with_position!(game.start, start => encoded.replay(start, &game.moves));
    if let Some(tree) = &game.annotations {
        notes::encode(tree, &game.moves, &mut encoded.notes);
    }
}
