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
use super::{EndgameKnowledge, Evaluate, Tally, TaperedScore, Term, pack};

use pieces::PieceScan;

static WEIGHTS: [TaperedScore; terms::COUNT] = pack(&TABLE);

/// Roles in the order of the table.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Evaluate for Chess {
    const TERMS: &'static [Term] = terms::TERMS;
    const FULL_PHASE: i32 = 24;
    const BY_VALUE: &'static [Role] =
        &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    #[inline]
    fn piece_value(role: Role) -> i32 {
        const VALUE: [i32; 7] = [100, 320, 330, 500, 950, 0, 0];
        VALUE[role as usize]
    }

    #[inline(always)]
    fn weights() -> &'static [TaperedScore] {
        &WEIGHTS
    }

    #[inline(always)]
    fn add_terms<T: Tally>(
        position: &Position<Chess>,
        structures: &mut Structures<Chess>,
        sides: &mut [T; 2],
    ) {
        let views = View::both(position);
        let passed = T::add_structure(sides, structures, position, |sides| {
            let [white, black] = sides;
            pawns::shelter(&views[0], white, black);
            pawns::shelter(&views[1], black, white);
            [pawns::structure(&views[0], white), pawns::structure(&views[1], black)]
        });
        let castling = position.castling();
        let rights = Color::ALL.map(|color| castling.rooks_of(color).len() as usize);
        let [white, black] = sides;
        let mut scans = [PieceScan::begin(&views[0], white), PieceScan::begin(&views[1], black)];
        for side in [0, 1] {
            material(&views[side], &mut sides[side]);
            scans[side].add_minors(&mut sides[side]);
            sides[side].add(terms::CASTLING, rights[side].min(2), 1);
        }
        let lesser = scans.map(|scan| (scan.ours.pawns | scan.ours.knights | scan.ours.bishops).flipped());
        for side in [0, 1] {
            scans[side].add_rooks(lesser[1 - side], rights[side] != 0, &mut sides[side]);
        }
        let lesser = [0, 1].map(|side| lesser[side] | scans[side].ours.rooks.flipped());
        for side in [0, 1] {
            scans[side].add_queens(lesser[1 - side], &mut sides[side]);
        }
        for side in [0, 1] {
            let (view, tally) = (&views[side], &mut sides[side]);
            let (ours, theirs) = (&scans[side].ours, &scans[1 - side].ours.flipped());
            threats::evaluate(view, ours, theirs, tally);
            king::add_pressure(view, ours, theirs, tally);
            tally.add_pressure(terms::P_PINNED, 0, scans[1 - side].pinned.len() as i32);
            passed::evaluate(passed[side], view, ours, theirs, tally);
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
    fn ending(position: &Position<Chess>, endgame: i32) -> EndgameKnowledge {
        endings::of(position, if endgame >= 0 { Color::White } else { Color::Black })
    }
}

/// Adds material and piece combinations.
#[inline(always)]
fn material<T: Tally>(view: &View, tally: &mut T) {
    let own = &view.own;
    let pieces =
        [own.pawns, own.knights, own.bishops, own.rooks, own.queens].map(|pieces| pieces.len() as i32);
    for (role, count) in pieces.into_iter().enumerate() {
        tally.add(terms::MATERIAL, role, count);
    }
    for (place, count) in pieces[1..].iter().enumerate() {
        tally.add(terms::WITH_PAWNS, place, count * (pieces[0] - 5));
    }
    tally.add(terms::ROOK_PAIR, 0, i32::from(pieces[3] > 1));
}
