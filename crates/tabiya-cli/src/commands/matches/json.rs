//! The standings as JSON. Infinite and unknown numbers are null.

use std::collections::BTreeMap;

use serde::Serialize;
use tabiya_match::stats::{EloModel, SprtVerdict};
use tabiya_match::{Match as Plan, Standings};

use super::overall::Rated;

/// Of more than two engines.
#[derive(Serialize)]
pub(super) struct Answers<'a> {
    pub(super) matches: Vec<Answer<'a>>,
    /// All engines, strongest first.
    pub(super) ratings: Vec<Rated<'a>>,
}

/// Of two engines.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    variant: String,
    engines: Vec<Engine<'a>>,
    games: u64,
    white_won: u64,
    drawn: u64,
    black_won: u64,
    /// With 0, ½, 1, 1½ and 2 points for the first engine.
    pairs: Option<[u64; 5]>,
    score: f64,
    /// The first engine's Elo relative to the second.
    elo: f64,
    /// The 95 % confidence interval.
    elo_interval: [f64; 2],
    elo_error: f64,
    normalised_elo: f64,
    normalised_elo_error: f64,
    los: f64,
    endings: &'a BTreeMap<String, u64>,
    sprt: Option<Test>,
    failure: Option<String>,
}

#[derive(Serialize)]
struct Engine<'a> {
    name: &'a str,
    limit: String,
    won: u64,
    drawn: u64,
    lost: u64,
    points: f64,
    moves: u64,
    seconds_per_move: f64,
    nodes_per_move: f64,
    depth_per_move: f64,
    illegal_moves: u64,
    time_losses: u64,
    crashes: u64,
    hangs: u64,
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<&'static str>,
}

impl<'a> Answer<'a> {
    pub(super) fn of(plan: &Plan, standings: &'a Standings) -> Answer<'a> {
        let estimate = standings.estimate();
        Answer {
            variant: plan.variant.to_string(),
            engines: (0..2).map(|index| engine(plan, standings, index)).collect(),
            games: standings.games.games(),
            white_won: standings.by_color.wins,
            drawn: standings.by_color.draws,
            black_won: standings.by_color.losses,
            pairs: standings.swaps.then_some(standings.pairs.0),
            score: estimate.score,
            elo: estimate.elo,
            elo_interval: estimate.interval,
            elo_error: estimate.error,
            normalised_elo: estimate.normalized,
            normalised_elo_error: estimate.normalized_error,
            los: estimate.superiority,
            endings: &standings.endings,
            sprt: test(standings),
            failure: standings.failure.as_ref().map(ToString::to_string),
        }
    }
}

fn engine<'a>(plan: &Plan, standings: &'a Standings, index: usize) -> Engine<'a> {
    let result = if index == 0 { standings.games } else { standings.games.reversed() };
    let [seconds, nodes, depth] = standings.efforts[index].average().unwrap_or_default();
    let forfeits = standings.forfeits[index];
    Engine {
        name: &standings.names[index],
        limit: plan.engines[index].limit.to_string(),
        won: result.wins,
        drawn: result.draws,
        lost: result.losses,
        points: result.points(),
        moves: standings.efforts[index].moves,
        seconds_per_move: seconds,
        nodes_per_move: nodes,
        depth_per_move: depth,
        illegal_moves: forfeits.illegal_moves,
        time_losses: forfeits.time_losses,
        crashes: forfeits.crashes,
        hangs: forfeits.hangs,
    }
}

fn test(standings: &Standings) -> Option<Test> {
    let (test, state) = standings.sprt?;
    Some(Test {
        elo0: test.elo0,
        elo1: test.elo1,
        alpha: test.alpha,
        beta: test.beta,
        model: if test.model == EloModel::Normalized { "normalised" } else { "logistic" },
        llr: state.llr,
        lower: state.lower,
        upper: state.upper,
        accepted: state.verdict().map(|verdict| match verdict {
            SprtVerdict::AcceptsH0 => "elo0",
            SprtVerdict::AcceptsH1 => "elo1",
        }),
    })
}
