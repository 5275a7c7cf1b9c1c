//! What each piece does from where it stands.

use tabiya::{Bitboard, Rank, attacks};

use super::pawns::king_half;
use super::terms;
use crate::eval::Tally;
use crate::eval::view::{Attacks, View, and_above, and_below, beside, distance, down, file, rank, up};

const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;

const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
const LOW_RANKS: Bitboard = Bitboard(0x0000_0000_00ff_ff00);
const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_ffff_ff00_0000);
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// The king's square and those around it, always nine: at the edge, those of the king one step inward.
#[inline(always)]
pub(super) fn ring(king: tabiya::Square) -> Bitboard {
    let inward = tabiya::Square::ALL[rank(king).clamp(1, 6) * 8 + file(king).clamp(1, 6)];
    attacks::king(inward) | inward.bitboard()
}

/// Credits places, reach and posts of one side's pieces; returns what they attack. Passes by what only pawns decide.
#[inline(always)]
pub(super) fn place<T: Tally>(view: &View, may_castle: bool, tally: &mut T) -> Attacks {
    let (own, enemy) = (&view.own, &view.enemy);
    let occupied = view.occupied;
    let pawn_attacks = beside(up(own.pawns));
    let held_by_pawns = beside(down(enemy.pawns));
    // Own men that will stay where they are are no places to go, nor is what a pawn guards.
    let fixed = own.pawns & (LOW_RANKS | down(occupied));
    let free = !(held_by_pawns | fixed | own.king.bitboard() | own.queens);
    let ring = ring(enemy.king);
    let turn = king_half(own.king as usize);
    let outposts = OUTPOST_RANKS & pawn_attacks & !and_below(held_by_pawns);
    let king_reach = attacks::king(own.king);

    let mut ours = Attacks {
        pawns: pawn_attacks,
        king: king_reach,
        all: pawn_attacks | king_reach,
        twice: pawn_attacks & king_reach | up(own.pawns).west() & up(own.pawns).east(),
        ..Attacks::default()
    };
    tally.add(terms::PLACE, KING * 64 + (own.king as usize ^ turn), 1);

    for from in own.knights {
        let reach = attacks::knight(from);
        ours.note(reach);
        ours.knights |= reach;
        tally.add(terms::PLACE, KNIGHT * 64 + (from as usize ^ turn), 1);
        tally.add(terms::KNIGHT_REACH, (reach & free).len() as usize, 1);
        tally.add(terms::FAR_FROM_KING, 0, distance(from, own.king) as i32);
        hit(reach & ring, 0, tally);
        if outposts.contains(from) {
            tally.add(terms::OUTPOST, 0, 1);
        } else if outposts.meets(reach & !own.all) {
            tally.add(terms::OUTPOST_NEAR, 0, 1);
        }
    }
    for from in own.bishops {
        let reach = attacks::bishop(from, occupied ^ own.queens);
        ours.note(reach);
        ours.bishops |= reach;
        tally.add(terms::PLACE, BISHOP * 64 + (from as usize ^ turn), 1);
        tally.add(terms::BISHOP_REACH, (reach & free).len() as usize, 1);
        tally.add(terms::FAR_FROM_KING, 1, distance(from, own.king) as i32);
        hit(reach & ring, 1, tally);
        let squares = if DARK.contains(from) { DARK } else { !DARK };
        tally.add(terms::BISHOP_PAWNS, 0, (own.pawns & squares).len() as i32);
        tally.add(terms::OUTPOST, 1, i32::from(outposts.contains(from)));
        tally.add(terms::BISHOP_CENTRE, 0, i32::from((reach & CENTRE).has_several()));
    }
    tally.add(terms::MINOR_BEHIND_PAWN, 0, (own.minors() & down(own.pawns | enemy.pawns)).len() as i32);
    tally.add(terms::BISHOP_PAIR, 0, i32::from(own.bishops.meets(DARK) && own.bishops.meets(!DARK)));

    let own_files = and_above(and_below(own.pawns));
    let enemy_files = and_above(and_below(enemy.pawns));
    for from in own.rooks {
        let reach = attacks::rook(from, occupied ^ own.queens ^ own.rooks);
        ours.note(reach);
        ours.rooks |= reach;
        let squares = (reach & free).len() as usize;
        tally.add(terms::PLACE, ROOK * 64 + (from as usize ^ turn), 1);
        tally.add(terms::ROOK_REACH, squares, 1);
        hit(reach & ring, 2, tally);
        if !own_files.contains(from) {
            let open = !enemy_files.contains(from);
            tally.add(if open { terms::ROOK_OPEN } else { terms::ROOK_HALF_OPEN }, 0, 1);
        } else if squares <= 3 && !may_castle && (file(own.king) < 4) == (file(from) < file(own.king)) {
            tally.add(terms::ROOK_TRAPPED, 0, 1);
        }
    }
    if own.rooks.meets(Rank::Seventh.squares())
        && (rank(enemy.king) == 7 || enemy.pawns.meets(Rank::Seventh.squares()))
    {
        tally.add(terms::ROOK_SEVENTH, 0, (own.rooks & Rank::Seventh.squares()).len() as i32);
    }
    for from in own.queens {
        let reach = attacks::queen(from, occupied);
        ours.note(reach);
        ours.queens |= reach;
        tally.add(terms::PLACE, QUEEN * 64 + (from as usize ^ turn), 1);
        tally.add(terms::QUEEN_REACH, (reach & free).len() as usize, 1);
        hit(reach & ring, 3, tally);
    }
    ours
}

/// Notes pressure by a piece that attacks squares near the enemy king.
#[inline(always)]
fn hit<T: Tally>(squares: Bitboard, kind: usize, tally: &mut T) {
    if !squares.is_empty() {
        tally.press(terms::P_ATTACKER, kind, 1);
        tally.press(terms::P_HITS, kind, squares.len() as i32);
    }
}
