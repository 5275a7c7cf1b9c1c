//! SPRT: Wald's sequential probability ratio test, with the generalized likelihood ratio.

use super::elo::{NORMALIZED, score_of};
use super::tally::Samples;

/// Two hypotheses about the difference in strength, and the probabilities of error.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Sprt {
    /// H0: the difference is at most this.
    pub elo0: f64,
    /// H1: the difference is at least this.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
    /// The unit of both bounds.
    pub model: EloModel,
}

/// The unit of a difference in strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum EloModel {
    /// Logistic Elo: a difference of 400 means odds of ten to one.
    #[default]
    Logistic,
    /// Normalized Elo: in units of a game's standard deviation.
    Normalized,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SprtState {
    /// The log-likelihood ratio (LLR) of H1 to H0.
    pub llr: f64,
    /// H0 is accepted at or below this LLR.
    pub lower: f64,
    /// H1 is accepted at or above this LLR.
    pub upper: f64,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// H0: the difference is at most `elo0`.
    AcceptsH0,
    /// H1: the difference is at least `elo1`.
    AcceptsH1,
}

impl Sprt {
    /// A test in logistic Elo with error probabilities of 5 %.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }

    /// The state of the test after these samples.
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
    /// The verdict, if the test has ended.
    #[must_use]
    pub fn verdict(&self) -> Option<SprtVerdict> {
        if self.llr >= self.upper {
            return Some(SprtVerdict::AcceptsH1);
        }
        (self.llr <= self.lower).then_some(SprtVerdict::AcceptsH0)
    }
}

/// The maximum likelihood distribution over the same results with this mean.
///
/// With a Lagrange multiplier θ it is share / (1 + θ (result − mean)).
fn likeliest_with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let distances: Vec<f64> = shares.iter().map(|(result, _)| result - mean).collect();
    let theta = root(shares, &distances);
    shares.iter().zip(&distances).map(|((_, share), distance)| share / (1.0 + theta * distance)).collect()
}

/// The root θ of Σ share · distance / (1 + θ · distance), which decreases between its poles.
fn root(shares: &[(f64, f64)], distances: &[f64]) -> f64 {
    let largest = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = distances.iter().copied().fold(f64::INFINITY, f64::min);
    if smallest >= 0.0 || largest <= 0.0 {
        return 0.0; // No distribution has that mean.
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let terms = shares.iter().zip(distances);
        let sum: f64 = terms.map(|((_, share), distance)| share * distance / (1.0 + middle * distance)).sum();
        if sum > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The maximum likelihood distribution whose mean is `ratio` of its own standard deviations above one half.
///
/// The condition is not linear. It is solved by iteration (Van den Bergh, "Normalized Elo"): around an estimate, the mean
/// of result − ratio · deviation · (1 + ((result − mean) / deviation)²) / 2 must be one half.
fn likeliest_with_ratio(shares: &[(f64, f64)], ratio: f64) -> Vec<f64> {
    let mut estimate: Vec<f64> = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..50 {
        let expectation = |value: &dyn Fn(f64) -> f64| -> f64 {
            shares.iter().zip(&estimate).map(|((result, _), share)| share * value(*result)).sum()
        };
        let mean = expectation(&|result| result);
        let deviation = expectation(&|result| (result - mean).powi(2)).sqrt();
        let transform = |result: f64| {
            let sigmas = (result - mean) / deviation;
            result - ratio * deviation * (1.0 + sigmas * sigmas) / 2.0
        };
        let transformed: Vec<(f64, f64)> =
            shares.iter().map(|(result, share)| (transform(*result), *share)).collect();
        let next = likeliest_with_mean(&transformed, 0.5);
        let change: f64 = next.iter().zip(&estimate).map(|(one, other)| (one - other).abs()).sum();
        estimate = next;
        if change < 1e-12 {
            break;
        }
    }
    estimate
}

#[cfg(test)]
mod tests;
