use super::Game;
use super::key_history::{KeyHistory, RepetitionInfo};
use crate::{Key, Position, Rules};

/// The keys of the game and of the current search path, for repetition checks in a search.
///
/// Positions with equal keys count as equal here; a [`Game`] also compares identities.
///
/// ```
/// use tabiya::{Chess, RepetitionStack, Position};
///
/// let root = Position::<Chess>::start();
/// let mut line = RepetitionStack::new(&root);
/// let mut position = root;
/// for (ply, uci) in ["g1f3", "g8f6", "f3g1"].into_iter().enumerate() {
///     position = position.play_uci(uci)?;
///     line.push(&position);
///     assert!(!line.is_repetition(ply + 1));
/// }
/// // Ng8 would repeat the root, which counts only if the root had occurred before.
/// assert!(!line.is_repetition_upcoming(&position, 3));
/// // Counted from a root one move earlier, it is a repetition at once.
/// assert!(line.is_repetition_upcoming(&position, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RepetitionStack {
    key_history: KeyHistory,
}

/// Initial capacity, enough for the deepest search.
const INITIAL_CAPACITY: usize = 256;

impl RepetitionStack {
    /// A stack that starts here, without history.
    #[must_use]
    pub fn new<R: Rules>(root: &Position<R>) -> RepetitionStack {
        RepetitionStack { key_history: KeyHistory::new(root.key(), INITIAL_CAPACITY) }
    }

    /// A stack that starts at a game's current position, with the reversible part of its history.
    ///
    /// ```
    /// use tabiya::{Chess, Game, RepetitionStack};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for uci in ["e2e4", "e7e5", "g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     game.play_uci(uci)?;
    /// }
    /// let mut line = RepetitionStack::of_game(&game);
    /// assert_eq!(line.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_game<R: Rules>(game: &Game<R>) -> RepetitionStack {
        let reversible_span = game.reversible_span();
        let mut line = RepetitionStack {
            key_history: KeyHistory::new(Key(0), reversible_span.len() + INITIAL_CAPACITY),
        };
        for (i, (key, repetition_info)) in reversible_span.enumerate() {
            if i == 0 { line.key_history.restart(key) } else { line.key_history.push(key, repetition_info) }
        }
        line
    }

    /// The number of positions, including the first.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a stack always has a position")]
    pub fn len(&self) -> usize {
        self.key_history.len()
    }

    /// Whether the current position has occurred since the root, or at least twice before: a draw for a search.
    /// `ply` is the number of plies since the root.
    ///
    /// One earlier occurrence is enough within the search, because the side that could avoid the second could avoid
    /// the third. At and before the root the opponent need not repeat again.
    #[inline]
    #[must_use]
    pub fn is_repetition(&self, ply: usize) -> bool {
        let last = self.key_history.last();
        last.back != 0 && ((last.back as usize) < ply || last.times > 2)
    }

    /// The number of plies since the current position last occurred, if it has.
    #[inline]
    #[must_use]
    pub fn last_occurrence(&self) -> Option<usize> {
        Some(self.key_history.last().back as usize).filter(|&back| back != 0)
    }

    /// Whether the side to move has a move after which [`is_repetition`](Self::is_repetition) would be true: then it
    /// has at least a draw. `position` must be the current one.
    #[inline]
    #[must_use]
    pub fn is_repetition_upcoming<R: Rules>(&self, position: &Position<R>, ply: usize) -> bool {
        let repetition_infos = self.key_history.repetition_infos();
        // After the move, the earlier occurrence and the root are one ply further back.
        let counts =
            |back: usize| back < ply || repetition_infos[repetition_infos.len() - 1 - back].times > 1;
        self.key_history.upcoming(position, |_, back| counts(back)).is_some()
    }

    /// Appends the position after a move.
    #[inline]
    pub fn push<R: Rules>(&mut self, position: &Position<R>) {
        let key = position.key();
        let is_irreversible = position.halfmove_clock() == 0;
        self.key_history.push(
            key,
            if is_irreversible { RepetitionInfo::FIRST } else { self.key_history.repetition_info(key) },
        );
    }

    /// Appends the position after a null move. Nothing after it repeats anything before it, because no game contains
    /// a null move.
    #[inline]
    pub fn push_null_move<R: Rules>(&mut self, position: &Position<R>) {
        self.key_history.push(position.key(), RepetitionInfo::FIRST);
    }

    /// Removes the last move or null move; does nothing at the first position.
    #[inline]
    pub fn pop(&mut self) {
        self.key_history.pop();
    }
}
