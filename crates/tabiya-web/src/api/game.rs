use serde::Deserialize;
use tabiya::{AnyPosition, Chess, FenWarning, Game, Makruk, ParsedFen, Position, Reading, Rules, Variant};

use crate::error::ApiError;

/// The maximum number of half-moves; the longest recorded game has 538.
pub(crate) const MAX_PLIES: usize = 10_000;

/// A game in a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// chess, chess960 or makruk.
    pub(crate) variant: String,
    /// The start as a FEN; the standard start position by default.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves in UCI notation, separated by spaces.
    #[serde(default)]
    pub(crate) moves: String,
    /// The half-move to show; the last by default.
    #[serde(default)]
    pub(crate) at: Option<usize>,
}

/// A replayed game, and how to write its positions.
pub(crate) struct Played<R: Rules> {
    /// The game at its last move.
    pub(crate) game: Game<R>,
    /// The half-move to show.
    pub(crate) at: usize,
    pub(crate) any: fn(Position<R>) -> AnyPosition,
    /// Repairs of the FEN.
    pub(crate) notes: Vec<FenWarning>,
}

/// A replayed game of either kind of rules.
pub(crate) enum Replayed {
    Chess(Played<Chess>),
    Makruk(Played<Makruk>),
}

impl GameRequest {
    pub(crate) fn variant(&self) -> Result<Variant, ApiError> {
        self.variant.parse().map_err(|error: tabiya::UnknownVariant| ApiError::invalid(error.to_string()))
    }

    /// Replays the moves.
    pub(crate) fn replay(&self) -> Result<Replayed, ApiError> {
        let fen = self.start.as_deref().unwrap_or("startpos");
        let ParsedFen { position: start, notes, .. } =
            AnyPosition::from_fen(self.variant()?, fen, Reading::LENIENT)?;
        // Not `with_position!`: callers need the type of the rules.
        Ok(match start {
            AnyPosition::Chess(start) => Replayed::Chess(self.play(start, AnyPosition::Chess, notes)?),
            AnyPosition::Chess960(start) => {
                Replayed::Chess(self.play(start, AnyPosition::Chess960, notes)?)
            }
            AnyPosition::Makruk(start) => Replayed::Makruk(self.play(start, AnyPosition::Makruk, notes)?),
        })
    }

    fn play<R: Rules>(
        &self,
        start: Position<R>,
        any: fn(Position<R>) -> AnyPosition,
        notes: Vec<FenWarning>,
    ) -> Result<Played<R>, ApiError> {
        let mut game = Game::from_position(start);
        for (index, text) in self.moves.split_ascii_whitespace().enumerate() {
            if index == MAX_PLIES {
                return Err(ApiError::invalid(format!("the game has more than {MAX_PLIES} half-moves")));
            }
            game.play_uci(text).map_err(|error| ApiError::invalid(format!("ply {}: {error}", index + 1)))?;
        }
        let at = self.at.unwrap_or(game.ply());
        if at > game.ply() {
            return Err(ApiError::invalid(format!("the game has {} half-moves, not {at}", game.ply())));
        }
        Ok(Played { game, at, any, notes })
    }
}

impl<R: Rules> Played<R> {
    /// Goes back to the half-move to show and drops what follows.
    pub(crate) fn rewind(&mut self) {
        while self.game.ply() > self.at {
            self.game.undo();
        }
    }
}
