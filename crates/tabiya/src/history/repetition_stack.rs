use super::Game;
use super::key_history::{KeyHistory, RepetitionInfo};
use crate::{Key, Position, Rules};

/// The keys on the way to the position a search stands in, for its repetition checks.
///
/// It trusts keys: two positions with one key are the same here. A [`Game`] looks closer.
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
/// // Ng8 would bring the root back, which counts once the root itself was a second visit.
/// assert!(!line.is_repetition_upcoming(&position, 3));
/// // Seen from a root one move earlier, it counts at once.
/// assert!(line.is_repetition_upcoming(&position, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RepetitionStack {
    key_history: KeyHistory,
}

/// Room for the deepest search without asking for memory again.
const ROOM: usize = 256;

impl RepetitionStack {
    /// A line that begins here, with nothing known of what was before.
    #[must_use]
    pub fn new<R: Rules>(root: &Position<R>) -> RepetitionStack {
        RepetitionStack { key_history: KeyHistory::new(root.key(), ROOM) }
    }

    /// A line that begins in a game's current position and remembers what can come again.
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
        let mut line = RepetitionStack { key_history: KeyHistory::new(Key(0), reversible_span.len() + ROOM) };
        for (i, (key, repetition_info)) in reversible_span.enumerate() {
            if i == 0 { line.key_history.restart(key) } else { line.key_history.push(key, repetition_info) }
        }
        line
    }

    /// How many positions it has, the one it began with included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a line always has a position")]
    pub fn len(&self) -> usize {
        self.key_history.len()
    }

    /// Whether the current position has occurred since the root, or twice at all: for a search that is as good as
    /// a draw. `ply` is the number of plies since the root.
    ///
    /// One earlier visit is enough when it lies within the search, where whoever could avoid the second can avoid
    /// the third. Before the root, and at the root itself, the opponent may not repeat again.
    #[inline]
    #[must_use]
    pub fn is_repetition(&self, ply: usize) -> bool {
        let here = self.key_history.last();
        here.back != 0 && ((here.back as usize) < ply || here.times > 2)
    }

    /// How many plies ago the current position last occurred, if it did.
    #[inline]
    #[must_use]
    pub fn last_occurrence(&self) -> Option<usize> {
        Some(self.key_history.last().back as usize).filter(|&back| back != 0)
    }

    /// Whether the side to move has a move for which [`is_repetition`](Self::is_repetition) would say yes: then it
    /// has at least a draw. `position` is the line's current one; of another the answer means nothing.
    #[inline]
    #[must_use]
    pub fn is_repetition_upcoming<R: Rules>(&self, position: &Position<R>, ply: usize) -> bool {
        let repetition_infos = self.key_history.repetition_infos();
        // After the move the earlier visit is one ply further back, and so is the root.
        let counts = |back: usize| back < ply || repetition_infos[repetition_infos.len() - 1 - back].times > 1;
        self.key_history.upcoming(position, |_, back| counts(back)).is_some()
    }

    /// Goes on to a position, after a move.
    #[inline]
    pub fn push<R: Rules>(&mut self, position: &Position<R>) {
        let key = position.key();
        let is_final = position.halfmove_clock() == 0;
        self.key_history.push(key, if is_final { RepetitionInfo::FIRST } else { self.key_history.repetition_info(key) });
    }

    /// Goes on to a position after a pass (a null move). Nothing after it repeats anything before it: with a turn
    /// given away, no game can go that way.
    #[inline]
    pub fn push_null_move<R: Rules>(&mut self, position: &Position<R>) {
        self.key_history.push(position.key(), RepetitionInfo::FIRST);
    }

    /// Takes the last move or pass back; at the position the line began with, does nothing.
    #[inline]
    pub fn pop(&mut self) {
        self.key_history.pop();
    }
}
