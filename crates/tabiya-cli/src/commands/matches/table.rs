//! The standings as a text table.

use std::fmt::Write;

use tabiya_match::stats::{SprtVerdict, Trinomial};
use tabiya_match::{Forfeits, Standings};

/// The maximum width, unless a number is wider.
const WIDTH: usize = 80;
/// The maximum width of names.
const NAME: usize = 19;
/// The indentation of lines below the table.
const LABEL: usize = 8;

pub(super) fn table(standings: &Standings) -> String {
    let names = standings.names.each_ref().map(|name| short(name));
    let width = width(names.iter());
    let mut text = format!("{:width$} {} {:>8} {:>5} {:>8}\n", "engine", counted(), "nodes", "depth", "time");
    let results = [standings.games, standings.games.reversed()];
    for ((name, result), effort) in names.iter().zip(results).zip(&standings.efforts) {
        let [seconds, nodes, depth] = effort.average().unwrap_or_default();
        let counts = counts(&result);
        let _ = writeln!(text, "{name:width$} {counts} {nodes:>8.0} {depth:>5.1} {seconds:>6.3} s");
    }
    let _ = writeln!(text);
    text += &listed("Elo", &elo(standings, &names[0]));
    if standings.swaps {
        let [zero, half, one, more, two] = standings.pairs.0;
        let pairs = standings.pairs.pairs();
        let _ = writeln!(text, "pairs   {pairs}: 0 {zero}, ½ {half}, 1 {one}, 1½ {more}, 2 {two} points");
    }
    text += &listed("games", &games(standings));
    let forfeits = names.iter().zip(&standings.forfeits);
    text += &faults(forfeits.flat_map(|(name, forfeits)| forfeit_counts(name, forfeits)).collect());
    if let Some(line) = sprt(standings) {
        let _ = writeln!(text, "SPRT    {line}");
    }
    text
}

/// A name cut in the middle to fit.
pub(super) fn short(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= NAME {
        return name.to_owned();
    }
    let (first, last) = (&letters[..NAME / 2], &letters[letters.len() - NAME / 2..]);
    first.iter().chain(&['…']).chain(last).collect()
}

pub(super) fn width<'a>(names: impl Iterator<Item = &'a String>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).max(6)
}

/// Forfeits, or that there were none.
pub(super) fn faults(mut faults: Vec<String>) -> String {
    if faults.is_empty() {
        faults.push("none".into());
    }
    listed("faults", &faults)
}

/// Items after a label, wrapped.
fn listed(label: &str, items: &[String]) -> String {
    let (mut text, mut room) = (String::new(), 0);
    for (index, item) in items.iter().enumerate() {
        let length = item.chars().count() + 2;
        let is_first = index == 0;
        if is_first || room < length {
            let (end, label) = if is_first { ("", label) } else { (",\n", "") };
            let _ = write!(text, "{end}{label:LABEL$}{item}");
            room = (WIDTH - LABEL + 2).saturating_sub(length);
        } else {
            let _ = write!(text, ", {item}");
            room -= length;
        }
    }
    text + "\n"
}

/// The header of [`counts`].
pub(super) fn counted() -> String {
    format!("{:>5} {:>4} {:>5} {:>4} {:>6} {:>7}", "games", "won", "drawn", "lost", "points", "score")
}

pub(super) fn counts(result: &Trinomial) -> String {
    format!(
        "{:>5} {:>4} {:>5} {:>4} {:>6.1} {:>5.1} %",
        result.games(),
        result.wins,
        result.draws,
        result.losses,
        result.points(),
        100.0 * result.points() / result.games().max(1) as f64,
    )
}

fn elo(standings: &Standings, name: &str) -> Vec<String> {
    let estimate = standings.estimate();
    if estimate.score.is_nan() {
        let missing = if standings.swaps { "pair of games is complete" } else { "game has ended" };
        return vec![format!("not known: no {missing}")];
    }
    let mut parts = vec![
        format!("{:+.1} {} for {name}", estimate.elo, interval(estimate.interval)),
        format!("LOS {:.1} %", 100.0 * estimate.superiority),
    ];
    if estimate.normalized.is_finite() {
        parts.push(format!("normalised {:+.1} ± {:.1}", estimate.normalized, estimate.normalized_error));
    }
    parts
}

/// The 95 % confidence interval.
pub(super) fn interval(ends: [f64; 2]) -> String {
    let [low, high] = ends.map(|end| if end.is_finite() { format!("{end:+.1}") } else { "?".into() });
    format!("[{low}, {high}]")
}

fn games(standings: &Standings) -> Vec<String> {
    let by_color = standings.by_color;
    let drawn = 100.0 * by_color.draws as f64 / by_color.games().max(1) as f64;
    let mut parts = vec![
        format!("White won {}", by_color.wins),
        format!("Black won {}", by_color.losses),
        format!("drawn {drawn:.1} %"),
    ];
    parts.extend(standings.endings.iter().map(|(ending, count)| format!("{ending} {count}")));
    parts
}

fn sprt(standings: &Standings) -> Option<String> {
    let (test, state) = standings.sprt?;
    let verdict = match state.verdict() {
        Some(SprtVerdict::AcceptsH1) => format!(": the difference is {} or more", test.elo1),
        Some(SprtVerdict::AcceptsH0) => format!(": the difference is {} or less", test.elo0),
        None => ": not decided".into(),
    };
    // Avoids negative zero.
    let llr = (100.0 * state.llr).round() / 100.0 + 0.0;
    Some(format!(
        "LLR {llr:.2} ({:.2}, {:.2}) for [{}, {}]{verdict}",
        state.lower, state.upper, test.elo0, test.elo1
    ))
}

/// An engine's forfeits.
fn forfeit_counts(name: &str, forfeits: &Forfeits) -> Vec<String> {
    let kinds = [
        (forfeits.illegal_moves, "illegal"),
        (forfeits.time_losses, "time"),
        (forfeits.crashes, "crash"),
        (forfeits.hangs, "hang"),
    ];
    let some = kinds.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, kind)| format!("{name} {count} {kind}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        let items: Vec<String> = (1..=12).map(|number| format!("repetition {number}")).collect();
        let text = listed("games", &items);
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.replace(",\n        ", ", ").trim_end(), format!("games   {}", items.join(", ")));
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(short("Stockfish 15.1"), "Stockfish 15.1");
        assert_eq!(short("Stockfish 15.1 at 20000 nodes"), "Stockfish…000 nodes");
    }
}
