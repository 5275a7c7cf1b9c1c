use alloc::vec::Vec;
use core::fmt;

use super::index::Index;
use super::key_history::{KeyHistory, RepetitionInfo};
use crate::{IllegalMove, Key, Move, MoveKind, Position, Role, Rules, SanError, UciError};

/// A game: start position, moves, all positions, and repetition.
///
/// Repetition is computed once, when a move is played, and is exact: keys only select the positions whose
/// [`Identity`](crate::Identity) is then compared. Moves may be played after the game has ended;
/// [`outcome`](Self::outcome) reports the end.
///
/// ```
/// use tabiya::{Chess, Claim, Game};
///
/// let mut game = Game::<Chess>::new();
/// for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     game.play_uci(uci)?;
/// }
/// assert_eq!(game.occurrences(), 3);
/// assert_eq!(game.claim(), Some(Claim::ThreefoldRepetition));
/// game.undo();
/// assert_eq!(game.occurrences(), 2);
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone)]
pub struct Game<R: Rules> {
    /// The start, the positions after each move, and positions that were undone and can be redone.
    positions: Vec<Position<R>>,
    moves: Vec<Move>,
    /// The keys up to the current position, with repetition data.
    key_history: KeyHistory,
    /// For each position, a move that repeats an earlier one.
    returns: Vec<Option<Move>>,
    /// Finds plies by key, up to the current position.
    index: Index,
}

/// In a longer span without a capture or a pawn move, trying every legal move is faster than scanning the history.
const LONG_SPAN: u32 = 400;

impl<R: Rules> Game<R> {
    /// A game from the standard start position.
    #[must_use]
    pub fn new() -> Game<R> {
        Game::from_position(Position::start())
    }

    /// A game from any position. Earlier repetitions are unknown, whatever the half-move clock.
    #[must_use]
    pub fn from_position(start: Position<R>) -> Game<R> {
        let mut game = Game {
            positions: Vec::new(),
            moves: Vec::new(),
            returns: Vec::new(),
            key_history: KeyHistory::new(start.key(), 0),
            index: Index::new(),
        };
        game.reset(start);
        game
    }

    /// Restarts from a position and reuses the memory.
    pub fn reset(&mut self, start: Position<R>) {
        self.positions.clear();
        self.moves.clear();
        self.returns.clear();
        self.positions.push(start);
        self.returns.push(None);
        self.key_history.restart(start.key());
        self.index.clear();
        self.index.push(|ply| self.key_history.key(ply));
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Position<R> {
        &self.positions[0]
    }

    /// The current position.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        &self.positions[self.ply()]
    }

