use tabiya::PackedMove;

/// An entry of the transposition table. It is stored in eight bytes.
///
/// The table does not interpret the numbers. Mate scores must be counted from the
/// position, not from the root, before they are stored.
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
    /// The best move, or the refutation.
    pub mv: Option<PackedMove>,
    /// The score of the search.
    pub score: i16,
    /// The static evaluation.
    pub eval: i16,
    /// The depth of the search.
    pub depth: u8,
    /// The kind of bound that `score` is.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub was_pv: bool,
}

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Bound {
    /// No score: only the static evaluation is valid.
    #[default]
    None,
    /// An upper bound: no move raised alpha (fail low).
    Upper,
    /// A lower bound: a move reached beta (fail high).
    Lower,
    /// The exact score at this depth.
    Exact,
}
