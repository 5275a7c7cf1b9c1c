//! Attacks on an empty board: one small table per game, without branches.

use super::{BySquare, DIAGONAL_STEPS, KHON, KING, KNIGHT, MET, PAWN, STRAIGHT_STEPS, magic};
use crate::{Bitboard, ByColor, ByRole, Square};

/// The squares each piece of a game attacks on an empty board, by color, role and square.
pub(crate) type AttackTables = ByColor<ByRole<BySquare>>;

pub(crate) static CHESS: AttackTables = ByColor([chess(PAWN[0]), chess(PAWN[1])]);
pub(crate) static MAKRUK: AttackTables = ByColor([makruk(PAWN[0], KHON[0]), makruk(PAWN[1], KHON[1])]);

pub(super) static STRAIGHT: BySquare = lines(&STRAIGHT_STEPS);
pub(super) static DIAGONAL: BySquare = lines(&DIAGONAL_STEPS);

const NOWHERE: BySquare = [Bitboard::EMPTY; 64];

const fn chess(pawn: BySquare) -> ByRole<BySquare> {
    let queen = union(&STRAIGHT, &DIAGONAL);
    ByRole([pawn, KNIGHT, DIAGONAL, STRAIGHT, queen, KING, NOWHERE])
}

const fn makruk(bia: BySquare, khon: BySquare) -> ByRole<BySquare> {
    ByRole([bia, KNIGHT, khon, STRAIGHT, MET, KING, MET])
}

/// The squares reached by repeating these steps (files, ranks).
const fn lines(steps: &[(i8, i8)]) -> BySquare {
    let mut table = NOWHERE;
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            table[from].0 |= magic::ray(Square::ALL[from], steps[step].0, steps[step].1).0;
            step += 1;
        }
        from += 1;
    }
    table
}

const fn union(a: &BySquare, b: &BySquare) -> BySquare {
    let mut table = *a;
    let mut from = 0;
    while from < 64 {
        table[from].0 |= b[from].0;
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::{Bitboard, Chess, Color, Makruk, Role, Rules, Square};

    fn agrees<R: Rules>() {
        for (color, role) in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role))) {
            for from in Square::ALL {
                let slowly = R::attacks(role, color, from, Bitboard::EMPTY);
                assert_eq!(R::attacks_on_empty_board(role, color, from), slowly, "{color:?} {role:?} {from}");
            }
        }
    }

    #[test]
    fn the_tables_agree_with_attacks_on_an_empty_board() {
        agrees::<Chess>();
        agrees::<Makruk>();
    }
}
