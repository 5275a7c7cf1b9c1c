//! A position with result and score, as a line of text: `FEN;result;score`.

use std::fmt::Write;

use tabiya::{Position, Reading, Rules};

/// Marks the end of a game's positions, before the game's number; what follows the last mark is an incomplete game.
pub(crate) const GAME_ENDS: &str = "# game";

/// The maximum length of a line: a FEN, a result and a score.
pub(crate) const MAX_LINE: usize = 1023;

/// A position, the result of its game and the search's score, both for White.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sample<R: Rules> {
    pub(crate) position: Position<R>,
    /// 1, 0.5 or 0.
    pub(crate) result: f32,
    /// Centipawns, if recorded.
    pub(crate) score: Option<i32>,
}

impl<R: Rules> Sample<R> {
    pub(crate) fn parse(line: &str) -> Result<Sample<R>, String> {
        let mut fields = line.split(';');
        let (Some(fen), Some(result), score, None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err("expected FEN;result;score".to_owned());
        };
        let parsed =
            Position::from_fen(fen, Reading::STRICT.chess960()).map_err(|error| error.to_string())?;
        let result = match result.trim() {
            "1" => 1.0,
            "0.5" => 0.5,
            "0" => 0.0,
            other => return Err(format!("the result is 1, 0.5 or 0, not {other:?}")),
        };
        let score = score
            .map(|text| text.trim().parse().map_err(|_| format!("the score is a number, not {text:?}")))
            .transpose()?;
        Ok(Sample { position: parsed.position, result, score })
    }

    pub(crate) fn write(&self, out: &mut String) {
        let _ = write!(out, "{};{}", self.position.to_fen(), self.result);
        if let Some(score) = self.score {
            let _ = write!(out, ";{score}");
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::{Chess, Makruk};

    #[test]
    fn a_sample_survives_being_written() {
        let sample = Sample { position: Position::<Makruk>::start(), result: 0.5, score: Some(-31) };
        let mut line = String::new();
        sample.write(&mut line);
        assert_eq!(Sample::parse(line.trim_end()), Ok(sample));
    }

    #[test]
    fn a_bad_line_is_rejected_with_a_reason() {
        let error_of = |line: &str| Sample::<Chess>::parse(line).err().unwrap_or_default();
        assert!(error_of("8/8/8/8/8/8/8/8 w - - 0 1;1;0").contains("king"));
        let start = Position::<Chess>::start().to_fen();
        assert!(error_of(&format!("{start};2;0")).contains("result"));
        assert!(error_of(&format!("{start};1;many")).contains("score"));
        assert!(error_of(&start).contains("expected"));
    }
}
