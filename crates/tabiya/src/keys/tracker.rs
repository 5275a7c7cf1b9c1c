//! Incrementally updated keys of other schemes.

use alloc::vec::Vec;

use super::scheme::KeysOfParts;
use super::{KeyPart, Scheme};
use crate::{Color, Feature, IllegalMove, Key, Material, Move, Piece, Position, Rules, Witness};

/// Keeps the keys of any number of schemes up to date as moves are played.
///
/// It owns the position, so its keys always are those of [`position`](Tracker::position).
///
/// ```
/// use tabiya::keys::{KeyPart, Tracker, schemes};
/// use tabiya::{Chess, Position};
///
/// let mut tracker = Tracker::new(Position::<Chess>::start(), [&schemes::POLYGLOT, &schemes::STOCKFISH]);
/// for uci in ["e2e4", "c7c5", "g1f3"] {
///     tracker.play(tracker.position().parse_uci(uci)?)?;
/// }
/// let position = tracker.position();
/// assert_eq!(tracker.key(0, KeyPart::Full), Some(schemes::POLYGLOT.key(position)));
/// assert_eq!(tracker.key(1, KeyPart::Pawn), Some(schemes::STOCKFISH.part(KeyPart::Pawn, position)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tracker<'a, R: Rules> {
    position: Position<R>,
    tracked: TrackedKeys<'a>,
}

/// The keys of all schemes, with the data needed to update them.
#[derive(Clone, Debug)]
struct TrackedKeys<'a> {
    schemes: Vec<TrackedScheme<'a>>,
    /// The number of pieces of each kind, for the material keys.
    material: Material,
}

#[derive(Clone, Debug)]
struct TrackedScheme<'a> {
    scheme: &'a Scheme,
    keys: KeysOfParts,
    /// The contribution of castling and en passant to the full key.
    state: Key,
    /// The contribution of the clock to the printed key.
    clock: Key,
}

impl<'a, R: Rules> Tracker<'a, R> {
    /// Starts at a position.
    pub fn new(position: Position<R>, schemes: impl IntoIterator<Item = &'a Scheme>) -> Tracker<'a, R> {
        let schemes = schemes.into_iter().map(|scheme| TrackedScheme {
            scheme,
            keys: scheme.keys_of_parts(&position),
            state: scheme.state_key(&position),
            clock: scheme.clock_key(&position),
        });
        let tracked = TrackedKeys { schemes: schemes.collect(), material: position.keys().material };
        Tracker { position, tracked }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The schemes, in the given order.
    pub fn schemes(&self) -> impl Iterator<Item = &'a Scheme> {
        self.tracked.schemes.iter().map(|tracked| tracked.scheme)
    }

    /// The key of a part in the scheme with this index.
    #[must_use]
    pub fn key(&self, place: usize, part: KeyPart) -> Option<Key> {
        self.tracked.schemes.get(place).map(|tracked| tracked.keys.of(part, tracked.clock))
    }

    /// Plays a move if it is legal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_legal_with(mv, &mut ());
        Ok(())
    }

    /// Plays a move that is known to be legal; `witness` observes it too.
    pub fn play_legal_with<W: Witness>(&mut self, mv: Move, witness: &mut W) {
        let next = self.position.play_legal_with(mv, &mut (&mut self.tracked, witness));
        self.set_position(next);
    }

    /// Plays a null move. In check nothing changes, and the result is `false`.
    pub fn null_move(&mut self) -> bool {
        let Some(next) = self.position.null_move() else { return false };
        self.tracked.toggle(Feature::BlackToMove, next.turn() == Color::Black);
        self.set_position(next);
        true
    }

    /// Updates castling, en passant and clock, which each scheme treats in its own way, after a move.
    fn set_position(&mut self, next: Position<R>) {
        for tracked in &mut self.tracked.schemes {
            let state = tracked.scheme.state_key(&next);
            tracked.keys.raw ^= tracked.state ^ state;
            tracked.state = state;
            tracked.clock = tracked.scheme.clock_key(&next);
        }
        self.position = next;
    }
}

impl TrackedKeys<'_> {
    fn piece(&mut self, piece: Piece, square: crate::Square, on: bool) {
        if !on {
            self.material.remove(piece);
        }
        // The piece added or removed is the last of its kind.
        let nth = self.material.count(piece);
        for TrackedScheme { scheme, keys, .. } in &mut self.schemes {
            scheme.toggle_piece(keys, piece, scheme.piece(piece, square));
            keys.material ^= scheme.nth_piece(piece, nth);
        }
        if on {
            self.material.add(piece);
        }
    }
}

/// Updates pieces and side to move; the rest is read from the position.
impl Witness for TrackedKeys<'_> {
    fn toggle(&mut self, feature: Feature, on: bool) {
        match feature {
            Feature::Piece(piece, square) => self.piece(piece, square, on),
            Feature::BlackToMove => {
                for TrackedScheme { scheme, keys, .. } in &mut self.schemes {
                    keys.raw ^= scheme.turn_key();
                }
            }
            Feature::Castling(..) | Feature::EnPassant(_) => {}
        }
    }
}
