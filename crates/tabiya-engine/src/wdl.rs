//! What a score promises: won, drawn, lost.

use std::fmt;

use tabiya::{Score, Variant};

/// How likely a game is won, drawn and lost (WDL), of 1000, to the side to move.
///
/// ```
/// use tabiya::{Score, Variant};
/// use tabiya_engine::Wdl;
///
/// let [even, ahead] = [0, 150].map(|value| Wdl::of(Score::Centipawns(value), Variant::Chess));
/// assert_eq!(even.win, even.loss);
/// assert!(ahead.win > even.win && ahead.win + ahead.draw + ahead.loss == 1000);
/// assert_eq!(Wdl::of(Score::Mate(-3), Variant::Chess).to_string(), "0 0 1000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Wdl {
    /// Won.
    pub win: u32,
    /// Drawn.
    pub draw: u32,
    /// Lost.
    pub loss: u32,
}

/// The logistic curve of wins: half of the games are won at `middle` centipawns; `spread` says how slowly that changes.
struct Curve {
    middle: f64,
    spread: f64,
}

/// Fitted to games of the engine against itself; docs/guide/engine.md says to which.
const CHESS: Curve = Curve { middle: 101.0, spread: 99.0 };
const MAKRUK: Curve = Curve { middle: 399.0, spread: 136.0 };

impl Wdl {
    /// What a score promises in a game.
    #[must_use]
    pub fn of(score: Score, variant: Variant) -> Wdl {
        let value = match score {
            Score::Centipawns(value) => f64::from(value),
            Score::Mate(moves) if moves > 0 => f64::INFINITY,
            Score::Mate(_) => f64::NEG_INFINITY,
        };
        let curve = match variant {
            Variant::Chess | Variant::Chess960 => CHESS,
            Variant::Makruk => MAKRUK,
        };
        let [win, loss] = [value, -value].map(|value| curve.of(value));
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

impl Curve {
    fn of(&self, value: f64) -> u32 {
        (1000.0 / (1.0 + ((self.middle - value) / self.spread).exp())).round() as u32
    }
}

/// Writes `win draw loss`, as `info` has it.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_side_wins_the_other_loses_and_all_is_a_thousand() {
        for variant in Variant::ALL {
            for value in -2000..=2000 {
                let [ours, theirs] = [value, -value].map(|value| Wdl::of(Score::Centipawns(value), variant));
                assert_eq!((ours.win, ours.draw, ours.loss), (theirs.loss, theirs.draw, theirs.win));
                assert_eq!(ours.win + ours.draw + ours.loss, 1000);
            }
        }
    }
}
