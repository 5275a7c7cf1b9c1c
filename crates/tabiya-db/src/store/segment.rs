use std::path::{Path, PathBuf};

use tabiya::{AnyPosition, Identity, Move, Position, Rules, with_position};
use tabiya_pgn::{GameResult, Tree};

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
use crate::error::{DbError, Result};

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

    /// Replays a game and visits each position, until the visitor returns `false`.
    pub(crate) fn replay(&self, game: usize, visitor: &mut impl ReplayVisitor) -> Result<()> {
        let facts = self.games.row(game)?.facts();
        let (_, encoded) = self.games.record(game)?;
        let is_good = with_position!(self.games.start(game, &facts)?, start => play(start, encoded, visitor));
        if is_good {
            return Ok(());
        }
        let what = format!("game {} has an impossible move", game + 1);
        Err(DbError::damaged(self.games.games.path(), what))
    }

    /// The tree of an annotated game, without its tags.
    pub(crate) fn annotations(
        &self,
        game: usize,
        start: &AnyPosition,
        played: &[Move],
        result: GameResult,
    ) -> Result<Option<Tree>> {
        let Some(notes) = self.notes.get(game)? else { return Ok(None) };
        let Some(mut tree) = notes::decode(&notes, start, played) else {
            let what = format!("invalid annotations of game {}", game + 1);
            return Err(DbError::damaged(self.notes.file.path(), what));
        };
        tree.set_result(result);
        Ok(Some(tree))
    }
}

/// Visits the positions of a game.
pub(crate) trait ReplayVisitor {
    /// Called with a position, its ply and the code of the move played from it, if any. Returns whether to continue.
    fn visit<R: Rules>(&mut self, position: &Position<R>, ply: usize, code: Option<u16>) -> bool;
}

fn play<R: Rules>(start: Position<R>, encoded: &[u8], visitor: &mut impl ReplayVisitor) -> bool {
    let mut position = start;
    let mut codes = Codes(encoded);
    for ply in 0.. {
        let code = codes.next();
        if !visitor.visit(&position, ply, code) {
            break;
        }
        let Some(code) = code else { break };
        let Some(mv) = moves::decode(&position, code) else { return false };
        position.advance(mv);
    }
    true
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
