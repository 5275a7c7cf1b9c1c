/// Results of single games, from one engine's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Trinomial {
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
}

/// Results of pairs of games with the same opening and swapped colors, from one engine's point of view.
///
/// The games of a pair are correlated through their opening; pairs are independent. So pairs are the samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub [u64; 5],
);

/// Counts of independent results between 0 and 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    /// Each result with its count.
    counts: Vec<(f64, f64)>,
    /// The number of games per sample.
    games: f64,
}

impl Trinomial {
    /// Adds a game: 2 half-points for a win, 1 for a draw.
    pub fn add(&mut self, half_points: usize) {
        *match half_points {
            0 => &mut self.losses,
            1 => &mut self.draws,
            _ => &mut self.wins,
        } += 1;
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: 1 for a win, ½ for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The results from the opponent's point of view.
    #[must_use]
    pub fn reversed(&self) -> Trinomial {
        Trinomial { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds other results.
    #[must_use]
    pub fn plus(&self, other: &Trinomial) -> Trinomial {
        Trinomial {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// Samples of one game each.
    #[must_use]
    pub fn samples(&self) -> Samples {
        Samples::new(&[self.losses, self.draws, self.wins], 1)
    }
}

impl Pentanomial {
    /// Adds a pair by its half-points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Samples of one pair each.
    #[must_use]
    pub fn samples(&self) -> Samples {
        Samples::new(&self.0, 2)
    }
}

impl Samples {
    /// Counts of evenly spaced results from 0 to 1, each the mean of `games` games.
    #[must_use]
    pub fn new(counts: &[u64], games: u32) -> Samples {
        let top = counts.len().saturating_sub(1).max(1) as f64;
        let counts = counts.iter().enumerate().map(|(index, count)| (index as f64 / top, *count as f64));
        Samples { counts: counts.collect(), games: f64::from(games) }
    }

    /// The number of samples.
    #[must_use]
    pub fn len(&self) -> f64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// Whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0.0
    }

    /// The number of games per sample.
    #[must_use]
    pub fn games_each(&self) -> f64 {
        self.games
    }

    /// The mean result; one half without samples.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.is_empty() {
            return 0.5;
        }
        self.counts.iter().map(|(result, count)| result * count).sum::<f64>() / self.len()
    }

    /// The variance.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let mean = self.mean();
        let sum: f64 = self.counts.iter().map(|(result, count)| count * (result - mean).powi(2)).sum();
        sum / self.len()
    }

    /// The results with their shares. None is zero, because results that have not occurred are possible.
    pub(super) fn shares(&self) -> Vec<(f64, f64)> {
        /// Small enough to be negligible, large enough to divide by.
        const MIN_COUNT: f64 = 1e-3;
        let counts: Vec<(f64, f64)> =
            self.counts.iter().map(|(result, count)| (*result, count.max(MIN_COUNT))).collect();
        let all: f64 = counts.iter().map(|(_, count)| count).sum();
        counts.into_iter().map(|(result, count)| (result, count / all)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_are_those_of_the_list() {
        let pairs = Pentanomial([1, 0, 2, 1, 0]);
        let list = [0.0, 0.5, 0.5, 0.75];
        let mean = list.iter().sum::<f64>() / 4.0;
        let variance = list.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 4.0;
        assert!((pairs.samples().mean() - mean).abs() < 1e-15);
        assert!((pairs.samples().variance() - variance).abs() < 1e-15);
    }

    #[test]
    fn no_samples_have_no_variance() {
        let none = Pentanomial::default().samples();
        assert_eq!((none.mean(), none.variance(), none.is_empty()), (0.5, 0.0, true));
    }
}
