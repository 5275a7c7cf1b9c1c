use tabiya::Move;

use super::{Entry, Found};

/// A move a book has for a position, and how often the book means it to be chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// As the book has it.
    pub entry: Entry,
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
/// use tabiya_pgn::book::{BookMove, Entry, Found, shares};
///
/// let start = Position::<Chess>::start();
/// let found = [("e2e4", 3), ("d2d4", 1)].map(|(uci, weight)| {
///     let mv = BookMove::of(start.parse_uci(uci).unwrap());
///     Found { entry: Entry { key: POLYGLOT.key(&start), mv, weight, learn: 0 }, mv: mv.find(&start) }
/// });
/// let parts: Vec<f64> = shares(&found).iter().map(|move_here| move_here.share).collect();
/// assert_eq!(parts, [0.75, 0.25]);
/// ```
#[must_use]
pub fn shares(found: &[Found]) -> Vec<Share> {
    let legal = || found.iter().filter_map(|found| Some((found.entry, found.mv.ok()?)));
    let total: u64 = legal().map(|(entry, _)| u64::from(entry.weight)).sum();
    let share = |weight: u16| if total == 0 { 0.0 } else { f64::from(weight) / total as f64 };
    legal().map(|(entry, mv)| Share { entry, mv, share: share(entry.weight) }).collect()
}
