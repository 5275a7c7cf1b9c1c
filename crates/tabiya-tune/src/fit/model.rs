use std::thread;

use tabiya_engine::eval::{self, Evaluate};

use super::Examples;
use super::dataset::{Count, Dataset, Example};

/// How the engine converts king pressure to centipawns; see `pressure_value`.
const PRESSURE_SQUARE: f32 = eval::PRESSURE_SQUARE as f32;
const PRESSURE_SHARE: f32 = eval::PRESSURE_SHARE as f32;

/// The middlegame and endgame values of a weight.
pub(super) type Pair = [f32; 2];

/// The evaluation as a function of its weights, and the curve from centipawns to expected results.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) weights: Vec<Pair>,
    /// The exponent per centipawn.
    steepness: f32,
}

/// A value with the parts of its gradient.
struct Value {
    centipawns: f32,
    pressure: [Pair; 2],
}

impl Model {
    /// The model with the engine's weights.
    pub(super) fn of<R: Evaluate>() -> Model {
        let halves =
            |score: &tabiya_engine::eval::TaperedScore| [score.middlegame() as f32, score.endgame() as f32];
        Model { weights: R::weights().iter().map(halves).collect(), steepness: 0.005 }
    }

    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The steepness of the curve, relative to that of Elo: odds of ten to one per 400 centipawns.
    pub(super) fn curve(&self) -> f32 {
        self.steepness * 400.0 / std::f32::consts::LN_10
    }

    /// The expected result for a score in centipawns.
    pub(super) fn expected_result(&self, centipawns: f32) -> f32 {
        1.0 / (1.0 + (-self.steepness * centipawns).exp())
    }

    /// Fits the steepness of the curve by golden-section search.
    pub(super) fn fit_curve(&mut self, dataset: &Dataset) {
        let values: Vec<(f32, f32)> = dataset
            .examples
            .iter()
            .map(|example| (self.value(dataset, example).centipawns, example.result))
            .collect();
        let mut loss = |steepness: f32| {
            self.steepness = steepness;
            values
                .iter()
                .map(|&(value, result)| f64::from(self.expected_result(value) - result).powi(2))
                .sum::<f64>()
        };
        let (mut low, mut high) = (0.0005, 0.02);
        let golden = (5_f32.sqrt() - 1.0) / 2.0;
        while high - low > 1e-6 {
            let (a, b) = (high - golden * (high - low), low + golden * (high - low));
            if loss(a) < loss(b) {
                high = b;
            } else {
                low = a;
            }
        }
        self.steepness = (low + high) / 2.0;
    }

    /// The mean squared error.
    pub(super) fn loss(&self, dataset: &Dataset, examples: &Examples) -> f64 {
        let square = |example: &Example| {
            let expected = self.expected_result(self.value(dataset, example).centipawns);
            f64::from(expected - example.target).powi(2)
        };
        examples.iter().map(square).sum::<f64>() / examples.len() as f64
    }

    fn value(&self, dataset: &Dataset, example: &Example) -> Value {
        let [score, white, black] = dataset.counts(example).map(|counts| self.sum(counts));
        let value = |side: Pair| {
            let [middle, end] = side.map(|half| half.max(0.0));
            [middle * middle / PRESSURE_SQUARE, end / PRESSURE_SHARE]
        };
        let (by_white, by_black) = (value(white), value(black));
        let middlegame = score[0] + by_white[0] - by_black[0];
        let endgame = score[1] + by_white[1] - by_black[1];
        let centipawns = example.middlegame * middlegame + example.endgame * endgame + example.bonus;
        Value { centipawns, pressure: [white, black] }
    }

    fn sum(&self, counts: &[Count]) -> Pair {
        counts.iter().fold([0.0; 2], |[middle, end], count| {
            let [a, b] = self.weights[usize::from(count.weight)];
            let times = f32::from(count.times);
            [middle + times * a, end + times * b]
        })
    }

    /// The gradient of the loss over these examples.
    pub(super) fn gradient_in_threads(
        &self,
        dataset: &Dataset,
        examples: &Examples,
        threads: usize,
    ) -> Vec<Pair> {
        let share = examples.len().div_ceil(threads).max(1);
        let parts = thread::scope(|scope| {
            let parts: Vec<_> = examples
                .chunks(share)
                .map(|part| scope.spawn(move || self.gradient(dataset, part)))
                .collect();
            parts.into_iter().flat_map(std::thread::ScopedJoinHandle::join).collect::<Vec<_>>()
        });
        let mut gradient = vec![[0.0; 2]; self.len()];
        for part in parts {
            for (sum, add) in gradient.iter_mut().zip(part) {
                *sum = [sum[0] + add[0] / examples.len() as f32, sum[1] + add[1] / examples.len() as f32];
            }
        }
        gradient
    }

