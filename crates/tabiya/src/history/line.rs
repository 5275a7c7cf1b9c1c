use super::Game;
use super::recurrence::Recurrence;
use super::trail::Trail;
use crate::{Key, Position, Rules};

/// The keys on the way to the position a search stands in, for its repetition checks.
///
/// It trusts keys: two positions with one key are the same here. A [`Game`] looks closer.
///
/// ```
/// use tabiya::{Chess, Line, Position};
///
/// let root = Position::<Chess>::start();
/// let mut line = Line::new(&root);
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
pub struct Line {
    trail: Trail,
}

/// Room for the deepest search without asking for memory again.
const ROOM: usize = 256;

impl Line {
    /// A line that begins here, with nothing known of what was before.
    #[must_use]
    pub fn new<R: Rules>(root: &Position<R>) -> Line {
        Line { trail: Trail::new(root.key(), ROOM) }
    }

    /// A line that begins in a game's current position and remembers what can come again.
    ///
    /// ```
    /// use tabiya::{Chess, Game, Line};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for uci in ["e2e4", "e7e5", "g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     game.play_uci(uci)?;
    /// }
    /// let mut line = Line::of_game(&game);
    /// assert_eq!(line.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_game<R: Rules>(game: &Game<R>) -> Line {
        let reversible_span = game.reversible_span();
        let mut line = Line { trail: Trail::new(Key(0), reversible_span.len() + ROOM) };
        for (i, (key, recurrence)) in reversible_span.enumerate() {
            if i == 0 { line.trail.restart(key) } else { line.trail.push(key, recurrence) }
        }
        line
    }

    /// How many positions it has, the one it began with included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a line always has a position")]
    pub fn len(&self) -> usize {
        self.trail.len()
    }

    /// Whether the current position has occurred since the root, or twice at all: for a search that is as good as
    /// a draw. `ply` is the number of plies since the root.
    ///
    /// One earlier visit is enough when it lies within the search, where whoever could avoid the second can avoid
    /// the third. Before the root, and at the root itself, the opponent may not repeat again.
    #[inline]
    #[must_use]
    pub fn is_repetition(&self, ply: usize) -> bool {
        let here = self.trail.last();
        here.back != 0 && ((here.back as usize) < ply || here.times > 2)
    }

    /// How many plies ago the current position last occurred, if it did.
    #[inline]
    #[must_use]
    pub fn last_occurrence(&self) -> Option<usize> {
        Some(self.trail.last().back as usize).filter(|&back| back != 0)
    }

    /// Whether the side to move has a move for which [`is_repetition`](Self::is_repetition) would say yes: then it
    /// has at least a draw. `position` is the line's current one; of another the answer means nothing.
    #[inline]
    #[must_use]
    pub fn is_repetition_upcoming<R: Rules>(&self, position: &Position<R>, ply: usize) -> bool {
        let recurrences = self.trail.recurrences();
        // After the move the earlier visit is one ply further back, and so is the root.
        let counts = |back: usize| back < ply || recurrences[recurrences.len() - 1 - back].times > 1;
        self.trail.upcoming(position, |_, back| counts(back)).is_some()
    }

    /// Goes on to a position, after a move.
    #[inline]
    pub fn push<R: Rules>(&mut self, position: &Position<R>) {
        let key = position.key();
        let is_final = position.halfmove_clock() == 0;
        self.trail.push(key, if is_final { Recurrence::FIRST } else { self.trail.recurrence_of(key) });
    }

    /// Goes on to a position after a pass (a null move). Nothing after it repeats anything before it: with a turn
    /// given away, no game can go that way.
    #[inline]
    pub fn push_pass<R: Rules>(&mut self, position: &Position<R>) {
        self.trail.push(position.key(), Recurrence::FIRST);
    }

    /// Takes the last move or pass back; at the position the line began with, does nothing.
    #[inline]
    pub fn pop(&mut self) {
        self.trail.pop();
    }
}
