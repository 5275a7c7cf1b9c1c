use super::model::{Model, Pair};

/// The Adam optimizer (Kingma and Ba).
#[derive(Debug)]
pub(super) struct Adam {
    means: Vec<Pair>,
    squares: Vec<Pair>,
    steps: i32,
}

const KEEP_MEAN: f64 = 0.9;
const KEEP_SQUARE: f64 = 0.999;

impl Adam {
    pub(super) fn new(weights: usize) -> Adam {
        Adam { means: vec![[0.0; 2]; weights], squares: vec![[0.0; 2]; weights], steps: 0 }
    }

    /// Moves the weights against the gradient.
    pub(super) fn step(&mut self, model: &mut Model, gradient: &[Pair], rate: f64) {
        self.steps = self.steps.saturating_add(1);
        let correction = (1.0 - KEEP_SQUARE.powi(self.steps)).sqrt() / (1.0 - KEEP_MEAN.powi(self.steps));
        let rate = (rate * correction) as f32;
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, gradient), (mean, square)) in model.weights.iter_mut().zip(gradient).zip(moments) {
            for half in 0..2 {
                let g = gradient[half];
                mean[half] += (1.0 - KEEP_MEAN) as f32 * (g - mean[half]);
                square[half] += (1.0 - KEEP_SQUARE) as f32 * (g * g - square[half]);
                weight[half] -= rate * mean[half] / (square[half].sqrt() + 1e-12);
            }
        }
    }
}
