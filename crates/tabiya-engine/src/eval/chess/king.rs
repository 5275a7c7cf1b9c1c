//! Pressure on the enemy king.

use tabiya::{Bitboard, attacks};

use super::pieces::zone;
use super::terms;
use crate::eval::Tally;
use crate::eval::view::{Attacks, View, file};

/// The enemy's half and the rank before it.
const FAR_SIDE: Bitboard = Bitboard(0xffff_ffff_ff00_0000);

/// The files near a king: three at the edge, four elsewhere.
const WINGS: [Bitboard; 8] = {
    const LEFT: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const MIDDLE: u64 = 0x3c3c_3c3c_3c3c_3c3c;
    [
        Bitboard(LEFT & LEFT >> 1),
        Bitboard(LEFT),
        Bitboard(LEFT),
        Bitboard(MIDDLE),
        Bitboard(MIDDLE),
        Bitboard(LEFT << 4),
        Bitboard(LEFT << 4),
        Bitboard(LEFT << 4 & LEFT << 5),
    ]
};

#[inline(always)]
pub(super) fn add_pressure<T: Tally>(view: &View, ours: &Attacks, theirs: &Attacks, tally: &mut T) {
    let (own, king) = (&view.own, view.enemy.king);
    let zone = zone(king);
    // Attacked, and defended only by king or queen.
    let weak = ours.all & !theirs.twice & (!theirs.all | theirs.king | theirs.queens);
    let safe = !own.all & (!theirs.all | weak & ours.twice);

    tally.add_pressure(terms::P_BASE, 0, 1);
    tally.add_pressure(terms::P_WEAK, 0, (weak & zone).len() as i32);
    tally.add_pressure(terms::P_NO_QUEEN, 0, i32::from(own.queens.is_empty()));

    let straight = attacks::rook(king, view.occupied);
    let diagonal = attacks::bishop(king, view.occupied);
    let jumps = attacks::knight(king);
    let (by_knight, by_bishop, by_rook) =
        (jumps & ours.knights, diagonal & ours.bishops, straight & ours.rooks);
    let by_queen = (straight | diagonal) & ours.queens & !theirs.queens;
    for (kind, checks) in [by_knight, by_bishop, by_rook, by_queen].into_iter().enumerate() {
        let checks = checks & safe;
        if !checks.is_empty() {
            tally.add_pressure(terms::P_CHECK, 2 * kind + usize::from(checks.has_several()), 1);
        }
    }
    let loose = (by_knight | by_bishop | by_rook) & !safe & !own.all;
    tally.add_pressure(terms::P_LOOSE_CHECK, 0, loose.len() as i32);

    let wing = WINGS[file(king)] & FAR_SIDE;
    tally.add_pressure(terms::P_WING, 0, (wing & ours.all).len() as i32);
    tally.add_pressure(terms::P_WING, 1, (wing & ours.twice).len() as i32);
    tally.add_pressure(terms::P_WING, 2, (wing & theirs.all).len() as i32);
    tally.add_pressure(terms::P_GUARD, 0, i32::from(theirs.knights.intersects(theirs.king)));
}
