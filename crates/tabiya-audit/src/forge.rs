//! Two legal positions with the same key: what any public linear scheme allows.

use std::time::{Duration, Instant};

use tabiya::{Bitboard, Chess, Color, Piece, Position, Role, Rules, Square};

use crate::birthday::{Half, Lists};
use crate::mix::mix;
use crate::random::Random;

/// Builds two different legal chess positions whose keys are equal in a scheme where a man on a square has the key
/// `key_of` says and a position's key is their sum.
///
/// The positions agree in everything else: white to move, no castling, no en passant, the same clocks. A scheme of 64
/// bits takes some seconds and less than a gigabyte. None, if the time is up before; a try that has begun is finished.
///
/// ```
/// use std::time::Duration;
/// use tabiya::{Feature, keys::native};
///
/// // Our own keys, shortened to 40 bits to make the example quick.
/// let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0 >> 24;
/// let (one, other) = tabiya_audit::forge(&key_of, Duration::from_secs(60), 1).expect("40 bits are few");
/// assert_ne!(one.identity(), other.identity());
/// assert_eq!(one.key().0 >> 24, other.key().0 >> 24);
/// ```
#[must_use]
pub fn forge(
    key_of: &dyn Fn(Piece, Square) -> u64,
    time: Duration,
    seed: u64,
) -> Option<(Position<Chess>, Position<Chess>)> {
    let end = Instant::now() + time;
    let mut random = Random::new(seed);
    // Short keys need short lists, so we begin there; 2^22 placements a wing are enough for 64 bits.
    let mut bits = 14;
    loop {
        let wings = [&WEST, &EAST].map(|men| Wing::new(men, key_of, random.next()));
        let [west, east] = wings.each_ref().map(|wing| wing.sums(1 << bits));
        let mut lists = Lists::new(west, east);
        // The boards of a try are those whose keys begin like that of a random one.
        lists.shift(lists.random_offset(&mut random)?);
        let forged = lists.find_twins(bits, |one, other| {
            let [one, other] = [one, other].map(|whole| position(&wings, [whole.left, whole.right]));
            let (one, other) = (one?, other?);
            (one.identity() != other.identity()).then_some((one, other))
        });
        if forged.is_some() || Instant::now() >= end {
            return forged;
        }
        bits = (bits + 1).min(22);
    }
}

/// Kings and pawns stand still. Three pawns a side have been captured, so everybody has come out.
///
/// ```text
/// . . . . . . k .
/// p p . . . p p p
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// P P . . . P P P
/// . . . . . . K .
/// ```
const STANDING: [(char, Square); 12] = {
    use Square::{A2, A7, B2, B7, F2, F7, G1, G2, G7, G8, H2, H7};
    [
        ('P', A2),
        ('P', B2),
        ('P', F2),
        ('P', G2),
        ('P', H2),
        ('K', G1),
        ('p', A7),
        ('p', B7),
        ('p', F7),
        ('p', G7),
        ('p', H7),
        ('k', G8),
    ]
};

const LIGHT_SQUARES: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
const WEST_HALF: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
// A bishop never enters a corner behind a pawn that has not moved.
const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// The men that move about on one half of the board, by letter, each with the squares it keeps to. Together they are
/// what a game begins with: each color has a queen, and a bishop on either color of square.
const WEST: [(char, Bitboard); 7] = roaming(['Q', 'R', 'N', 'r', 'n'], WEST_HALF, LIGHT_SQUARES);
const EAST: [(char, Bitboard); 7] =
    roaming(['q', 'R', 'N', 'r', 'n'], Bitboard(!WEST_HALF.0), Bitboard(!LIGHT_SQUARES.0));

const fn roaming(men: [char; 5], half: Bitboard, white_bishop: Bitboard) -> [(char, Bitboard); 7] {
    let bishops = half.0 & !CORNERS.0;
    [
        (men[0], half),
        (men[1], half),
        (men[2], half),
        (men[3], half),
        (men[4], half),
        ('B', Bitboard(bishops & white_bishop.0)),
        ('b', Bitboard(bishops & !white_bishop.0)),
    ]
}

/// Seven men on one half of the board. Wherever they stand they check nobody, even on an empty board, so that any
/// placement on one half goes with any on the other.
struct Wing {
    men: [Roamer; 7],
    seed: u64,
}

/// A man, and the squares it may stand on with their keys.
struct Roamer {
    letter: char,
    places: Vec<(Square, u64)>,
}

