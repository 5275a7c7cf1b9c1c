//! Pressure on the enemy khun.

use tabiya::{Color, attacks};

use super::terms;
use crate::eval::Tally;
use crate::eval::view::{Attacks, View};

#[inline(always)]
pub(super) fn add_pressure<T: Tally>(view: &View, ours: &Attacks, theirs: &Attacks, tally: &mut T) {
    let (own, enemy) = (&view.own, &view.enemy);
    let khun = enemy.king;
    let around = attacks::king(khun);
    let weak = ours.all & !theirs.twice & (!theirs.all | theirs.king);
    let safe = !own.all & (!theirs.all | weak & ours.twice);

    tally.add_pressure(terms::P_BASE, 0, 1);
    tally.add_pressure(terms::P_RUA, own.rooks.len().min(2) as usize, 1);
    tally.add_pressure(terms::P_WEAK, 0, (weak & around).len() as i32);
    tally.add_pressure(terms::P_ESCAPES, (around & !enemy.all & !ours.all).len() as usize, 1);
    for (place, pieces) in [enemy.bishops, enemy.queens, enemy.knights].into_iter().enumerate() {
        tally.add_pressure(terms::P_GUARD, place, (pieces & around).len() as i32);
    }

    // A khon of ours checks from the squares that an enemy khon on the khun's square attacks.
    let by_khon = attacks::khon(Color::Black, khun) & ours.bishops;
    let by_ma = attacks::knight(khun) & ours.knights;
    let by_rua = attacks::rook(khun, view.occupied) & ours.rooks;
    let by_met = attacks::met(khun) & ours.queens;
    for (kind, checks) in [by_ma, by_khon, by_rua, by_met].into_iter().enumerate() {
        let checks = checks & safe;
        if !checks.is_empty() {
            tally.add_pressure(terms::P_CHECK, 2 * kind + usize::from(checks.has_several()), 1);
        }
    }
    let loose = (by_ma | by_khon | by_rua | by_met) & !safe & !own.all;
    tally.add_pressure(terms::P_LOOSE_CHECK, 0, loose.len() as i32);
}
