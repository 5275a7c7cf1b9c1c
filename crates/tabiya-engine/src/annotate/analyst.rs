use std::sync::atomic::Ordering;
use std::thread;

use tabiya::{Color, Game, Move, Outcome, Position, Score, with_position};
use tabiya_pgn::{Step, Tree};
use tabiya_table::{SizeError, Table};

use crate::eval::Evaluate;
use crate::{Limits, STACK, Searcher, Settings, Signals};

/// What an engine found in one position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// As White sees it; of a game that is over, its result.
    pub evaluation: Score,
    /// The best line; empty if the game is over.
    pub line: Vec<Move>,
    /// Whether the rules have ended the game here.
    pub is_over: bool,
}

impl Finding {
    /// Of a position that is worth so much to White, with this best line.
    #[must_use]
    pub fn of(score: Score, line: Vec<Move>) -> Finding {
        Finding { evaluation: score, line, is_over: false }
    }

    /// Of a position in which the rules have ended the game.
    #[must_use]
    pub fn over(outcome: Outcome) -> Finding {
        let evaluation = match outcome {
            Outcome::Checkmate { winner: Color::White } => Score::Mate(1),
            Outcome::Checkmate { winner: Color::Black } => Score::Mate(-1),
            _ => Score::Centipawns(0),
        };
        Finding { evaluation, line: Vec::new(), is_over: true }
    }
}

/// Looks at games with the engine, one after the other: every position of the main line.
///
/// What is found in a game does not depend on the games before it. With one thread and a limit of nodes or depth it is
/// always the same.
#[derive(Debug)]
pub struct Analyst {
    limits: Limits,
    settings: Settings,
    table: Table,
}

impl Analyst {
    /// An analyst who thinks so long about each position, with so many threads and mebibytes for its table.
    pub fn new(limits: Limits, threads: usize, mebibytes: usize) -> Result<Analyst, SizeError> {
        let settings = Settings { threads, ..Settings::default() };
        Ok(Analyst { limits, settings, table: Table::new(mebibytes)? })
    }

    /// The findings of a game, the start's first; each is told as it comes, with its number. Nothing if it was stopped.
    pub fn analyze(
        &mut self,
        tree: &Tree,
        signals: &Signals,
        tell: &mut (dyn FnMut(usize, &Finding) + Send),
    ) -> Option<Vec<Finding>> {
        self.table.clear(self.settings.threads);
        let (limits, settings, table) = (&self.limits, &self.settings, &self.table);
        let search = || {
            with_position!(tree.start(), start => {
                let mut desk = Desk { searcher: Searcher::new(), limits, settings, table, signals };
                desk.analyze(tree, *start, tell)
            })
        };
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
            thread.ok()?.join().expect("a search does not panic")
        })
    }
}

/// One game on the analyst's desk.
struct Desk<'a, R: Evaluate> {
    searcher: Searcher<R>,
    limits: &'a Limits,
    settings: &'a Settings,
    table: &'a Table,
    signals: &'a Signals,
}

impl<R: Evaluate> Desk<'_, R> {
    fn analyze(
        &mut self,
        tree: &Tree,
        start: Position<R>,
        tell: &mut (dyn FnMut(usize, &Finding) + Send),
    ) -> Option<Vec<Finding>> {
        let mut game = Game::from_position(start);
        let mut findings = vec![self.look(&game)?];
        tell(0, &findings[0]);
        for node in tree.main_line() {
            match tree.step(node) {
                Some(Step::Move(mv)) => game.play_legal(mv),
                // After a null move nothing that stood before can come again.
                Some(Step::Null) | None => game = Game::from_position(game.position().pass()?),
            }
            let finding = self.look(&game)?;
            tell(findings.len(), &finding);
            findings.push(finding);
        }
        Some(findings)
    }

    /// Thinks about the position a game has come to; nothing if it is told to stop meanwhile.
    fn look(&mut self, game: &Game<R>) -> Option<Finding> {
        if let Some(outcome) = game.outcome() {
            return Some(Finding::over(outcome));
        }
        let (limits, settings) = (self.limits, self.settings);
        let found = self.searcher.search(game, limits, settings, self.table, self.signals, &mut |_| {});
        if self.signals.stop.load(Ordering::Relaxed) {
            return None;
        }
        let is_whites = game.position().turn() == Color::White;
        let score = if is_whites { found.score } else { found.score.reversed() };
        Some(Finding::of(score, found.line))
    }
}
