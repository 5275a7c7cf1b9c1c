//! Openings from a Polyglot book: lines of book moves, chosen by weight.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::path::Path;

use tabiya::{AnyGame, AnyPosition, Chess, Game, Move, Position, Variant};
use tabiya_pgn::book::{Book, ProbedMove, choose};

use super::Opening;
use super::file::Choice;
use super::random::numbers;

/// The default maximum length.
const MAX_PLIES: usize = 40;
/// The maximum number of lines searched.
const MAX_LINES: usize = 50_000;
/// After this many repeated lines in a row, there are assumed to be no others.
const MAX_REPEATED: u64 = 200;

/// Distinct lines of a book, up to the requested number.
pub(super) fn lines(path: &Path, variant: Variant, choice: Choice) -> Result<Vec<Opening>, String> {
    if variant != Variant::Chess {
        return Err(format!("a Polyglot book has openings of chess, not of {variant}"));
    }
    let book = Book::open(path).map_err(|error| error.to_string())?;
    let mut walker = BookWalker { book, cache: HashMap::new(), plies: choice.plies.unwrap_or(MAX_PLIES) };
    let (mut lines, mut seen) = (Vec::new(), BTreeSet::new());
    let (mut walk, mut repeated) = (0, 0);
    while lines.len() < choice.max_openings.clamp(1, MAX_LINES) && repeated < MAX_REPEATED {
        let moves = walker.walk([choice.shuffle.unwrap_or(0), walk])?;
        walk += 1;
        if moves.is_empty() || !seen.insert(moves.clone()) {
            repeated += 1;
            continue;
        }
        repeated = 0;
        lines.push(Opening { start: AnyPosition::start(variant), moves });
    }
    Ok(lines)
}

struct BookWalker {
    book: Book<File>,
    /// Cached positions, by key.
    cache: HashMap<u64, Vec<ProbedMove>>,
    plies: usize,
}

impl BookWalker {
    /// Book moves from the start as far as the book goes; `None` if the game is over there.
    fn walk(&mut self, seeds: [u64; 2]) -> Result<Vec<Move>, String> {
        let mut game = Game::<Chess>::new();
        let mut numbers = numbers(seeds);
        while game.moves().len() < self.plies && game.outcome().is_none() {
            let probe = self.probe(game.position())?;
            let Some(mv) = choose(probe, numbers.next()) else { break };
            game.play_legal(mv);
        }
        let moves = game.moves().to_vec();
        let game = AnyGame::Chess(game);
        let is_over = game.outcome().is_some() || game.claim().is_some();
        Ok(if is_over { Vec::new() } else { moves })
    }

    fn probe(&mut self, position: &Position<Chess>) -> Result<&[ProbedMove], String> {
        let key = position.key().0;
        if !self.cache.contains_key(&key) {
            self.cache.insert(key, self.book.probe(position).map_err(|error| error.to_string())?);
        }
        Ok(&self.cache[&key])
    }
}
