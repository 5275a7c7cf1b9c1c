//! Accuracy as computed by lichess: <https://lichess.org/page/accuracy>. The constants were fitted there to games of
//! humans; they are facts, and the code is ours.

use tabiya::{ByColor, Color, Score};

/// The slope of the win percentage.
const SLOPE: f64 = 0.003_682_08;
/// Scores are clamped to this, and mates count as this.
const MAX_CENTIPAWNS: i32 = 1000;

/// White's expected score in percent.
///
/// ```
/// use tabiya::Score;
/// use tabiya_engine::annotate::win_percent;
///
/// assert_eq!(win_percent(Score::Centipawns(0)), 50.0);
/// assert!((win_percent(Score::Centipawns(100)) - 59.1).abs() < 0.1);
/// assert_eq!(win_percent(Score::Mate(-3)), win_percent(Score::Centipawns(-1000)));
/// ```
#[must_use]
pub fn win_percent(evaluation: Score) -> f64 {
    let centipawns = match evaluation {
        Score::Centipawns(score) => score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        Score::Mate(moves) if moves < 0 => -MAX_CENTIPAWNS,
        Score::Mate(_) => MAX_CENTIPAWNS,
    };
    100.0 / (1.0 + (-SLOPE * f64::from(centipawns)).exp())
}

/// The accuracy of a move that changes its player's expected score, from 0 to 100.
///
/// ```
/// use tabiya_engine::annotate::move_accuracy;
///
/// assert_eq!(move_accuracy(50.0, 55.0), 100.0);
/// assert!((move_accuracy(60.0, 45.0) - 50.5).abs() < 0.1);
/// ```
#[must_use]
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    (103.1668 * (-0.04354 * (before - after)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of both sides in a game, given White's expected score in each position from the start on; `None` for a
/// side without moves.
///
/// Half the harmonic mean of the accuracies of a side's moves, which bad moves dominate, and half their mean weighted by
/// volatility: the standard deviation of White's expected score in a window of a tenth of the game.
#[must_use]
pub fn game_accuracy(percents: &[f64], first: Color) -> ByColor<Option<f64>> {
    let moves = percents.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8);
    let side = |color: Color| {
        let (mut weights, mut weighted, mut inverse, mut count) = (0.0, 0.0, 0.0, 0.0);
        for index in (0..moves).filter(|index| (index % 2 == 0) == (color == first)) {
            let (before, after) = (percents[index], percents[index + 1]);
            let accuracy = match color {
                Color::White => move_accuracy(before, after),
                Color::Black => move_accuracy(100.0 - before, 100.0 - after),
            };
            let last = (index + 2).max(window).min(percents.len());
            let weight = deviation(&percents[last.saturating_sub(window)..last]).clamp(0.5, 12.0);
            weights += weight;
            weighted += weight * accuracy;
            inverse += 1.0 / accuracy.max(1.0);
            count += 1.0;
        }
        (count > 0.0).then(|| f64::midpoint(weighted / weights, count / inverse))
    };
    ByColor([side(Color::White), side(Color::Black)])
}

/// The standard deviation.
fn deviation(numbers: &[f64]) -> f64 {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blunder_lowers_only_the_accuracy_of_its_player() {
        let accuracy = game_accuracy(&[50.0, 50.0, 50.0, 20.0, 20.0], Color::White);
        assert_eq!(accuracy[Color::Black], Some(100.0));
        let white = accuracy[Color::White].expect("white moved");
        assert!((30.0..60.0).contains(&white), "{white}");
        let black_first = game_accuracy(&[50.0, 80.0], Color::Black);
        assert_eq!(black_first[Color::White], None);
        assert!(black_first[Color::Black].expect("black moved") < 30.0);
        assert_eq!(game_accuracy(&[], Color::White)[Color::White], None);
    }
}
