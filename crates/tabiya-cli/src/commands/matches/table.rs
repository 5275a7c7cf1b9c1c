//! The standings as a table for people.

use std::fmt::Write;

use tabiya_match::stats::{SprtVerdict, Trinomial};
use tabiya_match::{Misdeeds, Standings};

pub(super) fn table(standings: &Standings) -> String {
    let width = standings.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:width$} {:>6} {:>5} {:>5} {:>5} {:>7} {:>7} {:>10} {:>6} {:>8}  misdeeds\n",
        "engine", "games", "won", "drawn", "lost", "points", "score", "nodes", "depth", "time"
    );
    let results = [standings.games, standings.games.reversed()];
    for (index, (name, result)) in standings.names.iter().zip(results).enumerate() {
        let _ = write!(text, "{name:width$} {}", counts(&result));
        let [seconds, nodes, depth] = standings.efforts[index].average().unwrap_or_default();
        let _ = write!(text, " {nodes:>10.0} {depth:>6.1} {seconds:>6.3} s");
        let _ = writeln!(text, "  {}", misdeeds(&standings.misdeeds[index]));
    }
    let _ = writeln!(text);
    let _ = writeln!(text, "Elo     {}", elo(standings));
    if standings.swaps {
        let [zero, half, one, more, two] = standings.pairs.0;
        let pairs = standings.pairs.pairs();
        let _ = writeln!(text, "pairs   {pairs}: 0 {zero}, ½ {half}, 1 {one}, 1½ {more}, 2 {two} points");
    }
    let _ = writeln!(text, "games   {}", games(standings));
    if let Some(line) = sprt(standings) {
        let _ = writeln!(text, "SPRT    {line}");
    }
    text
}

pub(super) fn counts(result: &Trinomial) -> String {
    format!(
        "{:>6} {:>5} {:>5} {:>5} {:>7.1} {:>5.1} %",
        result.games(),
        result.wins,
        result.draws,
        result.losses,
        result.points(),
        100.0 * result.points() / result.games().max(1) as f64,
    )
}

fn elo(standings: &Standings) -> String {
    let estimate = standings.estimate();
    if estimate.score.is_nan() {
        let lacking = if standings.swaps { "pair of games is whole" } else { "game has ended" };
        return format!("not known: no {lacking}");
    }
    let normalised = if estimate.normalised.is_finite() {
        format!(", normalised {:+.1} ± {:.1}", estimate.normalised, estimate.normalised_error)
    } else {
        String::new()
    };
    let superiority = 100.0 * estimate.superiority;
    let name = &standings.names[0];
    format!(
        "{:+.1} {} for {name}{normalised}, LOS {superiority:.1} %",
        estimate.elo,
        interval(estimate.interval)
    )
}

/// Both ends of the 95 % interval.
pub(super) fn interval(ends: [f64; 2]) -> String {
    let [low, high] = ends.map(|end| if end.is_finite() { format!("{end:+.1}") } else { "?".into() });
    format!("[{low}, {high}]")
}

fn games(standings: &Standings) -> String {
    let by_color = standings.by_color;
    let drawn = 100.0 * by_color.draws as f64 / by_color.games().max(1) as f64;
    let mut text = format!("White won {}, Black won {}, drawn {drawn:.1} %", by_color.wins, by_color.losses);
    let mut separator = "; ";
    for (ending, count) in &standings.endings {
        let _ = write!(text, "{separator}{ending} {count}");
        separator = ", ";
    }
    text
}

fn sprt(standings: &Standings) -> Option<String> {
    let (test, state) = standings.sprt?;
    let verdict = match state.verdict() {
        Some(SprtVerdict::AcceptsSecond) => format!(": the difference is {} or more", test.elo1),
        Some(SprtVerdict::AcceptsFirst) => format!(": the difference is {} or less", test.elo0),
        None => ": not decided".into(),
    };
    // Without the sign of a zero.
    let llr = (100.0 * state.llr).round() / 100.0 + 0.0;
    Some(format!(
        "LLR {llr:.2} ({:.2}, {:.2}) for [{}, {}]{verdict}",
        state.lower, state.upper, test.elo0, test.elo1
    ))
}

fn misdeeds(misdeeds: &Misdeeds) -> String {
    let kinds = [
        (misdeeds.illegal_moves, "illegal"),
        (misdeeds.time_losses, "time"),
        (misdeeds.crashes, "crash"),
        (misdeeds.hangs, "hang"),
    ];
    let some: Vec<String> =
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| format!("{count} {kind}")).collect();
    if some.is_empty() { "0".into() } else { some.join(", ") }
}
