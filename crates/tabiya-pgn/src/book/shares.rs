use tabiya::Move;

use super::{BookEntry, ProbedMove};

/// A legal book move and its share of the weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The entry in the book.
    pub entry: BookEntry,
    /// The move.
    pub mv: Move,
    /// The move's weight divided by the weights of all legal moves, between 0 and 1; 0 if no move has a weight.
    pub share: f64,
}

/// The legal moves among `found`, in the order of the book, each with its share of the weights.
///
/// Entries that are illegal in the position do not count.
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

/// Chooses one of the legal moves by a random number, each with the probability of its share. Returns `None` if no legal
/// move has a weight.
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
