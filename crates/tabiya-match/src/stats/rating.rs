//! Ratings of more than two players.

use super::elo::{NORMALIZED, SIGMAS};
use super::tally::Samples;

/// A player's rating relative to the mean of all players.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// Elo relative to the mean of all players.
    pub elo: f64,
    /// The 95 % confidence interval.
    pub interval: [f64; 2],
}

/// The results of one player against another.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Pairing {
    /// The numbers of the players.
    pub players: [usize; 2],
    /// The results, from the first player's point of view.
    pub samples: Samples,
}

impl Pairing {
    /// The results of the first player against the second.
    #[must_use]
    pub fn new(players: [usize; 2], samples: Samples) -> Pairing {
        Pairing { players, samples }
    }

    fn games(&self) -> f64 {
        self.samples.len() * self.samples.games_each()
    }
}

/// Elo for each unit of the natural logarithm of the odds.
const ELO_PER_LOGIT: f64 = NORMALIZED / 2.0;
/// The maximum number of iterations; Newton's method needs far fewer.
const MAX_ITERATIONS: usize = 200;

/// Maximum likelihood ratings in the Bradley-Terry model (a draw is half a win), with errors from the variance of pairs.
/// `None` if the results do not bound the ratings, because a player won or lost every game or has not played, or if a
/// player's number is out of range.
///
/// ```
/// use tabiya_match::stats::{Pairing, Pentanomial, ratings};
///
/// let even = Pentanomial([1, 2, 4, 2, 1]).samples();
/// let ahead = Pentanomial([0, 1, 3, 4, 2]).samples();
/// let played = [([0, 1], &even), ([0, 2], &ahead), ([1, 2], &ahead)];
/// let rated = ratings(3, &played.map(|(players, samples)| Pairing::new(players, samples.clone()))).unwrap();
/// assert!(rated[0].elo > rated[2].elo && (rated[0].elo - rated[1].elo).abs() < 1e-6);
/// ```
#[must_use]
pub fn ratings(players: usize, pairings: &[Pairing]) -> Option<Vec<Rating>> {
    let is_known = |pairing: &Pairing| pairing.players.iter().all(|player| *player < players);
    // A connected graph has at least one pairing less than players.
    if players == 0 || players > pairings.len() + 1 || !pairings.iter().all(is_known) {
        return None;
    }
    if !is_bounded(players, pairings) {
        return None;
    }
    let mut strengths = vec![0.0; players];
    for _ in 0..MAX_ITERATIONS {
        let (slope, curvature) = likelihood(&strengths, pairings);
        let step = times(&pseudo_inverse(&curvature)?, &slope);
        let largest = step.iter().fold(0.0_f64, |largest, change| largest.max(change.abs()));
        // Far from the maximum the curvature is too small for a full Newton step.
        let share = (1.0 / largest).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, change)| *strength += share * change);
        if largest < 1e-12 {
            break;
        }
    }
    let inverse = pseudo_inverse(&likelihood(&strengths, pairings).1)?;
    let spread = spread(players, pairings);
    let rate = |(player, strength): (usize, &f64)| {
        let row = &inverse[player];
        let variance: f64 = row.iter().zip(times(&spread, row)).map(|(weight, sum)| weight * sum).sum();
        let (elo, error) = (ELO_PER_LOGIT * strength, ELO_PER_LOGIT * SIGMAS * variance.max(0.0).sqrt());
        Rating { elo, interval: [elo - error, elo + error] }
    };
    Some(strengths.iter().enumerate().map(rate).collect())
}

type Matrix = Vec<Vec<f64>>;

/// The gradient of the log-likelihood, and its negative second derivative.
fn likelihood(strengths: &[f64], pairings: &[Pairing]) -> (Vec<f64>, Matrix) {
    let mut slope = vec![0.0; strengths.len()];
    let mut curvature = vec![vec![0.0; strengths.len()]; strengths.len()];
    for pairing in pairings {
        let [one, other] = pairing.players;
        let expected = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
        let excess = pairing.games() * (pairing.samples.mean() - expected);
        slope[one] += excess;
        slope[other] -= excess;
        join(&mut curvature, pairing.players, pairing.games() * expected * (1.0 - expected));
    }
    (slope, curvature)
}

/// The covariance of the gradient.
fn spread(players: usize, pairings: &[Pairing]) -> Matrix {
    let mut spread = vec![vec![0.0; players]; players];
    for Pairing { players, samples } in pairings {
        join(&mut spread, *players, samples.len() * samples.variance() * samples.games_each().powi(2));
    }
    spread
}

