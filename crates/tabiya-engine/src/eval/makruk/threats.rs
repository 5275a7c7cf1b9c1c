//! What one side attacks, and what the enemy can do about it.

use tabiya::Bitboard;

use super::terms;
use crate::eval::view::{Attacks, View, beside, up};
use crate::eval::{Tally, Term};

/// The enemy's half and the rank before it.
const FAR_SIDE: Bitboard = Bitboard(0x00ff_ffff_ff00_0000);

#[inline(always)]
pub(super) fn weigh<T: Tally>(view: &View, ours: &Attacks, theirs: &Attacks, tally: &mut T) {
    let (own, enemy) = (&view.own, &view.enemy);
    let pieces = enemy.pieces();
    let firm = theirs.pawns | (theirs.twice & !ours.twice);
    let weak = enemy.all & ours.all & !firm;
    let safe = ours.all | !theirs.all;

    let by_bia = beside(up(own.pawns & safe)) & enemy.all;
    by_role(terms::BIA_ATTACKS, by_bia, view, tally);
    by_role(terms::MET_ATTACKS, (pieces | weak) & ours.queens, view, tally);
    by_role(terms::MINOR_ATTACKS, (enemy.rooks | weak) & (ours.knights | ours.bishops), view, tally);
    by_role(terms::RUA_ATTACKS, weak & ours.rooks, view, tally);
    tally.add(terms::KHUN_ATTACKS, 0, (weak & ours.king).len() as i32);
    let hanging = weak & (!theirs.all | pieces & ours.twice);
    tally.add(terms::HANGING, 0, hanging.len() as i32);

    let step = up(own.pawns) & !view.occupied & !theirs.pawns & safe;
    tally.add(terms::STEP_ATTACKS, 0, (beside(up(step)) & pieces & !by_bia).len() as i32);
    tally.add(terms::CONTESTED, 0, (ours.all & theirs.all & !firm).len() as i32);
    tally.add(terms::SPACE, 0, (FAR_SIDE & ours.all & !theirs.pawns).len() as i32);
}

/// Counts attacked men by role.
#[inline(always)]
fn by_role<T: Tally>(term: Term, attacked: Bitboard, view: &View, tally: &mut T) {
    if attacked.is_empty() {
        return;
    }
    let enemy = &view.enemy;
    for (role, men) in
        [enemy.pawns, enemy.knights, enemy.bishops, enemy.rooks, enemy.queens].into_iter().enumerate()
    {
        tally.add(term, role, (men & attacked).len() as i32);
    }
}
