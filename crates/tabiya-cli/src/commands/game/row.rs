use tabiya::printable;
use tabiya_pgn::Record;
use tabiya_pgn::openings::Opening;
use tabiya_pgn::replay::{Ending, Repetition, ReplayReport};

use super::feed::Numbered;
use crate::output;

pub(super) const FITTED_HEADER: &str =
    "  game  result   plies  eco  players                ended, could be claimed";

pub(super) const WIDE_HEADER: &str = "  game     line  result   plies  opening                                                             key               ended                                         could be claimed                repeated (plies)                players                           last position";

/// A game as a row that fits the terminal; unlimited without a terminal.
pub(super) fn fitted(game: &Numbered<'_>, report: &ReplayReport, opening: Option<Opening>) -> String {
    let players: String = players(game.record, 9);
    let mut ended = ended(report);
    let is_claimed = matches!(report.ending, Ending::Claimed(_));
    if let Some(claims) = claims(report).filter(|_| !is_claimed) {
        ended += &format!("; {claims}");
    }
    let line = format!(
        "{:>6}  {:<7}  {:>5}  {:<3}  {players:<21}  {ended}",
        game.number,
        report.result.to_string(),
        report.plies,
        opening.map_or("-", |opening| opening.eco),
    );
    output::fitted(&line)
}

/// A game as a row with all columns.
pub(super) fn wide(game: &Numbered<'_>, report: &ReplayReport, opening: Option<Opening>) -> String {
    let (fen, key) = match &report.last {
        Some((position, key)) => (position.to_fen(), key.to_string()),
        None => ("-".to_string(), "-".to_string()),
    };
    let opening = opening.map_or_else(|| "-".to_string(), |opening| opening.to_string());
    let (ended, claims) = (ended(report), claims(report).unwrap_or_else(|| "-".to_string()));
    let line = format!(
        "{:>6} {:>8}  {:<7}  {:>5}  {opening:<66}  {key:<16}  {ended:<44}  {claims:<30}  {:<30}  {:<32}  {fen}",
        game.number,
        game.record.line(),
        report.result,
        report.plies,
        repeated(&report.repetitions),
        players(game.record, 14),
    );
    line.trim_end().to_string()
}

fn ended(report: &ReplayReport) -> String {
    let mut ended = report.ending.to_string();
    if let Some((outcome, ply)) = report.over_before {
        ended += &format!(" (over at ply {ply}: {outcome})");
    } else if report.contradicts_board {
        ended += " (the result differs)";
    }
    ended
}

fn claims(report: &ReplayReport) -> Option<String> {
    let claims: Vec<String> =
        report.claimable.iter().map(|(claim, ply)| format!("{claim} at ply {ply}")).collect();
    (!claims.is_empty()).then(|| claims.join(", "))
}

/// `3× 0,4,8; 2× 1,5`
fn repeated(repetitions: &[Repetition]) -> String {
    if repetitions.is_empty() {
        return "-".to_string();
    }
    let mut most: Vec<&Repetition> = repetitions.iter().collect();
    most.sort_by_key(|repetition| std::cmp::Reverse(repetition.plies.len()));
    let show = |repetition: &&Repetition| {
        let plies: Vec<String> = repetition.plies.iter().map(ToString::to_string).collect();
        format!("{}× {}", plies.len(), plies.join(","))
    };
    most.iter().map(show).collect::<Vec<_>>().join("; ")
}

fn players(record: &Record, longest: usize) -> String {
    let name = |tag: &str| {
        let name = record.tag(tag).unwrap_or("?".into());
        printable(&name).chars().take(longest).collect::<String>()
    };
    format!("{} – {}", name("White"), name("Black"))
}
