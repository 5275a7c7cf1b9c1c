//! WebAssembly bindings of the engine for a worker: a search is one call, which reports lines through a callback.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::{Atomics, Int32Array};
use tabiya::{AnyGame, AnyPosition, Chess, Game, Makruk, Move, Position, Reading, Score};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, Report, ReportBound, SearchResult, Searcher, Settings, Signals};
use tabiya_table::Table;
use wasm_bindgen::prelude::*;

/// The maximum depth. With a depth limit no search waits for a stop, which a worker may be unable to receive.
const MAX_DEPTH: u32 = 120;
const MAX_LINES: usize = 256;
const MAX_MEBIBYTES: usize = 1024;

#[wasm_bindgen]
extern "C" {
    /// Receives the reports of a search.
    pub type Listener;

    #[wasm_bindgen(method)]
    #[expect(clippy::too_many_arguments, reason = "passing numbers is cheaper than creating an object")]
    fn report(
        this: &Listener,
        depth: u32,
        selective_depth: u32,
        rank: u32,
        is_mate: bool,
        score: i32,
        bound: &str,
        nodes: f64,
        millis: f64,
        fill: u32,
        uci: &str,
        san: &str,
    );
}

thread_local! {
    /// The stop flag set by another thread, if memory can be shared.
    static STOP: RefCell<Option<Int32Array>> = const { RefCell::new(None) };
}

fn is_stopped() -> bool {
    STOP.with_borrow(|flag| {
        flag.as_ref().is_some_and(|flag| Atomics::load(flag, 0).is_ok_and(|value| value != 0))
    })
}

fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// An engine: a transposition table and the histories of its searches.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    table: Table,
    chess: Searcher<Chess>,
    makruk: Searcher<Makruk>,
    /// The game of the table's entries: keys of two games may be equal.
    game: &'static str,
}

/// The limits of a search; zero means no limit.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub depth: u32,
    pub nodes: f64,
    pub movetime: f64,
    pub multipv: usize,
}

#[wasm_bindgen]
impl Bounds {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Bounds {
        Bounds::default()
    }
}

impl Bounds {
    fn limits(&self) -> Limits {
        let positive = |number: f64| (number >= 1.0).then_some(number);
        Limits {
            depth: Some(if self.depth == 0 { MAX_DEPTH } else { self.depth.min(MAX_DEPTH) }),
            nodes: positive(self.nodes).map(|nodes| nodes as u64),
            move_time: positive(self.movetime).map(|millis| Duration::from_millis(millis as u64)),
            ..Limits::default()
        }
    }
}

#[wasm_bindgen]
impl Engine {
    /// `mebibytes`: the size of the table. `stop`: a flag in shared memory that ends searches.
    #[wasm_bindgen(constructor)]
    pub fn new(mebibytes: usize, stop: Option<Int32Array>) -> Result<Engine, JsError> {
        STOP.set(stop);
        let table = Table::new(mebibytes.clamp(1, MAX_MEBIBYTES)).map_err(error)?;
        Ok(Engine { table, chess: Searcher::new(), makruk: Searcher::new(), game: "" })
    }

    /// Clears the table and the histories.
    pub fn clear(&mut self) {
        self.table.clear(1);
        self.chess.clear();
        self.makruk.clear();
    }

    /// Searches the position after these moves; returns the best move and the expected reply.
    pub fn analyze(
        &mut self,
        variant: &str,
        start: &str,
        moves: &str,
        bounds: &Bounds,
        listener: &Listener,
    ) -> Result<String, JsError> {
        let variant = variant.parse().map_err(error)?;
        let start = AnyPosition::from_fen(variant, start, Reading::LENIENT).map_err(error)?.position;
        let mut game = AnyGame::from(start);
        for uci in moves.split_ascii_whitespace() {
            game.play_uci(uci).map_err(error)?;
        }
        match &game {
            AnyGame::Chess(game) => Ok(self.search(game, AnyPosition::Chess, bounds, listener)),
            AnyGame::Chess960(game) => Ok(self.search(game, AnyPosition::Chess960, bounds, listener)),
            AnyGame::Makruk(game) => Ok(self.search(game, AnyPosition::Makruk, bounds, listener)),
        }
    }
}

impl Engine {
    fn search<R: Evaluate>(
        &mut self,
        game: &Game<R>,
        any: fn(Position<R>) -> AnyPosition,
        bounds: &Bounds,
        listener: &Listener,
    ) -> String
    where
        Engine: SearcherOf<R>,
    {
        if self.game != R::NAME {
            self.table.clear(1);
            self.game = R::NAME;
        }
        let signals = Signals { is_stopped: Some(is_stopped), ..Signals::default() };
        let settings = Settings { multi_pv: bounds.multipv.clamp(1, MAX_LINES), ..Settings::default() };
        let start = any(*game.position());
        let (searcher, table) = self.searcher();
        let mut on_report = |report: &Report| send_report(listener, &start, report);
        let found = searcher.search(game, &bounds.limits(), &settings, table, &signals, &mut on_report);
        best_line(&start, &found)
    }
}

/// The searcher of a game, and the table.
trait SearcherOf<R: Evaluate> {
    fn searcher(&mut self) -> (&mut Searcher<R>, &Table);
}

impl SearcherOf<Chess> for Engine {
    fn searcher(&mut self) -> (&mut Searcher<Chess>, &Table) {
        (&mut self.chess, &self.table)
    }
}

impl SearcherOf<Makruk> for Engine {
    fn searcher(&mut self) -> (&mut Searcher<Makruk>, &Table) {
        (&mut self.makruk, &self.table)
    }
}

fn best_line(start: &AnyPosition, found: &SearchResult) -> String {
    let line: Vec<Move> = found.best.into_iter().chain(found.ponder).collect();
    written(start, &line).0
}

fn send_report(listener: &Listener, start: &AnyPosition, report: &Report) {
    let (is_mate, score) = match report.score {
        Score::Centipawns(value) => (false, value),
        Score::Mate(moves) => (true, moves),
    };
    let bound = match report.bound {
        ReportBound::Exact => "exact",
        ReportBound::Lower => "lower",
        ReportBound::Upper => "upper",
    };
    let (uci, san) = written(start, &report.line);
    listener.report(
        report.depth,
        report.selective_depth,
        report.rank as u32,
        is_mate,
        score,
        bound,
        report.nodes as f64,
        report.time.as_secs_f64() * 1e3,
        report.table_fill,
        &uci,
        &san,
    );
}

/// A line in UCI and in SAN; a move that is not legal ends it.
fn written(start: &AnyPosition, line: &[Move]) -> (String, String) {
    let mut position = *start;
    let (mut uci, mut san) = (Vec::new(), Vec::new());
    for &mv in line {
        let Ok(next) = position.play(mv) else { break };
        uci.push(position.uci(mv));
        san.push(position.san(mv));
        position = next;
    }
    (uci.join(" "), san.join(" "))
}
