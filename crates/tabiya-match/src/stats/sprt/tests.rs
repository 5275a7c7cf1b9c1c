//! The ratio against closed forms and plain searches for the maximum; the error rates against their bounds.

use tabiya::keys::Generator;

use super::*;
use crate::stats::{Pentanomial, Trinomial};

/// The largest value of a function with one peak, by cutting off thirds.
fn peak(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..300 {
        let third = (high - low) / 3.0;
        if value(low + third) < value(high - third) { low += third } else { high -= third }
    }
    value(f64::midpoint(low, high))
}

fn log_likelihood(counts: &[f64], shares: &[f64]) -> f64 {
    counts.iter().zip(shares).map(|(count, share)| count * share.ln()).sum()
}

fn test_of(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt { model, ..Sprt::new(elo0, elo1) }
}

/// With two results the mean determines the distribution: the ratio is that of two coins.
#[test]
fn without_draws_it_is_walds_ratio() {
    let samples = Samples::new(&[35, 65], 1);
    let [first, second] = [10.0, 60.0].map(score_of);
    let expected = 65.0 * f64::ln(second / first) + 35.0 * f64::ln((1.0 - second) / (1.0 - first));
    let found = Sprt::new(10.0, 60.0).state(&samples).llr;
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
}

/// With three results and a mean, one parameter is free: the share of draws.
#[test]
fn for_games_it_is_the_maximum_over_draw_rates() {
    let counts = [20.0, 50.0, 30.0];
    let best = |mean: f64| {
        let max_draws = 2.0 * mean.min(1.0 - mean);
        peak(0.0, max_draws, |draws| {
            log_likelihood(&counts, &[1.0 - mean - draws / 2.0, draws, mean - draws / 2.0])
        })
    };
    let expected = best(score_of(25.0)) - best(score_of(-5.0));
    let samples = Trinomial { losses: 20, draws: 50, wins: 30 }.samples();
    let found = Sprt::new(-5.0, 25.0).state(&samples).llr;
    assert!((found - expected).abs() < 1e-6, "{found} {expected}");
}

/// The same with normalized Elo: for each share of draws, the wins that give the ratio of mean and spread.
#[test]
fn for_normalized_elo_it_is_the_maximum_over_draw_rates() {
    let counts = [20.0, 50.0, 30.0];
    let ratio_of = |draws: f64, wins: f64| {
        let mean = wins + draws / 2.0;
        (mean - 0.5) / (wins + draws / 4.0 - mean * mean).sqrt()
    };
    let best = |elo: f64| {
        let required = elo / NORMALIZED;
        peak(1e-6, 0.9, |draws| {
            let (mut low, mut high) = (0.0, 1.0 - draws);
            for _ in 0..200 {
                let middle = f64::midpoint(low, high);
                if ratio_of(draws, middle) < required { low = middle } else { high = middle }
            }
            log_likelihood(&counts, &[1.0 - draws - low, draws, low])
        })
    };
    let expected = best(30.0) - best(-10.0);
    let samples = Trinomial { losses: 20, draws: 50, wins: 30 }.samples();
    let found = test_of(-10.0, 30.0, EloModel::Normalized).state(&samples).llr;
    assert!((found - expected).abs() < 1e-6, "{found} {expected}");
}

/// With five results: no other distribution with that mean does better.
#[test]
fn for_pairs_no_distribution_with_that_mean_is_likelier() {
    let samples = Pentanomial([3, 20, 50, 37, 10]).samples();
    let shares = samples.shares();
    let observed: Vec<f64> = shares.iter().map(|(_, share)| *share).collect();
    for mean in [0.4, 0.5, 0.55, 0.7] {
        let best = likeliest_with_mean(&shares, mean);
        let found: f64 = shares.iter().zip(&best).map(|((result, _), share)| result * share).sum();
        assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (found - mean).abs() < 1e-12);
        // Directions that keep sum and mean, in all combinations.
        let moves = [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]];
        for combination in 0..27 {
            let weights = [combination % 3, combination / 3 % 3, combination / 9].map(|n| f64::from(n) - 1.0);
            let other: Vec<f64> = (0..5)
                .map(|i| {
                    let step: f64 = moves.iter().zip(weights).map(|(one, weight)| weight * one[i]).sum();
                    best[i] + 1e-4 * step
                })
                .collect();
            assert!(log_likelihood(&observed, &other) <= log_likelihood(&observed, &best));
        }
    }
}

