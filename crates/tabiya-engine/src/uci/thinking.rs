//! A search running beside the conversation.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use tabiya::{AnyGame, AnyPosition, Chess, Game, Makruk, Move, Position, perft};
use tabiya_table::Table;

use crate::eval::Evaluate;
use crate::{Limits, Report, ReportBound, Searcher, Settings, Signals, bench};

/// What remembers games between searches.
#[derive(Debug, Default)]
pub(crate) struct Minds {
    pub(crate) chess: Searcher<Chess>,
    pub(crate) makruk: Searcher<Makruk>,
}

/// Where answers go; the conversation and the search share it, line by line.
#[derive(Debug)]
pub(crate) struct Out<W>(Arc<Mutex<W>>);

impl<W> Clone for Out<W> {
    fn clone(&self) -> Self {
        Out(Arc::clone(&self.0))
    }
}

impl<W: Write> Out<W> {
    pub(crate) fn new(out: W) -> Out<W> {
        Out(Arc::new(Mutex::new(out)))
    }

    /// The writer itself, once nobody else writes.
    pub(crate) fn into_inner(self) -> W {
        let Ok(out) = Arc::try_unwrap(self.0) else { unreachable!("every search has been waited for") };
        out.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Writes whole lines at once. Nobody reading any more is no reason to fail: the input ends soon, too.
    pub(crate) fn say(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = out.write_all(format!("{text}\n").as_bytes());
        let _ = out.flush();
    }
}

/// What a search is asked.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) game: AnyGame,
    pub(crate) limits: Limits,
    pub(crate) settings: Settings,
    pub(crate) table: Arc<Table>,
    pub(crate) task: Task,
}

/// What to do with the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Search,
    /// Count the leaves.
    Perft(u32),
    /// Leave it alone and search the bench's positions to this depth.
    Bench(u32),
}

/// A search under way.
#[derive(Debug)]
pub(crate) struct Thinking {
    signals: Arc<Signals>,
    thread: JoinHandle<Minds>,
}

impl Thinking {
    /// Starts; gives the minds back if the system has no thread to spare.
    pub(crate) fn start<W: Write + Send + 'static>(
        question: Question,
        minds: Minds,
        pondering: bool,
        out: Out<W>,
    ) -> Result<Thinking, Minds> {
        let signals =
            Arc::new(Signals { stop: AtomicBool::new(false), pondering: AtomicBool::new(pondering) });
        let theirs = Arc::clone(&signals);
        // If the thread cannot be made, what it was to own comes back through here.
        let parcel = Arc::new(Mutex::new(Some(minds)));
        let given = Arc::clone(&parcel);
        let run = move || {
            let mut minds = given.lock().ok().and_then(|mut minds| minds.take()).unwrap_or_default();
            answer(&question, &mut minds, &theirs, &out);
            minds
        };
        match thread::Builder::new().stack_size(crate::search::STACK).spawn(run) {
            Ok(thread) => Ok(Thinking { signals, thread }),
            Err(_) => Err(parcel.lock().ok().and_then(|mut minds| minds.take()).unwrap_or_default()),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    pub(crate) fn ponder_hit(&self) {
        self.signals.pondering.store(false, Ordering::Relaxed);
    }

    pub(crate) fn stop(&self) {
        self.signals.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the answer, which the search itself gives.
    pub(crate) fn finish(self) -> Minds {
        self.thread.join().unwrap_or_default()
    }
}

fn answer<W: Write>(question: &Question, minds: &mut Minds, signals: &Signals, out: &Out<W>) {
    match &question.game {
        AnyGame::Chess(game) | AnyGame::Chess960(game) => ask(question, game, &mut minds.chess, signals, out),
        AnyGame::Makruk(game) => ask(question, game, &mut minds.makruk, signals, out),
    }
}

fn ask<R: Evaluate, W: Write>(
    question: &Question,
    game: &Game<R>,
    searcher: &mut Searcher<R>,
    signals: &Signals,
    out: &Out<W>,
) {
    let position = question.game.position();
    match question.task {
        Task::Search => {}
        Task::Perft(depth) => return count(&position, game.position(), depth, &signals.stop, out),
        Task::Bench(depth) => {
            return match bench::run(depth, signals, &mut |line| out.say(line)) {
                Ok(sum) => out.say(&sum.to_string()),
                Err(problem) => out.say(&format!("info string bench: {problem}")),
            };
        }
    }
    let mut tell = |report: &Report| out.say(&report_text(&position, report));
    let found =
        searcher.search(game, &question.limits, &question.settings, &question.table, signals, &mut tell);
    let Some(best) = found.best else {
        out.say(&format!("info depth 0 score {}\nbestmove 0000", found.score));
        return;
    };
    let mut text = format!("bestmove {}", position.uci(best));
    if let Some(reply) = found.ponder {
        text += &format!(" ponder {}", position.play_legal(best).uci(reply));
    }
    out.say(&text);
}

fn report_text(position: &AnyPosition, report: &Report) -> String {
    let bound = match report.bound {
        ReportBound::Exact => "",
        ReportBound::Lower => " lowerbound",
        ReportBound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {} hashfull {} time {} pv {}",
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

/// A line of moves as a GUI reads it.
fn line_text(mut position: AnyPosition, line: &[Move]) -> String {
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(position.uci(mv));
        position = position.play_legal(mv);
    }
    words.join(" ")
}

/// An answer without thought: better than none.
pub(crate) fn any_move(position: &AnyPosition) -> String {
    let text = position.legal_moves().first().map_or_else(|| "0000".into(), |&mv| position.uci(mv));
    format!("bestmove {text}")
}

/// `go perft`: a count for each move, then all; can be stopped.
fn count<R: Evaluate, W: Write>(
    any: &AnyPosition,
    position: &Position<R>,
    depth: u32,
    stop: &AtomicBool,
    out: &Out<W>,
) {
    let mut sum = u64::from(depth == 0);
    for &mv in position.legal_moves().iter().filter(|_| depth > 0) {
        let Some(leaves) = leaves(&position.play_legal(mv), depth - 1, stop) else {
            out.say("info string perft stopped");
            return;
        };
        sum = sum.saturating_add(leaves);
        out.say(&format!("{}: {leaves}", any.uci(mv)));
    }
    out.say(&format!("\nNodes searched: {sum}"));
}

/// What is counted in one go, without looking whether to stop.
const AT_ONCE: u32 = 3;

fn leaves<R: Evaluate>(position: &Position<R>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= AT_ONCE {
        return (!stop.load(Ordering::Relaxed)).then(|| perft::count(position, depth));
    }
    let below = |&mv| leaves(&position.play_legal(mv), depth - 1, stop);
    position.legal_moves().iter().map(below).try_fold(0_u64, |sum, leaves| Some(sum.saturating_add(leaves?)))
}
