//! Piece placement, mobility and attacks.

use tabiya::{Bitboard, Color, Rank, attacks};

use super::{symmetric_index, terms};
use crate::eval::Tally;
use crate::eval::view::{Attacks, View, adjacent_files, and_above, and_below, distance, down, rank, up};

const MA: usize = 1;
const KHON: usize = 2;
const RUA: usize = 3;
const MET: usize = 4;
const KHUN: usize = 5;

const UPPER_HALF: Bitboard = Bitboard(0xffff_ffff_0000_0000);

/// Adds placement, mobility and outposts of one side's pieces; returns their attacks.
#[inline(always)]
pub(super) fn place<T: Tally>(view: &View, tally: &mut T) -> Attacks {
    let (own, enemy) = (&view.own, &view.enemy);
    let bia_attacks = adjacent_files(up(own.pawns));
    let enemy_bia_attacks = adjacent_files(down(enemy.pawns));
    let fixed_pawns = own.pawns & down(view.occupied);
    let free = !(enemy_bia_attacks | fixed_pawns | own.king.bitboard());
    let zone = attacks::king(enemy.king);
    let outposts = UPPER_HALF & bia_attacks & !and_below(enemy_bia_attacks);
    let khun_reach = attacks::king(own.king);

    let mut ours = Attacks {
        pawns: bia_attacks,
        king: khun_reach,
        all: bia_attacks | khun_reach,
        twice: bia_attacks & khun_reach | up(own.pawns).west() & up(own.pawns).east(),
        ..Attacks::default()
    };
    tally.add(terms::PLACE, KHUN * 32 + symmetric_index(own.king), 1);
    tally.add(terms::KHUN_REACH, (khun_reach & !own.all & !enemy_bia_attacks).len() as usize, 1);
    tally.add_pressure(terms::P_HITS, 4, (bia_attacks & zone).len() as i32);

    for from in own.knights {
        let reach = attacks::knight(from);
        ours.note(reach);
        ours.knights |= reach;
        tally.add(terms::MA_REACH, (reach & free).len() as usize, 1);
        add_piece(MA, from, reach & zone, view, tally);
    }
    for from in own.bishops {
        let reach = attacks::khon(Color::White, from);
        ours.note(reach);
        ours.bishops |= reach;
        tally.add(terms::KHON_REACH, (reach & free).len() as usize, 1);
        add_piece(KHON, from, reach & zone, view, tally);
    }
    let own_files = and_above(and_below(own.pawns));
    let enemy_files = and_above(and_below(enemy.pawns));
    for from in own.rooks {
        let reach = attacks::rook(from, view.occupied ^ own.rooks);
        ours.note(reach);
        ours.rooks |= reach;
        tally.add(terms::RUA_REACH, (reach & free).len() as usize, 1);
        add_piece(RUA, from, reach & zone, view, tally);
        if !own_files.contains(from) {
            let open = !enemy_files.contains(from);
            tally.add(if open { terms::RUA_OPEN } else { terms::RUA_HALF_OPEN }, 0, 1);
        }
    }
    tally.add(
        terms::RUA_SEVENTH,
        0,
        (own.rooks & up(Rank::Sixth.squares())).len() as i32 * i32::from(rank(enemy.king) == 7),
    );
    for from in own.queens {
        let reach = attacks::met(from);
        ours.note(reach);
        ours.queens |= reach;
        tally.add(terms::MET_REACH, (reach & free).len() as usize, 1);
        add_piece(MET, from, reach & zone, view, tally);
    }

    let by_khon_or_met = ours.bishops | ours.queens;
    for (place, pieces) in [own.knights, own.bishops, own.rooks, own.queens].into_iter().enumerate() {
        tally.add(terms::GUARDED, place, (pieces & bia_attacks).len() as i32);
        tally.add(terms::LINKED, place, (pieces & by_khon_or_met).len() as i32);
    }
    tally.add(terms::OUTPOST, 0, (own.knights & outposts).len() as i32);
    tally.add(terms::OUTPOST, 1, (own.bishops & outposts).len() as i32);
    tally.add(terms::KHON_PAIR, 0, i32::from(own.bishops.has_several()));
    ours
}

/// The terms that every piece gets: placement, distance from both khuns, attacks near the enemy's.
#[inline(always)]
fn add_piece<T: Tally>(role: usize, from: tabiya::Square, hits: Bitboard, view: &View, tally: &mut T) {
    tally.add(terms::PLACE, role * 32 + symmetric_index(from), 1);
    tally.add(terms::FROM_KHUN, role - MA, distance(from, view.own.king) as i32);
    tally.add(terms::FROM_ENEMY_KHUN, role - MA, distance(from, view.enemy.king) as i32);
    if !hits.is_empty() {
        tally.add_pressure(terms::P_ATTACKER, role - MA, 1);
        tally.add_pressure(terms::P_HITS, role - MA, hits.len() as i32);
    }
}
