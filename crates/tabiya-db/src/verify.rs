use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::path::Path;

use tempfile::TempDir;

use crate::build::encode::facts;
use crate::build::{AddObserver, AddOptions, Legal, Writer, copy};
use crate::database::{Database, GameId};
use crate::error::{DbError, Result};
use crate::manifest;
use crate::store::page::PageFile;
use crate::store::segment::{FILES, Segment};

/// Verifies the checksums of all files of a database. Returns the errors found.
///
/// With `deep`, also replays every game with legality checks, compares its facts with its tags, and rebuilds the positions from
/// the games in a temporary folder beside the database.
///
/// ```
/// use tabiya_db::{AddOptions, Writer, verify};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.tabiya");
/// let mut writer = Writer::open(&path, AddOptions::default())?;
/// writer.read("example", &b"1. e4 e5 *"[..], &mut ())?;
/// writer.commit(&mut ())?;
/// assert!(verify(&path, true, &mut ()).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn verify(path: &Path, deep: bool, observer: &mut impl AddObserver) -> Vec<DbError> {
    let listed = match manifest::read(path) {
        Ok(Some(listed)) => listed,
        Ok(None) => return Database::open(path).err().into_iter().collect(),
        Err(error) => return vec![error],
    };
    let mut faults = Vec::new();
    for segment in &listed {
        let folder = segment.folder(path);
        for (name, kind) in FILES {
            let checked =
                PageFile::open(&folder.join(name), kind, segment.id).and_then(|file| file.check_all());
            faults.extend(checked.err());
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    match Database::open(path) {
        Err(error) => faults.push(error),
        Ok(database) if deep => faults.extend(verify_deeply(&database, observer).err()),
        Ok(_) => {}
    }
    faults
}

fn verify_deeply(database: &Database, observer: &mut impl AddObserver) -> Result<()> {
    let state = database.state();
    for segment in &state.segments {
        for game in 0..segment.games.count() {
            observer.game();
            let mut legal = Legal(true);
            segment.games.replay(game, &mut legal)?;
            if !legal.0 {
                let what = format!("game {} has an illegal move", segment.first + game as u64 + 1);
                return Err(DbError::damaged(segment.games.games.path(), what));
            }
            check_facts(database, segment, game)?;
        }
        compare(database, segment, observer)?;
    }
    Ok(())
}

/// Compares the stored facts of a game with its tags.
fn check_facts(database: &Database, segment: &Segment, game: usize) -> Result<()> {
    let number = segment.first + game as u64 + 1;
    let stored = segment.games.row(game)?.facts();
    let read = database.game(GameId(number))?;
    let tags = read.tags.iter().map(|(name, value)| (name, value));
    if facts(tags, |value: &String| Cow::from(value), stored.result, &read.start) == stored {
        return Ok(());
    }
    let what = format!("the facts of game {number} do not match its tags");
    Err(DbError::damaged(segment.games.facts.path(), what))
}

/// Rebuilds the positions of a segment from its games and compares them.
fn compare(database: &Database, segment: &Segment, observer: &mut impl AddObserver) -> Result<()> {
    let numbers = segment.first + 1..=segment.first + segment.meta.games;
    let (_folder, rebuilt) = rebuilt(database, numbers, AddOptions::default(), Some(segment.id), observer)?;
    let state = rebuilt.state();
    let [rebuilt] = state.segments.as_slice() else {
        return Err(DbError::damaged(&segment.folder, "its games do not fit into one segment"));
    };
    for (stored, rebuilt) in segment.files().into_iter().zip(rebuilt.files()) {
        let name = stored.path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Dictionaries depend on the memory limit; their content has been checked above.
        let is_derived = ["shared", "sharedix", "tail", "tailix", "hashes"].contains(&name);
        if is_derived && stored.bytes(0, stored.length())? != rebuilt.bytes(0, rebuilt.length())? {
            return Err(DbError::damaged(stored.path(), "its content does not match the games"));
        }
    }
    Ok(())
}

/// Builds a database of games of another one, as a single segment, in a temporary folder beside it.
pub(crate) fn rebuilt(
    database: &Database,
    numbers: RangeInclusive<u64>,
    options: AddOptions,
    like: Option<u64>,
    observer: &mut impl AddObserver,
) -> Result<(TempDir, Database)> {
    let parent =
        database.path().parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = tempfile::Builder::new().prefix(".tabiya-temporary-").tempdir_in(parent);
    let folder = folder.map_err(DbError::io(parent))?;
    let path = folder.path().join("rebuilt.tabiya");
    let mut writer = Writer::open(&path, options)?.into_single_segment(like);
    copy(database, numbers, &mut writer, observer)?;
    writer.commit(observer)?;
    let rebuilt = Database::open(&path)?;
    Ok((folder, rebuilt))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::games::FACTS_KIND;
    use crate::store::page::PageWriter;

    #[test]
    fn verify_compares_facts_with_tags() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.tabiya");
        let mut writer = Writer::open(&path, AddOptions::default()).unwrap();
        let pgn = "[WhiteElo \"2000\"]\n[TimeControl \"300+3\"]\n\n1. e4 *\n\n1. d4 *\n";
        writer.read("example", pgn.as_bytes(), &mut ()).unwrap();
        writer.commit(&mut ()).unwrap();
        assert!(verify(&path, true, &mut ()).is_empty());
        let listed = manifest::read(&path).unwrap().unwrap()[0];
        let facts = listed.folder(&path).join("facts");
        let file = PageFile::open(&facts, FACTS_KIND, listed.id).unwrap();
        let good = file.bytes(0, file.length()).unwrap().to_vec();
        // A speed, a start position, a variant, a rating: each differs from the tags, with valid checksums.
        for bit in [4, 7, 2, 24 * 8 + 8] {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            std::fs::remove_file(&facts).unwrap();
            let mut file = PageWriter::create(&facts).unwrap();
            file.write(&bad).unwrap();
            file.finish(FACTS_KIND, listed.id).unwrap();
            assert!(verify(&path, false, &mut ()).is_empty(), "bit {bit}");
            assert_eq!(verify(&path, true, &mut ()).len(), 1, "bit {bit}");
        }
    }
}
