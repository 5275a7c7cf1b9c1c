use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use tabiya::{Identity, Position, Rules, with_position};

use super::games::{self, Games};
use super::mailbox::Mailbox;
use super::meta::{self, Meta};
use super::moves::{self, Codes};
use super::numbers::u64_at;
use super::page::PageFile;
use super::shared::{self, Shared};
use super::tags;
use super::tail::{self, Tail};
use crate::error::{DbError, Result};

/// Games that were added together, and their positions. It never changes.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) id: u64,
    pub(crate) folder: PathBuf,
    pub(crate) meta: Meta,
    meta_file: PageFile,
    pub(crate) games: Games,
    pub(crate) shared: Shared,
    pub(crate) tail: Tail,
    pub(crate) hashes: PageFile,
    /// How many games the segments before it have.
    pub(crate) first: u64,
}

pub(crate) const HASHES_KIND: &[u8; 8] = b"hashes  ";

/// The files of a segment and the mark of each.
pub(crate) const FILES: [(&str, &[u8; 8]); 10] = [
    ("segment", meta::KIND),
    ("facts", games::FACTS_KIND),
    ("offsets", games::OFFSETS_KIND),
    ("games", games::GAMES_KIND),
    ("names", tags::KIND),
    ("shared", shared::KIND),
    ("sharedix", shared::INDEX_KIND),
    ("tail", tail::KIND),
    ("tailix", tail::INDEX_KIND),
    ("hashes", HASHES_KIND),
];

impl Segment {
    pub(crate) fn open(folder: &Path, id: u64, first: u64) -> Result<Segment> {
        FILES.iter().for_each(|(name, _)| PageFile::announce(&folder.join(name)));
        let (meta, meta_file) = Meta::open(&folder.join("segment"), id)?;
        Ok(Segment {
            id,
            folder: folder.to_owned(),
            meta,
            meta_file,
            games: Games::open(folder, id, meta.games)?,
            shared: Shared::open(folder, id, meta.shared_bits)?,
            tail: Tail::open(folder, id, meta.tail_bits, meta.game_bits as u32)?,
            hashes: PageFile::open(&folder.join("hashes"), HASHES_KIND, id)?,
            first,
        })
    }

    /// Every file of it, in the order of [`FILES`].
    pub(crate) fn files(&self) -> [&PageFile; 10] {
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
            &self.hashes,
        ]
    }

    /// Looks on a mailbox board where in a game a position stands; `None` if that board cannot tell.
    pub(crate) fn visits(&self, game: usize, place: &Place<'_>) -> Result<Option<Vec<Visit>>> {
        let facts = self.games.row(game)?.facts();
        let (_, coded) = self.games.record(game)?;
        Ok(with_position!(self.games.start(game, &facts)?, start => visits(&start, coded, place)))
    }

    /// Plays a game again and shows each position with its ply and the code of the move played from it, until told to stop.
    pub(crate) fn replay(&self, game: usize, visitor: &mut impl ReplayVisitor) -> Result<()> {
        let facts = self.games.row(game)?.facts();
        let (_, coded) = self.games.record(game)?;
        let is_good = with_position!(self.games.start(game, &facts)?, start => play(start, coded, visitor));
        if is_good {
            return Ok(());
        }
        let what = format!("game {} has a move that its position does not have", game + 1);
        Err(DbError::damaged(self.games.games.path(), what))
    }
}

/// Looks at the positions of a game.
pub(crate) trait ReplayVisitor {
    /// A position, and the code of the move played from it, if one was. Whether to go on.
    fn visit<R: Rules>(&mut self, position: &Position<R>, ply: usize, code: Option<u16>) -> bool;
}

fn play<R: Rules>(start: Position<R>, coded: &[u8], visitor: &mut impl ReplayVisitor) -> bool {
    let mut position = start;
    let mut codes = Codes(coded);
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

/// A ply at which a game stood somewhere, and the code of the move it played from there, if it played one.
pub(crate) type Visit = (usize, Option<u16>);

/// Where a position may stand in a game.
pub(crate) struct Place<'a> {
    pub(crate) identity: &'a Identity,
    /// At this ply, or anywhere.
    pub(crate) ply: Option<usize>,
}

fn visits<R: Rules>(start: &Position<R>, coded: &[u8], place: &Place<'_>) -> Option<Vec<Visit>> {
    let pieces = place.identity.occupied().len();
    let (mut board, mut codes, mut found) = (Mailbox::new(start), Codes(coded), Vec::new());
    for ply in 0.. {
        let code = codes.next();
        if place.ply.is_none_or(|wanted| wanted == ply) && board.is(place.identity)? {
            found.push((ply, code));
        }
        let Some(code) = code.filter(|_| place.ply.is_none_or(|wanted| ply < wanted)) else { break };
        let is_for_good = board.play(moves::decode(&board, code)?);
        // Pieces do not come back, and after a capture or a pawn's move neither does a position.
        if is_for_good && (!found.is_empty() || board.count() < pieces) {
            break;
        }
    }
    Some(found)
}

/// Whether a hash is among the sorted ones of a file.
pub(crate) fn has_hash(hashes: &PageFile, hash: u64) -> Result<bool> {
    let (mut low, mut high) = (0, hashes.length() / 8);
    while low < high {
        let middle = usize::midpoint(low, high);
        match u64_at(hashes.bytes(8 * middle, 8)?, 0).unwrap_or_default().cmp(&hash) {
            Ordering::Equal => return Ok(true),
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
        }
    }
    Ok(false)
}
