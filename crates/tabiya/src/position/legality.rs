//! Legality of a single move, and the origins of moves to a square, without generating all moves.

use crate::{Bitboard, Move, MoveKind, Piece, Position, Rank, Role, Rules, Square, attacks};

impl<R: Rules> Position<R> {
    /// Whether a move is legal in this position.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let knight = start.parse_uci("g1f3")?;
    /// assert!(start.is_legal(knight));
    /// assert!(!start.play_legal(knight).is_legal(knight));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.turn();
        self.piece_at(mv.from) == Some(Piece { color: us, role: mv.role }) && self.is_legal_for_own_piece(mv)
    }

    /// The same if it is known that such a piece of the side to move is on the origin.
    #[inline]
    pub(crate) fn is_legal_for_own_piece(&self, Move { from, to, role, kind }: Move) -> bool {
        let promotes = role == Role::Pawn && self.promotes_on(to);
        let is_pseudo_legal = match kind {
            MoveKind::Castle => return role == Role::King && self.may_castle_with(to),
            MoveKind::EnPassant => return role == Role::Pawn && self.captures_en_passant(from, to),
            MoveKind::Promotion(into) => promotes && R::PROMOTES_TO.contains(&into),
            _ => !promotes && kind == self.kind_between(role, from, to),
        };
        is_pseudo_legal
            && self.reverse_attacks(role, to).contains(from)
            && self.is_clear(from, to)
            && self.keeps_king_safe(role, from, to)
    }

    fn captures_en_passant(&self, from: Square, to: Square) -> bool {
        let us = self.turn();
        self.en_passant_target(us) == Some(to) && self.legal_en_passant_capturers(to, us).contains(from)
    }

    /// The kind of a piece's move between two squares, without promotion. Does not check legality.
    #[inline]
    pub(crate) fn kind_between(&self, role: Role, from: Square, to: Square) -> MoveKind {
        if self.identity.occupied().contains(to) {
            // Only castling ends on a square of an own piece: the rook.
            let is_own = self.identity.color(self.turn()).contains(to);
            return if is_own { MoveKind::Castle } else { MoveKind::Capture };
        }
        match role {
            Role::Pawn if (from as u8).abs_diff(to as u8) == 16 => MoveKind::DoubleStep,
            Role::Pawn if from.file() != to.file() => MoveKind::EnPassant,
            _ => MoveKind::Normal,
        }
    }

    /// The squares among `candidates` from which a piece of this role can legally move to a target, without castling.
    #[inline]
    pub(crate) fn origins(&self, role: Role, to: Square, among: Bitboard) -> Bitboard {
        if role == Role::Pawn && self.en_passant_target(self.turn()) == Some(to) {
            return self.legal_en_passant_capturers(to, self.turn()) & among;
        }
        let is_legal_origin =
            |&from: &Square| self.is_clear(from, to) && self.keeps_king_safe(role, from, to);
        (self.reverse_attacks(role, to) & among).into_iter().filter(is_legal_origin).collect()
    }

    /// Whether a pawn arriving on this square promotes.
    #[inline]
    pub(crate) fn promotes_on(&self, to: Square) -> bool {
        to.rank() == R::PROMOTION_RANK.relative_to(self.turn())
    }

    /// The squares from which a piece of this role reaches a target on an empty board, ignoring the king's safety.
    #[inline]
    pub(crate) fn reverse_attacks(&self, role: Role, to: Square) -> Bitboard {
        let us = self.turn();
        if self.identity().color(us).contains(to) {
            return Bitboard::EMPTY;
        }
        if role == Role::Pawn {
            return self.pawn_reach(to);
        }
        // An enemy piece on the target would attack exactly the squares our piece can come from.
        R::attacks_on_empty_board(role, !us, to) & self.pieces(us, role)
    }

    #[inline]
    pub(crate) fn is_clear(&self, from: Square, to: Square) -> bool {
        !attacks::between(from, to).intersects(self.identity().occupied())
    }

    #[inline]
    fn pawn_reach(&self, to: Square) -> Bitboard {
        let us = self.turn();
        let pawns = self.pieces(us, Role::Pawn);
        if self.identity().color(!us).contains(to) {
            return attacks::pawn(!us, to) & pawns;
        }
        let behind = to.bitboard().forward(!us);
        if !R::DOUBLE_STEP || behind.intersects(self.identity().occupied()) {
            return behind & pawns;
        }
        let may_double = to.rank() == Rank::Fourth.relative_to(us);
        if may_double { behind.forward(!us) & pawns } else { Bitboard::EMPTY }
    }

    /// Whether the king of the side to move is safe after this move.
    #[inline]
    fn keeps_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        let us = self.turn();
        let left = self.identity().occupied() ^ from.bitboard();
        let (king, occupied) =
            if role == Role::King { (to, left) } else { (self.king(us), left | to.bitboard()) };
        // A captured piece no longer attacks.
        !self.is_attacked(king, self.identity().color(!us) & !to.bitboard(), occupied)
    }
}
