//! Threats.

use tabiya::Bitboard;

use super::terms;
use crate::eval::Tally;
use crate::eval::view::{Attacks, View, adjacent_files, up};

/// The enemy's half and the rank before it, except the last rank.
const FAR_SIDE: Bitboard = Bitboard(0x00ff_ffff_ff00_0000);

#[inline(always)]
pub(super) fn evaluate<T: Tally>(view: &View, ours: &Attacks, theirs: &Attacks, tally: &mut T) {
    let (own, enemy) = (&view.own, &view.enemy);
    let pieces = enemy.pieces();
    let well_defended = theirs.pawns | (theirs.twice & !ours.twice);
    let weak = enemy.all & ours.all & !well_defended;
    let safe = ours.all | !theirs.all;

    let by_bia = adjacent_files(up(own.pawns & safe)) & enemy.all;
    enemy.tally_on(by_bia, terms::BIA_ATTACKS, tally);
    enemy.tally_on((pieces | weak) & ours.queens, terms::MET_ATTACKS, tally);
    enemy.tally_on((enemy.rooks | weak) & (ours.knights | ours.bishops), terms::MINOR_ATTACKS, tally);
    enemy.tally_on(weak & ours.rooks, terms::RUA_ATTACKS, tally);
    tally.add(terms::KHUN_ATTACKS, 0, (weak & ours.king).len() as i32);
    let hanging = weak & (!theirs.all | pieces & ours.twice);
    tally.add(terms::HANGING, 0, hanging.len() as i32);

    let step = up(own.pawns) & !view.occupied & !theirs.pawns & safe;
    tally.add(terms::STEP_ATTACKS, 0, (adjacent_files(up(step)) & pieces & !by_bia).len() as i32);
    tally.add(terms::CONTESTED, 0, (ours.all & theirs.all & !well_defended).len() as i32);
    tally.add(terms::SPACE, 0, (FAR_SIDE & ours.all & !theirs.pawns).len() as i32);
}
