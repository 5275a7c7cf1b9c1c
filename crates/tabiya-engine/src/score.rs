//! Values inside the search: centipawns, and mates counted from where they were found.

use tabiya::Score;

/// The deepest a line may go.
pub(crate) const MAX_PLY: usize = 240;
/// Beyond every score.
pub(crate) const INFINITE: i32 = 32_500;
/// Mate on the board; a mate `n` plies away is worth `n` less.
pub(crate) const MATE: i32 = 32_000;
/// From here on a score is a mate that was found.
pub(crate) const MATE_FOUND: i32 = MATE - MAX_PLY as i32;
/// No evaluation is beyond this.
pub(crate) const MAX_EVAL: i32 = crate::eval::LIMIT;

/// Being mated here.
#[inline]
pub(crate) const fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// A score as the table keeps it: a mate is counted from the position, not from the root of one search.
#[inline]
pub(crate) fn to_tt(score: i32, ply: usize) -> i16 {
    let counted = match score {
        MATE_FOUND.. => score + ply as i32,
        _ if score <= -MATE_FOUND => score - ply as i32,
        _ => score,
    };
    counted as i16
}

/// A score from the table as this root counts. `plies_until_draw` is how long the game lasts before the clock or the
/// count draws it: a mate further away than that proves only an advantage.
#[inline]
pub(crate) fn from_tt(score: i16, ply: usize, plies_until_draw: i32) -> i32 {
    let score = i32::from(score);
    if score >= MATE_FOUND {
        return if MATE - score > plies_until_draw { MATE_FOUND - 1 } else { score - ply as i32 };
    }
    if score <= -MATE_FOUND {
        return if MATE + score > plies_until_draw { 1 - MATE_FOUND } else { score + ply as i32 };
    }
    score
}

/// A value of the search as it is told.
pub(crate) fn to_uci(value: i32) -> Score {
    match value {
        MATE_FOUND.. => Score::Mate((MATE - value + 1) / 2),
        _ if value <= -MATE_FOUND => Score::Mate(-(MATE + value) / 2),
        _ => Score::Centipawns(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_the_same_distance_from_its_position_whatever_the_root() {
        // Found 3 plies from the root, mating 2 plies later; met again 7 plies from another root.
        let stored = to_tt(MATE - 5, 3);
        assert_eq!(from_tt(stored, 7, 100), MATE - 9);
        let stored = to_tt(5 - MATE, 3);
        assert_eq!(from_tt(stored, 7, 100), 9 - MATE);
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_rule_is_no_mate() {
        let stored = to_tt(MATE - 30, 0);
        assert_eq!(from_tt(stored, 0, 30), MATE - 30);
        assert!(from_tt(stored, 0, 29) < MATE_FOUND);
        assert!(from_tt(-stored, 0, 29) > -MATE_FOUND);
    }

    #[test]
    fn mates_are_told_in_moves() {
        assert_eq!(to_uci(MATE - 1), Score::Mate(1));
        assert_eq!(to_uci(MATE - 3), Score::Mate(2));
        assert_eq!(to_uci(mated(0)), Score::Mate(0));
        assert_eq!(to_uci(mated(2)), Score::Mate(-1));
        assert_eq!(to_uci(-35), Score::Centipawns(-35));
    }
}
