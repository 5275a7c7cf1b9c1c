//! The engine's reply, as strong as a person has chosen.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Game, Position};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, Lines, Report, SearchResult, Searcher, Settings, Signals, Strength};
use tokio::sync::oneshot;

use super::Seat;
use super::run::think;
use crate::ask::{GameAsked, Replayed};
use crate::refusal::Refusal;

/// Nobody waits longer for a reply.
const LONGEST: Duration = Duration::from_secs(5);

/// Your move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyAsked {
    game: GameAsked,
    /// From 1, the weakest.
    level: usize,
    /// What the engine's clock shows, in milliseconds.
    #[serde(default)]
    remaining: Option<u64>,
}

#[derive(Serialize, Debug)]
pub(crate) struct ReplyTold {
    uci: String,
    san: String,
    depth: u32,
    nodes: u64,
}

/// The engine's move. If nobody waits for it any more the search stops.
pub(crate) async fn reply(asked: &ReplyAsked, seat: Seat) -> Result<ReplyTold, Refusal> {
    let level = strength(asked.level)?;
    let limits = Limits { move_time: Some(time_for(asked.remaining)), ..Limits::default() };
    let mut seed = [0; 8];
    getrandom::fill(&mut seed).map_err(|_| Refusal::new(500, "there are no random numbers"))?;
    let seed = u64::from_ne_bytes(seed);
    match asked.game.replay()? {
        Replayed::Chess(mut played) => {
            played.go_back();
            choose_move(played.game, played.any, limits, (level, seed), seat).await
        }
        Replayed::Makruk(mut played) => {
            played.go_back();
            choose_move(played.game, played.any, limits, (level, seed), seat).await
        }
    }
}

/// How long the engine may think, with so many milliseconds on its clock.
fn time_for(remaining: Option<u64>) -> Duration {
    remaining.map_or(LONGEST, |left| Duration::from_millis(left / 25)).min(LONGEST)
}

async fn choose_move<R: Evaluate>(
    game: Game<R>,
    any: fn(Position<R>) -> AnyPosition,
    limits: Limits,
    (level, seed): (Strength, u64),
    seat: Seat,
) -> Result<ReplyTold, Refusal> {
    let told = search(game, limits, level, seat, move |game, found, lines| {
        let found = level.prefer(found, lines, seed);
        let position = game.position();
        found.best.map(|mv| ReplyTold {
            uci: any(*position).uci(mv),
            san: position.san(mv),
            depth: found.depth,
            nodes: found.nodes,
        })
    });
    told.await?.ok_or_else(|| Refusal::wrong("there is no legal move"))
}

/// The strength of a level, the weakest being 1.
pub(super) fn strength(level: usize) -> Result<Strength, Refusal> {
    let levels = Strength::LEVELS;
    let strength = level.checked_sub(1).and_then(|index| levels.get(index));
    strength.copied().ok_or_else(|| Refusal::wrong(format!("the levels are 1 to {}", levels.len())))
}

/// Searches as a level does, and tells what was found. If nobody waits for it any more the search stops.
pub(super) async fn search<R: Evaluate, T: Send + 'static>(
    game: Game<R>,
    limits: Limits,
    level: Strength,
    mut seat: Seat,
    tell: impl FnOnce(&Game<R>, SearchResult, &Lines) -> T + Send + 'static,
) -> Result<T, Refusal> {
    if game.outcome().is_some() {
        return Err(Refusal::wrong("the game is over"));
    }
    let (sender, answer) = oneshot::channel();
    let waiting = StopOnDrop(Arc::new(Signals::default()));
    let signals = Arc::clone(&waiting.0);
    think(move || {
        let (limits, settings) = level.limit(&limits, &Settings::default());
        let mut lines = Lines::default();
        let mut hear = |report: &Report| lines.hear(report);
        let found = Searcher::new().search(&game, &limits, &settings, seat.table::<R>(), &signals, &mut hear);
        let told = tell(&game, found, &lines);
        drop(seat);
        let _ = sender.send(told);
    })?;
    answer.await.map_err(|_| Refusal::new(500, "the engine gave no answer"))
}

/// Somebody who waits for a reply. When they have gone, the search stops.
struct StopOnDrop(Arc<Signals>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_a_clock_the_engine_thinks_for_a_twenty_fifth_of_what_is_left_at_most() {
        for left in [0, 24, 25, 1_000, 60_000, u64::MAX] {
            assert!(time_for(Some(left)).as_millis() <= u128::from(left) / 25, "{left}");
            assert!(time_for(Some(left)) <= LONGEST, "{left}");
        }
        assert_eq!(time_for(Some(60_000)), Duration::from_millis(2_400));
        assert_eq!(time_for(None), LONGEST);
    }
}
