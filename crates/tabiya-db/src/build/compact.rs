use std::ops::RangeInclusive;
use std::path::Path;

use tabiya::with_position;

use super::code::Coded;
use super::feed::Listen;
use super::hash;
use super::writer::{AddOptions, Added, Writer};
use crate::ask::StoredGame;
use crate::database::{Database, GameId};
use crate::error::Result;

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
pub fn compact(path: &Path, options: AddOptions, listen: &mut impl Listen) -> Result<Added> {
    // Do not create a database in a folder that is not one.
    drop(Database::open(path)?);
    let mut writer = Writer::open(path, options)?;
    // Opened under the lock, to include games that other writers have added meanwhile.
    let database = Database::open(path)?;
    let before = database.info().segments;
    if before < 2 {
        return Ok(Added::default());
    }
    copy(&database, 1..=database.games(), &mut writer, listen)?;
    drop(database);
    if writer.segments() >= before {
        // With this memory limit, merging would not reduce the number of segments.
        return Ok(Added::default());
    }
    writer.commit_instead(listen)
}

/// Copies games of another database.
pub(crate) fn copy(
    database: &Database,
    numbers: RangeInclusive<u64>,
    writer: &mut Writer,
    listen: &mut impl Listen,
) -> Result<()> {
    let mut coded = Coded::default();
    for number in numbers {
        let game = database.game(GameId(number))?;
        recode(&game, &mut coded);
        listen.game();
        let tags = game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let name = |wanted| game.tag(wanted).unwrap_or_default();
        writer.push(&coded, tags, hash::hash(&coded, name("White"), name("Black")), true, listen)?;
    }
    Ok(())
}

fn recode(game: &StoredGame, coded: &mut Coded) {
    coded.begin(game.facts, &game.start);
    with_position!(game.start, start => coded.replay(start, &game.moves));
}
