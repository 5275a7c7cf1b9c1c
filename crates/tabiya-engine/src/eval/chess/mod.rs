//! Chess and Chess960.

mod endings;
mod king;
mod passed;
mod pawns;
mod pieces;
mod terms;
mod threats;

use tabiya::{Chess, Color, Position, Role};

use super::chess_weights_table::TABLE;
use super::structures::Structures;
use super::view::View;
use super::{Ending, Evaluate, Score, Tally, Term, pack};

static WEIGHTS: [Score; terms::COUNT] = pack(&TABLE);

/// Roles in the order of the table.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Evaluate for Chess {
    const TERMS: &'static [Term] = terms::TERMS;
    const FULL_PHASE: i32 = 24;

    #[inline]
    fn worth(role: Role) -> i32 {
        const WORTH: [i32; 7] = [100, 320, 330, 500, 950, 0, 0];
        WORTH[role as usize]
    }

    #[inline(always)]
    fn weights() -> &'static [Score] {
        &WEIGHTS
    }

    #[inline(always)]
    fn judge<T: Tally>(position: &Position<Chess>, structures: &mut Structures, sides: &mut [T; 2]) {
        let views = View::both(position);
        let passed = T::recall(sides, structures, Structures::key(position), |sides| {
            let [white, black] = sides;
            pawns::shelter(&views[0], white, black);
            pawns::shelter(&views[1], black, white);
            [pawns::structure(&views[0], white), pawns::structure(&views[1], black)]
        });
        let castling = position.castling();
        let rights = Color::ALL.map(|color| castling.rooks_of(color).len() as usize);
        let attacks = [0, 1].map(|side| {
            let (view, tally) = (&views[side], &mut sides[side]);
            let own = &view.own;
            let men = [own.pawns, own.knights, own.bishops, own.rooks, own.queens];
            for (role, men) in men.into_iter().enumerate() {
                tally.add(terms::MATERIAL, role, men.len() as i32);
            }
            tally.add(terms::CASTLING, rights[side].min(2), 1);
            pieces::place(view, rights[side] != 0, tally)
        });
        for side in [0, 1] {
            let (view, tally) = (&views[side], &mut sides[side]);
            let (ours, theirs) = (&attacks[side], &attacks[1 - side].flipped());
            threats::weigh(view, ours, theirs, tally);
            king::press(view, ours, theirs, tally);
            passed::weigh(passed[side], view, ours, theirs, tally);
        }
        sides[position.turn() as usize].add(terms::TEMPO, 0, 1);
    }

    #[inline(always)]
    fn phase(position: &Position<Chess>) -> i32 {
        let id = position.identity();
        let minors = id.role(Role::Knight) | id.role(Role::Bishop);
        (minors.len() + 2 * id.role(Role::Rook).len() + 4 * id.role(Role::Queen).len()) as i32
    }

    #[inline]
    fn ending(position: &Position<Chess>, endgame: i32) -> Ending {
        endings::of(position, if endgame >= 0 { Color::White } else { Color::Black })
    }
}
