//! Evaluations in comments, `[%eval 0.17]` and `[%eval #-3]`, always from White's point of view.

use tabiya::Score;

/// A score in the form of `[%eval …]`, from White's point of view.
///
/// ```
/// use tabiya::Score;
/// use tabiya_pgn::{evaluation_text, parse_evaluation};
///
/// assert_eq!(evaluation_text(Score::Centipawns(-5)), "-0.05");
/// assert_eq!(evaluation_text(Score::Mate(-3)), "#-3");
/// assert_eq!(parse_evaluation("-0.05"), Some(Score::Centipawns(-5)));
/// ```
#[must_use]
#[doc(alias = "%eval")]
pub fn evaluation_text(score: Score) -> String {
    match score {
        Score::Mate(moves) => format!("#{moves}"),
        Score::Centipawns(score) => {
            let sign = if score < 0 { "-" } else { "" };
            let score = score.unsigned_abs();
            format!("{sign}{}.{:02}", score / 100, score % 100)
        }
    }
}

/// Parses the value of `[%eval …]`, from White's point of view; the depth may follow after a comma.
///
/// ```
/// use tabiya::Score;
/// use tabiya_pgn::parse_evaluation;
///
/// assert_eq!(parse_evaluation("-1.05"), Some(Score::Centipawns(-105)));
/// assert_eq!(parse_evaluation("#-3,20"), Some(Score::Mate(-3)));
/// assert_eq!(parse_evaluation("much"), None);
/// ```
#[must_use]
pub fn parse_evaluation(text: &str) -> Option<Score> {
    let score = text.split(',').next().unwrap_or_default().trim();
    if let Some(moves) = score.strip_prefix('#') {
        return moves.parse().map(Score::Mate).ok();
    }
    let pawns: f64 = score.parse().ok()?;
    (-10_000.0..=10_000.0).contains(&pawns).then(|| Score::Centipawns((pawns * 100.0).round() as i32))
}
