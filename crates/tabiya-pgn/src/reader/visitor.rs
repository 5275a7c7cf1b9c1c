use std::fmt;

use tabiya::{Color, Outcome};

use super::{Problem, TagValue};

/// Receives the parts of a game in the order of the file. By default every method does nothing.
///
/// Texts are slices of the reader's buffer: copy what you keep. Skipped parts are cheaper to read.
pub trait Visitor {
    /// A game begins on this line.
    fn begin_game(&mut self, _line: u64) {}

    /// A tag pair.
    fn tag(&mut self, _name: &[u8], _value: TagValue<'_>) {}

    /// The moves begin. If skipped, only the result and problems are reported.
    fn begin_moves(&mut self) -> Skip {
        Skip::No
    }

    /// A move, or text in place of a move, with its check marks and `!?` as written. The line is for error messages.
    fn san(&mut self, _san: &[u8], _line: u64) {}

    /// A null move: `--`, `Z0`, `0000`.
    fn null_move(&mut self, _line: u64) {}

    /// A NAG, written as `$1` or, after a blank, as `!`.
    fn nag(&mut self, _nag: u8) {}

    /// A comment, or a part of one that is longer than the buffer; `is_last` marks the end of the comment.
    fn comment(&mut self, _text: &[u8], _is_last: bool) {}

    /// A variation begins: an alternative to the last move.
    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    /// A variation that was not skipped ends.
    fn end_variation(&mut self) {}

    /// The result after the moves; not called if there is none.
    fn result(&mut self, _result: GameResult) {}

    /// A problem in this game or, outside of a game, before the next.
    fn problem(&mut self, _problem: Problem) {}

    /// The game is complete. Not called if the input failed within the game.
    fn end_game(&mut self) {}
}

/// Whether to skip a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Visit it.
    No,
    /// Skip it.
    Yes,
}

/// The result of a game.
///
/// ```
/// use tabiya_pgn::GameResult;
///
/// assert_eq!(GameResult::parse(b"1/2-1/2"), Some(GameResult::Draw));
/// assert_eq!(GameResult::Draw.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result of an outcome by the rules.
    #[must_use]
    pub fn of(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            Some(Outcome::Checkmate { winner: Color::White }) => GameResult::WhiteWins,
            Some(Outcome::Checkmate { winner: Color::Black }) => GameResult::BlackWins,
            Some(_) => GameResult::Draw,
            None => GameResult::Unknown,
        }
    }

    /// Parses a result token.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<GameResult> {
        match text {
            b"1-0" => Some(GameResult::WhiteWins),
            b"0-1" => Some(GameResult::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(GameResult::Draw),
            b"*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}
