//! Keys of other dialects, edited as moves are made.

use super::scheme::KeysOfParts;
use super::{Part, Scheme};
use crate::{Feature, Key, Material, Move, Piece, Position, Rules, Witness};

/// Follows the moves of a game and keeps keys of any number of dialects, each edited rather than computed anew.
///
/// ```
/// use tabiya::keys::{Part, Tracker, schemes};
/// use tabiya::{Chess, Position};
///
/// let mut position = Position::<Chess>::start();
/// let mut tracker = Tracker::new(&position, [&schemes::POLYGLOT, &schemes::STOCKFISH]);
/// for uci in ["e2e4", "c7c5", "g1f3"] {
///     position = tracker.play(&position, position.parse_uci(uci)?);
/// }
/// assert_eq!(tracker.key(0, Part::Full), Some(schemes::POLYGLOT.key(&position)));
/// assert_eq!(tracker.key(1, Part::Pawn), Some(schemes::STOCKFISH.part(Part::Pawn, &position)));
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tracker<'a> {
    followed: Vec<Followed<'a>>,
    /// Which man of its kind comes or goes: the material's keys ask.
    material: Material,
}

#[derive(Clone, Debug)]
struct Followed<'a> {
    scheme: &'a Scheme,
    keys: KeysOfParts,
    /// What castling and en passant have added to the full key.
    state: Key,
    /// What the clock adds to the printed key.
    clock: Key,
}

impl<'a> Tracker<'a> {
    /// Begins to follow a game at a position.
    pub fn new<R: Rules>(
        position: &Position<R>,
        schemes: impl IntoIterator<Item = &'a Scheme>,
    ) -> Tracker<'a> {
        let followed = schemes.into_iter().map(|scheme| Followed {
            scheme,
            keys: scheme.keys_of_parts(position),
            state: scheme.state_key(position),
            clock: scheme.clock_key(position),
        });
        Tracker { followed: followed.collect(), material: position.keys().material }
    }

    /// The dialects, in the order in which they were given.
    pub fn schemes(&self) -> impl Iterator<Item = &'a Scheme> {
        self.followed.iter().map(|followed| followed.scheme)
    }

    /// The key of a part in the dialect of this place, from 0.
    #[must_use]
    pub fn key(&self, place: usize, part: Part) -> Option<Key> {
        self.followed.get(place).map(|followed| followed.keys.of(part, followed.clock))
    }

    /// Plays a legal move from the position last followed, and follows it.
    pub fn play<R: Rules>(&mut self, position: &Position<R>, mv: Move) -> Position<R> {
        let next = position.play_legal_with(mv, self);
        self.settle(&next);
        next
    }

    /// Castling, en passant and the clock, which a dialect sees in its own way, once the move is made. Whoever
    /// passes the tracker to [`Position::play_legal_with`] together with other witnesses calls this after it.
    pub fn settle<R: Rules>(&mut self, next: &Position<R>) {
        for followed in &mut self.followed {
            let state = followed.scheme.state_key(next);
            followed.keys.raw ^= followed.state ^ state;
            followed.state = state;
            followed.clock = followed.scheme.clock_key(next);
        }
    }

    fn man(&mut self, piece: Piece, square: crate::Square, on: bool) {
        if !on {
            self.material.remove(piece);
        }
        // The man that comes is the last of its kind, and so is the one that goes.
        let nth = self.material.count(piece);
        for Followed { scheme, keys, .. } in &mut self.followed {
            scheme.toggle_man(keys, piece, scheme.man(piece, square));
            keys.material ^= scheme.nth_man(piece, nth);
        }
        if on {
            self.material.add(piece);
        }
    }
}

/// Follows men and the turn; [`settle`](Tracker::settle) does the rest.
impl Witness for Tracker<'_> {
    fn toggle(&mut self, feature: Feature, on: bool) {
        match feature {
            Feature::Piece(piece, square) => self.man(piece, square, on),
            Feature::BlackToMove => {
                for Followed { scheme, keys, .. } in &mut self.followed {
                    keys.raw ^= scheme.turn_key();
                }
            }
            Feature::Castling(..) | Feature::EnPassant(_) => {}
        }
    }
}
