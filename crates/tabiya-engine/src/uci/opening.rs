//! Moves from an opening book.

use std::fs::File;

use tabiya::keys::SplitMix64;
use tabiya::{Chess, Move, Position};
use tabiya_pgn::book::{Book, BookError};

use super::answer::clock_seed;
use crate::Limits;

/// Whether a game is played by the clock, so that nobody waits for a score.
pub(super) fn is_timed(limits: &Limits) -> bool {
    let Limits { depth, nodes, mate, move_time, clock, infinite, moves } = limits;
    let is_limited = depth.is_some() || nodes.is_some() || mate.is_some() || !moves.is_empty();
    (clock.is_some() || move_time.is_some()) && !infinite && !is_limited
}

/// One of the book's moves that may be played here, each as often as its weight says.
pub(super) fn choose(book: &mut Book<File>, position: &Position<Chess>) -> Result<Option<Move>, BookError> {
    let found = book.probe(position)?;
    Ok(tabiya_pgn::book::choose(&found, SplitMix64::new(clock_seed()).next()))
}