    /// The sum of the examples' gradients.
    fn gradient(&self, dataset: &Dataset, examples: &Examples) -> Vec<Pair> {
        let mut gradient = vec![[0.0; 2]; self.len()];
        for example in examples {
            let value = self.value(dataset, example);
            let expected = self.expected_result(value.centipawns);
            let outer = 2.0 * (expected - example.target) * expected * (1.0 - expected) * self.steepness;
            let halves = [outer * example.middlegame, outer * example.endgame];
            let [score, white, black] = dataset.counts(example);
            add(&mut gradient, score, halves);
            for (counts, pressure, sign) in
                [(white, value.pressure[0], 1.0), (black, value.pressure[1], -1.0)]
            {
                let middle = sign * 2.0 * pressure[0].max(0.0) / PRESSURE_SQUARE;
                let end = if pressure[1] > 0.0 { sign / PRESSURE_SHARE } else { 0.0 };
                add(&mut gradient, counts, [halves[0] * middle, halves[1] * end]);
            }
        }
        gradient
    }

    /// Regularization: pulls weights to their initial values, as strongly as this share of the positions would.
    pub(super) fn regularize(&self, origin: &Model, share: f64, gradient: &mut [Pair]) {
        // The curvature of the loss for a weight that counts once in each position.
        let curvature = 2.0 * (0.25 * self.steepness).powi(2) * share as f32;
        for ((gradient, weight), origin) in gradient.iter_mut().zip(&self.weights).zip(&origin.weights) {
            for half in 0..2 {
                gradient[half] += curvature * (weight[half] - origin[half]);
            }
        }
    }

    /// The weights, rounded as in the engine.
    pub(super) fn rounded(&self) -> Vec<(i16, i16)> {
        self.weights.iter().map(|&[middle, end]| (middle.round() as i16, end.round() as i16)).collect()
    }
}

fn add(gradient: &mut [Pair], counts: &[Count], halves: Pair) {
    for count in counts {
        let gradient = &mut gradient[usize::from(count.weight)];
        let times = f32::from(count.times);
        *gradient = [gradient[0] + times * halves[0], gradient[1] + times * halves[1]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::adam::Adam;
    use crate::sample::Sample;
    use tabiya::{Chess, Color, Position};
    use tabiya_engine::eval::Evaluator;

    const POSITIONS: [(&str, f32); 4] = [
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 0.5),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1.0),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 0.0),
        ("2r2rk1/pp3ppp/2n1pn2/q7/3P4/P1N2N2/BP3PPP/R1BQ1RK1 b - - 0 14", 1.0),
    ];

    fn dataset() -> (Dataset, Vec<i32>) {
        let mut evaluator = Evaluator::<Chess>::new();
        let mut dataset = Dataset::default();
        let values = POSITIONS.map(|(fen, result)| {
            let position: Position<Chess> = fen.parse().expect("a position");
            dataset.add(&Sample { position, result, score: None }, &mut evaluator, false);
            let value = evaluator.evaluate(&position);
            if position.turn() == Color::White { value } else { -value }
        });
        (dataset, values.to_vec())
    }

    #[test]
    fn the_model_agrees_with_the_engine() {
        let (dataset, values) = dataset();
        let model = Model::of::<Chess>();
        for (example, value) in dataset.examples.iter().zip(values) {
            let modelled = model.value(&dataset, example).centipawns;
            assert!((modelled - value as f32).abs() < 3.0, "{modelled} {value}");
        }
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let (dataset, _) = dataset();
        let model = Model::of::<Chess>();
        let gradient = model.gradient_in_threads(&dataset, &dataset.examples, 2);
        let mut compared = 0;
        for (weight, gradient) in gradient.into_iter().enumerate() {
            for (half, gradient) in gradient.into_iter().enumerate() {
                let loss = |step: f32| {
                    let mut moved = model.clone();
                    moved.weights[weight][half] += step;
                    moved.loss(&dataset, &dataset.examples)
                };
                let found = ((loss(1.0) - loss(-1.0)) / 2.0) as f32;
                let difference = (found - gradient).abs();
                assert!(difference < 2e-5 + 0.05 * found.abs(), "{weight} {half}: {found} {gradient}");
                compared += usize::from(found.abs() > 1e-4);
            }
        }
        assert!(compared > 50, "{compared}");
    }

    #[test]
    fn gradient_descent_lowers_the_loss() {
        let (dataset, _) = dataset();
        let mut model = Model::of::<Chess>();
        let before = model.loss(&dataset, &dataset.examples);
        let mut adam = Adam::new(model.len());
        for _ in 0..100 {
            let gradient = model.gradient_in_threads(&dataset, &dataset.examples, 1);
            adam.step(&mut model, &gradient, 0.2);
        }
        assert!(model.loss(&dataset, &dataset.examples) < before / 2.0);
    }
}
