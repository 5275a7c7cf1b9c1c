//! The evaluation is written once, generic over a tally. One implementation sums weights at no extra cost; another
//! records coefficients, for the tuner and for `eval`.

use std::fmt::Debug;
use std::marker::PhantomData;

use tabiya::{Bitboard, Position, Rules};

use super::structures::{Structure, Structures};
use super::{Evaluate, TaperedScore};

/// A group of adjacent weights, such as those of a knight by its number of reachable squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name.
    pub name: &'static str,
    /// The index of the first weight.
    pub at: usize,
    /// The number of weights.
    pub len: usize,
}

impl Term {
    /// The first term.
    pub(super) const fn first(name: &'static str, len: usize) -> Term {
        Term { name, at: 0, len }
    }

    /// The term that follows this one.
    pub(super) const fn then(self, name: &'static str, len: usize) -> Term {
        Term { name, at: self.at + self.len, len }
    }

    /// The number of weights up to the end of this term.
    pub(super) const fn end(self) -> usize {
        self.at + self.len
    }
}

/// Accumulates the terms of one side.
pub trait Tally: Sized {
    /// Adds a weight with a coefficient.
    fn add(&mut self, term: Term, index: usize, times: i32);

    /// Adds to the pressure on the enemy king, which is quadratic.
    fn add_pressure(&mut self, term: Term, index: usize, times: i32);

    /// The part that depends only on pawns and kings, from the cache or computed.
    fn add_structure<R: Rules>(
        sides: &mut [Self; 2],
        structures: &mut Structures<R>,
        position: &Position<R>,
        compute: impl FnOnce(&mut [Self; 2]) -> [Bitboard; 2],
    ) -> [Bitboard; 2];
}

/// Sums weights.
#[derive(Debug)]
pub(super) struct Sum<R> {
    pub(super) score: TaperedScore,
    pub(super) pressure: TaperedScore,
    rules: PhantomData<R>,
}

impl<R> Sum<R> {
    pub(super) const ZERO: Sum<R> =
        Sum { score: TaperedScore::ZERO, pressure: TaperedScore::ZERO, rules: PhantomData };
}

impl<R: Evaluate> Tally for Sum<R> {
    #[inline(always)]
    fn add(&mut self, term: Term, index: usize, times: i32) {
        debug_assert!(index < term.len, "{} has no weight {index}", term.name);
        self.score += R::weights()[term.at + index] * times;
    }

    #[inline(always)]
    fn add_pressure(&mut self, term: Term, index: usize, times: i32) {
        debug_assert!(index < term.len, "{} has no weight {index}", term.name);
        self.pressure += R::weights()[term.at + index] * times;
    }

    #[inline]
    fn add_structure<G: Rules>(
        sides: &mut [Self; 2],
        structures: &mut Structures<G>,
        position: &Position<G>,
        compute: impl FnOnce(&mut [Self; 2]) -> [Bitboard; 2],
    ) -> [Bitboard; 2] {
        let structure = structures.find(position, || {
            let mut fresh = [Sum::ZERO, Sum::ZERO];
            let passed = compute(&mut fresh);
            Structure { parts: fresh.map(|sum| (sum.score, sum.pressure)), passed }
        });
        for (sum, (score, pressure)) in sides.iter_mut().zip(structure.parts) {
            sum.score += score;
            sum.pressure += pressure;
        }
        structure.passed
    }
}

/// Records the coefficients of the weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalTrace {
    /// Coefficients of the score, by weight.
    pub added: Vec<i16>,
    /// Coefficients of the pressure on the enemy king, by weight.
    pub pressure: Vec<i16>,
}

impl EvalTrace {
    pub(super) fn new(weights: usize) -> EvalTrace {
        EvalTrace { added: vec![0; weights], pressure: vec![0; weights] }
    }

    /// Score and pressure with these weights.
    #[must_use]
    pub fn evaluate(&self, weights: &[TaperedScore]) -> (TaperedScore, TaperedScore) {
        let evaluate = |counts: &[i16]| counts.iter().zip(weights).map(|(&n, &w)| w * i32::from(n)).sum();
        (evaluate(&self.added), evaluate(&self.pressure))
    }
}

impl Tally for EvalTrace {
    fn add(&mut self, term: Term, index: usize, times: i32) {
        assert!(index < term.len, "{} has no weight {index}", term.name);
        self.added[term.at + index] += times as i16;
    }

    fn add_pressure(&mut self, term: Term, index: usize, times: i32) {
        assert!(index < term.len, "{} has no weight {index}", term.name);
        self.pressure[term.at + index] += times as i16;
    }

    fn add_structure<R: Rules>(
        sides: &mut [Self; 2],
        _: &mut Structures<R>,
        _: &Position<R>,
        compute: impl FnOnce(&mut [Self; 2]) -> [Bitboard; 2],
    ) -> [Bitboard; 2] {
        compute(sides)
    }
}
