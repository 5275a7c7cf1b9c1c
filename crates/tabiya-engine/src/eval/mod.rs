//! Static evaluation.
//!
//! The evaluation is tapered: every weight has a middlegame and an endgame value, interpolated by the material
//! on the board. Each game lists its terms, evaluates each side, and
//! adds to a [`Tally`]; the weights are tables written by `tabiya-tune`.
//!
//! ```
//! use tabiya::{Chess, Position};
//! use tabiya_engine::eval::Evaluator;
//!
//! let mut evaluator = Evaluator::<Chess>::new();
//! let queen_up: Position<Chess> = "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1".parse()?;
//! assert!(evaluator.evaluate(&queen_up) > 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chess;
mod chess_weights_table;
mod explanation;
mod makruk;
mod makruk_weights_table;
mod structures;
mod tally;
mod tapered_score;
#[cfg(test)]
mod tests;
mod view;

use std::marker::PhantomData;

use tabiya::{Color, Position, Role, Rules};

pub use explanation::Explanation;
pub use structures::Structures;
pub use tally::{EvalTrace, Tally, Term};
pub use tapered_score::TaperedScore;

use tally::Sum;

/// A game with a static evaluation.
pub trait Evaluate: Rules {
    /// The terms in the order of the weights.
    const TERMS: &'static [Term];
    /// The phase with all pieces on the board.
    const FULL_PHASE: i32;
    /// The roles in the order in which SEE exchanges them.
    const BY_VALUE: &'static [Role];

    /// The value of a piece in SEE, in centipawns.
    fn piece_value(role: Role) -> i32;

    /// The tuned weights.
    fn weights() -> &'static [TaperedScore];

    /// Adds the terms of each side, white first.
    fn add_terms<T: Tally>(position: &Position<Self>, structures: &mut Structures<Self>, sides: &mut [T; 2]);

    /// The game phase: the material on the board.
    fn phase(position: &Position<Self>) -> i32;

    /// Endgame knowledge, given White's advantage.
    fn ending(position: &Position<Self>, endgame: i32) -> EndgameKnowledge;
}

/// Adjustments for known endgames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameKnowledge {
    /// The weight of the endgame value, of 64.
    pub scale: i32,
    /// Bonus for White.
    pub bonus: i32,
    /// The scale of the complete evaluation, of 64.
    pub fade: i32,
}

impl EndgameKnowledge {
    /// No adjustment.
    pub const PLAIN: EndgameKnowledge = EndgameKnowledge { scale: 64, bonus: 0, fade: 64 };

    const fn scaled(scale: i32) -> EndgameKnowledge {
        EndgameKnowledge { scale, ..EndgameKnowledge::PLAIN }
    }
}

/// Bound of evaluations, far below mate scores.
pub const LIMIT: i32 = 20_000;

/// Evaluates positions; one per thread, because it caches pawn structures.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Evaluate> {
    structures: Structures<R>,
    rules: PhantomData<R>,
}

impl<R: Evaluate> Evaluator<R> {
    /// An evaluator with an empty cache.
    #[must_use]
    pub fn new() -> Evaluator<R> {
        Evaluator { structures: Structures::new(), rules: PhantomData }
    }

    /// The evaluation for the side to move in centipawns, within ±[`LIMIT`].
    #[must_use]
    pub fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let mut sides = [Sum::<R>::ZERO, Sum::<R>::ZERO];
        R::add_terms(position, &mut self.structures, &mut sides);
        let value = interpolate(position, sides.map(|sum| (sum.score, sum.pressure)));
        if position.turn() == Color::White { value } else { -value }
    }

    /// The evaluation, term by term.
    #[must_use]
    pub fn explain(&mut self, position: &Position<R>) -> Explanation {
        Explanation::of::<R>(&self.trace(position), self.evaluate(position), position.turn())
    }

    /// The coefficient of each weight, for White and for Black.
    #[must_use]
    pub fn trace(&mut self, position: &Position<R>) -> [EvalTrace; 2] {
        let mut sides = [0, 1].map(|_| EvalTrace::new(R::weights().len()));
        R::add_terms(position, &mut self.structures, &mut sides);
        sides
    }
}

impl<R: Evaluate> Default for Evaluator<R> {
    fn default() -> Evaluator<R> {
        Evaluator::new()
    }
}

/// Converts king pressure to a score: zero if negative, and quadratic in the middlegame.
///
/// ```
/// use tabiya_engine::eval::{TaperedScore, pressure_score};
///
/// assert_eq!(pressure_score(TaperedScore::new(-100, -100)), (0, 0));
/// assert!(pressure_score(TaperedScore::new(400, 0)).0 > 3 * pressure_score(TaperedScore::new(200, 0)).0);
/// ```
#[inline]
#[must_use]
pub fn pressure_score(pressure: TaperedScore) -> (i32, i32) {
    let (middlegame, endgame) = (pressure.middlegame().max(0), pressure.endgame().max(0));
    (middlegame * middlegame / PRESSURE_SQUARE, endgame / PRESSURE_SHARE)
}

/// The scale of quadratic pressure in the middlegame.
pub const PRESSURE_SQUARE: i32 = 512;
/// The scale of pressure in the endgame.
pub const PRESSURE_SHARE: i32 = 8;

/// The score for White from each side's score and pressure.
#[inline(always)]
fn interpolate<R: Evaluate>(position: &Position<R>, sides: [(TaperedScore, TaperedScore); 2]) -> i32 {
    let [(white, white_pressure), (black, black_pressure)] = sides;
    let score = white - black;
    let (white, black) = (pressure_score(white_pressure), pressure_score(black_pressure));
    let middlegame = score.middlegame() + white.0 - black.0;
    let endgame = score.endgame() + white.1 - black.1;
    let ending = R::ending(position, endgame);
    let phase = R::phase(position).min(R::FULL_PHASE);
    let tapered =
        (middlegame * phase + endgame * ending.scale / 64 * (R::FULL_PHASE - phase)) / R::FULL_PHASE;
    ((tapered + ending.bonus) * ending.fade / 64).clamp(1 - LIMIT, LIMIT - 1)
}

/// Packs a table of numbers into scores.
const fn pack<const N: usize>(table: &[(i16, i16); N]) -> [TaperedScore; N] {
    let mut packed = [TaperedScore::ZERO; N];
    let mut i = 0;
    while i < N {
        packed[i] = TaperedScore::new(table[i].0 as i32, table[i].1 as i32);
        i += 1;
    }
    packed
}
