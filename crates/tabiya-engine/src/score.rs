//! Score values inside the search: centipawns, and mates as the distance from the root.

use tabiya::Score;

/// The maximum ply.
pub(crate) const MAX_PLY: usize = 240;
/// Greater than every score.
pub(crate) const INFINITE: i32 = 32_500;
/// Mate on the board; mate in `n` plies is `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// Scores from here on are mates.
pub(crate) const MATE_FOUND: i32 = MATE - MAX_PLY as i32;
/// The maximum of evaluations.
pub(crate) const MAX_EVAL: i32 = crate::eval::LIMIT;

/// The score of being mated at this ply.
#[inline]
pub(crate) const fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Converts a score for the table: mates are counted from the position instead of the root.
#[inline]
pub(crate) fn to_tt(score: i32, ply: usize) -> i16 {
    let counted = match score {
        MATE_FOUND.. => score + ply as i32,
        _ if score <= -MATE_FOUND => score - ply as i32,
        _ => score,
    };
    counted as i16
}

/// Converts a score from the table: mates are counted from the root. `plies_until_draw` is the number of plies until the clock
/// or the count draws: a mate further away proves only an advantage.
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

/// Converts a score to the one reported in UCI.
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
    fn mates_from_the_table_are_counted_from_the_new_root() {
        // Found 3 plies from the root, mating 2 plies later; probed 7 plies from another root.
        let stored = to_tt(MATE - 5, 3);
        assert_eq!(from_tt(stored, 7, 100), MATE - 9);
        let stored = to_tt(5 - MATE, 3);
        assert_eq!(from_tt(stored, 7, 100), 9 - MATE);
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_rule_counts_as_an_advantage() {
        let stored = to_tt(MATE - 30, 0);
        assert_eq!(from_tt(stored, 0, 30), MATE - 30);
        assert!(from_tt(stored, 0, 29) < MATE_FOUND);
        assert!(from_tt(-stored, 0, 29) > -MATE_FOUND);
    }

    #[test]
    fn mates_are_reported_in_moves() {
        assert_eq!(to_uci(MATE - 1), Score::Mate(1));
        assert_eq!(to_uci(MATE - 3), Score::Mate(2));
        assert_eq!(to_uci(mated(0)), Score::Mate(0));
        assert_eq!(to_uci(mated(2)), Score::Mate(-1));
        assert_eq!(to_uci(-35), Score::Centipawns(-35));
    }
}
