//! Time management.

use std::time::Duration;

use crate::{Limits, RemainingTime};

/// The time limits of a search: no new iteration starts after `soft`, and the search stops at `hard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) soft: Option<Duration>,
    pub(crate) hard: Option<Duration>,
}

impl Budget {
    /// `overhead` is the time reserved for communication.
    pub(crate) fn new(limits: &Limits, overhead: Duration) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = limits.clock {
            budget = Budget::of_clock(clock, overhead);
        }
        if let Some(exactly) = limits.move_time {
            let hard = exactly.saturating_sub(overhead).max(SHORTEST);
            budget.hard = Some(budget.hard.map_or(hard, |other| other.min(hard)));
        }
        budget
    }

    fn of_clock(clock: RemainingTime, overhead: Duration) -> Budget {
        let left = clock.remaining.saturating_sub(overhead).max(SHORTEST);
        // The moves until the next time control, or an estimate of the rest of the game.
        let moves = clock.moves_to_go.map_or(MOVES_EXPECTED, |moves| (moves as f64 + 1.0).clamp(1.5, 40.0));
        let share = left.mul_f64(1.0 / moves).saturating_add(clock.increment.mul_f64(0.75));
        // Never the complete clock, not even for the last move before the control.
        let most = left.mul_f64(if clock.moves_to_go == Some(1) { 0.9 } else { 0.6 });
        Budget { soft: Some(share.min(most)), hard: Some(share.saturating_mul(4).min(most).max(SHORTEST)) }
    }
}

const SHORTEST: Duration = Duration::from_millis(1);

/// The assumed number of moves left without a time control.
const MOVES_EXPECTED: f64 = 24.0;

/// The stability of the search after an iteration, which scales the soft limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stability {
    /// The number of iterations with the same best move.
    pub(crate) stable_iterations: u32,
    /// The drop of the score since the last iteration, in centipawns.
    pub(crate) score_drop: i32,
    /// The share of nodes spent on the best move.
    pub(crate) effort: f64,
}

impl Stability {
    pub(crate) fn factor(self) -> f64 {
        let move_stability = [1.35, 1.15, 1.0, 0.92, 0.86][self.stable_iterations.min(4) as usize];
        let score_drop = 1.0 + f64::from(self.score_drop.clamp(-20, 80)) / 160.0;
        let effort = 1.6 - 0.9 * self.effort.clamp(0.0, 1.0);
        (move_stability * score_drop * effort).clamp(0.35, 2.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = RemainingTime {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Budget::new(&limits, Duration::from_millis(10))
    }

    #[test]
    fn an_unlimited_clock_does_not_overflow() {
        let clock =
            RemainingTime { remaining: Duration::MAX, increment: Duration::MAX, moves_to_go: Some(1) };
        let limits = Limits { clock: Some(clock), move_time: Some(Duration::MAX), ..Limits::default() };
        let budget = Budget::new(&limits, Duration::ZERO);
        assert!(budget.soft <= budget.hard);
    }

    #[test]
    fn the_clock_is_never_exceeded() {
        for remaining in [0, 1, 5, 11, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 100, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let hard = budget(remaining, increment, moves_to_go).hard.unwrap();
                    let allowed = Duration::from_millis(remaining.saturating_sub(10).max(1));
                    assert!(hard <= allowed, "{remaining} {increment} {moves_to_go:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_except_for_the_overhead() {
        let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
        let budget = Budget::new(&limits, Duration::from_millis(10));
        assert_eq!(budget, Budget { soft: None, hard: Some(Duration::from_millis(490)) });
    }

    #[test]
    fn a_stable_best_move_takes_less_time() {
        let stable = Stability { stable_iterations: 6, score_drop: -5, effort: 0.95 };
        let unstable = Stability { stable_iterations: 0, score_drop: 60, effort: 0.3 };
        assert!(stable.factor() < 0.7 && unstable.factor() > 1.5);
    }
}
