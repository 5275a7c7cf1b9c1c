use std::fmt;

use tabiya::{Color, Outcome};

use super::{Problem, TagValue};

/// Takes what the reader finds, in the order of the file. Every function does nothing unless it is written.
///
/// Texts are pieces of the reader's buffer: copy what you keep. What is skipped costs less to read.
pub trait Visitor {
    /// A game begins on this line.
    fn begin_game(&mut self, _line: u64) {}

    /// A tag pair.
    fn tag(&mut self, _name: &[u8], _value: TagValue<'_>) {}

    /// The moves begin. Whoever skips them hears of no moves, comments and NAGs, but of the result.
    fn begin_moves(&mut self) -> Skip {
        Skip::No
    }

    /// A move, or something in the place of one, of whatever letters, with its check marks and `!?` as they are
    /// written. The line is for whoever finds it illegal.
    fn san(&mut self, _san: &[u8], _line: u64) {}

    /// A null move: `--`, `Z0`, `0000`.
    fn null_move(&mut self, _line: u64) {}

    /// A NAG, written as `$1` or, after a blank, as `!`.
    fn nag(&mut self, _nag: u8) {}

    /// A comment, or a piece of one that is longer than the buffer; `is_last` says whether it ends here.
    fn comment(&mut self, _text: &[u8], _is_last: bool) {}

    /// A variation begins: another way to play instead of the last move.
    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    /// A variation that was not skipped ends.
    fn end_variation(&mut self) {}

    /// How the game ended, as the moves say; not called if they do not.
    fn result(&mut self, _result: GameResult) {}

    /// Something is wrong, in this game or, outside of a game, before the next.
    fn problem(&mut self, _problem: Problem) {}

    /// The game is complete. It is not called for a game in which the input broke off.
    fn end_game(&mut self) {}
}

/// Whether to skip a part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Visit it.
    No,
    /// Read over it.
    Yes,
}

/// How a game ended.
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
    /// `*`: not ended, or not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result the rules say, if they have ended a game.
    #[must_use]
    pub fn of(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            Some(Outcome::Checkmate { winner: Color::White }) => GameResult::WhiteWins,
            Some(Outcome::Checkmate { winner: Color::Black }) => GameResult::BlackWins,
            Some(_) => GameResult::Draw,
            None => GameResult::Unknown,
        }
    }

    /// The result a text means.
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
