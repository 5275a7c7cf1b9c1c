/// The standard normal distribution function.
pub(super) fn cumulative(x: f64) -> f64 {
    if x < 0.0 { upper_tail(-x) } else { 1.0 - upper_tail(x) }
}

/// The upper tail of the standard normal distribution, for a non-negative argument.
fn upper_tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 4.0 {
        // The integral of the density as a series (Marsaglia 2004): x + x³/3 + x⁵/(3·5) + …
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term > sum * 1e-17 {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    // The tail as Laplace's continued fraction, evaluated backward.
    density / (1..60).rev().fold(x, |fraction, n| x + f64::from(n) / fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trapezoidal rule: slow and simple.
    fn by_sum(x: f64) -> f64 {
        let density = |t: f64| (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let (steps, from) = (200_000, -12.0);
        let width = (x - from) / f64::from(steps);
        let inner: f64 = (1..steps).map(|step| density(from + f64::from(step) * width)).sum();
        width * (inner + (density(from) + density(x)) / 2.0)
    }

    #[test]
    fn the_distribution_is_the_integral_of_the_density() {
        for x in [-6.0, -4.1, -3.9, -1.0, -0.1, 0.0, 0.5, 1.959_964, 3.0, 5.0] {
            assert!((cumulative(x) - by_sum(x)).abs() < 1e-9, "{x}: {} {}", cumulative(x), by_sum(x));
        }
    }

    #[test]
    fn far_tails_are_probabilities() {
        assert_eq!((cumulative(f64::INFINITY), cumulative(f64::NEG_INFINITY)), (1.0, 0.0));
        assert!(cumulative(-30.0) >= 0.0 && cumulative(30.0) <= 1.0);
    }
}
