//! Piece placement, mobility and attacks.

use tabiya::{Bitboard, Rank, Square, attacks};

use super::pawns::king_half;
use super::terms;
use crate::eval::Tally;
use crate::eval::view::{
    Attacks, DARK, View, adjacent_files, and_above, and_below, distance, down, file, rank, up,
};

const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;

const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);
const LOW_RANKS: Bitboard = Bitboard(0x0000_0000_00ff_ff00);
const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_ffff_ff00_0000);

/// The king zone: always nine squares, shifted inward at the edge.
#[inline(always)]
pub(super) fn zone(king: Square) -> Bitboard {
    let inward = Square::ALL[rank(king).clamp(1, 6) * 8 + file(king).clamp(1, 6)];
    attacks::king(inward) | inward.bitboard()
}

/// One side's pinned pieces.
#[inline(always)]
pub(super) fn pinned(view: &View) -> Bitboard {
    let (own, enemy) = (&view.own, &view.enemy);
    // X-ray through our own pieces, up to the first enemy on each line.
    let snipers = attacks::rook(own.king, enemy.all) & (enemy.rooks | enemy.queens)
        | attacks::bishop(own.king, enemy.all) & (enemy.bishops | enemy.queens);
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let shield = attacks::between(own.king, sniper) & own.all;
        if !shield.has_several() {
            pinned |= shield;
        }
    }
    pinned
}

/// The state while the pieces of one side are evaluated, from the least valuable.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceScan<'a> {
    view: &'a View,
    pub(super) pinned: Bitboard,
    /// The mobility area.
    free: Bitboard,
    /// The zone of the enemy king.
    zone: Bitboard,
    /// The XOR mask that mirrors squares so that the king is on the right half.
    mirror: usize,
    pub(super) ours: Attacks,
}

impl<'a> PieceScan<'a> {
    #[inline(always)]
    pub(super) fn begin<T: Tally>(view: &'a View, tally: &mut T) -> PieceScan<'a> {
        let (own, enemy) = (&view.own, &view.enemy);
        let pawn_attacks = adjacent_files(up(own.pawns));
        // Excludes blocked own pawns, the own king and queens, and squares defended by enemy pawns.
        let fixed_pawns = own.pawns & (LOW_RANKS | down(view.occupied));
        let free = !(adjacent_files(down(enemy.pawns)) | fixed_pawns | own.king.bitboard() | own.queens);
        let king_reach = attacks::king(own.king);
        let mirror = king_half(own.king as usize);
        tally.add(terms::PLACE, KING * 64 + (own.king as usize ^ mirror), 1);
        let ours = Attacks {
            pawns: pawn_attacks,
            king: king_reach,
            all: pawn_attacks | king_reach,
            twice: pawn_attacks & king_reach | up(own.pawns).west() & up(own.pawns).east(),
            ..Attacks::default()
        };
        PieceScan { view, pinned: pinned(view), free, zone: zone(enemy.king), mirror, ours }
    }

    /// The terms that every piece gets, and its attacks.
    #[inline(always)]
    fn add_piece<T: Tally>(
        &mut self,
        role: usize,
        from: Square,
        mut reach: Bitboard,
        tally: &mut T,
    ) -> Bitboard {
        if self.pinned.contains(from) {
            reach &= attacks::line(self.view.own.king, from);
        }
        self.ours.note(reach);
        tally.add(terms::PLACE, role * 64 + (from as usize ^ self.mirror), 1);
        let hits = reach & self.zone;
        if !hits.is_empty() {
            tally.add_pressure(terms::P_ATTACKER, role - KNIGHT, 1);
            tally.add_pressure(terms::P_HITS, role - KNIGHT, hits.len() as i32);
        }
        reach
    }

    #[inline(always)]
    pub(super) fn add_minors<T: Tally>(&mut self, tally: &mut T) {
        let (own, enemy) = (&self.view.own, &self.view.enemy);
        let outposts = OUTPOST_RANKS & self.ours.pawns & !and_below(adjacent_files(down(enemy.pawns)));
        for from in own.knights {
            let reach = self.add_piece(KNIGHT, from, attacks::knight(from), tally);
            self.ours.knights |= reach;
            tally.add(terms::KNIGHT_REACH, (reach & self.free).len() as usize, 1);
            tally.add(terms::FAR_FROM_KING, 0, distance(from, own.king) as i32);
            if outposts.contains(from) {
                tally.add(terms::OUTPOST, 0, 1);
            } else if outposts.intersects(reach & !own.all) {
                tally.add(terms::OUTPOST_NEAR, 0, 1);
            }
        }
        for from in own.bishops {
            let reach = attacks::bishop(from, self.view.occupied ^ own.queens);
            let reach = self.add_piece(BISHOP, from, reach, tally);
            self.ours.bishops |= reach;
            tally.add(terms::BISHOP_REACH, (reach & self.free).len() as usize, 1);
            tally.add(terms::FAR_FROM_KING, 1, distance(from, own.king) as i32);
            let squares = if DARK.contains(from) { DARK } else { !DARK };
            tally.add(terms::BISHOP_PAWNS, 0, (own.pawns & squares).len() as i32);
            tally.add(terms::OUTPOST, 1, i32::from(outposts.contains(from)));
            tally.add(terms::BISHOP_CENTER, 0, i32::from((reach & CENTER).has_several()));
        }
        let behind = (own.minors() & down(own.pawns | enemy.pawns)).len();
        tally.add(terms::MINOR_BEHIND_PAWN, 0, behind as i32);
        tally.add(
            terms::BISHOP_PAIR,
            0,
            i32::from(own.bishops.intersects(DARK) && own.bishops.intersects(!DARK)),
        );
    }

    /// `lesser`: squares attacked by the enemy's pawns and minor pieces.
    #[inline(always)]
    pub(super) fn add_rooks<T: Tally>(&mut self, lesser: Bitboard, may_castle: bool, tally: &mut T) {
        let (own, enemy) = (&self.view.own, &self.view.enemy);
        let own_files = and_above(and_below(own.pawns));
        let enemy_files = and_above(and_below(enemy.pawns));
        for from in own.rooks {
            let reach = attacks::rook(from, self.view.occupied ^ own.queens ^ own.rooks);
            let reach = self.add_piece(ROOK, from, reach, tally);
            self.ours.rooks |= reach;
            let squares = (reach & self.free & !lesser).len() as usize;
            tally.add(terms::ROOK_REACH, squares, 1);
            if !own_files.contains(from) {
                let open = !enemy_files.contains(from);
                tally.add(if open { terms::ROOK_OPEN } else { terms::ROOK_HALF_OPEN }, 0, 1);
            } else if squares <= 3 && !may_castle && (file(own.king) < 4) == (file(from) < file(own.king)) {
                tally.add(terms::ROOK_TRAPPED, 0, 1);
            }
        }
        let seventh = own.rooks & Rank::Seventh.squares();
        if !seventh.is_empty() && (rank(enemy.king) == 7 || enemy.pawns.intersects(Rank::Seventh.squares())) {
            tally.add(terms::ROOK_SEVENTH, 0, seventh.len() as i32);
        }
    }

    /// `lesser`: squares attacked by the enemy's pawns, minor pieces and rooks.
    #[inline(always)]
    pub(super) fn add_queens<T: Tally>(&mut self, lesser: Bitboard, tally: &mut T) {
        for from in self.view.own.queens {
            let reach = self.add_piece(QUEEN, from, attacks::queen(from, self.view.occupied), tally);
            self.ours.queens |= reach;
            tally.add(terms::QUEEN_REACH, (reach & self.free & !lesser).len() as usize, 1);
        }
    }
}
