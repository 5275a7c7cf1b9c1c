//! One scale for more than two players.

use super::elo::{NORMALIZED, SIGMAS};
use super::tally::Samples;

/// A player's strength, counted from the mean of all.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// Elo above the mean of all players.
    pub elo: f64,
    /// The ends of its 95 % interval.
    pub interval: [f64; 2],
}

/// Two players and what the first of them scored.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Pairing {
    /// Who played, by number.
    pub players: [usize; 2],
    /// The results, from the first player's side.
    pub samples: Samples,
}

impl Pairing {
    /// So scored the first of two players against the second.
    #[must_use]
    pub fn new(players: [usize; 2], samples: Samples) -> Pairing {
        Pairing { players, samples }
    }

    fn games(&self) -> f64 {
        self.samples.len() * self.samples.games_each()
    }
}

/// Elo for each unit of the natural logarithm of the odds.
const UNIT: f64 = NORMALIZED / 2.0;
/// Newton's method needs far fewer.
const MAX_ITERATIONS: usize = 200;

/// Everybody's rating: the strengths that make all results together likeliest (Bradley and Terry's model, a draw being half
/// a win), with errors from the spread of pairs. None, if somebody has beaten all others in every game, or has not played:
/// then results do not bound it. None also if somebody played who is not among so many.
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
    // Everybody is joined to everybody by one pairing fewer than there are players, or more.
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
        // Far from the top the curve is too flat to trust it.
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
        let (elo, error) = (UNIT * strength, UNIT * SIGMAS * variance.max(0.0).sqrt());
        Rating { elo, interval: [elo - error, elo + error] }
    };
    Some(strengths.iter().enumerate().map(rate).collect())
}

type Matrix = Vec<Vec<f64>>;

/// The slope of the logarithm of the likelihood, and its curvature downwards.
fn likelihood(strengths: &[f64], pairings: &[Pairing]) -> (Vec<f64>, Matrix) {
    let mut slope = vec![0.0; strengths.len()];
    let mut curvature = vec![vec![0.0; strengths.len()]; strengths.len()];
    for pairing in pairings {
        let [one, other] = pairing.players;
        let expected = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
        let surplus = pairing.games() * (pairing.samples.mean() - expected);
        slope[one] += surplus;
        slope[other] -= surplus;
        join(&mut curvature, pairing.players, pairing.games() * expected * (1.0 - expected));
    }
    (slope, curvature)
}

/// How much the slope would change from one repetition of all matches to the next.
fn spread(players: usize, pairings: &[Pairing]) -> Matrix {
    let mut spread = vec![vec![0.0; players]; players];
    for Pairing { players, samples } in pairings {
        join(&mut spread, *players, samples.len() * samples.variance() * samples.games_each().powi(2));
    }
    spread
}

/// Adds what holds between two players only.
fn join(matrix: &mut Matrix, [one, other]: [usize; 2], weight: f64) {
    matrix[one][one] += weight;
    matrix[other][other] += weight;
    matrix[one][other] -= weight;
    matrix[other][one] -= weight;
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

/// The inverse among vectors whose sum is zero, of a matrix whose rows have the sum zero (a graph's Laplacian): adding the
/// same to everybody changes nothing.
fn pseudo_inverse(matrix: &Matrix) -> Option<Matrix> {
    let share = 1.0 / matrix.len() as f64;
    let lifted = matrix.iter().map(|row| row.iter().map(|entry| entry + share).collect()).collect();
    let inverse = inverse(lifted)?;
    Some(inverse.into_iter().map(|row| row.into_iter().map(|entry| entry - share).collect()).collect())
}

/// By Gauss and Jordan's elimination.
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
        let leader = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&leader).for_each(|(entry, lead)| *entry -= factor * lead);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// Whether everybody has scored something, by way of others at least, against everybody (Ford's condition).
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
    fn two_players_are_as_far_apart_as_their_match_says() {
        let samples = Pentanomial([2, 10, 40, 30, 18]).samples();
        let rated = ratings(2, &[Pairing::new([0, 1], samples.clone())]).unwrap();
        let estimate = Estimate::of(&samples);
        assert!((rated[0].elo - rated[1].elo - estimate.elo).abs() < 1e-6, "{rated:?}");
        // Half of the difference has half of its error, as far as the curve is straight.
        let error = rated[0].interval[1] - rated[0].elo;
        assert!((2.0 * error / estimate.error - 1.0).abs() < 0.02, "{rated:?} {estimate:?}");
    }

    /// Results in exactly the proportions that three strengths promise give them back.
    #[test]
    fn strengths_are_found_again_from_what_they_promise() {
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
    fn a_pairing_of_somebody_who_is_not_there_has_no_rating() {
        let even = Pentanomial([1, 0, 2, 0, 1]).samples();
        for players in [[0, 5], [5, 0], [2, 2], [usize::MAX, 1]] {
            let pairings = [[0, 1], players].map(|players| Pairing::new(players, even.clone()));
            assert_eq!(ratings(2, &pairings), None, "{players:?}");
        }
        assert_eq!(ratings(usize::MAX, &[Pairing::new([0, 1], even)]), None);
    }

    #[test]
    fn somebody_who_won_everything_has_no_rating() {
        let all_won = Pentanomial([0, 0, 0, 0, 9]).samples();
        let even = Pentanomial([1, 0, 2, 0, 1]).samples();
        assert_eq!(ratings(2, &[Pairing::new([0, 1], all_won.clone())]), None);
        assert_eq!(ratings(3, &[Pairing::new([0, 1], even.clone())]), None);
        // A circle of victories bounds everybody.
        let circle = [[0, 1], [1, 2], [2, 0]].map(|players| Pairing::new(players, all_won.clone()));
        assert!(ratings(3, &circle).is_some());
    }
}
