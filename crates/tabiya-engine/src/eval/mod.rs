//! What a position is worth before anybody has looked ahead.

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

/// The men's worth, as the side to move sees it, in centipawns.
#[must_use]
pub fn evaluate<R: Evaluate>(position: &Position<R>) -> i32 {
    let side = |color: Color| -> i32 {
        R::ROLES.iter().map(|&role| R::worth(role) * position.men(color, role).len() as i32).sum()
    };
    side(position.turn()) - side(!position.turn())
}
