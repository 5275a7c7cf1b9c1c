//! All matches of more than two engines together.

use std::fmt::Write;

use serde::Serialize;
use tabiya_match::Standings;
use tabiya_match::stats::{self, Pairing, Trinomial};

use super::table::{counted, counts, faults, interval, short, width};

/// An engine among all others.
#[derive(Serialize)]
pub(super) struct Rated<'a> {
    name: &'a str,
    /// Above the mean of all; unknown, if results do not bound everybody's.
    elo: Option<f64>,
    elo_interval: Option<[f64; 2]>,
    #[serde(skip)]
    games: Trinomial,
    #[serde(skip)]
    misdeeds: u64,
}

/// Everybody, the strongest first.
pub(super) fn ratings<'a>(matches: &[&'a Standings]) -> Vec<Rated<'a>> {
    let mut rows: Vec<Rated<'a>> = Vec::new();
    let mut pairings = Vec::new();
    for standings in matches {
        let results = [standings.games, standings.games.reversed()];
        let players = [0, 1].map(|index| {
            let name = standings.names[index].as_str();
            let player = rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
                let games = Trinomial::default();
                rows.push(Rated { name, elo: None, elo_interval: None, games, misdeeds: 0 });
                rows.len() - 1
            });
            rows[player].games = rows[player].games.plus(&results[index]);
            rows[player].misdeeds += standings.misdeeds[index].total();
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

/// Everybody's games of all matches, and one rating for each.
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
        "Ratings are counted from the mean of all"
    } else {
        "Ratings are not known: somebody has won or lost every game"
    };
    let _ = writeln!(text, "{known}");
    let guilty = names.iter().zip(&rows).filter(|(_, row)| row.misdeeds > 0);
    text + &faults(guilty.map(|(name, row)| format!("{name} {}", row.misdeeds)).collect())
}
