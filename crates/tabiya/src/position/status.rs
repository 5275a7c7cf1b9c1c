//! Outcomes and claims that a single position determines.

use crate::{Claim, Color, Outcome, Position, Rules};

impl<R: Rules> Position<R> {
    /// The outcome, if the game is over in this position. Checkmate takes precedence over clocks and counts.
    ///
    /// Repetition depends on the history: see [`Game`](crate::Game).
    ///
    /// ```
    /// use tabiya::{Chess, Outcome, Position};
    ///
    /// let stalemate: Position<Chess> = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            let in_check = self.is_check();
            return Some(if in_check {
                Outcome::Checkmate { winner: !self.turn() }
            } else {
                Outcome::Stalemate
            });
        }
        if R::is_dead(&self.identity) {
            return Some(Outcome::DeadPosition);
        }
        if R::CLOCK_LIMITS.is_some_and(|(_, ends)| self.halfmove_clock >= ends) {
            return Some(Outcome::SeventyFiveMoves);
        }
        R::count_has_run_out(self.count).then_some(Outcome::CountRunOut)
    }

    /// Whether a color has insufficient mating material, whatever the opponent does. A player who runs out of time against
    /// such a side draws (FIDE 6.9). Considers only the pieces, not blocked pawns.
    ///
    /// In Makruk a lone khun cannot mate, nor can one bia, met or ma with its khun against a lone khun.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Position};
    ///
    /// let position: Position<Chess> = "4k3/7p/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.has_insufficient_material(Color::White));
    /// assert!(!position.has_insufficient_material(Color::Black));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "insufficient material")]
    #[doc(alias = "can_win")]
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        R::has_insufficient_material(&self.identity, color)
    }

    /// The draw the side to move may claim, if any.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        let may_claim = R::CLOCK_LIMITS.is_some_and(|(claim, _)| self.halfmove_clock >= claim);
        (may_claim && self.outcome().is_none()).then_some(Claim::FiftyMoves)
    }
}
