//! The overall result of matches between more than two engines.

use std::fmt::Write;

use serde::Serialize;
use tabiya_match::Standings;
use tabiya_match::stats::{self, Pairing, Trinomial};

use super::table::{counted, counts, faults, interval, short, width};

/// One engine's overall result.
#[derive(Serialize)]
pub(super) struct Rated<'a> {
    name: &'a str,
    /// Relative to the mean; `None` if the results do not bound it.
    elo: Option<f64>,
    elo_interval: Option<[f64; 2]>,
    #[serde(skip)]
    games: Trinomial,
    #[serde(skip)]
    forfeits: u64,
}

/// All engines, strongest first.
pub(super) fn ratings<'a>(matches: &[&'a Standings]) -> Vec<Rated<'a>> {
    let mut rows: Vec<Rated<'a>> = Vec::new();
    let mut pairings = Vec::new();
    for standings in matches {
        let results = [standings.games, standings.games.reversed()];
        let players = [0, 1].map(|index| {
            let name = standings.names[index].as_str();
            let player = rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
                let games = Trinomial::default();
                rows.push(Rated { name, elo: None, elo_interval: None, games, forfeits: 0 });
                rows.len() - 1
            });
            rows[player].games = rows[player].games.plus(&results[index]);
            rows[player].forfeits += standings.forfeits[index].total();
            player
        });
        pairings.push(Pairing::new(players, standings.samples()));
    }
    let rated = stats::ratings(rows.len(), &pairings);
    for (row, rating) in rows.iter_mut().zip(rated.into_iter().flatten()) {
        (row.elo, row.elo_interval) = (Some(rating.elo), Some(rating.interval));
    }
    let share = |row: &Rated<'_>| row.games.points() / row.games.games().max(1) as f64;
    let strength = |row: &Rated<'_>| row.elo.unwrap_or_else(|| share(row));
    rows.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    rows
}

/// The games of all matches, with one rating per engine.
pub(super) fn table(matches: &[&Standings]) -> String {
    let rows = ratings(matches);
    let names: Vec<String> = rows.iter().map(|row| short(row.name)).collect();
    let width = width(names.iter());
    let mut text = format!("{:width$} {} {:>7}  95 %\n", "all", counted(), "Elo");
    for (name, Rated { elo, elo_interval, games, .. }) in names.iter().zip(&rows) {
        let elo = elo.map_or_else(|| "?".into(), |elo| format!("{elo:+.1}"));
        let ends = interval(elo_interval.unwrap_or([f64::NAN; 2]));
        let _ = writeln!(text, "{name:width$} {} {elo:>7}  {ends}", counts(games));
    }
    let known = if rows.iter().all(|row| row.elo.is_some()) {
        "Ratings are relative to the mean"
    } else {
        "Ratings are unknown: an engine has won or lost every game"
    };
    let _ = writeln!(text, "{known}");
    let forfeiting = names.iter().zip(&rows).filter(|(_, row)| row.forfeits > 0);
    text + &faults(forfeiting.map(|(name, row)| format!("{name} {}", row.forfeits)).collect())
}
