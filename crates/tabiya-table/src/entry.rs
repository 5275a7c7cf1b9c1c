use tabiya::PackedMove;

/// What a search remembers of a position. Stored, it takes exactly eight bytes.
///
/// The numbers are the engine's own: the table keeps them as they are. Mate scores must be counted from the
/// position, not from the root, before they are stored; the table does not know where the root is.
///
/// ```
/// use tabiya::Key;
/// use tabiya_table::{Bound, Entry, Table};
///
/// let table = Table::new(1)?;
/// let entry = Entry { score: -7, depth: 3, bound: Bound::Upper, ..Entry::default() };
/// table.store(Key(1), entry);
/// assert_eq!(table.probe(Key(1)), Some(entry));
/// # Ok::<(), tabiya_table::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Entry {
    /// The best move, or the one that refuted the opponent's last.
    pub mv: Option<PackedMove>,
    /// What the search found.
    pub score: i16,
    /// What the evaluation says before any search.
    pub eval: i16,
    /// How deep the search was.
    pub depth: u8,
    /// What `score` says about the true score.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub was_pv: bool,
}

/// What a score says about the true score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Bound {
    /// Nothing: only the evaluation is known.
    #[default]
    None,
    /// The true score is at most this: no move was good enough.
    Upper,
    /// The true score is at least this: a move was too good.
    Lower,
    /// This is the true score at this depth.
    Exact,
}