impl Wing {
    fn new(men: &[(char, Bitboard); 7], key_of: &dyn Fn(Piece, Square) -> u64, seed: u64) -> Wing {
        let men = men.each_ref().map(|&(letter, squares)| {
            let piece = piece(letter);
            let king = if piece.color == Color::White { Square::G8 } else { Square::G1 };
            let checks =
                |square| Chess::attacks(piece.role, piece.color, square, Bitboard::EMPTY).contains(king);
            let taken: Bitboard = STANDING.iter().map(|&(_, square)| square).collect();
            let free = (squares & !taken).into_iter().filter(|&square| !checks(square));
            Roamer { letter, places: free.map(|square| (square, mix(key_of(piece, square)))).collect() }
        });
        Wing { men, seed }
    }

    /// The sums of this many random placements.
    fn sums(&self, count: u32) -> Vec<Half> {
        let sum = |id| self.placement(id).iter().fold(0, |sum, &(_, key)| sum ^ key);
        (0..count).map(|id| Half { sum: sum(id), id }).collect()
    }

    /// Placement number `id`, always the same, so that it need not be stored.
    fn placement(&self, id: u32) -> [(Square, u64); 7] {
        let mut random = Random::new(self.seed.wrapping_add(u64::from(id) << 32));
        let mut taken = Bitboard::EMPTY;
        self.men.each_ref().map(|man| {
            loop {
                // Every man has more places than there are men, so a free one comes.
                let place = man.places[random.below(man.places.len())];
                if !taken.contains(place.0) {
                    taken |= place.0.bitboard();
                    return place;
                }
            }
        })
    }
}

/// The position with these placements, through the FEN reader, which checks that it is legal.
fn position(wings: &[Wing; 2], ids: [u32; 2]) -> Option<Position<Chess>> {
    let mut board = [None; 64];
    for (letter, square) in STANDING {
        board[square as usize] = Some(letter);
    }
    for (wing, id) in wings.iter().zip(ids) {
        for (man, (square, _)) in wing.men.iter().zip(wing.placement(id)) {
            board[square as usize] = Some(man.letter);
        }
    }
    let ranks: Vec<String> = board.chunks(8).rev().map(fen_rank).collect();
    format!("{} w - - 0 1", ranks.join("/")).parse().ok()
}

fn fen_rank(rank: &[Option<char>]) -> String {
    let runs = rank.chunk_by(|a, b| a.is_none() && b.is_none());
    runs.map(|run| run[0].map_or_else(|| run.len().to_string(), String::from)).collect()
}

fn piece(letter: char) -> Piece {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let role = match letter.to_ascii_lowercase() {
        'q' => Role::Queen,
        'r' => Role::Rook,
        'b' => Role::Bishop,
        _ => Role::Knight,
    };
    Piece { color, role }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Feature;
    use tabiya::keys::native;

    fn forged(bits: u32, seed: u64) -> (Position<Chess>, Position<Chess>) {
        let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0 >> (64 - bits);
        let (one, other) = forge(&key_of, Duration::from_secs(120), seed).expect("two minutes are enough");
        assert_eq!(one.key().0 >> (64 - bits), other.key().0 >> (64 - bits));
        (one, other)
    }

    #[test]
    fn forged_positions_are_legal_quiet_and_different() {
        for seed in 1..=3 {
            let (one, other) = forged(40, seed);
            assert_ne!(one.identity(), other.identity());
            assert_eq!(one.keys().material, other.keys().material);
            for position in [one, other] {
                let fen = position.to_fen();
                assert_eq!(fen.parse::<Position<Chess>>().map(|read| read.to_fen()), Ok(fen));
                assert!(!position.is_check() && position.outcome().is_none());
                assert!(Color::ALL.iter().all(|&color| position.keys().material.men(color) == 13));
            }
        }
    }

    /// Our own scheme is linear, so it can be forged too. A build without optimisation shows it with 48 bits.
    #[test]
    fn even_native_keys_can_be_forged() {
        let (one, other) = forged(if cfg!(debug_assertions) { 48 } else { 64 }, 1);
        assert_ne!(one.identity(), other.identity());
        assert_ne!(
            one.key_128(),
            other.key_128(),
            "a longer key tells them apart, until somebody forges that"
        );
    }

    #[test]
    fn every_man_has_more_places_than_its_wing_has_men() {
        for wing in [&WEST, &EAST].map(|men| Wing::new(men, &|_, _| 0, 1)) {
            assert!(wing.men.iter().all(|man| man.places.len() > wing.men.len()));
        }
    }

    #[test]
    fn useless_keys_are_forged_at_once_and_no_time_gives_nothing() {
        assert!(forge(&|_, _| 0, Duration::ZERO, 1).is_some());
        let key_of = |piece, square| native::key(Feature::Piece(piece, square)).0;
        assert_eq!(forge(&key_of, Duration::ZERO, 1), None);
    }
}
