//! Draw offers: the engine takes one if it would not rather play on.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya::{Color, Game};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, Signals};

use super::game_table::GameTable;
use super::levels::{LevelSearch, strength};
use crate::api::{GameRequest, Replayed};
use crate::error::ApiError;

/// Nobody waits longer for an answer.
const MAX_TIME: Duration = Duration::from_secs(2);
/// In centipawns: who is so much behind is glad of a draw.
const WORSE: i64 = -50;
/// Who is more than this ahead plays on.
const BETTER: i64 = 10;
/// A level game is agreed drawn from this move on, or when so few pieces are left, or when no piece was taken and no pawn moved
/// for so many half-moves.
const LATE: u32 = 30;
const FEW_PIECES: u32 = 10;
const QUIET: u16 = 20;

/// Shall we call it a draw?
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawRequest {
    game: GameRequest,
    /// Which side the engine has.
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

/// What the engine says, and why.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct DrawResponse {
    accepts: bool,
    why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Why {
    /// A draw could be claimed anyway.
    Claim,
    /// The engine stands worse.
    Worse,
    /// Neither stands better, and the game has come far.
    Level,
    /// The engine stands better.
    Better,
    /// Neither stands better, and there is much to play for.
    Early,
}

/// The engine's answer to an offer, by its own evaluation.
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
    let is_late = position.fullmove_number() >= LATE
        || position.identity().occupied().len() <= FEW_PIECES
        || position.halfmove_clock() >= QUIET;
    Ok(answer(!game.claims().is_empty(), score.value(), is_late))
}

fn answer(can_be_claimed: bool, score: i64, is_late: bool) -> DrawResponse {
    let why = match score {
        _ if can_be_claimed => Why::Claim,
        ..=WORSE => Why::Worse,
        score if score > BETTER => Why::Better,
        _ if is_late => Why::Level,
        _ => Why::Early,
    };
    DrawResponse { accepts: matches!(why, Why::Claim | Why::Worse | Why::Level), why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_is_judged_by_score_and_stage() {
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
