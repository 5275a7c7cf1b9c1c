//! The standings as one object.

use serde_json::{Value, json};
use tabiya_match::stats::{EloModel, SprtVerdict};
use tabiya_match::{Match as Plan, Standings};

pub(super) fn object(plan: &Plan, standings: &Standings) -> Value {
    let estimate = standings.estimate();
    let results = [standings.games, standings.games.reversed()];
    let engines: Vec<Value> = (0..2)
        .map(|index| {
            let [seconds, nodes, depth] = standings.efforts[index].average().unwrap_or_default();
            let misdeeds = standings.misdeeds[index];
            let result = results[index];
            json!({
                "name": standings.names[index],
                "limit": plan.engines[index].limit.to_string(),
                "won": result.wins,
                "drawn": result.draws,
                "lost": result.losses,
                "points": result.points(),
                "moves": standings.efforts[index].moves,
                "seconds_per_move": seconds,
                "nodes_per_move": nodes,
                "depth_per_move": depth,
                "illegal_moves": misdeeds.illegal_moves,
                "time_losses": misdeeds.time_losses,
                "crashes": misdeeds.crashes,
                "hangs": misdeeds.hangs,
            })
        })
        .collect();
    // What is infinite or unknown is null.
    json!({
        "variant": plan.variant.to_string(),
        "engines": engines,
        "games": standings.games.games(),
        "white_won": standings.by_color.wins,
        "drawn": standings.by_color.draws,
        "black_won": standings.by_color.losses,
        "pairs": if standings.swaps { json!(standings.pairs.0) } else { Value::Null },
        "score": estimate.score,
        "elo": estimate.elo,
        "elo_error": estimate.error,
        "normalised_elo": estimate.normalised,
        "normalised_elo_error": estimate.normalised_error,
        "los": estimate.superiority,
        "endings": standings.endings,
        "sprt": sprt(standings),
        "failure": standings.failure.as_ref().map(ToString::to_string),
    })
}

fn sprt(standings: &Standings) -> Value {
    let Some((test, state)) = standings.sprt else { return Value::Null };
    json!({
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": if test.model == EloModel::Normalised { "normalised" } else { "logistic" },
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "accepted": match state.verdict() {
            Some(SprtVerdict::AcceptsFirst) => json!("elo0"),
            Some(SprtVerdict::AcceptsSecond) => json!("elo1"),
            None => Value::Null,
        },
    })
}
