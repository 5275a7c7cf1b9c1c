//! The explorer table as text.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use tabiya::{AnyPosition, printable};
use tabiya_db::{Database, Explored, GameId, Results, TopGame};
use tabiya_pgn::openings::Opening;

use crate::output::{self, cut, grouped};

/// The width of a bar.
const BAR: u64 = 20;

pub(super) fn table(
    database: &Database,
    position: &AnyPosition,
    opening: Option<Opening>,
    explored: &Explored,
) -> tabiya_db::Result<String> {
    let mut text = String::new();
    if let Some(opening) = opening {
        let _ = writeln!(text, "{opening}");
    }
    let games = explored.results.games();
    if games == 0 {
        text += "no game reached this position, or none matches the filters";
        return Ok(text);
    }
    let plural = if games == 1 { "" } else { "s" };
    let _ = write!(text, "{} game{plural}: {}", grouped(games), shares(&explored.results));
    if explored.ended > 0 {
        let _ = write!(text, "; {} ended here", grouped(explored.ended));
    }
    text += "\n\n";
    let head = "move         games          white / draws / black          rating  perf.  last";
    let _ = writeln!(text, "{}", output::fitted(head));
    for played in &explored.moves {
        let number = |value: Option<i64>| value.map_or("-".to_owned(), |value| value.to_string());
        let before = format!(
            "{:<8} {:>9}  {:>3} %  ",
            position.san(played.mv),
            grouped(played.results.games()),
            (100 * played.results.games() + games / 2) / games,
        );
        let after = format!(
            "  {:>11}  {:>6} {:>6}  {}",
            percents(&played.results),
            number(played.average_rating.map(i64::from)),
            number(played.performance.map(i64::from)),
            played.last.year().map_or("-".to_owned(), |year| year.to_string()),
        );
        let _ = writeln!(text, "{}", row(&before, &played.results, &after));
    }
    for (title, list) in [("top games", &explored.top_games), ("last games", &explored.recent_games)] {
        if !list.is_empty() {
            let _ = write!(text, "\n{title}\n");
        }
        for top in list {
            let _ = writeln!(text, "{}", game(database, position, top)?);
        }
    }
    if !explored.history.is_empty() {
        let _ = write!(text, "\nyear by year\n");
    }
    let mut undated = games;
    for months in explored.history.chunk_by(|((a, _), _), ((b, _), _)| a == b) {
        let mut results = Results::default();
        months.iter().for_each(|(_, month)| results += *month);
        undated -= results.games().min(undated);
        let before = format!("{:<8} {:>9}  ", months[0].0.0, grouped(results.games()));
        let _ = writeln!(text, "{}", row(&before, &results, &format!("  {:>11}", percents(&results))));
    }
    if !explored.history.is_empty() && undated > 0 {
        let _ = writeln!(text, "{:<8} {:>9}", "unknown", grouped(undated));
    }
    Ok(text.trim_end().to_owned())
}

/// A row with a bar, if there is room.
fn row(before: &str, results: &Results, after: &str) -> String {
    let needed = before.chars().count() + BAR as usize + after.chars().count();
    if needed > output::width() {
        return output::fitted(&format!("{before}{}", after.trim_start()));
    }
    format!("{before}{}{after}", bar(results, io::stdout().is_terminal()))
}

/// Results as a bar: White's wins, draws, Black's wins.
fn bar(results: &Results, in_color: bool) -> String {
    let known = results.white + results.draws + results.black;
    if known == 0 {
        return " ".repeat(BAR as usize);
    }
    let up_to = |games: u64| ((games * BAR + known / 2) / known) as usize;
    let (white, draws) = (up_to(results.white), up_to(results.white + results.draws));
    let (draws, black) = (draws - white, BAR as usize - draws);
    if in_color {
        let part = |color: u8, count: usize| format!("\x1b[48;5;{color}m{}", " ".repeat(count));
        return format!("{}{}{}\x1b[0m", part(255, white), part(245, draws), part(236, black));
    }
    format!("{}{}{}", "█".repeat(white), "▒".repeat(draws), "░".repeat(black))
}

fn percents(results: &Results) -> String {
    let known = results.white + results.draws + results.black;
    let percent = |games: u64| (100 * games + known / 2).checked_div(known).unwrap_or(0);
    format!("{}/{}/{}", percent(results.white), percent(results.draws), percent(results.black))
}

fn shares(results: &Results) -> String {
    let mut text = format!(
        "white won {}, draws {}, black won {}",
        grouped(results.white),
        grouped(results.draws),
        grouped(results.black)
    );
    if results.unknown > 0 {
        let _ = write!(text, ", unknown {}", grouped(results.unknown));
    }
    text
}

fn game(database: &Database, position: &AnyPosition, top: &TopGame) -> tabiya_db::Result<String> {
    let GameId(number) = top.game;
    let (tags, facts) = (database.tags(top.game)?, database.facts(top.game)?);
    let player = |name: &str, elo: Option<u16>| {
        let found = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let name = cut(&printable(found.map_or("?", |(_, value)| value)), 24);
        elo.map_or(name.clone(), |elo| format!("{name} {elo}"))
    };
    let played = top.mv.map_or("-".to_owned(), |mv| position.san(mv));
    Ok(output::fitted(&format!(
        "{:<8} {:>9}  {:<29}  {:<29}  {:<7}  {}",
        played,
        number,
        player("White", facts.white_elo),
        player("Black", facts.black_elo),
        facts.result,
        facts.date,
    )))
}
