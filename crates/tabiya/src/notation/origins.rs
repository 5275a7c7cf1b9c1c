//! Which men can make a move that a text describes: asked backwards from the target, without a list of all moves.

use core::fmt;

use crate::{Bitboard, Castling, Move, MoveKind, Position, Role, Rules, Square, attacks};

/// Why a man may not go where a text sends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalReason {
    /// A man of the same color stands there.
    OwnPiece,
    /// Such a man does not go there from here, or something is in the way.
    OutOfReach,
    /// The king is in check, and the move does nothing about it.
    StaysInCheck,
    /// The king would be attacked after the move.
    ExposesKing,
    /// The right to castle is gone, a square is not free, or the king would cross an attacked one.
    Castling,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalReason::OwnPiece => "its own side stands there",
            IllegalReason::OutOfReach => "it does not go there",
            IllegalReason::StaysInCheck => "the king would stay in check",
            IllegalReason::ExposesKing => "the king would be attacked",
            IllegalReason::Castling => "castling is not possible now",
        })
    }
}

impl<R: Rules> Position<R> {
    /// The move of this man between these squares, with the promotion a pawn needs.
    #[inline]
    pub(super) fn move_between(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
        let kind = promotion.map_or_else(|| self.kind_between(role, from, to), MoveKind::Promotion);
        Move { from, to, role, kind }
    }

    /// Castling with a rook of one's own on this square, if it is legal.
    pub(super) fn castle_with(&self, rook: Square) -> Option<Move> {
        let us = self.turn();
        let mv = Move { from: self.king(us), to: rook, role: Role::King, kind: MoveKind::Castle };
        (self.castling().rooks_of(us).contains(rook) && self.is_legal(mv)).then_some(mv)
    }

    /// Legal castling toward the h-file (`true`) or the a-file. Two rooks on one side are never both free to.
    pub(super) fn castle_toward(&self, to_the_right: bool) -> Option<Move> {
        let king = self.king(self.turn());
        let rooks = self.castling().rooks_of(self.turn()).into_iter();
        rooks.filter(|&rook| (rook > king) == to_the_right).find_map(|rook| self.castle_with(rook))
    }

    /// Whether a move of the king between these squares means castling to the person who wrote it, and to which
    /// side: two or more squares sideways, arriving where castling leads.
    pub(super) fn castling_side(&self, from: Square, to: Square) -> Option<bool> {
        let far = from.rank() == to.rank() && (from as u8).abs_diff(to as u8) >= 2;
        let leads_to = |to_the_right| Castling::destinations(self.turn(), to_the_right).0;
        if !far {
            return None;
        }
        [true, false].into_iter().find(|&right| (to > from) == right && leads_to(right) == to)
    }

    /// Why no man among these may go to a target.
    #[cold]
    pub(super) fn illegal_reason(&self, role: Role, among: Bitboard, to: Square) -> IllegalReason {
        // After a double step nobody may answer, the pawns beside it are held back by their king.
        let passed = role == Role::Pawn && self.double_step() == Some(to);
        let reach = if passed { attacks::pawn(!self.turn(), to) } else { self.aims_at(role, to) };
        let reach: Bitboard = reach.into_iter().filter(|&from| self.is_clear(from, to)).collect();
        if self.identity().color(self.turn()).contains(to) {
            IllegalReason::OwnPiece
        } else if !reach.meets(among) {
            IllegalReason::OutOfReach
        } else if self.is_check() && role != Role::King {
            IllegalReason::StaysInCheck
        } else {
            IllegalReason::ExposesKing
        }
    }
}
