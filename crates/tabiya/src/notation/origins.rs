//! The pieces that can make a described move, found from its target without generating all moves.

use core::fmt;

use crate::{Bitboard, Castling, Move, MoveKind, Position, Role, Rules, Square, attacks};

/// Why a piece cannot make a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The target has a piece of the same color.
    OwnPiece,
    /// The piece does not move like this, or its path is blocked.
    OutOfReach,
    /// The king is in check, and the move does not resolve it.
    StaysInCheck,
    /// The king would be in check after the move.
    ExposesKing,
    /// The right to castle is lost, a square is occupied, or the king would cross an attacked square.
    Castling,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalReason::OwnPiece => "the square has a piece of the same color",
            IllegalReason::OutOfReach => "the piece cannot reach it",
            IllegalReason::StaysInCheck => "the king would stay in check",
            IllegalReason::ExposesKing => "the king would be in check",
            IllegalReason::Castling => "castling is not possible here",
        })
    }
}

impl<R: Rules> Position<R> {
    /// The move of this piece between these squares, with the promotion if a pawn needs one.
    #[inline]
    pub(super) fn move_between(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
        let kind = promotion.map_or_else(|| self.kind_between(role, from, to), MoveKind::Promotion);
        Move { from, to, role, kind }
    }

    /// Castling with an own rook on this square, if it is legal.
    pub(super) fn castle_with(&self, rook: Square) -> Option<Move> {
        let us = self.turn();
        let mv = Move { from: self.king(us), to: rook, role: Role::King, kind: MoveKind::Castle };
        (self.castling().rooks_of(us).contains(rook) && self.is_legal(mv)).then_some(mv)
    }

    /// Legal castling toward the h-file (`true`) or the a-file. At most one rook per side can castle.
    pub(super) fn castle_toward(&self, to_the_right: bool) -> Option<Move> {
        let king = self.king(self.turn());
        let rooks = self.castling().rooks_of(self.turn()).into_iter();
        rooks.filter(|&rook| (rook > king) == to_the_right).find_map(|rook| self.castle_with(rook))
    }

    /// Whether a king move between these squares is meant as castling, and to which side:
    /// two or more files sideways, ending on a castling square.
    pub(super) fn castling_side(&self, from: Square, to: Square) -> Option<bool> {
        let is_long_step = from.rank() == to.rank() && (from as u8).abs_diff(to as u8) >= 2;
        let leads_to = |to_the_right| Castling::destinations(self.turn(), to_the_right).0;
        if !is_long_step {
            return None;
        }
        [true, false].into_iter().find(|&right| (to > from) == right && leads_to(right) == to)
    }

    /// Why none of these pieces can move to a target.
    #[cold]
    pub(super) fn illegal_reason(&self, role: Role, among: Bitboard, to: Square) -> IllegalReason {
        // After a double step that cannot be captured, the pawns beside it are pinned.
        let is_en_passant = role == Role::Pawn && self.double_step() == Some(to);
        let reach =
            if is_en_passant { attacks::pawn(!self.turn(), to) } else { self.reverse_attacks(role, to) };
        let reach: Bitboard = reach.into_iter().filter(|&from| self.is_clear(from, to)).collect();
        if self.identity().color(self.turn()).contains(to) {
            IllegalReason::OwnPiece
        } else if !reach.intersects(among) {
            IllegalReason::OutOfReach
        } else if self.is_check() && role != Role::King {
            IllegalReason::StaysInCheck
        } else {
            IllegalReason::ExposesKing
        }
    }
}