/// Adds the terms of one pair of players.
fn join(matrix: &mut Matrix, [one, other]: [usize; 2], weight: f64) {
    matrix[one][one] += weight;
    matrix[other][other] += weight;
    matrix[one][other] -= weight;
    matrix[other][one] -= weight;
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

/// The pseudoinverse of a graph's Laplacian: its rows have the sum zero, because adding a constant to all ratings changes
/// nothing.
fn pseudo_inverse(matrix: &Matrix) -> Option<Matrix> {
    let share = 1.0 / matrix.len() as f64;
    let shifted = matrix.iter().map(|row| row.iter().map(|entry| entry + share).collect()).collect();
    let inverse = inverse(shifted)?;
    Some(inverse.into_iter().map(|row| row.into_iter().map(|entry| entry - share).collect()).collect())
}

/// Gauss-Jordan elimination.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for column in 0..size {
        let size_of = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..size).max_by(|one, other| size_of(one).total_cmp(&size_of(other)))?;
        if size_of(&pivot) < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|entry| *entry /= scale);
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// Ford's condition: every player has scored against every other, at least through a chain of players.
fn is_bounded(players: usize, pairings: &[Pairing]) -> bool {
    let reaches_all = |forward: bool| {
        let mut reached = vec![false; players];
        let mut next = vec![0];
        while let Some(player) = next.pop() {
            if std::mem::replace(&mut reached[player], true) {
                continue;
            }
            for Pairing { players: [one, other], samples } in
                pairings.iter().filter(|pairing| pairing.games() > 0.0)
            {
                let (won, lost) = (samples.mean() > 0.0, samples.mean() < 1.0);
                if *one == player && if forward { won } else { lost } {
                    next.push(*other);
                }
                if *other == player && if forward { lost } else { won } {
                    next.push(*one);
                }
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    reaches_all(true) && reaches_all(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Estimate, Pentanomial};

    #[test]
    fn two_players_differ_by_the_estimate_of_their_match() {
        let samples = Pentanomial([2, 10, 40, 30, 18]).samples();
        let rated = ratings(2, &[Pairing::new([0, 1], samples.clone())]).unwrap();
        let estimate = Estimate::of(&samples);
        assert!((rated[0].elo - rated[1].elo - estimate.elo).abs() < 1e-6, "{rated:?}");
        // Each rating is half the difference, with half the error.
        let error = rated[0].interval[1] - rated[0].elo;
        assert!((2.0 * error / estimate.error - 1.0).abs() < 0.02, "{rated:?} {estimate:?}");
    }

    /// Results in the exact proportions predicted by three ratings reproduce these ratings.
    #[test]
    fn ratings_are_recovered_from_expected_results() {
        let strengths = [120.0, 0.0, -120.0];
        let played = |one: usize, other: usize| {
            let expected = crate::stats::score_of(strengths[one] - strengths[other]);
            let won = (1e6 * expected).round() as u64;
            Pairing::new([one, other], Samples::new(&[1_000_000 - won, won], 1))
        };
        let rated = ratings(3, &[played(0, 1), played(1, 2), played(2, 0)]).unwrap();
        for (rating, strength) in rated.iter().zip(strengths) {
            assert!((rating.elo - strength).abs() < 0.01, "{rated:?}");
            assert!(rating.interval[0] < strength && strength < rating.interval[1]);
        }
    }

    #[test]
    fn an_unknown_player_has_no_rating() {
        let even = Pentanomial([1, 0, 2, 0, 1]).samples();
        for players in [[0, 5], [5, 0], [2, 2], [usize::MAX, 1]] {
            let pairings = [[0, 1], players].map(|players| Pairing::new(players, even.clone()));
            assert_eq!(ratings(2, &pairings), None, "{players:?}");
        }
        assert_eq!(ratings(usize::MAX, &[Pairing::new([0, 1], even)]), None);
    }

    #[test]
    fn a_player_who_won_everything_has_no_rating() {
        let all_won = Pentanomial([0, 0, 0, 0, 9]).samples();
        let even = Pentanomial([1, 0, 2, 0, 1]).samples();
        assert_eq!(ratings(2, &[Pairing::new([0, 1], all_won.clone())]), None);
        assert_eq!(ratings(3, &[Pairing::new([0, 1], even.clone())]), None);
        // A cycle of wins bounds all ratings.
        let cycle = [[0, 1], [1, 2], [2, 0]].map(|players| Pairing::new(players, all_won.clone()));
        assert!(ratings(3, &cycle).is_some());
    }
}
