//! Constructing two legal positions with equal keys, which is possible in any public linear scheme.

mod piece_placement;

use std::time::Duration;

use tabiya::{AnyPosition, Bitboard, Piece, Square, Variant};

use crate::birthday::{Half, Lists};
use crate::mix::mix;
use piece_placement::PiecePlacement;
use tabiya::keys::SplitMix64;
use tabiya_match::uci::Deadline;

/// Constructs two different legal positions of a game whose keys are equal in a scheme where `key_of` is the key of a piece
/// on a square and a position's key is their XOR.
///
/// The positions agree in everything else: white to move, no castling, no en passant, equal clocks. A scheme of 64
/// bits takes some seconds and less than 1 GB. `None` if the time is up; a started attempt is finished.
///
/// ```
/// use std::time::Duration;
/// use tabiya::{Feature, Variant, keys::native};
///
/// // The native keys, shortened to 40 bits to make the example fast.
/// let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0 >> 24;
/// let (one, other) =
///     tabiya_audit::construct_collision(Variant::Chess, &key_of, Duration::from_secs(60), 1).expect("40 bits are few");
/// assert_ne!(one.identity(), other.identity());
/// assert_eq!(one.key().0 >> 24, other.key().0 >> 24);
/// ```
#[must_use]
pub fn construct_collision(
    variant: Variant,
    key_of: &dyn Fn(Piece, Square) -> u64,
    time: Duration,
    seed: u64,
) -> Option<(AnyPosition, AnyPosition)> {
    let end = Deadline::after(time);
    let mut random = SplitMix64::new(seed);
    let placement = PiecePlacement::of(variant);
    // Short keys need short lists, so start small; 2^22 placements per wing are enough for 64 bits.
    let mut bits = 14;
    loop {
        let wings =
            placement.wings.each_ref().map(|pieces| Wing::new(placement, pieces, key_of, random.next()));
        let [west, east] = wings.each_ref().map(|wing| wing.sums(1 << bits));
        let mut lists = Lists::new(west, east);
        // An attempt uses the boards whose keys share leading bits with a random one.
        lists.shift(lists.random_offset(&mut random)?);
        let collision_pair = lists.find_equal(bits, |one, other| {
            let [one, other] = [one, other].map(|joined| {
                let pieces = wings.iter().zip([joined.left, joined.right]);
                placement.position(pieces.flat_map(|(wing, id)| wing.pieces_of(id)))
            });
            let (one, other) = (one?, other?);
            (one.identity() != other.identity()).then_some((one, other))
        });
        if collision_pair.is_some() || end.is_past() {
            return collision_pair;
        }
        bits = (bits + 1).min(22);
    }
}

/// Seven pieces on one half of the board. On any squares they give no check, even on an empty board, so that any
/// placement on one half combines with any on the other.
struct Wing {
    pieces: [MovablePiece; 7],
    seed: u64,
}

/// A piece, and its possible squares with their keys.
struct MovablePiece {
    letter: char,
    places: Vec<(Square, u64)>,
}

impl Wing {
    fn new(
        placement: &PiecePlacement,
        pieces: &[(char, Bitboard); 7],
        key_of: &dyn Fn(Piece, Square) -> u64,
        seed: u64,
    ) -> Wing {
        let pieces = pieces.each_ref().map(|&(letter, squares)| {
            let piece = piece_placement::piece(letter);
            let places = placement.places(piece, squares);
            MovablePiece {
                letter,
                places: places.map(|square| (square, mix(key_of(piece, square)))).collect(),
            }
        });
        Wing { pieces, seed }
    }

    /// The sums of this many random placements.
    fn sums(&self, count: u32) -> Vec<Half> {
        let sum = |id| self.placement(id).iter().fold(0, |sum, &(_, key)| sum ^ key);
        (0..count).map(|id| Half { sum: sum(id), id }).collect()
    }

    /// Placement number `id`, computed from the number, so that it need not be stored.
    fn placement(&self, id: u32) -> [(Square, u64); 7] {
        let mut random = SplitMix64::new(self.seed.wrapping_add(u64::from(id) << 32));
        let mut taken = Bitboard::EMPTY;
        self.pieces.each_ref().map(|piece| {
            loop {
                // Every piece has more squares than there are pieces, so a free one is found.
                let place = piece.places[random.below(piece.places.len())];
                if !taken.contains(place.0) {
                    taken |= place.0.bitboard();
                    return place;
                }
            }
        })
    }

    /// The pieces of a placement.
    fn pieces_of(&self, id: u32) -> impl Iterator<Item = (char, Square)> + '_ {
        self.pieces.iter().zip(self.placement(id)).map(|(piece, (square, _))| (piece.letter, square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::budget;
    use tabiya::keys::native;
    use tabiya::{Color, Feature, Reading};

    const GAMES: [Variant; 2] = [Variant::Chess, Variant::Makruk];

    fn collision_pair(variant: Variant, bits: u32, seed: u64) -> (AnyPosition, AnyPosition) {
        let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0 >> (64 - bits);
        let (one, other) = construct_collision(variant, &key_of, Duration::from_secs(120), seed)
            .expect("two minutes are enough");
        assert_eq!(one.key().0 >> (64 - bits), other.key().0 >> (64 - bits));
        (one, other)
    }

    #[test]
    fn constructed_positions_are_legal_quiet_and_different() {
        for (variant, seed) in GAMES.into_iter().flat_map(|variant| [1, 2].map(|seed| (variant, seed))) {
            let (one, other) = collision_pair(variant, 40, seed);
            assert_ne!(one.identity(), other.identity());
            assert_eq!(one.keys().material, other.keys().material);
            for position in [one, other] {
                let again = AnyPosition::from_fen(variant, &position.to_fen(), Reading::STRICT);
                assert_eq!(again.map(|parsed| parsed.position), Ok(position));
                assert!(!position.is_check() && position.outcome().is_none());
                assert!(Color::ALL.iter().all(|&color| position.keys().material.pieces(color) == 13));
            }
        }
    }

    /// The native scheme is linear, so collisions can be constructed, too.
    #[test]
    fn collisions_of_native_keys_can_be_constructed() {
        let (one, other) = collision_pair(Variant::Chess, budget(48, 64), 1);
        assert_ne!(one.identity(), other.identity());
        assert_ne!(one.key_128(), other.key_128(), "a longer key distinguishes them");
    }

    #[test]
    fn every_piece_has_more_squares_than_its_wing_has_pieces() {
        for placement in GAMES.map(PiecePlacement::of) {
            for wing in placement.wings.each_ref().map(|pieces| Wing::new(placement, pieces, &|_, _| 0, 1)) {
                assert!(wing.pieces.iter().all(|piece| piece.places.len() > wing.pieces.len()));
            }
        }
    }

    #[test]
    fn equal_keys_collide_immediately_and_a_zero_time_limit_finds_nothing() {
        let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0;
        for variant in GAMES {
            assert!(construct_collision(variant, &|_, _| 0, Duration::ZERO, 1).is_some());
            assert!(construct_collision(variant, &|_, _| 0, Duration::MAX, 1).is_some());
            assert_eq!(construct_collision(variant, &key_of, Duration::ZERO, 1), None);
        }
    }
}
