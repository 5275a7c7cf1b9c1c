use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Color, Move, Position, Score};
use tabiya_engine::annotate::win_percent;
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, Report, ReportBound, Searcher, Settings, Signals, TableUse, UnknownTableUse};

use super::bounds::{EngineBounds, SearchOptions};
use super::game_table::GameTable;
use crate::api::{GameRequest, Played, Replayed};
use crate::error::ApiError;

/// The maximum time of an analysis.
const MAX_TIME: Duration = Duration::from_secs(600);
const MAX_DEPTH: u32 = 60;

/// The request of `/api/analyze`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    game: GameRequest,
    /// The number of best lines.
    #[serde(default)]
    lines: Option<usize>,
    #[serde(default)]
    threads: Option<usize>,
    /// Mebibytes of the transposition table.
    #[serde(default)]
    hash: Option<usize>,
    /// off, cutoffs, ordering or both.
    #[serde(default)]
    table: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    seconds: Option<u64>,
    #[serde(default)]
    nodes: Option<u64>,
    /// Clears the transposition table first, for a fair comparison.
    #[serde(default)]
    fresh: bool,
}

/// A valid request, within the bounds.
pub(crate) struct Analysis {
    game: Replayed,
    plan: Plan,
    clear_hash: bool,
    /// Mebibytes of the transposition table.
    pub(crate) hash: usize,
}

struct Plan {
    limits: Limits,
    settings: Settings,
}

impl AnalysisRequest {
    /// Validates the request.
    pub(crate) fn check(&self, bounds: &EngineBounds) -> Result<Analysis, ApiError> {
        let options = self.options(bounds)?;
        let table_use = match self.table.as_deref() {
            None => TableUse::Both,
            Some(text) => text
                .parse()
                .map_err(|error: UnknownTableUse| ApiError::invalid(format!("the table: {error}")))?,
        };
        let settings =
            Settings { multi_pv: options.lines, threads: options.threads, table_use, ..Settings::default() };
        let seconds = self.seconds.map_or(MAX_TIME, Duration::from_secs).min(MAX_TIME);
        let depth = self.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let nodes = self.nodes.map(|nodes| nodes.max(1));
        let limits = Limits { depth: Some(depth), move_time: Some(seconds), nodes, ..Limits::default() };
        let plan = Plan { limits, settings };
        Ok(Analysis { game: self.game.replay()?, plan, clear_hash: self.fresh, hash: options.hash })
    }

    fn options(&self, bounds: &EngineBounds) -> Result<SearchOptions, ApiError> {
        let defaults = SearchOptions::defaults(bounds);
        let options = SearchOptions {
            threads: self.threads.unwrap_or(defaults.threads),
            hash: self.hash.unwrap_or(defaults.hash),
            lines: self.lines.unwrap_or(defaults.lines),
        };
        options.checked(bounds)
    }
}

impl Analysis {
    /// Searches until a limit is reached, or until `on_event` returns false because the page is gone. Returns the final event.
    pub(crate) fn run(
        mut self,
        table: &mut GameTable,
        signals: &Signals,
        on_event: &mut dyn FnMut(Event) -> bool,
    ) -> Event {
        if self.clear_hash {
            table.clear();
        }
        match &mut self.game {
            Replayed::Chess(played) => search(played, &self.plan, table, signals, on_event),
            Replayed::Makruk(played) => search(played, &self.plan, table, signals, on_event),
        }
    }
}

fn search<R: Evaluate>(
    played: &mut Played<R>,
    Plan { limits, settings }: &Plan,
    table: &mut GameTable,
    signals: &Signals,
    on_event: &mut dyn FnMut(Event) -> bool,
) -> Event {
    played.rewind();
    let (position, any) = (*played.game.position(), played.any);
    let mut on_report = |report: &Report| {
        let is_exact = report.bound == ReportBound::Exact;
        if is_exact && !on_event(Event::Line(Box::new(line_details(&position, report, any)))) {
            signals.stop.store(true, Ordering::Relaxed);
        }
    };
    let found =
        Searcher::new().search(&played.game, limits, settings, table.of::<R>(), signals, &mut on_report);
    Event::End {
        best: found.best.map(|mv| any(position).uci(mv)),
        san: found.best.map(|mv| position.san(mv)),
        depth: found.depth,
        nodes: found.nodes,
    }
}

/// An event of an analysis.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Event {
    Line(Box<LineDetails>),
    End { best: Option<String>, san: Option<String>, depth: u32, nodes: u64 },
}

/// A line. Scores are the side to move's.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LineDetails {
    rank: usize,
    depth: u32,
    selective_depth: u32,
    centipawns: Option<i32>,
    mate: Option<i32>,
    /// White's expected score in percent.
    white_percent: f64,
    nodes: u64,
    millis: u64,
    /// The occupancy of the table in permill.
    fill: u32,
    probes: u64,
    hits: u64,
    cutoffs: u64,
    uci: Vec<String>,
    san: Vec<String>,
}

fn line_details<R: Evaluate>(
    start: &Position<R>,
    report: &Report,
    any: fn(Position<R>) -> AnyPosition,
) -> LineDetails {
    let (centipawns, mate) = match report.score {
        Score::Centipawns(value) => (Some(value), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    let (uci, san) = write_line(start, &report.line, any);
    LineDetails {
        rank: report.rank,
        depth: report.depth,
        selective_depth: report.selective_depth,
        centipawns,
        mate,
        white_percent: white_percent(report.score, start.turn()),
        nodes: report.nodes,
        millis: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        fill: report.table_fill,
        probes: report.table.probes,
        hits: report.table.hits,
        cutoffs: report.table.cutoffs,
        uci,
        san,
    }
}

fn white_percent(score: Score, turn: Color) -> f64 {
    let score = if turn == Color::White { score } else { score.reversed() };
    win_percent(score)
}

/// A line in UCI and SAN; an illegal move ends it.
fn write_line<R: Evaluate>(
    start: &Position<R>,
    line: &[Move],
    any: fn(Position<R>) -> AnyPosition,
) -> (Vec<String>, Vec<String>) {
    let mut position = *start;
    let (mut uci, mut san) = (Vec::new(), Vec::new());
    for mv in line.iter().take(24) {
        let Ok(next) = position.play(*mv) else { break };
        uci.push(any(position).uci(*mv));
        san.push(position.san(*mv));
        position = next;
    }
    (uci, san)
}

/// An event in the format of server-sent events.
pub(crate) fn to_sse(event: &Event) -> String {
    let json = serde_json::to_string(event).expect("events can be written as JSON");
    format!("data: {json}\n\n")
}