#[test]
fn the_likeliest_distribution_has_the_required_ratio() {
    let shares = Pentanomial([1, 12, 60, 31, 5]).samples().shares();
    for ratio in [-0.2, 0.0, 0.05, 0.3] {
        let best = likeliest_with_ratio(&shares, ratio);
        let mean: f64 = shares.iter().zip(&best).map(|((result, _), share)| result * share).sum();
        let variance: f64 =
            shares.iter().zip(&best).map(|((result, _), share)| share * (result - mean).powi(2)).sum();
        assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(((mean - 0.5) / variance.sqrt() - ratio).abs() < 1e-9, "{ratio}");
    }
}

/// With small differences the ratio is nearly that of two normal distributions.
#[test]
fn for_many_pairs_it_approaches_the_normal_ratio() {
    let samples = Pentanomial([300, 2_100, 5_000, 2_250, 350]).samples();
    let [first, second] = [0.0, 4.0].map(score_of);
    let normal = samples.len() * (second - first) * (2.0 * samples.mean() - first - second)
        / (2.0 * samples.variance());
    let found = Sprt::new(0.0, 4.0).state(&samples).llr;
    assert!((found - normal).abs() < 0.01, "{found} {normal}");
}

#[test]
fn bounds_and_verdicts_are_walds() {
    let state = |llr| SprtState { llr, ..Sprt::new(0.0, 5.0).state(&Pentanomial::default().samples()) };
    assert!((state(0.0).upper - 19f64.ln()).abs() < 1e-12 && (state(0.0).lower + 19f64.ln()).abs() < 1e-12);
    assert_eq!(state(2.94).verdict(), None);
    assert_eq!(state(2.95).verdict(), Some(SprtVerdict::AcceptsH1));
    assert_eq!(state(-2.95).verdict(), Some(SprtVerdict::AcceptsH0));
    assert_eq!(Sprt::new(0.0, 5.0).state(&Pentanomial::default().samples()).llr, 0.0);
}

#[test]
fn one_sided_results_have_a_finite_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for pairs in [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 500, 0, 0], [0, 0, 0, 0, 100_000]] {
            let llr = test_of(0.0, 5.0, model).state(&Pentanomial(pairs).samples()).llr;
            assert!(llr.is_finite(), "{model:?} {pairs:?}");
        }
    }
}

/// Pairs drawn from a distribution that makes one of the claims true: the other may be accepted in 5 % of the runs.
#[test]
fn error_rates_are_within_their_bounds() {
    let test = Sprt::new(0.0, 80.0);
    for (elo, wrong) in [(0.0, SprtVerdict::AcceptsH1), (80.0, SprtVerdict::AcceptsH0)] {
        // A game is drawn in 40 %; the rest gives the score.
        let win = score_of(elo) - 0.2;
        let mut numbers = Generator::SplitMix64 { seed: 7 }.numbers(400_000).into_iter();
        let mut game = || {
            let chance = numbers.next().expect("there are enough") as f64 / u64::MAX as f64;
            if chance < win { 2 } else { usize::from(chance < win + 0.4) }
        };
        let runs = 400;
        let errors = (0..runs).filter(|_| {
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(game() + game());
                if let Some(verdict) = test.state(&pairs.samples()).verdict() {
                    return verdict == wrong;
                }
            }
        });
        let share = errors.count() as f64 / f64::from(runs);
        assert!(share < 0.08, "{elo}: {share}");
    }
}
