//! The engine's reply at a strength level.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya::Game;
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, PvLines, Report, SearchResult, Searcher, Settings, Signals, Strength};

use super::game_table::GameTable;
use crate::api::{GameRequest, Played, Replayed};
use crate::error::ApiError;

/// The maximum time for a reply.
const MAX_TIME: Duration = Duration::from_secs(5);

/// The request of `/api/reply`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyRequest {
    game: GameRequest,
    /// From 1, the weakest.
    level: usize,
    /// The engine's remaining time, in milliseconds.
    #[serde(default)]
    remaining: Option<u64>,
}

#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReplyResponse {
    uci: String,
    san: String,
    depth: u32,
    nodes: u64,
}

/// The engine's move. The seed selects among moves that a weak level considers equal.
pub(crate) fn reply(
    request: &ReplyRequest,
    seed: u64,
    table: &mut GameTable,
    signals: &Signals,
) -> Result<ReplyResponse, ApiError> {
    let level = strength(request.level)?;
    let limits = Limits { move_time: Some(time_for(request.remaining)), ..Limits::default() };
    match request.game.replay()? {
        Replayed::Chess(mut played) => {
            played.rewind();
            choose_move(&played, &LevelSearch { limits, level, signals }, seed, table)
        }
        Replayed::Makruk(mut played) => {
            played.rewind();
            choose_move(&played, &LevelSearch { limits, level, signals }, seed, table)
        }
    }
}

/// The time for a move, by the remaining time on the clock.
fn time_for(remaining: Option<u64>) -> Duration {
    remaining.map_or(MAX_TIME, |left| Duration::from_millis(left / 25)).min(MAX_TIME)
}

fn choose_move<R: Evaluate>(
    played: &Played<R>,
    search: &LevelSearch<'_>,
    seed: u64,
    table: &mut GameTable,
) -> Result<ReplyResponse, ApiError> {
    let (found, lines) = search.run(&played.game, table)?;
    let found = search.level.prefer(found, &lines, seed);
    let position = played.game.position();
    let response = found.best.map(|mv| ReplyResponse {
        uci: (played.any)(*position).uci(mv),
        san: position.san(mv),
        depth: found.depth,
        nodes: found.nodes,
    });
    response.ok_or_else(|| ApiError::invalid("no legal move"))
}

/// The strength of a level, the weakest being 1.
pub(super) fn strength(level: usize) -> Result<Strength, ApiError> {
    let levels = Strength::LEVELS;
    let strength = level.checked_sub(1).and_then(|index| levels.get(index));
    strength.copied().ok_or_else(|| ApiError::invalid(format!("the level must be 1 to {}", levels.len())))
}

/// A search at a strength level.
pub(super) struct LevelSearch<'a> {
    pub(super) limits: Limits,
    pub(super) level: Strength,
    pub(super) signals: &'a Signals,
}

impl LevelSearch<'_> {
    /// The result, and the lines it was chosen from.
    pub(super) fn run<R: Evaluate>(
        &self,
        game: &Game<R>,
        table: &mut GameTable,
    ) -> Result<(SearchResult, PvLines), ApiError> {
        if game.outcome().is_some() {
            return Err(ApiError::invalid("the game is over"));
        }
        let (limits, settings) = self.level.limit(&self.limits, &Settings::default());
        let mut lines = PvLines::default();
        let mut on_event = |report: &Report| lines.update(report);
        let found =
            Searcher::new().search(game, &limits, &settings, table.of::<R>(), self.signals, &mut on_event);
        Ok((found, lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_at_most_one_25th_of_the_remaining_time() {
        for left in [0, 24, 25, 1_000, 60_000, u64::MAX] {
            assert!(time_for(Some(left)).as_millis() <= u128::from(left) / 25, "{left}");
            assert!(time_for(Some(left)) <= MAX_TIME, "{left}");
        }
        assert_eq!(time_for(Some(60_000)), Duration::from_millis(2_400));
        assert_eq!(time_for(None), MAX_TIME);
    }
}
