//! Transposition table keys.
//!
//! A position's own key does not depend on the fifty-move clock or Makruk's count, as repetition requires. Search results
//! do depend on them once they are high, so they enter the table's key. So does the game, because one table
//! may serve several.

use tabiya::keys::SplitMix64;
use tabiya::{Key, Position, Rules, Variant};

/// The clock enters the key from this value on; below it, transpositions matter more.
const CLOCK_THRESHOLD: u16 = 20;

/// The clock enters the key in steps of this many plies.
const STEP: u16 = 8;

/// The key under which the search stores a position in the transposition table: its Zobrist key, the variant, and the
/// fifty-move clock or Makruk's count once they are high.
#[inline]
pub fn table_key<R: Rules>(position: &Position<R>) -> Key {
    let clock = position.halfmove_clock();
    let mut key = position.key().0 ^ game_number::<R>();
    if R::CLOCK_LIMITS.is_some() {
        if clock >= CLOCK_THRESHOLD {
            key ^= mixed(u64::from(clock / STEP));
        }
    } else if let Some(count) = R::running_count(position.count()) {
        let step = if count.limit.saturating_sub(count.plies) < 2 * STEP { 1 } else { STEP };
        key ^= mixed(
            1 << 40 | u64::from(count.limit) << 20 | u64::from(count.plies / step) << 4 | u64::from(step),
        );
    }
    Key(key)
}

/// The plies left until the clock or the count draws the game.
#[inline]
pub(crate) fn plies_until_draw<R: Rules>(position: &Position<R>) -> i32 {
    if let Some((claim, _)) = R::CLOCK_LIMITS {
        return i32::from(claim.saturating_sub(position.halfmove_clock()));
    }
    match R::running_count(position.count()) {
        // The count draws when it exceeds its limit.
        Some(count) => i32::from(count.limit.saturating_sub(count.plies)) + 1,
        None => i32::MAX,
    }
}

/// Separates the games, whose positions may have equal keys.
#[inline]
fn game_number<R: Rules>() -> u64 {
    match R::VARIANT {
        Variant::Chess | Variant::Chess960 => 0,
        Variant::Makruk => mixed(2 << 40),
    }
}

/// A pseudorandom number.
#[inline]
fn mixed(seed: u64) -> u64 {
    SplitMix64::new(seed).next()
}

#[cfg(test)]
mod tests {
    use tabiya::{Chess, Makruk};

    use super::*;

    #[test]
    fn only_a_high_clock_changes_the_key() {
        let at = |clock: u32| -> Position<Chess> {
            format!("8/8/4k3/8/8/4K3/4P3/8 w - - {clock} 80").parse().unwrap()
        };
        assert_eq!(table_key(&at(0)), table_key(&at(19)));
        assert_ne!(table_key(&at(0)), table_key(&at(40)));
        assert_ne!(table_key(&at(40)), table_key(&at(90)));
        assert_eq!(at(0).key(), at(90).key());
        assert_eq!(plies_until_draw(&at(97)), 3);
    }

    #[test]
    fn equal_setups_of_two_games_have_different_keys() {
        let fen = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1";
        let (chess, makruk): (Position<Chess>, Position<Makruk>) =
            (fen.parse().unwrap(), fen.parse().unwrap());
        assert_eq!(chess.key(), makruk.key());
        assert_ne!(table_key(&chess), table_key(&makruk));
    }

    #[test]
    fn makruks_count_changes_the_tables_key_only() {
        let at = |count: u32| -> Position<Makruk> {
            format!("4k3/8/8/8/8/4K3/8/R6R w - 16 {count} 90").parse().unwrap()
        };
        assert_eq!(at(8).key(), at(15).key());
        assert_ne!(table_key(&at(8)), table_key(&at(15)));
        assert_ne!(table_key(&at(14)), table_key(&at(15)));
        assert_eq!(plies_until_draw(&at(15)), 2);
    }
}
