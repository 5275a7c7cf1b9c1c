//! What a position is worth before anybody has looked ahead.
//!
//! The evaluation is tapered: every weight has a value for the middlegame and one for the endgame, and what is still
//! on the board says how much of each counts. Each game lists its terms, walks the board once for each side, and
//! adds to a [`Tally`]; the weights are in tables that `tabiya-tune` writes.
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

/// A game whose positions can be judged.
pub trait Evaluate: Rules {
    /// What is weighed, in the order of the weights.
    const TERMS: &'static [Term];
    /// The phase with all pieces on the board.
    const FULL_PHASE: i32;
    /// The pieces in the order in which they are given away in exchanges.
    const BY_WORTH: &'static [Role];

    /// What a piece is worth in exchanges, in centipawns.
    fn worth(role: Role) -> i32;

    /// The weights, as tuned.
    fn weights() -> &'static [TaperedScore];

    /// Credits each side, white first, with what it has.
    fn judge<T: Tally>(position: &Position<Self>, structures: &mut Structures<Self>, sides: &mut [T; 2]);

    /// How much is still on the board.
    fn phase(position: &Position<Self>) -> i32;

    /// What is known of the ending, if white is so much ahead.
    fn ending(position: &Position<Self>, endgame: i32) -> EndgameKnowledge;
}

/// What is known of an ending beside its terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameKnowledge {
    /// How much of the endgame half counts, of 64.
    pub scale: i32,
    /// For white, beside the terms.
    pub bonus: i32,
    /// How much of everything counts, of 64.
    pub fade: i32,
}

impl EndgameKnowledge {
    /// Nothing is known.
    pub const PLAIN: EndgameKnowledge = EndgameKnowledge { scale: 64, bonus: 0, fade: 64 };

    const fn scaled(scale: i32) -> EndgameKnowledge {
        EndgameKnowledge { scale, ..EndgameKnowledge::PLAIN }
    }
}

/// Values stay below this, so that nobody takes one for a mate.
pub const LIMIT: i32 = 20_000;

/// Judges positions; one for each thread, because it remembers pawn structures.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Evaluate> {
    structures: Structures<R>,
    rules: PhantomData<R>,
}

impl<R: Evaluate> Evaluator<R> {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new() -> Evaluator<R> {
        Evaluator { structures: Structures::new(), rules: PhantomData }
    }

    /// What the position is worth to the side to move, in centipawns, within [`LIMIT`] either way.
    #[must_use]
    pub fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let mut sides = [Sum::<R>::ZERO, Sum::<R>::ZERO];
        R::judge(position, &mut self.structures, &mut sides);
        let value = blend(position, sides.map(|sum| (sum.score, sum.pressure)));
        if position.turn() == Color::White { value } else { -value }
    }

    /// Where the value comes from, term by term.
    #[must_use]
    pub fn explain(&mut self, position: &Position<R>) -> Explanation {
        Explanation::of::<R>(&self.trace(position), self.evaluate(position), position.turn())
    }

    /// How often each weight counts, for white and for black.
    #[must_use]
    pub fn trace(&mut self, position: &Position<R>) -> [EvalTrace; 2] {
        let mut sides = [0, 1].map(|_| EvalTrace::new(R::weights().len()));
        R::judge(position, &mut self.structures, &mut sides);
        sides
    }
}

impl<R: Evaluate> Default for Evaluator<R> {
    fn default() -> Evaluator<R> {
        Evaluator::new()
    }
}

/// What a sum of pressure on a king is worth: nothing if negative, and in the middlegame more than in proportion.
///
/// ```
/// use tabiya_engine::eval::{TaperedScore, worth_of_pressure};
///
/// assert_eq!(worth_of_pressure(TaperedScore::new(-100, -100)), (0, 0));
/// assert!(worth_of_pressure(TaperedScore::new(400, 0)).0 > 3 * worth_of_pressure(TaperedScore::new(200, 0)).0);
/// ```
#[inline]
#[must_use]
pub fn worth_of_pressure(pressure: TaperedScore) -> (i32, i32) {
    let (middlegame, endgame) = (pressure.middlegame().max(0), pressure.endgame().max(0));
    (middlegame * middlegame / PRESSURE_SQUARE, endgame / PRESSURE_SHARE)
}

/// In the middlegame so much pressure is worth as many centipawns.
pub const PRESSURE_SQUARE: i32 = 512;
/// In the endgame so much pressure is worth one centipawn.
pub const PRESSURE_SHARE: i32 = 8;

/// One value for white from each side's score and pressure.
#[inline(always)]
fn blend<R: Evaluate>(position: &Position<R>, sides: [(TaperedScore, TaperedScore); 2]) -> i32 {
    let [(white, press_white), (black, press_black)] = sides;
    let score = white - black;
    let (white, black) = (worth_of_pressure(press_white), worth_of_pressure(press_black));
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
