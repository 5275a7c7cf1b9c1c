//! Which moves give check, told without playing them.

use tabiya::{Bitboard, Move, MoveKind, Position, Square, attacks};

use crate::eval::Evaluate;

/// What a side needs to know to see its checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks {
    king: Square,
    /// Own pieces that stand alone between an own slider and the enemy king.
    screens: Bitboard,
}

impl Checks {
    pub(crate) fn new<R: Evaluate>(position: &Position<R>) -> Checks {
        let us = position.turn();
        let id = position.identity();
        let (own, occupied) = (id.color(us), id.occupied());
        let king = position.king(!us);
        let mut snipers = attacks::rook(king, Bitboard::EMPTY) & R::straight_sliders(id);
        if R::DIAGONAL_SLIDERS {
            snipers |= attacks::bishop(king, Bitboard::EMPTY) & R::diagonal_sliders(id);
        }
        let mut screens = Bitboard::EMPTY;
        for sniper in snipers & own {
            let between = attacks::between(king, sniper) & occupied;
            if !between.has_several() {
                screens |= between & own;
            }
        }
        Checks { king, screens }
    }

    /// Whether a move gives check; castling and en passant are guessed not to.
    pub(crate) fn gives<R: Evaluate>(&self, position: &Position<R>, mv: Move) -> bool {
        if matches!(mv.kind, MoveKind::Castle | MoveKind::EnPassant) {
            return false;
        }
        if self.screens.contains(mv.from) && !attacks::line(self.king, mv.from).contains(mv.to) {
            return true;
        }
        let role = mv.promotion().unwrap_or(mv.role);
        let occupied = position.identity().occupied() & !mv.from.bitboard();
        // Our piece attacks the king from where a piece of theirs would attack it from the king's square.
        R::attacks(role, !position.turn(), self.king, occupied).contains(mv.to)
    }
}

#[cfg(test)]
mod tests {
    use tabiya::{Chess, Makruk};

    use super::*;

    fn check_against_playing<R: Evaluate>(fens: &[&str]) {
        for fen in fens {
            let position: Position<R> = fen.parse().unwrap();
            let checks = Checks::new(&position);
            for &mv in &position.legal_moves() {
                if !matches!(mv.kind, MoveKind::Castle | MoveKind::EnPassant) {
                    assert_eq!(
                        checks.gives(&position, mv),
                        position.play_legal(mv).is_check(),
                        "{fen} {mv:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn checks_are_seen_without_playing_the_move() {
        check_against_playing::<Chess>(&[
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/4N3/8/8/1B2R3/P5q1/4K3 w - - 0 1",
            "k7/2P1P3/8/8/8/8/8/3RK3 w - - 0 1",
            "8/8/8/1k1PR2Q/8/3N4/1P6/4K2B w - - 0 1",
        ]);
        check_against_playing::<Makruk>(&[
            "4k3/8/4N3/3SM3/8/4R3/8/4K3 w - - 0 1",
            "8/8/2k5/8/1PS1M~3/2R5/8/4K3 w - - 0 1",
            "4k3/4r3/8/4s3/8/8/8/2R1K2R b - - 0 1",
        ]);
    }
}
