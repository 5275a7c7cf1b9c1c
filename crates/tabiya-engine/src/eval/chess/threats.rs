//! Threats.

use tabiya::{Bitboard, Rank, attacks};

use super::terms;
use crate::eval::Tally;
use crate::eval::view::{Attacks, View, adjacent_files, up};

const SPACE: Bitboard = Bitboard(0x0000_0000_3c3c_3c00);

#[inline(always)]
pub(super) fn evaluate<T: Tally>(view: &View, ours: &Attacks, theirs: &Attacks, tally: &mut T) {
    let (own, enemy) = (&view.own, &view.enemy);
    let pieces = enemy.pieces();
    // Defended by a pawn, or defended more often than attacked.
    let well_defended = theirs.pawns | (theirs.twice & !ours.twice);
    let weak = enemy.all & ours.all & !well_defended;
    let defended = pieces & well_defended;
    let safe = ours.all | !theirs.all;

    let by_safe_pawns = adjacent_files(up(own.pawns & safe)) & pieces;
    enemy.tally_on(by_safe_pawns, terms::PAWN_ATTACKS, tally);
    let by_minors = (defended | weak) & (ours.knights | ours.bishops);
    enemy.tally_on(by_minors, terms::MINOR_ATTACKS, tally);
    enemy.tally_on(weak & ours.rooks, terms::ROOK_ATTACKS, tally);
    tally.add(terms::KING_ATTACKS, 0, i32::from(weak.intersects(ours.king)));
    let hanging = weak & (!theirs.all | pieces & ours.twice);
    tally.add(terms::HANGING, 0, hanging.len() as i32);

    let step = up(own.pawns) & !view.occupied;
    let step = step | up(step & Rank::Third.squares()) & !view.occupied;
    let step = step & !theirs.pawns & safe;
    tally.add(terms::PUSH_ATTACKS, 0, (adjacent_files(up(step)) & pieces & !by_safe_pawns).len() as i32);

    tally.add(terms::CONTESTED, 0, (ours.all & theirs.all & !well_defended).len() as i32);
    if let Some(queen) = enemy.queens.first() {
        let safe_squares = !own.pawns & !well_defended;
        let knights = attacks::knight(queen) & ours.knights & safe_squares;
        tally.add(terms::QUEEN_CHASED, 0, knights.len() as i32);
        let lines = attacks::bishop(queen, view.occupied) & ours.bishops
            | attacks::rook(queen, view.occupied) & ours.rooks;
        tally.add(terms::QUEEN_CHASED, 1, (lines & safe_squares & ours.twice).len() as i32);
    }
    tally.add(terms::SPACE, 0, (SPACE & !own.pawns & !theirs.pawns).len() as i32);
}
