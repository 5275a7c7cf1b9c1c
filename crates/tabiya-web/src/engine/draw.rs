//! Draw offers: the engine decides by its own evaluation.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya::{Color, Game};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, Signals};

use super::game_table::GameTable;
use super::levels::{LevelSearch, strength};
use crate::api::{GameRequest, Replayed};
use crate::error::ApiError;

/// The maximum time for an answer.
const MAX_TIME: Duration = Duration::from_secs(2);
/// In centipawns: at or below this score the engine accepts.
const MAX_ACCEPTED_SCORE: i64 = -50;
/// Above this score the engine declines.
const MAX_EQUAL_SCORE: i64 = 10;
/// An equal game is drawn from this move number on, with at most this many pieces, or after this many half-moves without a capture or pawn
/// move.
const LATE_MOVE_NUMBER: u32 = 30;
const FEW_PIECES: u32 = 10;
const QUIET_PLIES: u16 = 20;

/// The request of `/api/draw`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawRequest {
    game: GameRequest,
    /// The engine's side.
    engine: Side,
    /// From 1, the weakest.
    level: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

/// The engine's answer and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DrawResponse {
    accepts: bool,
    why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum Why {
    /// A draw could be claimed anyway.
    Claim,
    /// The engine's position is worse.
    Worse,
    /// The position is equal, and it is late in the game.
    Level,
    /// The engine's position is better.
    Better,
    /// The position is equal, and it is early in the game.
    Early,
}

/// Answers a draw offer by the engine's evaluation.
pub(crate) fn answer_draw(
    request: &DrawRequest,
    table: &mut GameTable,
    signals: &Signals,
) -> Result<DrawResponse, ApiError> {
    let limits = Limits { move_time: Some(MAX_TIME), ..Limits::default() };
    let search = LevelSearch { limits, level: strength(request.level)?, signals };
    match request.game.replay()? {
        Replayed::Chess(played) => evaluate(&played.game, request, &search, table),
        Replayed::Makruk(played) => evaluate(&played.game, request, &search, table),
    }
}

fn evaluate<R: Evaluate>(
    game: &Game<R>,
    request: &DrawRequest,
    search: &LevelSearch<'_>,
    table: &mut GameTable,
) -> Result<DrawResponse, ApiError> {
    let engine = match request.engine {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let (found, _) = search.run(game, table)?;
    let position = game.position();
    let score = if position.turn() == engine { found.score } else { found.score.reversed() };
    let is_late = position.fullmove_number() >= LATE_MOVE_NUMBER
        || position.identity().occupied().len() <= FEW_PIECES
        || position.halfmove_clock() >= QUIET_PLIES;
    Ok(answer(!game.claims().is_empty(), score.value(), is_late))
}

fn answer(can_be_claimed: bool, score: i64, is_late: bool) -> DrawResponse {
    let why = match score {
        _ if can_be_claimed => Why::Claim,
        ..=MAX_ACCEPTED_SCORE => Why::Worse,
        score if score > MAX_EQUAL_SCORE => Why::Better,
        _ if is_late => Why::Level,
        _ => Why::Early,
    };
    DrawResponse { accepts: matches!(why, Why::Claim | Why::Worse | Why::Level), why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_depends_on_score_and_stage() {
        for (can_be_claimed, score, is_late, accepts, why) in [
            (true, 900, false, true, Why::Claim),
            (false, -50, false, true, Why::Worse),
            (false, -49, false, false, Why::Early),
            (false, 10, true, true, Why::Level),
            (false, 10, false, false, Why::Early),
            (false, 11, true, false, Why::Better),
            (false, 1 << 33, true, false, Why::Better),
            (false, -(1 << 33), false, true, Why::Worse),
        ] {
            assert_eq!(
                answer(can_be_claimed, score, is_late),
                DrawResponse { accepts, why },
                "{score} {is_late}"
            );
        }
    }
}
