//! How good moves were, as lichess reckons it: <https://lichess.org/page/accuracy>. The figures were fitted there to games of
//! people; they are facts, and the code is ours.

use tabiya::{ByColor, Color, Score};

/// How fast centipawns turn into points.
const SLOPE: f64 = 0.003_682_08;
/// More than this is no better, and a mate is worth as much.
const MOST_CENTIPAWNS: i32 = 1000;

/// The points White may expect of a hundred.
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
        Score::Centipawns(score) => score.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
        Score::Mate(moves) if moves < 0 => -MOST_CENTIPAWNS,
        Score::Mate(_) => MOST_CENTIPAWNS,
    };
    100.0 / (1.0 + (-SLOPE * f64::from(centipawns)).exp())
}

/// How accurate a move is that takes its player from one expectation to another, from 0 to 100.
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

/// The accuracy of both sides in a game whose positions White expected these points of, the start first; nothing for a
/// side that did not move.
///
/// It is half the harmonic mean of a side's moves, which bad moves weigh down, and half their mean weighted by how much was
/// going on about them: the deviation of White's expectation in a window of a tenth of the game.
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
    fn whoever_loses_nothing_is_accurate_and_a_blunder_costs_its_player() {
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
