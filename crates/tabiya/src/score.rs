use core::cmp::Ordering;
use core::fmt;

/// What somebody thinks of a position: an advantage or a mate, as one side sees it. A mate is worth more than any advantage,
/// and the sooner the more.
///
/// Shown as UCI writes it; with `#`, as people do.
///
/// ```
/// use tabiya::Score;
///
/// assert_eq!(Score::Centipawns(35).to_string(), "cp 35");
/// assert_eq!(Score::Mate(-2).to_string(), "mate -2");
/// assert_eq!(format!("{:#}, {:#}, {:#}", Score::Centipawns(35), Score::Mate(5), Score::Mate(-2)), "+0.35, +M5, -M2");
/// assert!(Score::Mate(5) > Score::Mate(9) && Score::Mate(9) > Score::Centipawns(900));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative, or zero on the board, when the side is mated.
    Mate(i32),
}

impl Score {
    /// The score as the other side sees it. A side that has been mated already cannot be told by the other: zero stays zero.
    #[must_use]
    pub fn reversed(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }

    /// As one number, mates beyond all others: an advantage is itself, whatever its size.
    #[must_use]
    pub fn value(self) -> i64 {
        /// More than any centipawns, however many moves away.
        const MATE: i64 = 1 << 33;
        match self {
            Score::Centipawns(value) => i64::from(value),
            Score::Mate(moves) if moves > 0 => MATE - i64::from(moves),
            Score::Mate(moves) => -MATE - i64::from(moves),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        self.value().cmp(&other.value())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, f.alternate()) {
            (Score::Centipawns(value), false) => write!(f, "cp {value}"),
            (Score::Mate(moves), false) => write!(f, "mate {moves}"),
            (Score::Centipawns(value), true) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            (Score::Mate(moves), true) => {
                write!(f, "{}M{}", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_worth_more_than_any_advantage_and_sooner_is_better() {
        use Score::{Centipawns, Mate};
        let scores = [
            Mate(1),
            Mate(4),
            Mate(i32::MAX),
            Centipawns(i32::MAX),
            Centipawns(0),
            Centipawns(i32::MIN),
            Mate(i32::MIN),
            Mate(-4),
            Mate(-1),
            Mate(0),
        ];
        assert!(scores.is_sorted_by(|better, worse| better > worse));
    }

    #[test]
    fn the_other_side_sees_the_opposite_and_no_number_is_too_large() {
        assert_eq!(Score::Centipawns(35).reversed(), Score::Centipawns(-35));
        assert_eq!(Score::Mate(-2).reversed(), Score::Mate(2));
        assert_eq!(Score::Mate(i32::MIN).reversed(), Score::Mate(i32::MAX));
        assert_eq!(Score::Centipawns(i32::MIN).reversed(), Score::Centipawns(i32::MAX));
    }
}
