//! Files of games: unpacked, indexed, and asked by position.

mod bounds;
mod index;

use std::io::{self, Read};

use serde::Serialize;
use tabiya::Variant;
use tabiya_db::{AddOptions, Database, StoredGame};
use tabiya_pgn::Input;

use crate::ask::MOST_PLIES;
use crate::refusal::Refusal;
pub(crate) use bounds::{MOST_BYTES, MOST_PIECE};
use bounds::{MOST_UNPACKED, Unpacked};
pub(crate) use index::{Piece, index};

/// Memory for making a database of a file.
const LOADING_MEMORY: usize = 64 << 20;
/// So many tags of a game are sent.
const MOST_TAGS: usize = 40;
/// The tags the page looks for by name.
const ASKED_FOR: [&str; 10] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN"];
const NO_GAME: &str = "there is no game in this file";
/// So much is unpacked at once.
const UNPACKED_PIECE: usize = 1 << 16;

/// A game of a database.
#[derive(Serialize, Debug)]
pub(crate) struct GameFound {
    number: u64,
    tags: Vec<(String, String)>,
    variant: Option<String>,
    start: Option<String>,
    moves: String,
    plies: usize,
    result: String,
}

/// A database of the games of a file, which goes when nobody needs it any more.
pub(crate) fn load(file: impl Read + Send, unless_named: Variant) -> Result<Database, Refusal> {
    let input = Unpacked::at_most(MOST_UNPACKED, Input::new(file).map_err(|error| unreadable(&error))?);
    let options = AddOptions {
        keep_broken: true,
        keep_duplicates: true,
        memory: LOADING_MEMORY,
        variant: unless_named,
        ..AddOptions::default()
    };
    let database = Database::temporary_with(input, options, &mut ());
    let database = database.map_err(|error| Refusal::wrong(error.to_string()))?;
    if database.games() == 0 {
        return Err(Refusal::wrong(NO_GAME));
    }
    Ok(database)
}

fn unreadable(error: &std::io::Error) -> Refusal {
    Refusal::wrong(format!("the file cannot be read: {error}"))
}

/// Unpacks a file, piece by piece, until all is told or nobody listens.
pub(crate) fn unpack(file: &[u8], tell: &mut dyn FnMut(io::Result<Vec<u8>>) -> bool) {
    let mut input = match Input::new(file) {
        Ok(input) => Unpacked::at_most(MOST_UNPACKED, input),
        Err(error) => {
            tell(Err(error));
            return;
        }
    };
    loop {
        let mut piece = vec![0; UNPACKED_PIECE];
        let count = match input.read(&mut piece) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) => {
                tell(Err(error));
                return;
            }
        };
        piece.truncate(count);
        if !tell(Ok(piece)) {
            return;
        }
    }
}

impl GameFound {
    /// A game of a database.
    pub(crate) fn stored(game: &StoredGame) -> GameFound {
        let kept = game.moves.len().min(MOST_PLIES);
        let mut position = game.start;
        let mut moves = Vec::with_capacity(kept);
        for mv in &game.moves[..kept] {
            moves.push(position.uci(*mv));
            position = position.play_legal(*mv);
        }
        let tags = game.tags.iter().map(|(name, value)| tag(name, value));
        GameFound {
            number: game.id.0,
            tags: tags.take(MOST_TAGS).collect(),
            variant: Some(game.start.variant().to_string()),
            start: Some(game.start.to_fen()),
            moves: moves.join(" "),
            plies: kept,
            result: game.facts.result.to_string(),
        }
    }
}

/// A tag, not too long, those the page asks for in their usual case.
fn tag(name: &str, value: &str) -> (String, String) {
    let usual = ASKED_FOR.iter().find(|usual| usual.eq_ignore_ascii_case(name));
    let name = usual.map_or(name, |usual| usual);
    (name.chars().take(40).collect(), value.chars().take(200).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn unpacked(file: &[u8]) -> (usize, Option<String>) {
        let (mut length, mut problem) = (0, None);
        unpack(file, &mut |piece| {
            match piece {
                Ok(piece) => length += piece.len(),
                Err(error) => problem = Some(error.to_string()),
            }
            true
        });
        (length, problem)
    }

    #[test]
    fn a_packed_file_is_unpacked_and_a_damaged_one_as_far_as_it_goes() {
        let text = "1. e4 *\n\n".repeat(50_000);
        assert_eq!(unpacked(text.as_bytes()), (text.len(), None));
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(text.as_bytes()).unwrap();
        let packed = packer.finish().unwrap();
        assert_eq!(unpacked(&packed), (text.len(), None));
        let (length, problem) = unpacked(&packed[..packed.len() / 2]);
        assert!(length < text.len() && problem.is_some());
    }

    #[test]
    fn nobody_unpacks_for_a_page_that_has_gone() {
        let mut pieces = 0;
        unpack("1. e4 *\n\n".repeat(50_000).as_bytes(), &mut |_| {
            pieces += 1;
            false
        });
        assert_eq!(pieces, 1);
    }
}
