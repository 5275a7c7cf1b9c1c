use super::normal;
use super::tally::Samples;

/// Two-sided 95 % of a normal distribution.
pub(super) const SIGMAS: f64 = 1.959_963_984_540_054;
/// Normalized Elo per standard deviation, chosen so that it is close to Elo at 50 %.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in strength with its error. Without results all fields are `NaN`.
///
/// ```
/// use tabiya_match::stats::{Estimate, Pentanomial};
///
/// let estimate = Estimate::of(&Pentanomial([2, 10, 40, 30, 18]).samples());
/// assert_eq!(format!("{:.1} ± {:.1}", estimate.elo, estimate.error), "92.5 ± 35.4");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// The mean result, from 0 to 1.
    pub score: f64,
    /// The maximum likelihood estimate of the difference; infinite if every game was won or lost.
    pub elo: f64,
    /// The 95 % confidence interval, not always symmetric; `NaN` or infinite if the results do not bound it.
    pub interval: [f64; 2],
    /// Half the width of the interval.
    pub error: f64,
    /// Normalized Elo: in units of a game's standard deviation, nearly independent of openings and draws.
    pub normalized: f64,
    /// Half the width of its 95 % confidence interval.
    pub normalized_error: f64,
    /// The likelihood of superiority (LOS).
    pub superiority: f64,
}

impl Estimate {
    /// Without samples.
    const UNKNOWN: Estimate = Estimate {
        score: f64::NAN,
        elo: f64::NAN,
        interval: [f64::NAN; 2],
        error: f64::NAN,
        normalized: f64::NAN,
        normalized_error: f64::NAN,
        superiority: f64::NAN,
    };

    /// The estimate from samples.
    #[must_use]
    pub fn of(samples: &Samples) -> Estimate {
        let (score, count) = (samples.mean(), samples.len());
        if count == 0.0 {
            return Estimate::UNKNOWN;
        }
        let deviation = (samples.variance() / count).sqrt();
        let ends = [score - SIGMAS * deviation, score + SIGMAS * deviation].map(elo_of);
        let interval = if deviation > 0.0 { ends } else { [f64::NAN; 2] };
        // The standard deviation of the mean is smaller by the root of the number of samples.
        let spread = (samples.variance() * samples.games_each()).sqrt();
        let games = count * samples.games_each();
        Estimate {
            score,
            elo: elo_of(score),
            interval,
            error: (interval[1] - interval[0]) / 2.0,
            normalized: (score - 0.5) / spread * NORMALIZED,
            normalized_error: SIGMAS * NORMALIZED / games.sqrt(),
            superiority: superiority(score - 0.5, deviation, count),
        }
    }
}

fn superiority(ahead: f64, deviation: f64, count: f64) -> f64 {
    if ahead == 0.0 {
        return 0.5;
    }
    // Equal results have no variance; use the sign test instead.
    let sigmas = if deviation > 0.0 { ahead / deviation } else { ahead.signum() * count.sqrt() };
    normal::cumulative(sigmas)
}

/// The Elo difference with this expected result.
///
/// ```
/// use tabiya_match::stats::elo_of;
///
/// assert_eq!(elo_of(0.5), 0.0);
/// assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// assert_eq!(elo_of(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected result at this Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Trinomial};

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -35.0, 0.0, 1.0, 200.0] {
            assert!(close(elo_of(score_of(elo)), elo));
        }
    }

    /// 60 wins, 25 draws, 15 losses: mean 0.725, variance (60 · 0.275² + 25 · 0.225² + 15 · 0.725²) / 100.
    #[test]
    fn single_games_agree_with_a_manual_calculation() {
        let estimate = Estimate::of(&Trinomial { wins: 60, draws: 25, losses: 15 }.samples());
        let variance = (60.0 * 0.075_625 + 25.0 * 0.050_625 + 15.0 * 0.525_625) / 100.0;
        let deviation = f64::sqrt(variance / 100.0);
        let interval = [0.725 - 1.959_963_984_540_054 * deviation, 0.725 + 1.959_963_984_540_054 * deviation];
        let [low, high] = interval.map(|score| -400.0 * f64::log10(1.0 / score - 1.0));
        assert!(close(estimate.elo, 168.402_125_096), "{}", estimate.elo);
        assert!(close(estimate.error, (high - low) / 2.0));
        assert!(close(estimate.normalized, 0.225 / variance.sqrt() * 347.435_585_522_601));
        assert!(estimate.superiority > 0.999_999);
    }

    /// Pairs of independent games in exact proportions: pairs and games have the same estimate.
    #[test]
    fn independent_games_have_the_error_bars_of_single_games() {
        let [win, draw, loss] = [5_u64, 3, 2];
        let pairs = Pentanomial([
            loss * loss,
            2 * loss * draw,
            2 * loss * win + draw * draw,
            2 * draw * win,
            win * win,
        ]);
        let games = Trinomial { wins: win * 20, draws: draw * 20, losses: loss * 20 };
        let [pairs, games] = [pairs.samples(), games.samples()].map(|samples| Estimate::of(&samples));
        assert!(close(pairs.elo, games.elo) && close(pairs.error, games.error));
        assert!(close(pairs.normalized, games.normalized));
        assert!(close(pairs.normalized_error, games.normalized_error));
        assert!(close(pairs.superiority, games.superiority));
    }

    #[test]
    fn decisive_openings_widen_the_error_of_games_but_not_of_pairs() {
        let pairs = Estimate::of(&Pentanomial([0, 10, 80, 10, 0]).samples());
        let games = Estimate::of(&Trinomial { wins: 80, draws: 40, losses: 80 }.samples());
        assert!(close(pairs.elo, 0.0) && pairs.error < games.error / 2.0);
    }

    /// Regression: "−168 ± 193" was printed beside an LOS of 1 %, because the interval was assumed to be symmetric.
    #[test]
    fn an_interval_far_from_zero_is_asymmetric() {
        let estimate = Estimate::of(&Pentanomial([4, 3, 2, 1, 0]).samples());
        let [low, high] = estimate.interval;
        assert!(low < estimate.elo && estimate.elo < high && high < 0.0, "{estimate:?}");
        assert!(estimate.elo - low > 1.5 * (high - estimate.elo), "{estimate:?}");
        assert!(estimate.superiority < 0.025);
    }

    #[test]
    fn unbounded_estimates_are_nan_or_infinite() {
        let all_won = Estimate::of(&Pentanomial([0, 0, 0, 0, 9]).samples());
        assert_eq!(all_won.elo, f64::INFINITY);
        // Nine wins in a row are three standard deviations of a fair coin.
        assert!(close(all_won.superiority, 0.998_650_102));
        assert!(all_won.error.is_nan());
        let nothing = Estimate::of(&Pentanomial::default().samples());
        assert!([nothing.score, nothing.elo, nothing.superiority].iter().all(|value| value.is_nan()));
        let drawn = Estimate::of(&Pentanomial([0, 0, 5, 0, 0]).samples());
        assert_eq!((drawn.elo, drawn.superiority), (0.0, 0.5));
    }

    #[test]
    fn the_opponents_estimate_is_the_opposite() {
        let pairs = [3, 14, 41, 30, 12];
        let [ours, theirs] = [Pentanomial(pairs), Pentanomial([12, 30, 41, 14, 3])]
            .map(|pairs| Estimate::of(&pairs.samples()));
        assert!(close(ours.elo, -theirs.elo) && close(ours.error, theirs.error));
        assert!(close(ours.superiority, 1.0 - theirs.superiority));
    }
}
