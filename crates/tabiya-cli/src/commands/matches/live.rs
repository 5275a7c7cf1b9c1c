//! Output during a match: a table on a terminal, otherwise one line per game.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tabiya::Color;
use tabiya_match::{Match as Plan, Played, Standings, Termination};

use super::table;

pub(super) struct Live {
    /// The number of this match, and of all matches.
    number: (usize, usize),
    bar: Option<ProgressBar>,
}

impl Live {
    pub(super) fn new(plan: &Plan, number: (usize, usize)) -> Live {
        let games = plan.rounds * if plan.swaps { 2 } else { 1 };
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
            let style =
                ProgressStyle::with_template("{msg}\n{bar:30} {pos} of {len} games, {elapsed} of {duration}");
            bar.set_style(style.expect("the template is valid"));
            bar
        });
        Live { number, bar }
    }

    pub(super) fn show(&self, played: &Played, standings: &Standings) {
        let Some(bar) = &self.bar else {
            let _ = writeln!(io::stderr(), "{}", self.line(played, standings));
            return;
        };
        if matches!(played.termination, Termination::Forfeit(..)) {
            bar.println(self.line(played, standings));
        }
        bar.set_message(table::table(standings));
        bar.inc(1);
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, played: &Played, standings: &Standings) -> String {
        let (number, matches) = self.number;
        let which = if matches > 1 { format!("match {number} of {matches}, ") } else { String::new() };
        let [white, black] = Color::ALL.map(|color| &standings.names[played.engine(color)]);
        let games = standings.games;
        format!(
            "{which}game {}: {white} - {black} {} {} ({}); {} +{} ={} -{}{}",
            games.games(),
            played.termination.result(),
            played.termination,
            if played.plies == 1 { "1 ply".into() } else { format!("{} plies", played.plies) },
            standings.names[0],
            games.wins,
            games.draws,
            games.losses,
            elo(standings),
        )
    }
}

/// Empty until a result is known.
fn elo(standings: &Standings) -> String {
    let estimate = standings.estimate();
    match estimate.interval.iter().all(|end| end.is_finite()) {
        true => format!(", Elo {:+.1} {}", estimate.elo, table::interval(estimate.interval)),
        false => String::new(),
    }
}
