//! Search jobs: `go`, `bench` and `perft`, and their output.

use super::io::Output;
use super::search_thread::{JobParameters, Searchers, Task};
use crate::eval::Evaluate;
use crate::search::nodes_per_second;
use crate::{Limits, PvLines, Report, ReportBound, SearchResult, Searcher, Signals, Wdl, bench};
use std::any::Any;
use std::fs::File;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tabiya::keys::SplitMix64;
use tabiya::{AnyGame, AnyPosition, Chess, Game, Move, Position, perft, printable};
use tabiya_pgn::book::{Book, BookError};

/// The reply to `isready`.
pub(super) const READY: &str = "readyok";

/// The reply to `go` without a legal move or a position.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// Runs a job. A panic is reported, `go` still gets a reply, and the thread data, which may be inconsistent, is
/// dropped.
pub(super) fn answer<W: Write>(
    parameters: &JobParameters,
    searchers: &mut Searchers,
    signals: &Signals,
    out: &Output<W>,
) {
    let mut job = SearchJob {
        parameters,
        position: parameters.game.position(),
        signals,
        out,
        lines: PvLines::default(),
    };
    let work = AssertUnwindSafe(|| match &parameters.game {
        AnyGame::Chess(game) | AnyGame::Chess960(game) => job.work(game, &mut searchers.chess),
        AnyGame::Makruk(game) => job.work(game, &mut searchers.makruk),
    });
    let Err(panic) = catch_unwind(work) else { return };
    *searchers = Searchers::default();
    out.print_line(&format!("info string internal error: {}", reason(&*panic)));
    match parameters.task {
        Task::Search | Task::NoPosition => {
            signals.wait_for_stop(&parameters.limits);
            out.print_line(&job.best_so_far());
        }
        Task::Prepare => out.print_line(READY),
        Task::Perft(_) | Task::Bench(_) => {}
    }
}

/// A job being run.
struct SearchJob<'a, W> {
    parameters: &'a JobParameters,
    position: AnyPosition,
    signals: &'a Signals,
    out: &'a Output<W>,
    /// The lines reported last.
    lines: PvLines,
}

impl<W: Write> SearchJob<'_, W> {
    fn work<R: Evaluate>(&mut self, game: &Game<R>, searcher: &mut Searcher<R>) {
        let (signals, out) = (self.signals, self.out);
        match self.parameters.task {
            Task::Search => self.search(game, searcher),
            Task::NoPosition => {
                signals.wait_for_stop(&self.parameters.limits);
                out.print_line(NO_MOVE);
            }
            Task::Prepare => {
                searcher.prepare(self.parameters.settings.threads, &signals.stop);
                out.print_line(READY);
            }
            Task::Perft(depth) => count_leaves(&self.position, game.position(), depth, &signals.stop, out),
            Task::Bench(depth) => match bench::run(depth, signals, &mut |line| out.print_line(line)) {
                Ok(sum) => out.print_line(&sum.to_string()),
                Err(problem) => out.print_line(&format!("info string bench: {problem}")),
            },
        }
    }

    fn search<R: Evaluate>(&mut self, game: &Game<R>, searcher: &mut Searcher<R>) {
        let (JobParameters { limits, settings, table, strength, .. }, position) =
            (self.parameters, self.position);
        let started = Instant::now();
        let limited = strength.map(|strength| strength.limit(limits, settings));
        let (within, how) =
            limited.as_ref().map_or((limits, settings), |(limits, settings)| (limits, settings));
        let mut on_report = |report: &Report| {
            // A weakened engine searches more lines than requested: do not report those.
            if report.rank <= settings.multi_pv {
                self.out.print_line(&self.parameters.report_text(&position, report));
            }
            self.lines.update(report);
        };
        let mut found = searcher.search(game, within, how, table, self.signals, &mut on_report);
        if let Some(strength) = strength {
            found = strength.prefer(found, &self.lines, clock_seed());
        }
        let Some(best) = found.best else {
            self.out.print_line(&format!("info depth 0 score {}", found.score));
            self.signals.wait_for_stop(limits);
            self.out.print_line(NO_MOVE);
            return;
        };
        self.report_final_result(&found, started.elapsed());
        let mut text = format!("bestmove {}", position.uci(best));
        if let Some(reply) = found.ponder {
            text += &format!(" ponder {}", position.play_legal(best).uci(reply));
        }
        self.out.print_line(&text);
    }

    /// Reports the final result if nodes have been searched since the last report: tools that keep statistics read nodes, time
    /// and score of a move from the last `info` line.
    fn report_final_result(&self, found: &SearchResult, time: Duration) {
        let lines = self.lines.reports();
        let is_reported = |last: &Report| last.nodes == found.nodes && last.line == found.line;
        if !self.lines.is_superseded() && lines.first().is_some_and(is_reported) {
            return;
        }
        let (nodes, table_fill) = (found.nodes, self.parameters.table.hashfull());
        if lines.is_empty() {
            // Without a completed iteration there is no score to report.
            let (speed, time) = (nodes_per_second(nodes, time), time.as_millis());
            self.out.print_line(&format!("info nodes {nodes} nps {speed} hashfull {table_fill} time {time}"));
        }
        for last in lines.iter().take(self.parameters.settings.multi_pv) {
            let mut report = Report { nodes, time, table_fill, ..last.clone() };
            if last.rank == 1 {
                (report.depth, report.score, report.line) = (found.depth, found.score, found.line.clone());
            }
            self.out.print_line(&self.parameters.report_text(&self.position, &report));
        }
    }

    /// The best move reported so far, or any allowed move.
    fn best_so_far(&self) -> String {
        let lines = self.lines.reports().first().and_then(|report| report.line.first());
        let best = lines.or(self.parameters.limits.moves.first()).copied();
        best.map_or_else(|| any_move(&self.position), |mv| format!("bestmove {}", self.position.uci(mv)))
    }
}

