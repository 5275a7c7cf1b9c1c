//! Outcomes (automatic) and claims (made by a player): a player who may claim a draw may also play on.

use alloc::vec::Vec;
use core::fmt;

use super::Game;
use crate::{Claim, Color, Count, IllegalMove, Makruk, Move, Outcome, Rules};

impl<R: Rules> Game<R> {
    /// The outcome of the game, if it is over.
    ///
    /// Checkmate and stalemate take precedence, then dead positions, then repetition (five occurrences in chess by
    /// FIDE 9.6.1, three in Makruk), then the clock (75 moves, FIDE 9.6.2) and Makruk's count.
    ///
    /// ```
    /// use tabiya::{Game, Makruk, Outcome};
    ///
    /// let mut game = Game::<Makruk>::new();
    /// for uci in ["b1d2", "b8d7", "d2b1", "d7b8", "b1d2", "b8d7", "d2b1", "d7b8"] {
    ///     assert_eq!(game.outcome(), None);
    ///     game.play_uci(uci)?;
    /// }
    /// assert_eq!(game.outcome(), Some(Outcome::ThreefoldRepetition));
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let by_position = self.position().outcome();
        let by_repetition = R::REPETITION_ENDS.filter(|(times, _)| self.occurrences() >= *times);
        match (by_position, by_repetition) {
            (Some(Outcome::Checkmate { .. } | Outcome::Stalemate | Outcome::DeadPosition), _) | (_, None) => {
                by_position
            }
            (_, Some((_, outcome))) => Some(outcome),
        }
    }

    /// The draws that the side to move may claim here without a move: third or later occurrence of the position
    /// (FIDE 9.2), fifty moves without capture or pawn move (FIDE 9.3). Empty once the game is over.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        claims::<R>(self.occurrences(), self.position().halfmove_clock()).collect()
    }

    /// The first of [`claims`](Self::claims), repetition before the clock.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        let first = claims::<R>(self.occurrences(), self.position().halfmove_clock()).next()?;
        self.outcome().is_none().then_some(first)
    }

    /// The draw that the side to move may claim by announcing this move (FIDE 9.2.1, 9.3.1). `None` if the move
    /// ends the game anyway.
    ///
    /// ```
    /// use tabiya::{Chess, Claim, Game};
    ///
    /// let mut game = Game::<Chess>::new();
    /// for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
    ///     game.play_uci(uci)?;
    /// }
    /// assert_eq!(game.claim(), None);
    /// let intended = game.position().parse_uci("f6g8")?;
    /// assert_eq!(game.claim_with(intended)?, Some(Claim::ThreefoldRepetition));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claim_with(&self, mv: Move) -> Result<Option<Claim>, IllegalMove> {
        let next = self.position().play(mv)?;
        let claim = claims::<R>(self.occurrences_after(mv), next.halfmove_clock()).next();
        let neither_is_over = || self.outcome().is_none() && next.outcome().is_none();
        Ok(claim.filter(|_| neither_is_over()))
    }

    /// Makruk's count, if it is running.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        R::running_count(self.position().count())
    }
}

fn claims<R: Rules>(occurrences: u32, clock: u16) -> impl Iterator<Item = Claim> {
    let threefold = R::REPETITION_CLAIM.is_some_and(|times| occurrences >= times);
    let fifty = R::CLOCK_LIMITS.is_some_and(|(claim, _)| clock >= claim);
    [threefold.then_some(Claim::ThreefoldRepetition), fifty.then_some(Claim::FiftyMoves)]
        .into_iter()
        .flatten()
}

/// Which of Makruk's two counts is running: board's honor or pieces' honor.
///
/// ```
/// use tabiya::{Game, CountKind, Makruk};
///
/// let mut game = Game::<Makruk>::from_position("4k3/2m5/8/8/2p5/1M6/8/R2K4 w - - 0 1".parse()?);
/// assert_eq!(game.count_kind(), None);
/// game.play_uci("b3c4")?;
/// assert_eq!(game.count_kind(), Some(CountKind::BoardHonor));
/// assert_eq!(game.count().map(|count| count.to_string()).as_deref(), Some("128/0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountKind {
    /// No bia is left, and the counting side has more than its khun.
    BoardHonor,
    /// The counting side has a lone khun.
    PiecesHonor,
}

impl Game<Makruk> {
    /// Which count is running, if any.
    #[must_use]
    pub fn count_kind(&self) -> Option<CountKind> {
        self.count()?;
        let is_lone = |color| self.position().identity().color(color).len() == 1;
        Some(if Color::ALL.into_iter().any(is_lone) { CountKind::PiecesHonor } else { CountKind::BoardHonor })
    }
}

impl fmt::Display for CountKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CountKind::BoardHonor => "board's honor",
            CountKind::PiecesHonor => "pieces' honor",
        })
    }
}
