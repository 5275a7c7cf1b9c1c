//! Passed pawns.

use tabiya::Bitboard;

use super::terms;
use crate::eval::Tally;
use crate::eval::view::{Attacks, View, and_above, and_below, down, rank, up};

#[inline(always)]
pub(super) fn evaluate<T: Tally>(
    passed: Bitboard,
    view: &View,
    ours: &Attacks,
    theirs: &Attacks,
    tally: &mut T,
) {
    for pawn in passed {
        let r = rank(pawn);
        let ahead = up(pawn.bitboard());
        let path = and_above(ahead);
        if view.occupied.intersects(ahead) {
            tally.add(terms::PASSED_BLOCKED, r, 1);
        } else if !theirs.all.intersects(ahead) {
            tally.add(terms::PASSED_STEP, r, 1);
        }
        if !(theirs.all | view.enemy.all).intersects(path) {
            tally.add(terms::PASSED_PATH, r, 1);
        }
        if ours.all.intersects(ahead) {
            tally.add(terms::PASSED_BACKED, r, 1);
        }
        let behind = and_below(down(pawn.bitboard()));
        tally.add(terms::PASSED_ROOK, 0, i32::from(view.own.rooks.intersects(behind)));
        tally.add(terms::PASSED_ROOK, 1, i32::from(view.enemy.rooks.intersects(behind)));
    }
}
