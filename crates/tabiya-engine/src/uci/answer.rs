//! What a search, a bench or a count has to say.

use std::any::Any;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tabiya::{AnyGame, AnyPosition, Game, Move, printable};

use super::out::Out;
use super::perft;
use super::thinking::{Minds, Question, Task};
use crate::eval::Evaluate;
use crate::search::nodes_per_second;
use crate::{PvLines, Report, ReportBound, SearchResult, Searcher, Signals, Wdl, bench};

/// What answers `isready`.
pub(super) const READY: &str = "readyok";

/// What answers `go` where there is no legal move, or nothing to search.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// Does what was asked. Should that panic, it is said, a `go` has its answer all the same, and what was learned is
/// forgotten, for it may be half of something.
pub(super) fn answer<W: Write>(question: &Question, minds: &mut Minds, signals: &Signals, out: &Out<W>) {
    let mut desk =
        Desk { question, position: question.game.position(), signals, out, lines: PvLines::default() };
    let work = AssertUnwindSafe(|| match &question.game {
        AnyGame::Chess(game) | AnyGame::Chess960(game) => desk.work(game, &mut minds.chess),
        AnyGame::Makruk(game) => desk.work(game, &mut minds.makruk),
    });
    let Err(panic) = catch_unwind(work) else { return };
    *minds = Minds::default();
    out.say(&format!("info string an error in the engine: {}", reason(&*panic)));
    match question.task {
        Task::Search | Task::NoPosition => {
            signals.wait_for_stop(&question.limits);
            out.say(&desk.best_so_far());
        }
        Task::Prepare => out.say(READY),
        Task::Perft(_) | Task::Bench(_) => {}
    }
}

/// Where a question is worked on.
struct Desk<'a, W> {
    question: &'a Question,
    position: AnyPosition,
    signals: &'a Signals,
    out: &'a Out<W>,
    /// What was told last.
    lines: PvLines,
}

impl<W: Write> Desk<'_, W> {
    fn work<R: Evaluate>(&mut self, game: &Game<R>, searcher: &mut Searcher<R>) {
        let (signals, out) = (self.signals, self.out);
        match self.question.task {
            Task::Search => self.search(game, searcher),
            Task::NoPosition => {
                signals.wait_for_stop(&self.question.limits);
                out.say(NO_MOVE);
            }
            Task::Prepare => {
                searcher.prepare(self.question.settings.threads, &signals.stop);
                out.say(READY);
            }
            Task::Perft(depth) => perft::count(&self.position, game.position(), depth, &signals.stop, out),
            Task::Bench(depth) => match bench::run(depth, signals, &mut |line| out.say(line)) {
                Ok(sum) => out.say(&sum.to_string()),
                Err(problem) => out.say(&format!("info string bench: {problem}")),
            },
        }
    }

    fn search<R: Evaluate>(&mut self, game: &Game<R>, searcher: &mut Searcher<R>) {
        let (Question { limits, settings, table, strength, .. }, position) = (self.question, self.position);
        let begun = Instant::now();
        let limited = strength.map(|strength| strength.limit(limits, settings));
        let (within, how) =
            limited.as_ref().map_or((limits, settings), |(limits, settings)| (limits, settings));
        let mut tell = |report: &Report| {
            // Of the lines that a weak engine chooses from, no more are told than were asked for.
            if report.rank <= settings.multi_pv {
                self.out.say(&self.question.report_text(&position, report));
            }
            self.lines.update(report);
        };
        let mut found = searcher.search(game, within, how, table, self.signals, &mut tell);
        if let Some(strength) = strength {
            found = strength.prefer(found, &self.lines, clock_seed());
        }
        let Some(best) = found.best else {
            self.out.say(&format!("info depth 0 score {}", found.score));
            self.signals.wait_for_stop(limits);
            self.out.say(NO_MOVE);
            return;
        };
        self.tell_last_result(&found, begun.elapsed());
        let mut text = format!("bestmove {}", position.uci(best));
        if let Some(reply) = found.ponder {
            text += &format!(" ponder {}", position.play_legal(best).uci(reply));
        }
        self.out.say(&text);
    }

    /// The result that the answer comes from, if more was looked at since it was told: programs that keep accounts take the
    /// nodes, the time and the score of a move from the last line before it.
    fn tell_last_result(&self, found: &SearchResult, time: Duration) {
        let told = self.lines.reports();
        let is_told = |last: &Report| last.nodes == found.nodes && last.line == found.line;
        if !self.lines.is_superseded() && told.first().is_some_and(is_told) {
            return;
        }
        let (nodes, table_fill) = (found.nodes, self.question.table.hashfull());
        if told.is_empty() {
            // Without a whole iteration there is no score worth telling.
            let (speed, time) = (nodes_per_second(nodes, time), time.as_millis());
            self.out.say(&format!("info nodes {nodes} nps {speed} hashfull {table_fill} time {time}"));
        }
        for last in told.iter().take(self.question.settings.multi_pv) {
            let mut report = Report { nodes, time, table_fill, ..last.clone() };
            if last.rank == 1 {
                (report.depth, report.score, report.line) = (found.depth, found.score, found.line.clone());
            }
            self.out.say(&self.question.report_text(&self.position, &report));
        }
    }

    /// The best move told so far; if none was, any that was allowed.
    fn best_so_far(&self) -> String {
        let told = self.lines.reports().first().and_then(|report| report.line.first());
        let best = told.or(self.question.limits.moves.first()).copied();
        best.map_or_else(|| any_move(&self.position), |mv| format!("bestmove {}", self.position.uci(mv)))
    }
}

/// An answer without thought: better than none.
pub(super) fn any_move(position: &AnyPosition) -> String {
    let text = position.legal_moves().first().map_or_else(|| "0000".into(), |&mv| position.uci(mv));
    format!("bestmove {text}")
}

/// What a panic says about itself.
fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    printable(text.unwrap_or("no reason was given"))
}

impl Question {
    fn report_text(&self, position: &AnyPosition, report: &Report) -> String {
        let bound = match report.bound {
            ReportBound::Exact => "",
            ReportBound::Lower => " lowerbound",
            ReportBound::Upper => " upperbound",
        };
        let chances = if self.shows_wdl {
            format!(" wdl {}", Wdl::of(report.score, position.variant()))
        } else {
            String::new()
        };
        format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {} hashfull {} time {} pv {}",
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

/// A number that nobody knows before: the clock is random enough to choose a move.
pub(super) fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}

/// A line of moves as a GUI reads it.
fn line_text(mut position: AnyPosition, line: &[Move]) -> String {
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(position.uci(mv));
        position = position.play_legal(mv);
    }
    words.join(" ")
}
