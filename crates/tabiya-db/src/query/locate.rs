//! Locates a position in a segment. Every candidate is verified on the board, so colliding keys never give a wrong answer.

use std::cell::OnceCell;

use tabiya::{AnyPosition, Position, Rules, Variant, with_position};

use crate::build::encode::salted;
use crate::error::Result;
use crate::store::games::ReplayVisitor;
use crate::store::segment::{Place, Segment, Visit};
use crate::store::shared::SharedPosition;

/// A position to search for.
pub(crate) struct PositionQuery<'a> {
    pub(crate) position: &'a AnyPosition,
    variant: Variant,
    key: u64,
    salt: u64,
    /// Keys of the positions one move later, computed on demand.
    next: OnceCell<Vec<u64>>,
}

/// Where a position was found.
pub(crate) enum Hit<'a> {
    /// In several games.
    Shared(SharedPosition<'a>),
    /// In one game.
    Single(Visits),
}

/// The visits of one game to a position.
#[derive(Clone, Debug)]
pub(crate) struct Visits {
    pub(crate) game: usize,
    pub(crate) plies: Vec<Visit>,
}

impl<'a> PositionQuery<'a> {
    pub(crate) fn new(position: &'a AnyPosition) -> PositionQuery<'a> {
        let variant = position.variant();
        let key = position.key().0;
        let salt = salted(tabiya::Key128(0), variant).0 as u64;
        PositionQuery { position, variant, key: key ^ salt, salt, next: OnceCell::new() }
    }

    fn next(&self) -> &[u64] {
        self.next.get_or_init(|| {
            let keys =
                |keys: &mut dyn Iterator<Item = tabiya::Key>| keys.map(|key| key.0 ^ self.salt).collect();
            with_position!(&self.position, position => {
                keys(&mut position.legal_moves().into_iter().map(|mv| position.key_after(mv)))
            })
        })
    }

    /// Finds the position in a segment.
    pub(crate) fn locate<'s>(&self, segment: &'s Segment) -> Result<Option<Hit<'s>>> {
        // Both are usually needed: prefetch them together.
        std::hint::black_box((segment.shared.prefetch(self.key), segment.tail.prefetch_index(self.key)));
        for candidate in segment.shared.candidates(self.key)? {
            let candidate = candidate?;
            let Some(game) = candidate.first_game()? else { continue };
            if self.occurs_at(segment, game as usize, candidate.ply)? {
                return Ok(Some(Hit::Shared(candidate)));
            }
        }
        if let Some(visits) = self.in_tail(segment, self.key, segment.tail.bucket(self.key)?)? {
            return Ok(Some(Hit::Single(visits)));
        }
        let tail = &segment.tail;
        let next = self.next();
        next.iter().for_each(|key| {
            std::hint::black_box(tail.prefetch_index(*key));
        });
        let buckets = next.iter().map(|key| tail.bucket(*key)).collect::<Result<Vec<_>>>()?;
        buckets.iter().for_each(|bucket| {
            std::hint::black_box(tail.prefetch(*bucket));
        });
        for (key, bucket) in next.iter().zip(buckets) {
            if let Some(visits) = self.in_tail(segment, *key, bucket)? {
                return Ok(Some(Hit::Single(visits)));
            }
        }
        Ok(None)
    }

    /// Finds the position in a game listed in the tail under a key: its own, or that of a successor.
    fn in_tail(&self, segment: &Segment, key: u64, bucket: (usize, usize)) -> Result<Option<Visits>> {
        let mut found = None;
        segment.tail.games(key, bucket, |game| {
            if found.is_none() {
                let visits = self.visits(segment, game as usize)?;
                found = (!visits.plies.is_empty()).then_some(visits);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The visits of a game to the position.
    pub(crate) fn visits(&self, segment: &Segment, game: usize) -> Result<Visits> {
        Ok(Visits { game, plies: self.plies(segment, game, None)? })
    }

    fn occurs_at(&self, segment: &Segment, game: usize, ply: usize) -> Result<bool> {
        Ok(!self.plies(segment, game, Some(ply))?.is_empty())
    }

    fn plies(&self, segment: &Segment, game: usize, ply: Option<usize>) -> Result<Vec<Visit>> {
        if segment.games.row(game)?.facts().variant != self.variant {
            return Ok(Vec::new());
        }
        let place = Place { identity: self.position.identity(), ply };
        if let Some(found) = segment.visits(game, &place)? {
            return Ok(found);
        }
        let mut collector = VisitCollector { place, found: Vec::new() };
        segment.games.replay(game, &mut collector)?;
        Ok(collector.found)
    }
}

/// Finds every visit by comparing complete identities.
struct VisitCollector<'a> {
    place: Place<'a>,
    found: Vec<Visit>,
}

impl ReplayVisitor for VisitCollector<'_> {
    fn visit<R: Rules>(&mut self, position: &Position<R>, ply: usize, code: Option<u16>) -> bool {
        let Place { identity, ply: target_ply } = self.place;
        if target_ply.is_none_or(|target_ply| target_ply == ply) && position.identity() == identity {
            self.found.push((ply, code));
            return target_ply.is_none();
        }
        // The same condition as on the mailbox board.
        let is_irreversible = position.halfmove_clock() == 0 && ply > 0;
        let is_past =
            !self.found.is_empty() || position.identity().occupied().len() < identity.occupied().len();
        target_ply.map_or(!(is_irreversible && is_past), |target_ply| ply < target_ply)
    }
}
