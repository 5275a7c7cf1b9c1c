//! A game of whichever kind the GUI has chosen.

use tabiya::{AnyPosition, Chess, Game, Makruk, Move, Position, Variant};

use super::command::{Start, printable};
use crate::eval::Evaluate;

#[derive(Clone, Debug)]
pub(crate) enum AnyGame {
    Chess(Game<Chess>),
    Chess960(Game<Chess>),
    Makruk(Game<Makruk>),
}

/// Asks the game inside, whatever it is.
macro_rules! with_game {
    ($any:expr, $game:ident => $answer:expr) => {
        match $any {
            $crate::uci::any_game::AnyGame::Chess($game)
            | $crate::uci::any_game::AnyGame::Chess960($game) => $answer,
            $crate::uci::any_game::AnyGame::Makruk($game) => $answer,
        }
    };
}
pub(crate) use with_game;

impl AnyGame {
    pub(crate) fn start(variant: Variant) -> AnyGame {
        AnyGame::from(AnyPosition::start(variant))
    }

    /// The game after a `position` command, whole or not at all. Repairs of the FEN go to `notes`.
    pub(crate) fn set_up(
        variant: Variant,
        start: &Start,
        moves: &[String],
        notes: &mut Vec<String>,
    ) -> Result<AnyGame, String> {
        let mut game = match start {
            Start::Usual => AnyGame::start(variant),
            Start::Fen(fen) => {
                let (position, repairs) =
                    AnyPosition::from_fen(variant, fen, false).map_err(|error| error.to_string())?;
                notes.extend(repairs.iter().map(ToString::to_string));
                AnyGame::from(position)
            }
        };
        for (i, text) in moves.iter().enumerate() {
            with_game!(&mut game, game => game.play_uci(text)).map_err(|error| {
                format!("ply {} ({}): {error}; the position stays as it was", i + 1, printable(text))
            })?;
        }
        Ok(game)
    }

    pub(crate) fn position(&self) -> AnyPosition {
        match self {
            AnyGame::Chess(game) => AnyPosition::Chess(*game.position()),
            AnyGame::Chess960(game) => AnyPosition::Chess960(*game.position()),
            AnyGame::Makruk(game) => AnyPosition::Makruk(*game.position()),
        }
    }

    pub(crate) fn is_chess960(&self) -> bool {
        matches!(self, AnyGame::Chess960(_))
    }
}

impl From<AnyPosition> for AnyGame {
    fn from(position: AnyPosition) -> AnyGame {
        match position {
            AnyPosition::Chess(position) => AnyGame::Chess(Game::from_position(position)),
            AnyPosition::Chess960(position) => AnyGame::Chess960(Game::from_position(position)),
            AnyPosition::Makruk(position) => AnyGame::Makruk(Game::from_position(position)),
        }
    }
}

/// A line of moves as a GUI reads it.
pub(crate) fn line_text<R: Evaluate>(position: &Position<R>, line: &[Move], chess960: bool) -> String {
    let mut position = *position;
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(move_text(&position, mv, chess960));
        position = position.play_legal(mv);
    }
    words.join(" ")
}

pub(crate) fn move_text<R: Evaluate>(position: &Position<R>, mv: Move, chess960: bool) -> String {
    if chess960 { position.uci_960(mv) } else { position.uci(mv) }
}
