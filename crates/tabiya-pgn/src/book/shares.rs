use tabiya::Move;

use super::{BookEntry, ProbedMove};

/// A move a book has for a position, and how often the book means it to be chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// As the book has it.
    pub entry: BookEntry,
    /// The move.
    pub mv: Move,
    /// Its part of the weights of all legal moves, between 0 and 1; 0 if none has a weight.
    pub share: f64,
}

/// The legal moves among those found, in the book's order, each with its share of their weights.
///
/// An entry that is no legal move here is never chosen, so its weight is nobody's share.
///
/// ```
/// use tabiya::keys::schemes::POLYGLOT;
/// use tabiya::{Chess, Position};
/// use tabiya_pgn::book::{BookMove, BookEntry, ProbedMove, shares};
///
/// let start = Position::<Chess>::start();
/// let found = [("e2e4", 3), ("d2d4", 1)].map(|(uci, weight)| {
///     let mv = BookMove::of(start.parse_uci(uci).unwrap());
///     ProbedMove { entry: BookEntry { key: POLYGLOT.key(&start), mv, weight, learn: 0 }, mv: mv.find(&start) }
/// });
/// let parts: Vec<f64> = shares(&found).iter().map(|move_here| move_here.share).collect();
/// assert_eq!(parts, [0.75, 0.25]);
/// ```
#[must_use]
pub fn shares(found: &[ProbedMove]) -> Vec<Share> {
    let total = total(found);
    let share = |weight: u16| if total == 0 { 0.0 } else { f64::from(weight) / total as f64 };
    legal(found).map(|(entry, mv)| Share { entry, mv, share: share(entry.weight) }).collect()
}

/// One of the legal moves among those found, as a random number decides: each as often as its share, without a weight
/// never.
///
/// ```
/// use tabiya::keys::schemes::POLYGLOT;
/// use tabiya::{Chess, Position};
/// use tabiya_pgn::book::{BookMove, BookEntry, ProbedMove, choose};
///
/// let start = Position::<Chess>::start();
/// let found = [("e2e4", 3), ("a2a3", 0), ("d2d4", 1)].map(|(uci, weight)| {
///     let mv = BookMove::of(start.parse_uci(uci).unwrap());
///     ProbedMove { entry: BookEntry { key: POLYGLOT.key(&start), mv, weight, learn: 0 }, mv: mv.find(&start) }
/// });
/// let chosen = [0, 1, 2, 3, 4].map(|number| start.san(choose(&found, number).unwrap()));
/// assert_eq!(chosen, ["e4", "e4", "e4", "d4", "e4"]);
/// assert_eq!(choose(&found[1..2], 0), None);
/// ```
#[must_use]
pub fn choose(found: &[ProbedMove], number: u64) -> Option<Move> {
    let mut left = number.checked_rem(total(found))?;
    legal(found).find_map(|(entry, mv)| {
        let weight = u64::from(entry.weight);
        let is_chosen = left < weight;
        left = left.saturating_sub(weight);
        is_chosen.then_some(mv)
    })
}

fn legal(found: &[ProbedMove]) -> impl Iterator<Item = (BookEntry, Move)> {
    found.iter().filter_map(|found| Some((found.entry, found.mv.ok()?)))
}

fn total(found: &[ProbedMove]) -> u64 {
    legal(found).map(|(entry, _)| u64::from(entry.weight)).sum()
}
