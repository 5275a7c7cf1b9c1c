use core::cmp::Ordering;
use core::fmt;

/// An evaluation from one side's point of view: centipawns, or mate in N moves. A mate is greater than any number of centipawns,
/// and a faster mate is greater.
///
/// `Display` writes it as in UCI; `{:#}` writes it for readers, as `+0.35` or `#3`.
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
    /// Mate in N moves; negative, or zero on the board, if this side is mated.
    Mate(i32),
}

impl Score {
    /// The score from the other side's point of view. Mate on the board (zero) stays zero: the other side cannot express it.
    #[must_use]
    pub fn reversed(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }

    /// A single number for ordering: centipawns as they are, mates beyond all of them.
    #[must_use]
    pub fn value(self) -> i64 {
        /// Greater than any centipawns, for mates of any distance.
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
    fn mates_order_beyond_centipawns_and_by_distance() {
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
    fn reversed_scores_do_not_overflow() {
        assert_eq!(Score::Centipawns(35).reversed(), Score::Centipawns(-35));
        assert_eq!(Score::Mate(-2).reversed(), Score::Mate(2));
        assert_eq!(Score::Mate(i32::MIN).reversed(), Score::Mate(i32::MAX));
        assert_eq!(Score::Centipawns(i32::MIN).reversed(), Score::Centipawns(i32::MAX));
    }
}
