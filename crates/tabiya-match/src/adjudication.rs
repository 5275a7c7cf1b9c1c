use tabiya::Score;

/// Adjudication rules. All are off by default, except the maximum length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A draw on which both engines agree.
    pub draw: Option<DrawRule>,
    /// A loss by the loser's own score.
    pub resign: Option<ResignRule>,
    /// The game is drawn after this many moves of both sides; some Makruk games never end otherwise.
    pub max_moves: u32,
}

/// A draw if both engines' scores stay close to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DrawRule {
    /// Not before this move of the game.
    pub from_move: u32,
    /// For this many consecutive moves of each side.
    pub moves: u32,
    /// The maximum absolute score.
    pub score: i32,
}

/// A loss if the loser's own score stays bad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ResignRule {
    /// For this many consecutive moves.
    pub moves: u32,
    /// The maximum score, negative.
    pub score: i32,
}

impl Adjudication {
    /// Only the maximum length.
    pub const NONE: Adjudication = Adjudication { draw: None, resign: None, max_moves: 300 };
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication::NONE
    }
}

impl DrawRule {
    /// From this move, for this many moves, within this many centipawns of zero.
    #[must_use]
    pub fn new(from_move: u32, moves: u32, score: i32) -> DrawRule {
        DrawRule { from_move, moves, score }
    }
}

impl ResignRule {
    /// For this many moves, at this many centipawns below zero or worse.
    #[must_use]
    pub fn new(moves: u32, score: i32) -> ResignRule {
        ResignRule { moves, score }
    }
}

/// Follows the scores of a game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    /// Consecutive plies with a score close to zero.
    drawn: u32,
    /// Consecutive moves with a losing score: of the side that moved last, and of the other.
    lost: [u32; 2],
}

/// The decision after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Draw,
    /// The side that has just moved resigns.
    Loss,
    TooLong,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, plies: 0, drawn: 0, lost: [0, 0] }
    }

    /// A move of the opening, without a score.
    pub(crate) fn skip_ply(&mut self) {
        self.plies += 1;
    }

    /// A move with its engine's score.
    pub(crate) fn verdict(&mut self, score: Option<Score>) -> Option<Verdict> {
        self.plies += 1;
        let score = score.map(Score::value);
        let next_count = |rule: bool, count: u32| if rule { count + 1 } else { 0 };
        let looks_drawn = |rule: DrawRule| score.is_some_and(|score| score.abs() <= rule.score.into());
        let looks_lost = |rule: ResignRule| score.is_some_and(|score| score <= -i64::from(rule.score));
        self.drawn = next_count(self.rules.draw.is_some_and(looks_drawn), self.drawn);
        self.lost = [self.lost[1], next_count(self.rules.resign.is_some_and(looks_lost), self.lost[0])];
        let is_draw = |rule: DrawRule| self.plies >= 2 * rule.from_move && self.drawn >= 2 * rule.moves;
        if self.rules.resign.is_some_and(|rule| self.lost[1] >= rule.moves) {
            return Some(Verdict::Loss);
        }
        if self.rules.draw.is_some_and(is_draw) {
            return Some(Verdict::Draw);
        }
        (self.plies >= 2 * self.rules.max_moves).then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(rules: Adjudication, scores: &[i32]) -> Vec<Option<Verdict>> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().map(|score| adjudicator.verdict(Some(Score::Centipawns(*score)))).collect()
    }

    #[test]
    fn a_draw_needs_both_sides_for_long_enough_and_not_too_early() {
        let rules = Adjudication { draw: Some(DrawRule::new(3, 2, 10)), ..Adjudication::NONE };
        assert_eq!(after(rules, &[0, 5, -10, 0, 1]), [None; 5]);
        assert_eq!(after(rules, &[0, 5, -10, 0, 1, 2]).pop(), Some(Some(Verdict::Draw)));
        assert_eq!(after(rules, &[0, 5, -10, 11, 1, 2, 3]), [None; 7]);
        assert_eq!(after(rules, &[0, 5, -10, 11, 1, 2, 3, 4]).pop(), Some(Some(Verdict::Draw)));
    }

    #[test]
    fn a_loss_is_decided_by_the_losers_score() {
        let rules = Adjudication { resign: Some(ResignRule::new(2, 500)), ..Adjudication::NONE };
        assert_eq!(after(rules, &[900, 900, 900, 900]), [None; 4]);
        assert_eq!(after(rules, &[-500, 0, -501]), [None, None, Some(Verdict::Loss)]);
        assert_eq!(after(rules, &[-500, -500, -499, -499]), [None; 4]);
        assert_eq!(after(rules, &[0, -500, 0, -500]), [None, None, None, Some(Verdict::Loss)]);
    }

    #[test]
    fn without_scores_only_the_length_limit_applies() {
        let rules = Adjudication {
            draw: Some(DrawRule::new(1, 1, 10)),
            resign: Some(ResignRule::new(1, 0)),
            max_moves: 2,
        };
        let mut adjudicator = Adjudicator::new(rules);
        assert_eq!([(); 3].map(|()| adjudicator.verdict(None)), [None; 3]);
        assert_eq!(adjudicator.verdict(None), Some(Verdict::TooLong));
    }
}
