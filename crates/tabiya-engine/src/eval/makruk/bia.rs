//! Bia structure (cached) and passed bia.

use tabiya::{Bitboard, Makruk, Rank, Rules};

use super::{symmetric_index, terms};
use crate::eval::Tally;
use crate::eval::view::{Attacks, View, adjacent_files, and_above, and_below, down, rank, up};

/// Bia structure of one side; returns its passed bia.
pub(super) fn structure<T: Tally>(view: &View, tally: &mut T) -> Bitboard {
    let (own, enemy) = (view.own.pawns, view.enemy.pawns);
    // Beyond the promotion rank there are mets, not bia.
    let before_promotion = !and_above(up(Makruk::PROMOTION_RANK.squares()));
    let opposed = and_below(down(enemy & before_promotion));
    let passed = own & !(opposed | adjacent_files(opposed));
    let files = and_above(and_below(own));

    tally.add(terms::ISOLATED, 0, (own & !adjacent_files(files)).len() as i32);
    tally.add(terms::DOUBLED, 0, (own & and_below(down(own))).len() as i32);
    for bia in own {
        tally.add(terms::PLACE, symmetric_index(bia), 1);
    }
    for bia in own & adjacent_files(own) {
        tally.add(terms::ABREAST, rank(bia), 1);
    }
    for bia in own & adjacent_files(up(own)) {
        tally.add(terms::SUPPORTED, rank(bia), 1);
    }
    for bia in passed {
        tally.add(terms::PASSED, rank(bia), 1);
    }
    passed
}

/// Advance and blockade of bia.
#[inline(always)]
pub(super) fn ahead<T: Tally>(
    passed: Bitboard,
    view: &View,
    ours: &Attacks,
    theirs: &Attacks,
    tally: &mut T,
) {
    let own = view.own.pawns;
    let safe = !theirs.all | ours.all & !theirs.pawns;
    let can_step = own & down(safe & !view.occupied);
    let stopped = own & down(view.enemy.all);
    for rank in [Rank::Third, Rank::Fourth, Rank::Fifth] {
        let here = rank.squares();
        tally.add(terms::STEP, rank as usize, (can_step & here & (passed | ours.all)).len() as i32);
        tally.add(terms::STOPPED, rank as usize, (stopped & here).len() as i32);
    }
}
