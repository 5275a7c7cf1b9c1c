use std::path::{Path, PathBuf};

use tabiya::{Identity, Position, Rules, with_position};

use super::games::{self, Games};
use super::hashes::{self, Hashes};
use super::mailbox::Mailbox;
use super::meta::{self, Meta};
use super::moves::{self, Codes};
use super::notes::{self, Notes};
use super::page::PageFile;
use super::shared::{self, Shared};
use super::tags;
use super::tail::{self, Tail};
use crate::error::Result;

/// Games that were added together, with their positions. Immutable.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) id: u64,
    pub(crate) folder: PathBuf,
    pub(crate) meta: Meta,
    meta_file: PageFile,
    pub(crate) games: Games,
    pub(crate) shared: Shared,
    pub(crate) tail: Tail,
    pub(crate) hashes: Hashes,
    pub(crate) notes: Notes,
    /// The number of games in the segments before it.
    pub(crate) first: u64,
}

/// The files of a segment and their kinds.
pub(crate) const FILES: [(&str, &[u8; 8]); 11] = [
    ("segment", meta::KIND),
    ("facts", games::FACTS_KIND),
    ("offsets", games::OFFSETS_KIND),
    ("games", games::GAMES_KIND),
    ("names", tags::KIND),
    ("shared", shared::KIND),
    ("sharedix", shared::INDEX_KIND),
    ("tail", tail::KIND),
    ("tailix", tail::INDEX_KIND),
    ("hashes", hashes::KIND),
    ("notes", notes::KIND),
];

impl Segment {
    pub(crate) fn open(folder: &Path, id: u64, first: u64) -> Result<Segment> {
        FILES.iter().for_each(|(name, _)| PageFile::prefetch_trailer(&folder.join(name)));
        let (meta, meta_file) = Meta::open(&folder.join("segment"), id)?;
        Ok(Segment {
            id,
            folder: folder.to_owned(),
            meta,
            meta_file,
            games: Games::open(folder, id, meta.games)?,
            shared: Shared::open(folder, id, meta.shared_bits)?,
            tail: Tail::open(folder, id, meta.tail_bits, meta.game_bits as u32)?,
            hashes: Hashes::open(folder, id)?,
            notes: Notes::open(folder, id)?,
            first,
        })
    }

    /// All its files, in the order of [`FILES`].
    pub(crate) fn files(&self) -> [&PageFile; 11] {
        [
            &self.meta_file,
            &self.games.facts,
            &self.games.offsets,
            &self.games.games,
            &self.games.tags.file,
            &self.shared.file,
            &self.shared.index,
            &self.tail.file,
            &self.tail.index,
            &self.hashes.file,
            &self.notes.file,
        ]
    }

    /// Finds a position in a game with a mailbox board; `None` if that board cannot decide.
    pub(crate) fn visits(&self, game: usize, place: &Place<'_>) -> Result<Option<Vec<Visit>>> {
        let facts = self.games.row(game)?.facts();
        let (_, encoded) = self.games.record(game)?;
        Ok(with_position!(self.games.start(game, &facts)?, start => visits(&start, encoded, place)))
    }
}

/// A ply at which a game reached a position, and the code of the move played from it, if any.
pub(crate) type Visit = (usize, Option<u16>);

/// A position to find in a game.
pub(crate) struct Place<'a> {
    pub(crate) identity: &'a Identity,
    /// Only at this ply, or anywhere.
    pub(crate) ply: Option<usize>,
}

fn visits<R: Rules>(start: &Position<R>, encoded: &[u8], place: &Place<'_>) -> Option<Vec<Visit>> {
    let pieces = place.identity.occupied().len();
    let (mut board, mut codes, mut found) = (Mailbox::new(start), Codes(encoded), Vec::new());
    for ply in 0.. {
        let code = codes.next();
        if place.ply.is_none_or(|target_ply| target_ply == ply) && board.matches(place.identity)? {
            found.push((ply, code));
        }
        let Some(code) = code.filter(|_| place.ply.is_none_or(|target_ply| ply < target_ply)) else { break };
        let is_irreversible = board.play(moves::decode(&board, code)?);
        // Pieces do not return, and a position before an irreversible move does not either.
        if is_irreversible && (!found.is_empty() || board.count() < pieces) {
            break;
        }
    }
    Some(found)
}