/// A move without search: better than none.
pub(super) fn any_move(position: &AnyPosition) -> String {
    let text = position.legal_moves().first().map_or_else(|| "0000".into(), |&mv| position.uci(mv));
    format!("bestmove {text}")
}

/// The message of a panic.
fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    printable(text.unwrap_or("no message"))
}

impl JobParameters {
    fn report_text(&self, position: &AnyPosition, report: &Report) -> String {
        let bound = match report.bound {
            ReportBound::Exact => "",
            ReportBound::Lower => " lowerbound",
            ReportBound::Upper => " upperbound",
        };
        let wdl = if self.shows_wdl {
            format!(" wdl {}", Wdl::of(report.score, position.variant()))
        } else {
            String::new()
        };
        format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} time {} pv {}",
            report.depth,
            report.selective_depth,
            report.rank,
            report.score,
            report.nodes,
            report.speed(),
            report.table_fill,
            report.time.as_millis(),
            line_text(*position, &report.line),
        )
    }
}

/// An unpredictable seed: the clock is random enough to choose a move.
pub(super) fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}

/// A line of moves in UCI notation.
fn line_text(mut position: AnyPosition, line: &[Move]) -> String {
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(position.uci(mv));
        position = position.play_legal(mv);
    }
    words.join(" ")
}

/// Whether a game is played with a clock, so that no score is expected.
pub(super) fn is_timed(limits: &Limits) -> bool {
    let Limits { depth, nodes, mate, move_time, clock, infinite, moves } = limits;
    let is_limited = depth.is_some() || nodes.is_some() || mate.is_some() || !moves.is_empty();
    (clock.is_some() || move_time.is_some()) && !infinite && !is_limited
}

/// A legal book move, chosen at random by weight.
pub(super) fn choose_book_move(
    book: &mut Book<File>,
    position: &Position<Chess>,
) -> Result<Option<Move>, BookError> {
    let found = book.probe(position)?;
    Ok(tabiya_pgn::book::choose(&found, SplitMix64::new(clock_seed()).next()))
}

/// `go perft`: a count per move, then the total; can be stopped.
pub(super) fn count_leaves<R: Evaluate, W: Write>(
    any: &AnyPosition,
    position: &Position<R>,
    depth: u32,
    stop: &AtomicBool,
    out: &Output<W>,
) {
    let mut sum = u64::from(depth == 0);
    for &mv in position.legal_moves().iter().filter(|_| depth > 0) {
        let Some(leaves) = perft::count_until(&position.play_legal(mv), depth - 1, stop) else {
            out.print_line("info string perft stopped");
            return;
        };
        sum = sum.saturating_add(leaves);
        out.print_line(&format!("{}: {leaves}", any.uci(mv)));
    }
    out.print_line(&format!("\nNodes searched: {sum}"));
}
