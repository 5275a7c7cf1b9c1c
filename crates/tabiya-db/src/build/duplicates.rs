//! Duplicate detection.

use tabiya_pgn::Record;
use twox_hash::XxHash3_64;

use super::encode::EncodedGame;
use crate::error::Result;
use crate::facts::Facts;
use crate::store::segment::Segment;

/// What makes two games duplicates: equal moves, start position, result, date, and names of the players (ignoring case). Site and
/// round are excluded, because sources write them in different ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameContent(Vec<u8>);

impl GameContent {
    /// `moves` are encoded as in the file; `fen` is the start position, if it is not the usual one.
    fn new(moves: &[u8], facts: &Facts, white: &str, black: &str, fen: &str) -> GameContent {
        let mut bytes = Vec::with_capacity(moves.len() + white.len() + black.len() + 32);
        bytes.extend_from_slice(moves);
        bytes.push(0xfe);
        // Only the facts that do not depend on how detailed the source is.
        bytes.extend([facts.variant as u8, facts.result as u8]);
        bytes.extend(facts.date.bits().to_le_bytes());
        for text in [white, black, fen] {
            let text = text.trim();
            if text.is_ascii() {
                bytes.extend(text.bytes().map(|byte| byte.to_ascii_lowercase()));
            } else {
                bytes.extend_from_slice(text.to_lowercase().as_bytes());
            }
            bytes.push(0xff);
        }
        GameContent(bytes)
    }

    /// The content of an encoded game.
    pub(crate) fn of(encoded: &EncodedGame, white: &str, black: &str) -> GameContent {
        let fen = encoded.fen.as_deref().unwrap_or_default();
        GameContent::new(&encoded.moves, &encoded.facts, white, black, fen)
    }

    /// The content of a recorded game.
    pub(crate) fn of_record(encoded: &EncodedGame, record: &Record) -> GameContent {
        let name = |tag_name| record.tag(tag_name).unwrap_or_default();
        GameContent::of(encoded, &name("White"), &name("Black"))
    }

    /// The content of a game of a segment.
    fn of_stored(segment: &Segment, game: usize) -> Result<GameContent> {
        let games = &segment.games;
        let (facts, (_, moves)) = (games.row(game)?.facts(), games.record(game)?);
        let name = |tag_name| games.tag(game, tag_name).map(Option::unwrap_or_default);
        let fen = if facts.has_setup { games.start(game, &facts)?.to_fen() } else { String::new() };
        Ok(GameContent::new(moves, &facts, &name("White")?, &name("Black")?, &fen))
    }

    /// Its hash in the files.
    pub(crate) fn hash(&self) -> u64 {
        XxHash3_64::oneshot(&self.0)
    }

    /// The bytes compared.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether a segment has a game with this content. Candidates are found by hash and compared.
    pub(crate) fn is_in(&self, segment: &Segment) -> Result<bool> {
        for game in segment.hashes.games(self.hash())? {
            if GameContent::of_stored(segment, game)? == *self {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::hashes;
    use crate::{AddOptions, Database, Writer, manifest};

    fn add(path: &std::path::Path, pgn: &str) -> u64 {
        let mut writer = Writer::open(path, AddOptions::default()).unwrap();
        writer.read("example", pgn.as_bytes(), &mut ()).unwrap();
        writer.commit(&mut ()).unwrap().duplicates
    }

    /// Two games with equal hashes were taken for duplicates without a comparison.
    #[test]
    fn different_games_with_equal_hashes_are_both_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.tabiya");
        add(&path, "[White \"Ann\"]\n\n1. e4 e5 *\n");
        // The hash of the second game is written in the place of the first one's.
        let second = "[White \"Bob\"]\n\n1. d4 d5 *\n";
        let hash = {
            let other = folder.path().join("other.tabiya");
            add(&other, second);
            let database = Database::open(&other).unwrap();
            GameContent::of_stored(&database.state().segments[0], 0).unwrap().hash()
        };
        let segment = manifest::read(&path).unwrap().unwrap()[0];
        std::fs::remove_file(segment.folder(&path).join("hashes")).unwrap();
        hashes::write(&segment.folder(&path), &[hash], segment.id).unwrap();
        let database = Database::open(&path).unwrap();
        assert_eq!(database.state().segments[0].hashes.games(hash).unwrap(), [0], "it is a candidate");
        assert_eq!(add(&path, second), 0);
        assert_eq!(Database::open(&path).unwrap().games(), 2);
        assert_eq!(add(&path, second), 1, "a real duplicate");
    }
}
