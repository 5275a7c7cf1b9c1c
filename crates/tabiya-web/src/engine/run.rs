use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya::{AnyPosition, Color, Game, Move, Position, Score};
use tabiya_annotate::win_percent;
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, Report, ReportBound, STACK, Searcher, Settings, Signals, TableUse};
use tokio::sync::mpsc;

use super::Seat;
use super::bounds::{Effort, EngineBounds};
use crate::ask::{GameAsked, Replayed};
use crate::refusal::Refusal;

/// The longest a page may analyse without asking again.
const LONGEST: Duration = Duration::from_secs(600);
const DEEPEST: u32 = 60;
/// Reports that may wait for a page to read them. When they are full the search waits too.
const MOST_UNREAD: usize = 64;

/// Think about this position and tell me how it goes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisAsked {
    pub(super) game: GameAsked,
    /// How many best lines.
    #[serde(default)]
    lines: Option<usize>,
    #[serde(default)]
    threads: Option<usize>,
    /// Mebibytes for the table.
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
    /// Forget what the table knows first, to compare fairly.
    #[serde(default)]
    fresh: bool,
}

impl AnalysisAsked {
    /// What the search shall take, if it may.
    pub(crate) fn effort(&self, bounds: &EngineBounds) -> Result<Effort, Refusal> {
        let usual = Effort::usual(bounds);
        let effort = Effort {
            threads: self.threads.unwrap_or(usual.threads),
            hash: self.hash.unwrap_or(usual.hash),
            lines: self.lines.unwrap_or(usual.lines),
        };
        effort.within(bounds)
    }
}

/// What a page hears while the engine thinks.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Event {
    Line(Box<LineTold>),
    End { best: Option<String>, san: Option<String>, depth: u32, nodes: u64 },
}

/// One line of thought. Scores are the side to move's.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LineTold {
    rank: usize,
    depth: u32,
    selective_depth: u32,
    centipawns: Option<i32>,
    mate: Option<i32>,
    /// The points of a hundred that White may expect.
    white_percent: f64,
    nodes: u64,
    millis: u64,
    /// Of 1000.
    fill: u32,
    probes: u64,
    hits: u64,
    cutoffs: u64,
    uci: Vec<String>,
    san: Vec<String>,
}

/// A search that has begun. It stops when this is dropped.
pub(crate) struct Thinking {
    pub(crate) events: mpsc::Receiver<Event>,
    signals: Arc<Signals>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.signals.stop.store(true, Ordering::Relaxed);
    }
}

/// Begins to think.
pub(crate) fn analyse(asked: &AnalysisAsked, effort: Effort, mut seat: Seat) -> Result<Thinking, Refusal> {
    let table_use = match asked.table.as_deref() {
        None => TableUse::Both,
        Some(text) => {
            text.parse().map_err(|()| Refusal::wrong("the table is off, cutoffs, ordering or both"))?
        }
    };
    let settings =
        Settings { multi_pv: effort.lines, threads: effort.threads, table_use, ..Settings::default() };
    let seconds = asked.seconds.map_or(LONGEST, Duration::from_secs).min(LONGEST);
    let depth = asked.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let nodes = asked.nodes.map(|nodes| nodes.max(1));
    let limits = Limits { depth: Some(depth), move_time: Some(seconds), nodes, ..Limits::default() };
    if asked.fresh {
        seat.clear();
    }
    Ok(match asked.game.replay()? {
        Replayed::Chess(mut played) => {
            played.go_back();
            begin(played.game, played.any, limits, settings, seat)?
        }
        Replayed::Makruk(mut played) => {
            played.go_back();
            begin(played.game, played.any, limits, settings, seat)?
        }
    })
}

fn begin<R: Evaluate>(
    game: Game<R>,
    any: fn(Position<R>) -> AnyPosition,
    limits: Limits,
    settings: Settings,
    mut seat: Seat,
) -> Result<Thinking, Refusal> {
    let signals = Arc::new(Signals::default());
    let (sender, events) = mpsc::channel(MOST_UNREAD);
    let thinking = Thinking { events, signals: Arc::clone(&signals) };
    think(move || {
        let position = *game.position();
        let found =
            Searcher::new().search(&game, &limits, &settings, seat.table::<R>(), &signals, &mut |report| {
                if report.bound == ReportBound::Exact
                    && sender.blocking_send(Event::Line(Box::new(tell_line(&position, report, any)))).is_err()
                {
                    signals.stop.store(true, Ordering::Relaxed);
                }
            });
        drop(seat);
        let end = Event::End {
            best: found.best.map(|mv| any(position).uci(mv)),
            san: found.best.map(|mv| position.san(mv)),
            depth: found.depth,
            nodes: found.nodes,
        };
        let _ = sender.blocking_send(end);
    })?;
    Ok(thinking)
}

/// Runs a search on a thread with a deep stack. It steps back when somebody wants to make a move.
pub(super) fn think(search: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let run = || {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::nice(19);
        search();
    };
    let started = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(run);
    started.map(drop).map_err(|_| Refusal::busy(503, "there is no thread for the engine", 5))
}

fn tell_line<R: Evaluate>(
    start: &Position<R>,
    report: &Report,
    any: fn(Position<R>) -> AnyPosition,
) -> LineTold {
    let (centipawns, mate) = match report.score {
        Score::Centipawns(value) => (Some(value), None),
        Score::Mate(moves) => (None, Some(moves)),
    };
    let (uci, san) = write_line(start, &report.line, any);
    LineTold {
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

/// A line as UCI and as SAN; a move that is not legal ends it.
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

/// An event as the stream has it.
pub(crate) fn tell(event: &Event) -> String {
    let json = serde_json::to_string(event).expect("events are texts, numbers and lists of them");
    format!("data: {json}\n\n")
}
