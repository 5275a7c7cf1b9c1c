use std::sync::atomic::Ordering;
use std::thread;

use tabiya::{Color, Game, Move, Outcome, Position, Score, with_position};
use tabiya_pgn::{Step, Tree};
use tabiya_table::{SizeError, Table};

use crate::eval::Evaluate;
use crate::{Limits, STACK, Searcher, Settings, Signals};

/// The engine's result for one position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionAnalysis {
    /// From White's point of view; the result if the game is over.
    pub evaluation: Score,
    /// The principal variation; empty if the game is over.
    pub line: Vec<Move>,
    /// Whether the game is over here.
    pub is_over: bool,
}

impl PositionAnalysis {
    /// A position with this score and principal variation.
    #[must_use]
    pub fn of(score: Score, line: Vec<Move>) -> PositionAnalysis {
        PositionAnalysis { evaluation: score, line, is_over: false }
    }

    /// A position in which the game is over.
    #[must_use]
    pub fn over(outcome: Outcome) -> PositionAnalysis {
        let evaluation = match outcome {
            Outcome::Checkmate { winner: Color::White } => Score::Mate(1),
            Outcome::Checkmate { winner: Color::Black } => Score::Mate(-1),
            _ => Score::Centipawns(0),
        };
        PositionAnalysis { evaluation, line: Vec::new(), is_over: true }
    }
}

/// Analyzes games with the engine: every position of the main line.
///
/// The result does not depend on games analyzed before. With one thread and a limit of nodes or depth it is
/// deterministic.
#[derive(Debug)]
pub struct Analyst {
    limits: Limits,
    settings: Settings,
    table: Table,
}

impl Analyst {
    /// An analyst with these limits per position, threads, and table size in MiB.
    pub fn new(limits: Limits, threads: usize, mebibytes: usize) -> Result<Analyst, SizeError> {
        let settings = Settings { threads, ..Settings::default() };
        Ok(Analyst { limits, settings, table: Table::new(mebibytes)? })
    }

    /// Analyzes a game, the start position first; calls `on_position` with each result and its number. `None` if it was stopped.
    pub fn analyze(
        &mut self,
        tree: &Tree,
        signals: &Signals,
        on_position: &mut (dyn FnMut(usize, &PositionAnalysis) + Send),
    ) -> Option<Vec<PositionAnalysis>> {
        self.table.clear(self.settings.threads);
        let (limits, settings, table) = (&self.limits, &self.settings, &self.table);
        let search = || {
            with_position!(tree.start(), start => {
                let mut job = GameSearch { searcher: Searcher::new(), limits, settings, table, signals };
                job.analyze(tree, *start, on_position)
            })
        };
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
            thread.ok()?.join().expect("a search does not panic")
        })
    }
}

/// The analysis of one game.
struct GameSearch<'a, R: Evaluate> {
    searcher: Searcher<R>,
    limits: &'a Limits,
    settings: &'a Settings,
    table: &'a Table,
    signals: &'a Signals,
}

impl<R: Evaluate> GameSearch<'_, R> {
    fn analyze(
        &mut self,
        tree: &Tree,
        start: Position<R>,
        on_position: &mut (dyn FnMut(usize, &PositionAnalysis) + Send),
    ) -> Option<Vec<PositionAnalysis>> {
        let mut game = Game::from_position(start);
        let mut analyses = vec![self.search_position(&game)?];
        on_position(0, &analyses[0]);
        for node in tree.main_line() {
            match tree.step(node) {
                Some(Step::Move(mv)) => game.play_legal(mv),
                // No position before a null move can repeat.
                Some(Step::Null) | None => game = Game::from_position(game.position().null_move()?),
            }
            let analysis = self.search_position(&game)?;
            on_position(analyses.len(), &analysis);
            analyses.push(analysis);
        }
        Some(analyses)
    }

    /// Searches the current position; `None` if stopped.
    fn search_position(&mut self, game: &Game<R>) -> Option<PositionAnalysis> {
        if let Some(outcome) = game.outcome() {
            return Some(PositionAnalysis::over(outcome));
        }
        let (limits, settings) = (self.limits, self.settings);
        let found = self.searcher.search(game, limits, settings, self.table, self.signals, &mut |_| {});
        if self.signals.stop.load(Ordering::Relaxed) {
            return None;
        }
        let is_whites = game.position().turn() == Color::White;
        let score = if is_whites { found.score } else { found.score.reversed() };
        Some(PositionAnalysis::of(score, found.line))
    }
}
