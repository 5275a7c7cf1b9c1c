use std::fmt;
use std::str::FromStr;

/// What an engine thinks of a position, as White sees it; in PGN `[%eval 0.17]` and `[%eval #-3]`.
///
/// ```
/// use tabiya_pgn::Evaluation;
///
/// assert_eq!("-1.05".parse(), Ok(Evaluation::Centipawns(-105)));
/// assert_eq!("#-3,20".parse(), Ok(Evaluation::Mate(-3)));
/// assert_eq!(Evaluation::Centipawns(-5).to_string(), "-0.05");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; below zero if Black gives it.
    Mate(i32),
}

/// The text is no evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadEvaluation;

impl fmt::Display for BadEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an evaluation: expected something like 0.17 or #-3")
    }
}

impl std::error::Error for BadEvaluation {}

impl FromStr for Evaluation {
    type Err = BadEvaluation;

    /// Reads also what may follow after a comma: how deep the engine looked.
    fn from_str(text: &str) -> Result<Evaluation, BadEvaluation> {
        let score = text.split(',').next().unwrap_or_default().trim();
        if let Some(moves) = score.strip_prefix('#') {
            return moves.parse().map(Evaluation::Mate).map_err(|_| BadEvaluation);
        }
        let pawns: f64 = score.parse().map_err(|_| BadEvaluation)?;
        if !(-10_000.0..=10_000.0).contains(&pawns) {
            return Err(BadEvaluation);
        }
        Ok(Evaluation::Centipawns((pawns * 100.0).round() as i32))
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Mate(moves) => write!(f, "#{moves}"),
            Evaluation::Centipawns(score) => {
                let sign = if *score < 0 { "-" } else { "" };
                let score = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", score / 100, score % 100)
            }
        }
    }
}
