//! Texel tuning: weights with which the evaluation, through a logistic curve, best predicts results.

mod adam;
mod dataset;
mod model;

use std::io::Write;

use tabiya_engine::eval::Evaluate;
use tabiya_files::atomic_write;

use crate::{FitArgs, table};
use adam::Adam;
use dataset::{Dataset, Example};
use model::Model;
use tabiya::keys::SplitMix64;

/// The batch size.
const BATCH: usize = 16_384;
/// Stops after this many epochs without improvement.
const PATIENCE: usize = 6;

pub(crate) fn run<R: Evaluate>(args: &FitArgs) -> Result<(), String> {
    if !(0.0..=1.0).contains(&args.blend) {
        return Err("--blend is a share, between 0 and 1".to_owned());
    }
    let mut dataset = Dataset::read::<R>(&args.data)?;
    let mut model = Model::of::<R>();
    model.fit_curve(&dataset);
    dataset.set_targets(args.blend as f32, |score| model.expected_result(score));
    let (mut training, validation) = dataset.split();
    if training.is_empty() || validation.is_empty() {
        return Err("too few games: training and validation need at least one each".to_owned());
    }
    let before = (model.loss(&dataset, &training), model.loss(&dataset, &validation));
    eprintln!(
        "{} positions for training, {} for validation; curve {:.4}; loss {:.6}, {:.6}",
        training.len(),
        validation.len(),
        model.curve(),
        before.0,
        before.1
    );

    let origin = model.clone();
    let mut adam = Adam::new(model.len());
    let mut random = SplitMix64::new(7);
    let mut best = (before.1, 0, model.clone());
    for epoch in 1..=args.epochs {
        random.shuffle(&mut training);
        // The learning rate decays.
        let done = (epoch - 1) as f64 / args.epochs as f64;
        let rate = args.rate * (0.03 + 0.97 * 0.5 * (1.0 + (std::f64::consts::PI * done).cos()));
        for batch in training.chunks(BATCH) {
            let mut gradient = model.gradient_in_threads(&dataset, batch, args.threads.clamp(1, 64));
            model.regularize(&origin, args.regularization / training.len() as f64, &mut gradient);
            adam.step(&mut model, &gradient, rate);
        }
        let loss = model.loss(&dataset, &validation);
        eprintln!("{epoch:>3}: loss {loss:.6}");
        if loss < best.0 {
            best = (loss, epoch, model.clone());
        } else if epoch >= best.1 + PATIENCE {
            break;
        }
    }
    let (after, epoch, model) = best;
    let weights = model.rounded();
    let fitted = model.loss(&dataset, &training);
    atomic_write(&args.out, |out| out.write_all(table::render(R::TERMS, &weights).as_bytes()))
        .map_err(|error| format!("{}: {error}", args.out.display()))?;
    println!(
        "positions {} + {}, curve {:.4}, loss {:.6} -> {fitted:.6} (training), {:.6} -> {after:.6} (validation, epoch {epoch})",
        training.len(),
        validation.len(),
        model.curve(),
        before.0,
        before.1
    );
    Ok(())
}

/// The index of a position's example in the dataset.
type Examples = [Example];
