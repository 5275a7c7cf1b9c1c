//! Pawn structure and king shelter: cached terms.

use tabiya::{Bitboard, File};

use super::terms;
use crate::eval::Tally;
use crate::eval::view::{View, adjacent_files, and_above, and_below, distance, down, file, rank, up};

/// Pawn structure of one side; returns its passed pawns.
pub(super) fn structure<T: Tally>(view: &View, tally: &mut T) -> Bitboard {
    let (own, enemy) = (view.own.pawns, view.enemy.pawns);
    let attacked = adjacent_files(up(own));
    let attacked_by_enemy = adjacent_files(down(enemy));
    let opposed = and_below(down(enemy)); // squares with an enemy pawn ahead on the file
    let stoppable = opposed | adjacent_files(opposed);
    let files = and_above(and_below(own));
    let behind_own = and_below(down(own));

    let passed = own & !stoppable & !behind_own;
    let isolated = own & !adjacent_files(files);
    // Backward: cannot be supported by a pawn and cannot advance safely.
    let backward = own & !and_above(attacked) & !isolated & down(attacked_by_enemy) & !passed;
    let phalanx = own & adjacent_files(own);
    let supported = own & attacked;
    let mirror = king_half(view.own.king as usize);

    for (term, set) in [(terms::ISOLATED, isolated), (terms::BACKWARD, backward)] {
        tally.add(term, 0, (set & opposed).len() as i32);
        tally.add(term, 1, (set & !opposed).len() as i32);
    }
    tally.add(terms::DOUBLED, 0, (own & behind_own).len() as i32);
    for pawn in own {
        tally.add(terms::PLACE, pawn as usize ^ mirror, 1);
    }
    for pawn in phalanx {
        tally.add(terms::PHALANX, rank(pawn), 1);
    }
    for pawn in supported {
        tally.add(terms::SUPPORTED, rank(pawn), 1);
    }
    for pawn in own & !passed & !opposed & !behind_own {
        let neighbors = adjacent_files(pawn.file().squares());
        let from_here = and_above(tabiya::Rank::ALL[rank(pawn)].squares());
        let helpers = own & neighbors & (!from_here | tabiya::Rank::ALL[rank(pawn)].squares());
        let attackers = enemy & neighbors & up(from_here);
        if helpers.len() >= attackers.len() {
            tally.add(terms::CANDIDATE, rank(pawn), 1);
        }
    }
    for pawn in passed {
        let r = rank(pawn);
        tally.add(terms::PASSED, r, 1);
        let Some(ahead) = pawn.offset(0, 1) else { continue };
        tally.add(terms::PASSED_OWN_KING, 8 * r + distance(view.own.king, ahead), 1);
        tally.add(terms::PASSED_ENEMY_KING, 8 * r + distance(view.enemy.king, ahead), 1);
    }
    passed
}

/// King shelter for the side itself, and pawn storm as pressure for the enemy.
pub(super) fn shelter<T: Tally>(view: &View, own_tally: &mut T, enemy_tally: &mut T) {
    let king = view.own.king;
    let from_here = and_above(king.rank().squares());
    let middle = file(king).clamp(1, 6);
    for column in &File::ALL[middle - 1..=middle + 1] {
        let edge = (*column as usize).min(7 - *column as usize);
        let lowest = |pawns: Bitboard| (pawns & column.squares() & from_here).first().map_or(0, rank);
        let (ours, theirs) = (lowest(view.own.pawns), lowest(view.enemy.pawns));
        own_tally.add(terms::SHELTER, 8 * edge + ours, 1);
        enemy_tally.add_pressure(terms::P_SHELTER, 8 * edge + ours, 1);
        if ours != 0 && theirs == ours + 1 {
            own_tally.add(terms::STORM_STOPPED, theirs, 1);
        } else {
            own_tally.add(terms::STORM, 8 * edge + theirs, 1);
            enemy_tally.add_pressure(terms::P_STORM, 8 * edge + theirs, 1);
        }
    }
}

/// The XOR mask that mirrors squares so that the king is on the right half of the board.
#[inline(always)]
pub(super) fn king_half(king: usize) -> usize {
    if king & 4 == 0 { 7 } else { 0 }
}
