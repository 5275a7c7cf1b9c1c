use serde::Serialize;
use tabiya_pgn::openings::Opening;
use tabiya_pgn::replay::ReplayReport;

use super::feed::Numbered;
use crate::output;

/// The JSON output for a game.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    event: Option<String>,
    white: Option<String>,
    black: Option<String>,
    variant: Option<String>,
    result: String,
    plies: usize,
    /// The last named position of the game; chess only.
    opening: Option<Opening>,
    ended: String,
    /// A fixed identifier.
    ended_by: &'static str,
    over_before: Option<AtPly>,
    claimable: Vec<AtPly>,
    repetitions: Vec<Repeated>,
    fen: Option<String>,
    key: Option<String>,
    contradicts_board: bool,
    warnings: Vec<String>,
    error: Option<Error>,
}

#[derive(Serialize)]
struct AtPly {
    what: String,
    ply: usize,
}

#[derive(Serialize)]
struct Repeated {
    key: String,
    times: usize,
    plies: Vec<usize>,
}

#[derive(Serialize)]
struct Error {
    line: u64,
    ply: Option<usize>,
    message: String,
}

pub(super) fn line(
    file: &str,
    game: &Numbered<'_>,
    report: &ReplayReport,
    opening: Option<Opening>,
) -> String {
    let tag = |name| game.record.tag(name).map(std::borrow::Cow::into_owned);
    let repeated = |repetition: &tabiya_pgn::replay::Repetition| Repeated {
        key: repetition.key.to_string(),
        times: repetition.plies.len(),
        plies: repetition.plies.clone(),
    };
    output::json(&Line {
        file,
        game: game.number,
        line: game.record.line(),
        event: tag("Event"),
        white: tag("White"),
        black: tag("Black"),
        variant: report.variant.map(|variant| variant.to_string()),
        result: report.result.to_string(),
        plies: report.plies,
        opening,
        ended: report.ending.to_string(),
        ended_by: report.ending.category(),
        over_before: report.over_before.map(|(outcome, ply)| AtPly { what: outcome.to_string(), ply }),
        claimable: report
            .claimable
            .iter()
            .map(|(claim, ply)| AtPly { what: claim.to_string(), ply: *ply })
            .collect(),
        repetitions: report.repetitions.iter().map(repeated).collect(),
        fen: report.last.map(|(position, _)| position.to_fen()),
        key: report.last.map(|(_, key)| key.to_string()),
        contradicts_board: report.contradicts_board,
        warnings: report.fen_notes.iter().map(ToString::to_string).collect(),
        error: report.fault.as_ref().map(|fault| Error {
            line: fault.line,
            ply: fault.ply,
            message: fault.kind.to_string(),
        }),
    })
}
