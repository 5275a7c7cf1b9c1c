use tabiya::Key;
use tabiya_pgn::GameResult;
use tabiya_pgn::replay::{Ending, ReplayReport};

use super::feed::Numbered;

/// The output for a game.
pub(super) enum GameReport {
    Game {
        /// A row or a JSON object.
        line: String,
        problem: Option<String>,
        facts: Box<Facts>,
    },
    Problem(String),
}

/// Data for the summary.
pub(super) struct Facts {
    /// File and number.
    pub(super) name: String,
    pub(super) plies: usize,
    pub(super) ending: Ending,
    /// A draw could have been claimed, but the game went on or was not drawn.
    pub(super) claim_missed: bool,
    /// The most frequent position: count and key.
    pub(super) most_repeated: Option<(usize, Key)>,
}

impl GameReport {
    pub(super) fn game(game: &Numbered<'_>, file: &str, line: String, report: &ReplayReport) -> GameReport {
        let name = format!("{file}, game {}", game.number);
        let problem = report.fault.as_ref().map(|fault| format!("{name}, {fault}"));
        let first_claim = report.claimable.first().map(|(_, ply)| *ply);
        let claim_missed =
            first_claim.is_some_and(|ply| ply < report.plies || report.result != GameResult::Draw);
        let times = report.repetitions.iter().map(|repetition| (repetition.plies.len(), repetition.key));
        let facts = Facts {
            name,
            plies: report.plies,
            ending: report.ending,
            claim_missed,
            most_repeated: times.max_by_key(|(times, _)| *times),
        };
        GameReport::Game { line, problem, facts: Box::new(facts) }
    }
}
