//! Two legal positions with the same key: what any public linear scheme allows.

mod cast;

use std::time::Duration;

use tabiya::{AnyPosition, Bitboard, Piece, Square, Variant};

use crate::birthday::{Half, Lists};
use crate::mix::mix;
use cast::Cast;
use tabiya::keys::SplitMix64;
use tabiya_match::uci::Deadline;

/// Builds two different legal positions of a game whose keys are equal in a scheme where a piece on a square has the
/// key `key_of` says and a position's key is their sum.
///
/// The positions agree in everything else: white to move, no castling, no en passant, the same clocks. A scheme of 64
/// bits takes some seconds and less than a gigabyte. None, if the time is up before; a try that has begun is finished.
///
/// ```
/// use std::time::Duration;
/// use tabiya::{Feature, Variant, keys::native};
///
/// // Our own keys, shortened to 40 bits to make the example quick.
/// let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0 >> 24;
/// let (one, other) =
///     tabiya_audit::forge(Variant::Chess, &key_of, Duration::from_secs(60), 1).expect("40 bits are few");
/// assert_ne!(one.identity(), other.identity());
/// assert_eq!(one.key().0 >> 24, other.key().0 >> 24);
/// ```
#[must_use]
pub fn forge(
    variant: Variant,
    key_of: &dyn Fn(Piece, Square) -> u64,
    time: Duration,
    seed: u64,
) -> Option<(AnyPosition, AnyPosition)> {
    let end = Deadline::after(time);
    let mut random = SplitMix64::new(seed);
    let cast = Cast::of(variant);
    // Short keys need short lists, so we begin there; 2^22 placements a wing are enough for 64 bits.
    let mut bits = 14;
    loop {
        let wings = cast.wings.each_ref().map(|pieces| Wing::new(cast, pieces, key_of, random.next()));
        let [west, east] = wings.each_ref().map(|wing| wing.sums(1 << bits));
        let mut lists = Lists::new(west, east);
        // The boards of a try are those whose keys begin like that of a random one.
        lists.shift(lists.random_offset(&mut random)?);
        let forged = lists.find_twins(bits, |one, other| {
            let [one, other] = [one, other].map(|whole| {
                let pieces = wings.iter().zip([whole.left, whole.right]);
                cast.position(pieces.flat_map(|(wing, id)| wing.pieces_of(id)))
            });
            let (one, other) = (one?, other?);
            (one.identity() != other.identity()).then_some((one, other))
        });
        if forged.is_some() || end.is_past() {
            return forged;
        }
        bits = (bits + 1).min(22);
    }
}

/// Seven pieces on one half of the board. Wherever they stand they check nobody, even on an empty board, so that any
/// placement on one half goes with any on the other.
struct Wing {
    pieces: [Roamer; 7],
    seed: u64,
}

/// A piece, and the squares it may stand on with their keys.
struct Roamer {
    letter: char,
    places: Vec<(Square, u64)>,
}

impl Wing {
    fn new(
        cast: &Cast,
        pieces: &[(char, Bitboard); 7],
        key_of: &dyn Fn(Piece, Square) -> u64,
        seed: u64,
    ) -> Wing {
        let pieces = pieces.each_ref().map(|&(letter, squares)| {
            let piece = cast::piece(letter);
            let places = cast.places(piece, squares);
            Roamer { letter, places: places.map(|square| (square, mix(key_of(piece, square)))).collect() }
        });
        Wing { pieces, seed }
    }

    /// The sums of this many random placements.
    fn sums(&self, count: u32) -> Vec<Half> {
        let sum = |id| self.placement(id).iter().fold(0, |sum, &(_, key)| sum ^ key);
        (0..count).map(|id| Half { sum: sum(id), id }).collect()
    }

    /// Placement number `id`, always the same, so that it need not be stored.
    fn placement(&self, id: u32) -> [(Square, u64); 7] {
        let mut random = SplitMix64::new(self.seed.wrapping_add(u64::from(id) << 32));
        let mut taken = Bitboard::EMPTY;
        self.pieces.each_ref().map(|piece| {
            loop {
                // Every piece has more places than there are pieces, so a free one comes.
                let place = piece.places[random.below(piece.places.len())];
                if !taken.contains(place.0) {
                    taken |= place.0.bitboard();
                    return place;
                }
            }
        })
    }

    /// Who stands where in a placement.
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

    fn forged(variant: Variant, bits: u32, seed: u64) -> (AnyPosition, AnyPosition) {
        let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0 >> (64 - bits);
        let (one, other) =
            forge(variant, &key_of, Duration::from_secs(120), seed).expect("two minutes are enough");
        assert_eq!(one.key().0 >> (64 - bits), other.key().0 >> (64 - bits));
        (one, other)
    }

    #[test]
    fn forged_positions_are_legal_quiet_and_different() {
        for (variant, seed) in GAMES.into_iter().flat_map(|variant| [1, 2].map(|seed| (variant, seed))) {
            let (one, other) = forged(variant, 40, seed);
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

    /// Our own scheme is linear, so it can be forged too. A build without optimisation shows it with 48 bits.
    #[test]
    fn even_native_keys_can_be_forged() {
        let (one, other) = forged(Variant::Chess, budget(48, 64), 1);
        assert_ne!(one.identity(), other.identity());
        assert_ne!(
            one.key_128(),
            other.key_128(),
            "a longer key tells them apart, until somebody forges that"
        );
    }

    #[test]
    fn every_piece_has_more_places_than_its_wing_has_pieces() {
        for cast in GAMES.map(Cast::of) {
            for wing in cast.wings.each_ref().map(|pieces| Wing::new(cast, pieces, &|_, _| 0, 1)) {
                assert!(wing.pieces.iter().all(|piece| piece.places.len() > wing.pieces.len()));
            }
        }
    }

    #[test]
    fn useless_keys_are_forged_at_once_and_no_time_gives_nothing() {
        let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0;
        for variant in GAMES {
            assert!(forge(variant, &|_, _| 0, Duration::ZERO, 1).is_some());
            assert!(forge(variant, &|_, _| 0, Duration::MAX, 1).is_some());
            assert_eq!(forge(variant, &key_of, Duration::ZERO, 1), None);
        }
    }
}
