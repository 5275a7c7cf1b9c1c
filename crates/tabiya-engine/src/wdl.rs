//! Win, draw and loss probabilities (WDL).

use std::fmt;

use tabiya::{Score, Variant};

/// The probabilities of a win, draw and loss for the side to move, in permille.
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
    /// Win.
    pub win: u32,
    /// Draw.
    pub draw: u32,
    /// Loss.
    pub loss: u32,
}

/// A logistic curve: half of the games are won at `middle` centipawns; `spread` is its scale.
struct Curve {
    middle: f64,
    spread: f64,
}

/// Fitted to self-play games (docs/guide/engine.md).
const CHESS: Curve = Curve { middle: 101.0, spread: 99.0 };
const MAKRUK: Curve = Curve { middle: 399.0, spread: 136.0 };

impl Wdl {
    /// The probabilities for a score.
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

/// Writes `win draw loss`, as in `info`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_symmetric_and_add_up_to_a_thousand() {
        for variant in Variant::ALL {
            for value in -2000..=2000 {
                let [ours, theirs] = [value, -value].map(|value| Wdl::of(Score::Centipawns(value), variant));
                assert_eq!((ours.win, ours.draw, ours.loss), (theirs.loss, theirs.draw, theirs.win));
                assert_eq!(ours.win + ours.draw + ours.loss, 1000);
            }
        }
    }
}
