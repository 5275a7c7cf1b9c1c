use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use tabiya_engine::eval::{EvalTrace, Evaluate, Evaluator};
use tabiya_files::{LineRead, read_line};

use crate::sample::{GAME_ENDS, MAX_LINE, Sample};

/// One of this many games is held out for validation.
const CHECKED: u64 = 12;

/// How often a weight occurs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) weight: u16,
    pub(super) times: i8,
}

/// The features of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    /// The start of its counts: of the score (White's minus Black's), of White's pressure, and of Black's.
    at: usize,
    score: u16,
    pressure: [u16; 2],
    /// The shares of middlegame and endgame.
    pub(super) middlegame: f32,
    pub(super) endgame: f32,
    pub(super) bonus: f32,
    /// White's result, and the target.
    pub(super) result: f32,
    pub(super) target: f32,
    searched: Option<i32>,
    is_checked: bool,
}

/// Positions as counts of weights.
#[derive(Debug, Default)]
pub(super) struct Dataset {
    pub(super) examples: Vec<Example>,
    counts: Vec<Count>,
}

impl Dataset {
    pub(super) fn read<R: Evaluate>(paths: &[PathBuf]) -> Result<Dataset, String> {
        let mut dataset = Dataset::default();
        let mut evaluator = Evaluator::<R>::new();
        let mut games = 0;
        for path in paths {
            dataset.read_file(path, &mut evaluator, &mut games)?;
        }
        Ok(dataset)
    }

    fn read_file<R: Evaluate>(
        &mut self,
        path: &Path,
        evaluator: &mut Evaluator<R>,
        games: &mut u64,
    ) -> Result<(), String> {
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (mut reader, mut line) = (BufReader::new(file), Vec::new());
        for number in 1_u64.. {
            let problem = |error: String| format!("{}, line {number}: {error}", path.display());
            match read_line(&mut reader, MAX_LINE, &mut line).map_err(|error| problem(error.to_string()))? {
                LineRead::End => break,
                LineRead::Truncated => return Err(problem(format!("it has more than {MAX_LINE} bytes"))),
                LineRead::Complete => {}
            }
            let text = str::from_utf8(&line).map_err(|error| problem(error.to_string()))?;
            if text.starts_with(GAME_ENDS) {
                *games += 1;
                continue;
            }
            let sample = Sample::<R>::parse(text.trim_end()).map_err(problem)?;
            self.add(&sample, evaluator, games.is_multiple_of(CHECKED));
        }
        Ok(())
    }

    pub(super) fn add<R: Evaluate>(
        &mut self,
        sample: &Sample<R>,
        evaluator: &mut Evaluator<R>,
        is_checked: bool,
    ) {
        let position = &sample.position;
        let [white, black] = evaluator.trace(position);
        let at = self.counts.len();
        let difference = white.added.iter().zip(&black.added).map(|(white, black)| white - black);
        let score = self.note(difference);
        let pressure = [&white, &black].map(|side| self.note(side.pressure.iter().copied()));
        let phase = R::phase(position).min(R::FULL_PHASE) as f32 / R::FULL_PHASE as f32;
        let ending = R::ending(position, endgame_of::<R>(&white, &black));
        let fade = ending.fade as f32 / 64.0;
        self.examples.push(Example {
            at,
            score,
            pressure,
            middlegame: phase * fade,
            endgame: (1.0 - phase) * fade * ending.scale as f32 / 64.0,
            bonus: ending.bonus as f32 * fade,
            result: sample.result,
            target: sample.result,
            searched: sample.score,
            is_checked,
        });
    }

    fn note(&mut self, counts: impl Iterator<Item = i16>) -> u16 {
        let before = self.counts.len();
        for (weight, times) in counts.enumerate().filter(|&(_, times)| times != 0) {
            self.counts.push(Count { weight: weight as u16, times: times.clamp(-127, 127) as i8 });
        }
        (self.counts.len() - before) as u16
    }

    /// Sets the targets: results blended with this share of the results expected by the searches.
    pub(super) fn set_targets(&mut self, share: f32, expect: impl Fn(f32) -> f32) {
        for example in &mut self.examples {
            let expected = example.searched.map_or(example.result, |score| expect(score as f32));
            example.target = (1.0 - share) * example.result + share * expected;
        }
    }

    /// The training and validation examples, of different games.
    pub(super) fn split(&self) -> (Vec<Example>, Vec<Example>) {
        self.examples.iter().partition(|example| !example.is_checked)
    }

    /// An example's counts: score, white's pressure, black's pressure.
    #[inline]
    pub(super) fn counts(&self, example: &Example) -> [&[Count]; 3] {
        let [white, black] = example.pressure.map(usize::from);
        let score_end = example.at + usize::from(example.score);
        let white_end = score_end + white;
        [
            &self.counts[example.at..score_end],
            &self.counts[score_end..white_end],
            &self.counts[white_end..white_end + black],
        ]
    }
}

/// The endgame score for White with the engine's weights; its sign shows which side is stronger.
fn endgame_of<R: Evaluate>(white: &EvalTrace, black: &EvalTrace) -> i32 {
    let side = |trace: &EvalTrace| {
        let (score, pressure) = trace.evaluate(R::weights());
        score.endgame() + tabiya_engine::eval::pressure_score(pressure).1
    };
    side(white) - side(black)
}
