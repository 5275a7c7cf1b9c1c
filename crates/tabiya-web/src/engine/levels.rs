//! Strengths a person can choose. A weaker engine looks at fewer positions, and among the lines it likes it sometimes
//! takes one that is not the best.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya::keys::SplitMix64;
use tabiya::{AnyPosition, Game, Move, Position};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, ReportBound, Score, Searcher, Settings, Signals};
use tokio::sync::oneshot;

use super::Seat;
use super::run::think;
use crate::ask::{GameAsked, Replayed};
use crate::refusal::Refusal;

/// How strong.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Positions looked at for a move.
    nodes: u64,
    /// Lines to choose from.
    lines: usize,
    /// A line may be preferred although it is worse by less than this, in centipawns.
    whim: i32,
}

const LEVELS: [Level; 8] = [
    Level { nodes: 150, lines: 5, whim: 260 },
    Level { nodes: 500, lines: 5, whim: 160 },
    Level { nodes: 1_500, lines: 4, whim: 100 },
    Level { nodes: 5_000, lines: 3, whim: 60 },
    Level { nodes: 20_000, lines: 2, whim: 30 },
    Level { nodes: 80_000, lines: 1, whim: 0 },
    Level { nodes: 400_000, lines: 1, whim: 0 },
    Level { nodes: 2_500_000, lines: 1, whim: 0 },
];

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
    let level = asked.level.checked_sub(1).and_then(|index| LEVELS.get(index));
    let level = *level.ok_or_else(|| Refusal::wrong(format!("the levels are 1 to {}", LEVELS.len())))?;
    let time = time_for(asked.remaining);
    let limits = Limits { nodes: Some(level.nodes), move_time: Some(time), ..Limits::default() };
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
    (level, seed): (Level, u64),
    mut seat: Seat,
) -> Result<ReplyTold, Refusal> {
    if game.outcome().is_some() {
        return Err(Refusal::wrong("the game is over"));
    }
    let (sender, answer) = oneshot::channel();
    let waiting = Waiting(Arc::new(Signals::default()));
    let signals = Arc::clone(&waiting.0);
    think(move || {
        let settings = Settings { multi_pv: level.lines, ..Settings::default() };
        let (mut lines, mut depth) = (Vec::new(), 0);
        let found =
            Searcher::new().search(&game, &limits, &settings, seat.table::<R>(), &signals, &mut |report| {
                if report.bound != ReportBound::Exact {
                    return;
                }
                if report.depth != depth {
                    (depth, lines) = (report.depth, Vec::new());
                }
                lines.extend(report.line.first().map(|mv| (*mv, value(report.score))));
            });
        let position = game.position();
        let chosen = found.best.map(|best| prefer(best, &lines, level.whim, seed));
        let told = chosen.map(|mv| ReplyTold {
            uci: any(*position).uci(mv),
            san: position.san(mv),
            depth: found.depth,
            nodes: found.nodes,
        });
        drop(seat);
        let _ = sender.send(told);
    })?;
    let told = answer.await.map_err(|_| Refusal::new(500, "the engine gave no answer"))?;
    told.ok_or_else(|| Refusal::wrong("there is no legal move"))
}

/// Somebody who waits for a reply. When they have gone, the search stops.
struct Waiting(Arc<Signals>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// A score as one number.
fn value(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 100_000 - moves,
        Score::Mate(moves) => -100_000 - moves,
    }
}

/// Gives each line a bonus between nothing and the whim, and takes the best then.
fn prefer(best: Move, lines: &[(Move, i32)], whim: i32, seed: u64) -> Move {
    if whim == 0 {
        return best;
    }
    let mut random = SplitMix64::new(seed);
    let mut bonus = || random.below(whim as usize + 1) as i32;
    let liked = lines.iter().map(|(mv, value)| (*mv, value + bonus())).max_by_key(|(_, value)| *value);
    liked.map_or(best, |(mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Chess;

    #[test]
    fn a_whim_never_prefers_a_line_that_is_much_worse() {
        let start = Position::<Chess>::start();
        let [good, close, bad] = ["e2e4", "d2d4", "f2f3"].map(|uci| start.parse_uci(uci).unwrap());
        let lines = [(good, 30), (close, 20), (bad, -90)];
        let chosen: Vec<Move> = (0..200).map(|seed| prefer(good, &lines, 60, seed)).collect();
        assert!(chosen.contains(&good) && chosen.contains(&close));
        assert!(!chosen.contains(&bad));
        assert!((0..200).all(|seed| prefer(good, &lines, 0, seed) == good));
    }

    #[test]
    fn with_a_clock_the_engine_thinks_for_a_twenty_fifth_of_what_is_left_at_most() {
        for left in [0, 24, 25, 1_000, 60_000, u64::MAX] {
            assert!(time_for(Some(left)).as_millis() <= u128::from(left) / 25, "{left}");
            assert!(time_for(Some(left)) <= LONGEST, "{left}");
        }
        assert_eq!(time_for(Some(60_000)), Duration::from_millis(2_400));
        assert_eq!(time_for(None), LONGEST);
    }

    #[test]
    fn a_mate_is_worth_more_than_any_advantage_and_sooner_is_better() {
        let scores =
            [Score::Mate(1), Score::Mate(4), Score::Centipawns(900), Score::Mate(-4), Score::Mate(-1)];
        assert!(scores.map(value).is_sorted_by(|a, b| a > b));
    }
}