    /// The number of moves played.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.key_history.len() - 1
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.ply()]
    }

    /// The positions so far, from the start to the current one.
    #[must_use]
    pub fn positions(&self) -> &[Position<R>] {
        &self.positions[..=self.ply()]
    }

    /// How often the current position has occurred, including now.
    #[inline]
    #[must_use]
    #[doc(alias = "threefold repetition")]
    pub fn occurrences(&self) -> u32 {
        self.key_history.last().times
    }

    /// How often the position at this ply had occurred at that time; 0 beyond the current ply.
    ///
    /// ```
    /// use tabiya::{Chess, Game};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     game.play_uci(uci)?;
    /// }
    /// assert_eq!((0..=5).map(|ply| game.occurrences_at(ply)).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 0]);
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn occurrences_at(&self, ply: usize) -> u32 {
        self.key_history.repetition_infos().get(ply).map_or(0, |repetition_info| repetition_info.times)
    }

    /// The number of plies since the current position last occurred, if it has.
    #[inline]
    #[must_use]
    pub fn last_occurrence(&self) -> Option<usize> {
        Some(self.key_history.last().back as usize).filter(|&back| back != 0)
    }

    /// The plies at which the current position occurred, latest first, including the current ply.
    ///
    /// ```
    /// use tabiya::{Chess, Game};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     game.play_uci(uci)?;
    /// }
    /// assert_eq!(game.occurrence_plies().collect::<Vec<_>>(), [4, 0]);
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    pub fn occurrence_plies(&self) -> impl Iterator<Item = usize> + '_ {
        core::iter::successors(Some(self.ply()), |&ply| {
            let back = self.key_history.repetition_infos()[ply].back as usize;
            (back != 0).then(|| ply - back)
        })
    }

    /// Whether any position since the last capture or pawn move has occurred twice.
    #[inline]
    #[must_use]
    pub fn has_repeated(&self) -> bool {
        self.key_history.last().repeated
    }

    /// A legal move that repeats an earlier position, if there is one.
    ///
    /// ```
    /// use tabiya::{Chess, Game};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for uci in ["g1f3", "g8f6", "f3g1"] {
    ///     game.play_uci(uci)?;
    /// }
    /// assert_eq!(game.upcoming_repetition(), Some(game.position().parse_uci("f6g8")?));
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn upcoming_repetition(&self) -> Option<Move> {
        self.returns[self.ply()]
    }

    /// How often the position after this legal move would have occurred.
    #[must_use]
    pub fn occurrences_after(&self, mv: Move) -> u32 {
        self.repetition_info(&self.position().play_legal(mv)).times
    }

    /// Plays a move if it is legal. Moves that could be redone are dropped.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_legal(mv);
        Ok(())
    }

    /// Plays a move in UCI notation.
    pub fn play_uci(&mut self, text: &str) -> Result<(), UciError> {
        self.play_legal(self.position().parse_uci(text)?);
        Ok(())
    }

    /// Plays a move in SAN.
    ///
    /// ```
    /// use tabiya::{Chess, Game};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for san in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
    ///     game.play_san(san)?;
    /// }
    /// assert_eq!(game.ply(), 5);
    /// # Ok::<(), tabiya::SanError>(())
    /// ```
    pub fn play_san(&mut self, text: &str) -> Result<(), SanError> {
        self.play_legal(self.position().parse_san(text)?);
        Ok(())
    }

    /// Plays a move without checking that it is legal.
    pub fn play_legal(&mut self, mv: Move) {
        let (ply, next) = (self.ply(), self.position().play_legal(mv));
        self.moves.truncate(ply);
        self.positions.truncate(ply + 1);
        self.returns.truncate(ply + 1);
        self.moves.push(mv);
        self.append_position(&next);
        self.positions.push(next);
        self.returns.push(self.find_return());
    }

    /// Undoes the last move and returns it.
    #[doc(alias = "unmake")]
    #[doc(alias = "take back")]
    pub fn undo(&mut self) -> Option<Move> {
        let before = self.ply().checked_sub(1)?;
        self.index.pop(self.position().key());
        self.key_history.pop();
        Some(self.moves[before])
    }

    /// Replays the move undone last and returns it.
    ///
    /// ```
    /// use tabiya::{Chess, Game};
    ///
    /// let mut game = Game::<Chess>::new();
    /// game.play_uci("e2e4")?;
    /// let e4 = game.undo();
    /// assert_eq!((game.ply(), game.redo(), game.ply()), (0, e4, 1));
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.ply())?;
        let next = self.positions[self.ply() + 1];
        self.append_position(&next);
        Some(mv)
    }

    /// Keys and repetition data since the last capture or pawn move, up to the current position.
    pub(super) fn reversible_span(&self) -> impl ExactSizeIterator<Item = (Key, RepetitionInfo)> + '_ {
        let from = self.ply() - self.key_history.last().reversible_span as usize;
        (from..self.key_history.len())
            .map(|ply| (self.key_history.key(ply), self.key_history.repetition_infos()[ply]))
    }

    /// Appends the next position to the history.
    fn append_position(&mut self, next: &Position<R>) {
        self.key_history.push(next.key(), self.repetition_info(next));
        self.index.push(|ply| self.key_history.key(ply));
    }

    /// The repetition data of a position that follows the current one.
    fn repetition_info(&self, next: &Position<R>) -> RepetitionInfo {
        if next.halfmove_clock() == 0 {
            return RepetitionInfo::FIRST;
        }
        let mut repetition_info = RepetitionInfo::after(self.key_history.last());
        let ply = self.ply() + 1;
        let oldest = ply - repetition_info.reversible_span as usize;
        let is_same = |earlier: &usize| {
            self.key_history.key(*earlier) == next.key()
                && self.positions[*earlier].identity() == next.identity()
        };
        let candidates = self.index.candidates(next.key());
        if let Some(earlier) = candidates.take_while(|&earlier| earlier >= oldest).find(is_same) {
            repetition_info.repeats_after(&self.key_history.repetition_infos()[earlier], ply - earlier);
        }
        repetition_info
    }

    fn find_return(&self) -> Option<Move> {
        let position = self.position();
        if self.key_history.last().reversible_span > LONG_SPAN {
            let repeats = |mv: &Move| {
                let may = mv.kind == MoveKind::Normal && mv.role != Role::Pawn;
                may && self.occurrences_after(*mv) > 1
            };
            return position.legal_moves().iter().copied().find(repeats);
        }
        self.key_history.upcoming(position, |mv, back| {
            position.play_legal(mv).identity() == self.positions[self.ply() - back].identity()
        })
    }
}

impl<R: Rules> Default for Game<R> {
    fn default() -> Game<R> {
        Game::new()
    }
}

/// Games are equal if they have equal start positions, including clocks, and the same moves; undone moves
/// are ignored.
///
/// ```
/// use tabiya::{Chess, Game};
///
/// let mut game = Game::<Chess>::new();
/// game.play_san("e4")?;
/// assert_ne!(game, Game::new());
/// game.undo();
/// assert_eq!(game, Game::new());
/// # Ok::<(), tabiya::SanError>(())
/// ```
impl<R: Rules> PartialEq for Game<R> {
    fn eq(&self, other: &Game<R>) -> bool {
        self.start() == other.start() && self.moves() == other.moves()
    }
}

impl<R: Rules> Eq for Game<R> {}

/// Writes the start position and the moves.
impl<R: Rules> fmt::Debug for Game<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.start(), self.moves())
    }
}
