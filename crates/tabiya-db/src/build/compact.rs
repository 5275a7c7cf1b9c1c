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

/// Makes few large segments of many small ones: every question is then answered by fewer. Games keep their numbers.
///
/// Nothing is changed before all of it is written; who reads meanwhile goes on reading.
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
    // A folder that is no database is not made one.
    drop(Database::open(path)?);
    let mut writer = Writer::open(path, options)?;
    // Only now: what others have added meanwhile belongs to it.
    let database = Database::open(path)?;
    let before = database.info().segments;
    if before < 2 {
        return Ok(Added::default());
    }
    copy(&database, 1..=database.games(), &mut writer, listen)?;
    drop(database);
    if writer.segments() >= before {
        // With so little memory it would not get better.
        return Ok(Added::default());
    }
    writer.commit_instead(listen)
}

/// Adds games of another database, as they are.
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
