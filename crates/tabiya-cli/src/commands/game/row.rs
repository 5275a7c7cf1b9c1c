use tabiya_pgn::Record;
use tabiya_pgn::replay::{Account, Repetition};

use super::feed::Numbered;

pub(super) const HEADER: &str = "  game     line  result   plies  key               ended                                         could be claimed                repeated (plies)                players                           last position";

/// A game as a row of the table.
pub(super) fn row(game: &Numbered<'_>, account: &Account) -> String {
    let (fen, key) = match &account.last {
        Some((position, key)) => (position.to_fen(), key.to_string()),
        None => ("-".to_string(), "-".to_string()),
    };
    let mut ended = account.ending.to_string();
    if let Some((outcome, ply)) = account.over_before {
        ended += &format!(" (over at ply {ply}: {outcome})");
    } else if account.contradicts_board {
        ended += " (the result differs)";
    }
    let claims: Vec<String> =
        account.claimable.iter().map(|(claim, ply)| format!("{claim} at ply {ply}")).collect();
    let claims = if claims.is_empty() { "-".to_string() } else { claims.join(", ") };
    let line = format!(
        "{:>6} {:>8}  {:<7}  {:>5}  {key:<16}  {ended:<44}  {claims:<30}  {:<30}  {:<32}  {fen}",
        game.number,
        game.record.line(),
        account.result,
        account.plies,
        repeated(&account.repetitions),
        players(game.record),
    );
    line.trim_end().to_string()
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

fn players(record: &Record) -> String {
    let name = |tag: &str| {
        let name = record.tag(tag).unwrap_or("?".into());
        name.chars().filter(|char| !char.is_control()).take(14).collect::<String>()
    };
    format!("{} – {}", name("White"), name("Black"))
}
