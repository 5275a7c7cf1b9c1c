//! A test that ends as soon as the results allow it: Wald's, on the generalised likelihood ratio.

use super::elo::{NORMALIZED, score_of};
use super::tally::Samples;

/// Two claims about the difference in strength, and how often each may be refused wrongly.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Sprt {
    /// "It is no more than this."
    pub elo0: f64,
    /// "It is this or more."
    pub elo1: f64,
    /// How often the first is refused though it is right.
    pub alpha: f64,
    /// How often the second is refused though it is right.
    pub beta: f64,
    /// Which kind of Elo.
    pub model: EloModel,
}

/// What a difference is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum EloModel {
    /// Elo: 400 is ten to one.
    #[default]
    Logistic,
    /// In units of the spread of a game.
    Normalized,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SprtState {
    /// The logarithm of how much likelier the second claim makes the results than the first.
    pub llr: f64,
    /// The first claim is accepted at or below this.
    pub lower: f64,
    /// The second claim is accepted at or above this.
    pub upper: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The first claim: the difference is no more than `elo0`.
    AcceptsFirst,
    /// The second: it is `elo1` or more.
    AcceptsSecond,
}

impl Sprt {
    /// A test of Elo with 5 % of error on both sides.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }

    /// Where the test stands.
    #[must_use]
    pub fn state(&self, samples: &Samples) -> SprtState {
        SprtState {
            llr: self.log_likelihood_ratio(samples),
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    fn log_likelihood_ratio(&self, samples: &Samples) -> f64 {
        if samples.is_empty() {
            return 0.0;
        }
        let shares = samples.shares();
        let [first, second] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => likeliest_with_mean(&shares, score_of(elo)),
            EloModel::Normalized => {
                likeliest_with_ratio(&shares, elo / NORMALIZED * samples.games_each().sqrt())
            }
        });
        let each = shares.iter().zip(first.iter().zip(&second));
        samples.len() * each.map(|((_, share), (first, second))| share * (second / first).ln()).sum::<f64>()
    }
}

impl SprtState {
    /// Whether the test has ended.
    #[must_use]
    pub fn verdict(&self) -> Option<SprtVerdict> {
        if self.llr >= self.upper {
            return Some(SprtVerdict::AcceptsSecond);
        }
        (self.llr <= self.lower).then_some(SprtVerdict::AcceptsFirst)
    }
}

/// Of all distributions over the same results with this mean, the one that makes the observed shares likeliest.
///
/// With a Lagrange multiplier θ it is share / (1 + θ (result − mean)), where the mean comes out right.
fn likeliest_with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let distances: Vec<f64> = shares.iter().map(|(result, _)| result - mean).collect();
    let theta = root(shares, &distances);
    shares.iter().zip(&distances).map(|((_, share), distance)| share / (1.0 + theta * distance)).collect()
}

/// The θ at which Σ share · distance / (1 + θ · distance) is zero; it falls all the way between its poles.
fn root(shares: &[(f64, f64)], distances: &[f64]) -> f64 {
    let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    if least >= 0.0 || most <= 0.0 {
        return 0.0; // No distribution has that mean.
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let terms = shares.iter().zip(distances);
        let sum: f64 = terms.map(|((_, share), distance)| share * distance / (1.0 + middle * distance)).sum();
        if sum > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Of all distributions whose mean is so many of their own standard deviations above one half, the one that makes the
/// observed shares likeliest.
///
/// The condition is not linear. Around a guess it is (Van den Bergh, "Normalized Elo"): the mean of
/// result − ratio · deviation · (1 + ((result − mean) / deviation)²) / 2 has to be one half; then guess again.
fn likeliest_with_ratio(shares: &[(f64, f64)], ratio: f64) -> Vec<f64> {
    let mut guess: Vec<f64> = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..50 {
        let of_guess = |value: &dyn Fn(f64) -> f64| -> f64 {
            shares.iter().zip(&guess).map(|((result, _), share)| share * value(*result)).sum()
        };
        let mean = of_guess(&|result| result);
        let deviation = of_guess(&|result| (result - mean).powi(2)).sqrt();
        let straightened = |result: f64| {
            let sigmas = (result - mean) / deviation;
            result - ratio * deviation * (1.0 + sigmas * sigmas) / 2.0
        };
        let straight: Vec<(f64, f64)> =
            shares.iter().map(|(result, share)| (straightened(*result), *share)).collect();
        let next = likeliest_with_mean(&straight, 0.5);
        let change: f64 = next.iter().zip(&guess).map(|(one, other)| (one - other).abs()).sum();
        guess = next;
        if change < 1e-12 {
            break;
        }
    }
    guess
}

#[cfg(test)]
mod tests;
